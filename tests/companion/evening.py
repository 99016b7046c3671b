"""One table without hardware: a real referee, outlet and publisher between a disk, a voice and a camera of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from random import Random

import msgspec

from companion.journal.keeping import MatchKeeper, SaveError
from companion.journal.unsettled import Changes, name_of
from companion.mqtt.messages import said_of, status_of
from companion.outbox.results import PublicEnd, Sitting, result_of
from companion.reading.admission import Admit, Admitted
from companion.reading.tags import back_code, front_code, game_tags
from companion.reading.watch import Watch
from companion.referee.consent import Asked
from companion.referee.inbox import Consented, Dealt, HandShown, HostSaid, Inbox, Tapped, Tick
from companion.referee.pacing import Pace
from companion.referee.referee import Referee
from companion.referee.running_match import RunningMatch
from companion.telling.outlets import News, Way, to_die, to_lights, to_voice
from companion.telling.publish import Edition, Publisher
from companion.telling.teller import TableOutlet
from companion.telling.tongues import only
from companion.telling.voice import Voice
from companion.telling.voices import build_voice
from companion.values.person import Person
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole, LightState, Press, Release, Tripped, Turn, Utterance
from rules.engine.entries import Entry, Header, Position
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import Packet as RulesPacket
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, Card, PieceId, Seat
from vision.types import ChangeKind, Presence, Side, TableChange, TableReport, Tag
from web.door.wire import encode
from web.pages.host.views import HostAct, HostCommand
from web.views import JoinView, Packet, Reply

HANDS = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5", "BLU-6")}, phase="trick", turn=0)
"""High Card with both hands known: seat 0 leads."""

HIDING = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5", "BLU-6")}, phase="hide", turn=0)
"""Hidden Card with both hands known."""


class Disk:
    """A journal in memory. `broken` makes it refuse, and be unreadable when it is "dead"."""

    def __init__(self, game: Game, header: Header, trace: list[str]):
        self.game, self.header, self.trace = game, header, trace
        self.entries: list[Entry] = []
        self.requests: list[tuple[Seat | None, str]] = []
        self.kept: dict[str, str] = {}
        self.broken = ""
        self.why = "The disk is full."

    def append(
        self, number: int, entry: Entry, origin: str, request: str, seat: Seat | None, match: Match | None = None
    ) -> None:
        if self.broken:
            raise SaveError(self.why)
        assert number == len(self.entries) + 1
        self.trace.append("disk")
        self.entries.append(entry)
        self.requests.append((seat, request))
        if match is not None and match.table.result is None:
            self.trace.append("reopened")
        if isinstance(entry, Answer):
            self.kept.pop(name_of(entry.seat), None)

    def unsettled(self) -> Mapping[str, str]:
        return dict(self.kept)

    def settle(self, changes: Changes) -> None:
        if self.broken:
            raise SaveError(self.why)
        for name, body in changes.items():
            self.kept.pop(name, None)
            if body is not None:
                self.kept[name] = body

    def over(self) -> None:
        self.trace.append("finished")

    def reload(self) -> Match:
        if self.broken == "dead":
            raise SaveError("The disk does not answer.")
        return Match.replay(self.game, self.header, self.entries)

    def begin(self) -> Match:
        if self.broken:
            raise SaveError(self.why)
        self.entries = []
        self.kept = {}
        return Match(self.game, replace(self.header, position=None))


class TracedPublisher(Publisher):
    """Says when it publishes."""

    def __init__(self, trace: list[str]):
        super().__init__(8)
        self.trace = trace

    def publish(self, edition: Edition) -> None:
        self.trace.append("packets")
        super().publish(edition)


class Die:
    """The lights of the electronic die: what they were told, and when among everything else."""

    def __init__(self, trace: list[str]):
        self.trace = trace
        self.shown: list[int | str | None] = []

    def tumble(self) -> None:
        self.shown.append("tumbling")

    def show(self, number: int | None) -> None:
        self.trace.append("die")
        self.shown.append(number)


class Evening:
    """The table and everything that can happen at it."""

    def __init__(
        self,
        game: Game,
        position: Position | None = None,
        *,
        seats: int = 2,
        phones: Callable[[Seat], bool] = lambda seat: True,
        patience_s: float = 4.0,
        calibrated: bool = True,
        admit: Admit = Admitted,
        pace: Pace | None = None,
        random: Random | None = None,
        tray_sensor: bool = False,
        settings: Mapping[str, object] | None = None,
        keeper: MatchKeeper | None = None,
        language: str = "en",
        asked: Callable[[], Asked] | None = None,
    ):
        """`asked`: which seats people play; None: all. `keeper`: goes on with its match, kept in a journal, instead
        of a disk of ours."""
        self.game = game
        self.trace: list[str] = []
        self.spoken: list[str] = []
        self.news: News | None = None  # what the broker was handed last
        self.lines: list[Utterance] = []  # the same with what decides when they are spoken
        self.lights: Mapping[int | str, LightState] = {}
        self.die = Die(self.trace)
        self.speaker: Callable[[Utterance], None] = self._speak  # a test may connect another one
        self.lamps: Callable[[Mapping[int | str, LightState]], None] = self._light
        self.now_s = 100.0
        self.calibrated = calibrated
        self.lying: list[Presence] = []
        self.decided: list[tuple[int, int]] = []  # what the camera was told of acts that it was not sure of
        settings = game.check_settings(settings or {})
        header = Header(game.slug, seats, settings, position) if keeper is None else keeper.match.header
        seats, settings = header.seats, game.check_settings(header.settings)
        self.disk = Disk(game, header, self.trace)
        match = Match(game, header) if keeper is None else keeper.match
        self.people = people = tuple(Person(f"P{n}", True) for n in range(1, seats + 1))
        voice = build_voice(game, seats, settings, language, tuple(p.name for p in people))
        self.publisher = TracedPublisher(self.trace)
        self.outlet = self._told_by(voice, people)
        self.running = RunningMatch(match, keeper or self.disk, self.outlet, Watch(patience_s, voice.layout.figures))  # type: ignore[arg-type]
        self.tags = game_tags(game.slug, match.table.decks, size=voice.layout.size)
        self.inbox = Inbox()
        self.referee = Referee(
            self.running,
            self.inbox,
            lambda: self.now_s,
            lambda: self.tags,
            phones,
            admit,
            pace=pace,
            random=random,
            tray_sensor=tray_sensor,
            asked=asked,
            decide=lambda act, choice: self.decided.append((act, choice)),
        )
        for seat, request in () if keeper is None else keeper.requests():
            self.referee.remember(seat, request)
        self.referee.tell()
        self.trace.clear()
        self.spoken.clear()

    def _told_by(self, voice: Voice, people: tuple[Person, ...]) -> TableOutlet:
        """Where everything is told at this table, each way out of the box into a note of ours."""
        return TableOutlet(
            only(voice),
            self.publisher,
            lambda: people,
            (
                *(to_lights(lambda states: self.lamps(states)), to_die(self.die)),
                *(to_voice(lambda line: self.speaker(line)), Way("mqtt", self._note_news)),
            ),
            lambda: JoinView(urls=("http://t/join",)),
            "boot",
        )

    def _speak(self, line: Utterance) -> None:
        self.trace.append("voice")
        self.spoken.append(line.text)
        self.lines.append(line)

    def _light(self, states: Mapping[int | str, LightState]) -> None:
        self.trace.append("lights")
        self.lights = states

    # -- looking -----------------------------------------------------------------------------------------------------

    @property
    def voice(self) -> Voice:
        assert self.outlet.board is not None
        return self.outlet.board.voice

    def handed(self, reader: int = PUBLIC) -> RulesPacket:
        """The rules' packet of one reader, before it is put into words."""
        handout = self.outlet.handout(Seat(reader))
        assert handout is not None
        return handout.packet

    @property
    def match(self) -> Match:
        return self.running.match

    @property
    def said(self) -> str:
        return " ".join(self.spoken)

    @property
    def todo(self) -> list[str]:
        return [t.text for t in self.packet().todo]

    def packet(self, reader: int = PUBLIC) -> Packet:
        return self.publisher.packet(Seat(reader))

    def to_broker(self) -> str:
        """What a broker is told now."""
        assert self.news is not None
        told = status_of(self.news.board, 0, with_names=True), said_of(self.news, with_names=True)
        return msgspec.json.encode(told).decode()

    def to_venue(self) -> str:
        """What a venue would be told if the match ended now."""
        return result_of(PublicEnd(self.match), [Sitting(one.name) for one in self.people])

    def _note_news(self, news: News) -> None:
        self.news = news

    def bytes_of(self, reader: int = PUBLIC) -> str:
        return encode(self.packet(reader)).decode()

    def keys(self, seat: int) -> list[str]:
        question = self.packet(seat).question
        return [] if question is None else [o.key for o in question.options]

    # -- by phone, button and host -----------------------------------------------------------------------------------

    def tap(self, seat: int, key: str, version: int | None = None, request: str = "") -> Reply:
        reply: Future[Verdict] = Future()
        at = self.match.version if version is None else version
        self.referee.handle(Tapped(Seat(seat), key, at, request, reply))
        return self._worded(reply)

    def show_hand(self, seat: int, *payloads: str) -> Reply:
        reply: Future[Verdict] = Future()
        self.referee.handle(HandShown(Seat(seat), payloads, reply))
        return self._worded(reply)

    def host(self, act: HostAct, **fields: object) -> Reply:
        reply: Future[Verdict] = Future()
        self.referee.handle(HostSaid(HostCommand(act, **fields), reply))  # type: ignore[arg-type]
        return self._worded(reply)

    def everybody_agrees(self) -> None:
        """Every seat agrees to the undo that is proposed."""
        asked = self.packet().consent
        assert asked is not None
        for seat in asked.missing:
            self.referee.handle(Consented(Seat(seat), asked.number, True, Future()))

    def _worded(self, reply: Future[Verdict]) -> Reply:
        return self.voice.reply(reply.result(timeout=0))

    def press(self, role: ButtonRole, seat: int | None = None) -> None:
        self.referee.handle(Press(role, seat, self.now_s))

    def signal(self, signal: Release | Turn | Tripped) -> None:
        self.referee.handle(signal)

    def release(self) -> None:
        self.signal(Release(ButtonRole.DIE, 0.4, self.now_s))

    def turn(self, steps: int) -> None:
        self.signal(Turn(steps, self.now_s))

    def dealt(self, **cards: tuple[Card, ...]) -> None:
        self.referee.handle(Dealt(tuple((key.replace("_", "/"), given) for key, given in cards.items())))

    def wait(self, seconds: float) -> None:
        self.now_s += seconds
        self.referee.handle(Tick())

    # -- on the table ------------------------------------------------------------------------------------------------

    def front(self, piece: str) -> str:
        return front_code(self.game.slug, piece)

    def lay(self, piece: str, spot: str | None) -> Presence:
        """A card comes to lie face-up."""
        self.lying = [p for p in self.lying if p.tag.payload != self.front(piece)]
        return self._come(Tag(self.front(piece), piece, Side.FRONT), spot)

    def lay_back(self, spot: str, deck: str = "cards") -> Presence:
        """A card comes to lie face-down."""
        return self._come(Tag(back_code(self.game.slug, deck), deck, Side.BACK, shared=True), spot)

    def _come(self, tag: Tag, spot: str | None) -> Presence:
        self.now_s += 1
        there = Presence(tag, None, 0.0, spot, self.now_s, self.now_s)
        self.lying = [replace(p, seen_s=self.now_s) for p in self.lying] + [there]
        self.see(TableChange(ChangeKind.PLACED, tag.payload, tag, spot, None, None, self.now_s))
        return there

    def take(self, presence: Presence) -> None:
        """Something is taken off the table."""
        self.now_s += 1
        self.lying = [
            replace(p, seen_s=self.now_s) for p in self.lying if p.tag != presence.tag or p.since_s != presence.since_s
        ]
        tag = presence.tag
        self.see(TableChange(ChangeKind.GONE, tag.payload, tag, None, presence.spot, None, self.now_s))

    def see(self, *changes: TableChange) -> None:
        """The camera reports the table."""
        self.referee.handle(TableReport(changes, tuple(self.lying), self.calibrated, self.now_s))


def pieces(*names: str) -> tuple[PieceId, ...]:
    return tuple(PieceId(n) for n in names)
