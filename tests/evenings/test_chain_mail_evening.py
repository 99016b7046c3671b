"""A full quest of Chain Mail, without hardware: the party's token is moved over a rendered map, tokens are laid and
moved on the battle card, dice fall into the tray, and two people tap the rest; the camera reads what was done."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.journal.journal import Journal
from rules.engine.match import Match
from rules.engine.questions import Answer, GroupChoice, Laid, Moved, Roll
from rules.engine.types import Refusal, State
from rules.games import game
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import RESOURCES
from tests.evenings.quest import QUEST, WANTED, whole_quest
from tests.evenings.room import Room, running
from tests.evenings.table import wait_until

ANNA, BEN = range(2)
THROWS = 2
"""How often dice are thrown into the tray; else their owners say what they show."""


class Loaded(Random):
    """Dice that show what is wanted; whatever else is asked of chance comes as ever."""

    def __init__(self, faces: tuple[int, ...]):
        super().__init__(4)
        self._faces = list(faces)

    def randint(self, a: int, b: int) -> int:
        """The next of the faces."""
        return self._faces.pop(0) if self._faces else super().randint(a, b)


@dataclass
class Expedition(Room):
    """Two people who lead four heroes. `ways`: how often something was done in which way; `heard`: what the screen told
    about it, in order."""

    ways: Counter[str] = field(default_factory=Counter)
    heard: list[str] = field(default_factory=list)

    def follow(self, script: Match, monkeypatch: pytest.MonkeyPatch) -> None:
        """Everything of the script, done at the table; a shadow of the match says what each answer means."""
        shadow = Match(script.game, script.header)
        for entry in script.log:
            assert isinstance(entry, Answer)
            assert shadow.question is not None
            before = self.packet()
            way = self._act(shadow, entry, monkeypatch)
            what = f"{way} of {entry.key} to {shadow.question.kind}"
            wait_until(partial(self._is_over, before["version"]), what=what)
            self.ways[way] += 1
            self.heard += [e["text"] for e in self.packet()["events"] if e["text"] not in self.heard]
            assert not isinstance(shadow.submit(entry), Refusal)

    def _act(self, shadow: Match, entry: Answer, monkeypatch: pytest.MonkeyPatch) -> str:
        """One thing that somebody does, and which way it was done."""
        question = shadow.question
        assert question is not None
        if (
            isinstance(question, Roll)
            and question.kind == "roll_trouble"
            and self.ways["tray"] + self.ways["told"] < THROWS
        ):
            self.tidy()
            return self._throw(question.kind, question.faces(entry.key), monkeypatch)
        option = next((o for o in shadow.options(entry.seat) if o.key == entry.key), None)
        if option is not None and isinstance(option.gesture, Moved):
            self.tidy()
            return self._move(option.gesture)
        if option is not None and isinstance(option.gesture, Laid) and question.kind in ("ambush_place", "line_up"):
            self.tidy()
            return self._lay(option.gesture)
        seat = question.lead if isinstance(question, GroupChoice) and question.lead is not None else ANNA
        self._tap(seat, question.kind, entry.key)
        return "tap"

    def _throw(self, kind: str, faces: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> str:
        """All dice at once into the tray, which the camera reads; where it is unsure, somebody says what they show."""
        version = self.packet()["version"]
        monkeypatch.setattr(self.service.table, "_random", Loaded(faces))
        assert self.phones[ANNA].post("/api/virtual", {"act": "deal"})["reply"]["ok"]
        wait_until(lambda: self._is_over(version) or self.packet()["notice"], what=f"the dice of {kind} are read")
        if self._is_over(version):
            return "tray"
        assert "can't read the dice" in self.packet()["notice"]
        self._tap(BEN, kind, "-".join(map(str, faces)))
        return "told"

    def _is_over(self, version: int) -> bool:
        """Whether the table has moved on."""
        packet = self.packet()
        return packet["version"] > version or packet["result"] is not None

    def _move(self, gesture: Moved) -> str:
        """A token is moved from where it stands."""
        table = self.service.table
        assert table is not None
        table.lay(table.find(gesture.piece).ident, gesture.to_spot, True)
        return "move"

    def _lay(self, gesture: Laid) -> str:
        """A token comes out of the box."""
        table = self.service.table
        assert table is not None
        assert isinstance(gesture.piece, str)
        table.lay(table.find(gesture.piece).ident, gesture.spot, True)
        return "lay"

    def _tap(self, seat: int, kind: str, key: str) -> None:
        packet = wait_until(lambda: self._asked(seat, kind), what=f"{kind}, not {self.packet(seat)['status']}")
        body = {"key": key, "version": packet["version"], "request": secrets.token_hex(8)}
        reply = self.phones[seat].post("/api/answer", body)["reply"]
        assert reply["ok"], (kind, key, reply)

    def _asked(self, seat: int, kind: str) -> dict[str, Any] | None:
        packet = self.packet(seat)
        return packet if packet["question"] is not None and packet["question"]["kind"] == kind else None


@contextmanager
def table(tmp_path: Path) -> Iterator[Expedition]:
    """A table at which the quest begins."""
    with running(tmp_path, QUEST) as (service, phones):
        yield Expedition(service, phones)


def as_text(state: State) -> tuple[object, ...]:
    """A state as comparable values: tracks, and what lies where."""
    tracks = {key: track.value for key, track in state.tracks.items()}
    return tracks, {key: tuple(map(str, pile.pieces)) for key, pile in state.piles.items()}


@pytest.mark.xdist_group("evening")
def test_a_whole_quest_with_everything_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trap, an alarm and its ambush, two heroes who fall and get up, searches with coins, a relic, a victory."""
    script = whole_quest()
    with table(tmp_path) as room:
        room.follow(script, monkeypatch)
        last, state = room.packet(BEN), room.service.referee.match.state
        score = state.number(n.TIME) + sum(state.number(resource) for resource in RESOURCES)
        assert last["result"]["winners"] == [ANNA, BEN]
        assert last["result"]["lines"][0].startswith(f"{score} points:")
        assert as_text(state) == as_text(script.state)
        told = " ".join(room.heard)
        for part in ("A double of ", "An alarm: ", "An ambush! ", " falls and can do nothing",
                     " gets up with full health", "one coin: the dice now show", " carries the Moonsilver Blade",
                     "has done part of the quest: Chalk marks"):  # fmt: skip
            assert part in told, part
        assert f"The quest is done! {score} points" in told
        assert room.ways["tray"] + room.ways["told"] == THROWS
        assert room.ways["move"] >= script.state.number(n.TURN_NUMBER) - 2  # the party's token, seen by the camera
        assert room.ways["lay"] == 3  # the lots of the ambush; the fourth place is the last one's
        wait_until(lambda: (tmp_path / "voice.wav").exists(), what="the voice")
        with Journal.look(room.service.config.data.journal_path) as journal:
            header, entries = journal.load(journal.matches()[0].match)
        again = Match.replay(game("chain_mail"), header, [stored.entry for stored in entries])
        assert as_text(again.state) == as_text(state)
        assert {told.event.kind for told in again.told} >= WANTED
        assert {stored.origin.split()[0] for stored in entries} >= {"camera", "phone"}
