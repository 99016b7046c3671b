"""An evening whose service is killed again and again, and what is looked at after each time."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from random import Random
from typing import Any

from companion.telling.board import Handout, Surroundings
from companion.telling.view import page_packet
from companion.telling.voices import build_voice
from companion.values.person import Person
from rules.engine.match import Match
from rules.engine.packets import packet
from rules.engine.questions import Answer, ByHand, Chance, Question
from rules.engine.types import PUBLIC, Seat
from rules.games import game
from tests.evenings.phone import Phone
from tests.evenings.process import Running, free_port
from tests.evenings.table import NAMES, plain_json, wait_until
from tests.evenings.tapping import Acknowledged, Player, Stored, Table
from web.door.wire import encode

PLAYERS = {"chronicle": 4, "chesney": 4, "war_chest": 2, "chess_deckbuilder": 2, "chain_mail": 3}
MINIMUM_S = 1.0  # for which windows and secret answers are kept back
LIFE_S = 0.9  # the longest time between the first sign of life and the kill
START_S = 1.5  # a kill during the start comes within this time
LEAST_TAPS = 2  # that are acknowledged in a life in which all play by phone
SHARE_IN_START = 0.15  # of the kills
SHARE_IN_TAP = 0.5  # of the other kills: those that come shortly after somebody tapped
TAP_S = 0.02  # the time that such a tap has at most
SHARE_ENDED = 0.15  # of the lives in which the host ends the match
SHARE_PAUSED = 0.3  # of the lives at whose end the host pauses

BLIND = ("--camera", "none", "--autoplay", "off")
CAMERA = ("--camera", "virtual", "--autoplay", "all", "--speed", "1000", "--set", "camera.px_per_mm=2.6")


class Evening:
    """One data directory, many lives of the service, and phones that stay signed on."""

    def __init__(
        self, home: Path, options: tuple[str, ...], seed: int, slug: str = "chronicle", phones: int = 0
    ) -> None:
        """`phones`: so many at the first seats; 0: at every seat."""
        self.home = home
        self.count = PLAYERS[slug]
        seats = range(phones or self.count)
        self.data = home / "data"
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.random = Random(seed)
        self.table = Table()
        self.host = Phone(self.base)
        self.players = [Player(Phone(self.base), seat, self.random.getrandbits(32), self.table) for seat in seats]
        self.kills = 0
        self.is_paused = False
        self.repeated = 0  # requests that were in flight and were sent again
        self.carried_out_unheard = 0  # of them, those that the journal had already
        self._words = (
            *(slug, "--players", str(self.count), "--names", ",".join(NAMES[: self.count]), "--voice", "off"),
            *("--set", f"play.window_minimum_s={MINIMUM_S}", "--set", "play.window_limit_s=0"),
            *("--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)),
            *options,
        )

    # -- the evening -------------------------------------------------------------------------------------------------

    def run(self, kills: int) -> None:
        """Lives and dies `kills` times, then once more to the end."""
        for player in self.players:
            player.start()
        try:
            self._first_life()
            while self.kills < kills:
                if self.random.random() < SHARE_IN_START:
                    self._die_while_starting()
                else:
                    self._live(is_last=False)
            self._live(is_last=True)
        finally:
            self.table.end()
            for player in self.players:
                player.join(30.0)

    @property
    def acknowledged(self) -> int:
        """How many taps the phones know to have counted."""
        return sum(len(player.acked) for player in self.players)

    @property
    def noted(self) -> int:
        """How many of them were kept back at first."""
        return sum(one.noted for player in self.players for one in player.acked)

    @property
    def _is_still(self) -> bool:
        """Whether nothing happens at this table but by phone."""
        return CAMERA[1] not in self._words

    def _start(self) -> Running:
        return Running(self.home, self._words, self.home / "log.txt")

    def _first_life(self) -> None:
        with self._start() as service:
            service.wait_until_ready()
            for player in self.players:
                player.phone.join(service.code, NAMES[player.seat], player.seat)
            self.host.open("/host")
            answer = self.host.post("/api/become-host", {"pin": service.pin})
            assert answer["reply"]["ok"], answer
            self.host.open("/host")
            self._play_and_die(service)

    def _die_while_starting(self) -> None:
        with self._start() as service:
            self._let_pass(START_S)
            service.kill()
        self.kills += 1

    def _live(self, *, is_last: bool) -> None:
        before = Stored.of(self.data / "companion.db")
        with self._start() as service:
            service.wait_until_ready()
            self.check_after_restart(before)
            if is_last:
                self._check_shown(Stored.of(self.data / "companion.db"))
                assert service.interrupt() == 0
            else:
                self._play_and_die(service)

    def _play_and_die(self, service: Running) -> None:
        """Play goes on, then the service is killed at a random moment; then the disk is read."""
        start, heard = self.host.packet(), self.acknowledged
        least = heard + LEAST_TAPS if self._is_still else 0

        def played() -> int:
            self._check_phones()
            seen = self._moved_on(start)
            return seen if self.acknowledged >= least else 0

        self.table.open()
        seen = wait_until(played, what=f"answers after {plain_json(start)[:2000]}")
        if self.random.random() < SHARE_ENDED:
            self.host.post("/api/host", {"act": "end_match", "reason": "it is late"})
        self._let_pass(LIFE_S)
        self._moved_on(start)
        if self.random.random() < SHARE_IN_TAP:
            self.table.tapped.clear()
            self.table.tapped.wait(LIFE_S)
            self._let_pass(TAP_S)
        if self.random.random() < SHARE_PAUSED:
            self.is_paused = self.host.post("/api/host", {"act": "pause"})["reply"]["ok"]
        service.kill()
        self.table.close()
        self.kills += 1
        self._check_phones()
        assert not self._log("Traceback"), self._log("Traceback")
        self.check_on_disk(Stored.of(self.data / "companion.db"), seen)

    def _check_phones(self) -> None:
        errors = [e for p in self.players for e in p.errors]
        assert not errors, errors

    def _let_pass(self, longest_s: float) -> None:
        """A random time, in which this thread does nothing."""
        threading.Event().wait(self.random.uniform(0.0, longest_s))

    def _moved_on(self, start: dict[str, Any]) -> int:
        """The version now if something was answered since; the next match begins when one has ended."""
        now = self.host.packet()
        if now["result"]:
            self.table.match += self.host.post("/api/host", {"act": "new_match"})["reply"]["ok"]
        return 0 if now["version"] == start["version"] else max(1, now["version"])

    def _log(self, wanted: str) -> str:
        lines = (self.home / "log.txt").read_text()
        return lines[-4000:] if wanted in lines else ""

    # -- checks ------------------------------------------------------------------------------------------------------

    def check_on_disk(self, stored: Stored, seen: int) -> None:
        """Everything that was acknowledged, or shown to anybody, is in the journal of the dead service."""
        counted = stored.requests()
        assert all(n == 1 for n in counted.values()), "a request was carried out twice"
        for player in self.players:
            for one in player.acked:
                if not one.noted:
                    assert counted[one.tap.request] == 1, f"lost although acknowledged: {one}"
                    assert stored.made(one.tap.request) == (one.version, one.tap.seat), one
            if player.acked and player.in_flight is None:
                self._check_noted(stored, player.acked[-1])
        assert stored.is_paused or not self.is_paused, "the pause was lost"
        _, entries = stored.latest
        longest = max(len(entries) for _, _, entries in stored.matches)
        assert longest >= max([seen, *(p.seen for p in self.players)]), "something was shown that is not on the disk"
        assert [e.number for e in entries] == list(range(1, len(entries) + 1))

    def _check_noted(self, stored: Stored, latest: Acknowledged) -> None:
        """What a phone was told last, noted or not, counts or is kept back, unless its question is over."""
        if stored.holds(latest.tap.request):
            return
        assert latest.noted, latest
        header, entries = stored.latest
        match = Match.replay(game(header.game), header, [e.entry for e in entries])
        is_over = latest.match != self.table.match or match.asked_since > latest.version
        assert is_over, f"noted and lost: {latest}"
        later = [e for e in entries[latest.version :] if latest.match == self.table.match]
        answered = [e for e in later if isinstance(e.entry, Answer) and e.entry.seat == latest.tap.seat]
        assert not answered, f"another answer counted than the one that was noted: {latest}"

    def check_after_restart(self, before: Stored) -> None:
        """The table stands where the disk has it, the phones are signed on, and repeated requests are harmless."""
        stored = Stored.of(self.data / "companion.db")
        for old, new in zip(before.matches, stored.matches, strict=False):
            assert new[2][: len(old[2])] == old[2], "the start has changed the journal"
        if self._is_still:
            self._check_shown(stored)
        paused = self.host.packet()["paused"]
        assert paused == before.is_paused or len(stored.matches) > len(before.matches), "the pause was lost"
        if paused:
            assert self.host.post("/api/host", {"act": "resume"})["reply"]["ok"]
        self.is_paused = False
        for player in self.players:
            shown = player.phone.packet()
            assert shown["seat"] == player.seat, "a phone was signed off"
            self._repeat_acknowledged(player)
            self._repeat_in_flight(player)
        assert "host" in self.host.get("/host").lower()
        now = Stored.of(self.data / "companion.db")
        assert all(n == 1 for n in now.requests().values()), "a request was carried out twice"

    def _repeat_acknowledged(self, player: Player) -> None:
        if not player.acked:
            return
        latest = player.acked[-1]
        if latest.noted and not Stored.of(self.data / "companion.db").holds(latest.tap.request):
            return  # others have ended its question
        answer = player.phone.post("/api/answer", latest.tap.body())
        assert answer["reply"]["ok"], f"acknowledged before, refused now: {latest} {answer['reply']}"
        assert Stored.of(self.data / "companion.db").holds(latest.tap.request)

    def _repeat_in_flight(self, player: Player) -> None:
        """A phone that never heard an answer sends the same again, and once more."""
        tap = player.in_flight
        if tap is None:
            return
        self.repeated += 1
        before = Stored.of(self.data / "companion.db").holds(tap.request)
        self.carried_out_unheard += before
        first = player.tap(tap)
        again = player.phone.post("/api/answer", tap.body())
        assert first["reply"]["ok"] or not before, f"carried out before, refused now: {first['reply']}"
        assert again["reply"]["ok"] == first["reply"]["ok"]
        assert Stored.of(self.data / "companion.db").holds(tap.request) == first["reply"]["ok"]

    def _check_shown(self, stored: Stored) -> None:
        """Every reader is shown exactly what a replay of the journal gives."""
        header, entries = stored.latest
        played = game(header.game)
        match = Match.replay(played, header, [e.entry for e in entries])
        names = NAMES[: header.seats]
        voice = build_voice(played, header.seats, match.settings, "en", names)
        around = Surroundings(
            people=tuple(Person(n, True, False) for n in names),
            lots=isinstance(match.question, Chance),
            paused=stored.is_paused,
            by_itself=not self._is_still and is_of_hands(match.question),
        )
        for reader, phone in [(PUBLIC, self.host), *((Seat(p.seat), p.phone) for p in self.players)]:
            shown = phone.packet()
            wanted = plain_packet(page_packet(voice, Handout(packet(match, reader)), around, ""))
            if shown["version"] > len(entries) and stored.noted:
                self._check_shown(Stored.of(self.data / "companion.db"))  # what was noted counts meanwhile
                return
            assert shown["version"] == match.version == len(entries)
            for part in ("tracks", "piles", "question", "result", "events"):
                assert shown[part] == wanted[part], f"{part} of reader {reader}: {shown[part]} and not {wanted[part]}"


def is_of_hands(question: Question | None) -> bool:
    """Whether a virtual table, at which the program plays with its own hands, does by itself what is asked."""
    return isinstance(question, ByHand) or (question is not None and question.of_table)


def plain_packet(value: object) -> dict[str, Any]:
    """A packet as the pages get it."""
    found: dict[str, Any] = json.loads(encode(value))
    return found
