"""A complete table in memory that fulfils `Pages`: what the pages are developed and tested against."""

from __future__ import annotations

import base64
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from tests.web.fake_camera import FakeCamera
from tests.web.fake_cards import FakeCards
from tests.web.fake_doctor import FakeDoctor
from tests.web.fake_eye import FakeEye
from tests.web.fake_games import FakeGames
from tests.web.fake_history import FakeHistory
from tests.web.fake_hosting import FakeHosting
from tests.web.fake_joining import ADDRESS, FakeJoining
from tests.web.fake_kept import FakeKept
from tests.web.fake_looks import FakeLooks
from tests.web.fake_lookup import FakeLookup
from tests.web.fake_maker import FakeMaker, FakePictures
from tests.web.fake_pieces import FakePieces
from tests.web.fake_prints import FakePrints
from tests.web.fake_scene import PLAYERS, secret
from tests.web.fake_shelf import FakeShelf
from tests.web.fake_spots import FakeSpots
from tests.web.fake_wiring import FakeWiring
from tests.web.fake_wizard import FakeWizard
from web import Pages
from web.pages.host.views import EntryView, HostAct, HostCommand, HostView
from web.views import (
    AloudView,
    Choice,
    DialledView,
    DiceView,
    EventView,
    Joined,
    LobbyView,
    OptionView,
    Packet,
    QuestionView,
    Reply,
    ResultView,
    Role,
    Session,
    TodoView,
    TooManyStreams,
    TrackView,
    WhyNot,
)

PIN = "4711"
AUTHORITY = b"-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"
GUEST = Session(Role.SPECTATOR)
MOVED_ON = "The table has moved on."
JPEG = base64.b64decode(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"
    "AQEBAQH/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q=="
)


@dataclass
class FakeFeed:
    """A bounded queue of one reader."""

    first: Packet
    beat_s: float = 0.2
    closed: bool = False
    waiting: queue.Queue[Packet | None] = field(default_factory=lambda: queue.Queue(64))

    def __iter__(self) -> Iterator[Packet | None]:
        yield self.first
        while not self.closed:
            try:
                yield self.waiting.get(timeout=self.beat_s)
            except queue.Empty:
                yield None

    def close(self) -> None:
        self.closed = True
        if not self.waiting.full():
            self.waiting.put_nowait(None)


class FakeTable(
    FakeCards,
    FakeShelf,
    FakeWiring,
    FakeGames,
    FakeHosting,
    FakeJoining,
    FakeHistory,
    FakeLookup,
    FakePieces,
    FakeCamera,
    FakePrints,
    FakeKept,
    FakeEye,
    FakeWizard,
    FakeDoctor,
):
    """See `Pages`. `markers`: every private face carries a text that no other reader may ever receive."""

    def __init__(self, markers: bool = False, camera: bytes | None = JPEG, max_feeds: int = 64) -> None:
        super().__init__()
        self.looks_shown = FakeLooks()
        self.markers, self.camera, self.max_feeds = markers, camera, max_feeds
        self.lock = threading.RLock()
        self.sessions: dict[str, Session] = {}
        self.players = list(PLAYERS)
        self.fame = [3, 1, 4, 2]
        self.version, self.turn, self.lead = 41, 0, "wisdom"
        self.unknown_in_hand = 0
        self.paused, self.bots, self.refused = False, "fill", "Emil laid the Minstrel, but the lead suit is Wisdom"
        self.hints = False
        self.notice = ""
        self.why = ""
        self.result: ResultView | None = None
        self.last_by, self.asked_back = -1, -1
        self.lobby: LobbyView | None = None
        self.todo: tuple[TodoView, ...] = (TodoView("Turn the discard pile's top card face up."),)
        self.events: list[EventView] = []
        self.aloud = AloudView()
        self.dice: DiceView | None = None
        self.dialled: DialledView | None = None
        self.feeds: list[tuple[Session, FakeFeed]] = []
        self.answers: dict[tuple[int | None, str], Reply] = {}
        self.commands: list[HostCommand] = []
        self.past: dict[int, Packet] = {}
        self._lay_out()

    @property
    def pages(self) -> Pages:
        """This table for every page."""
        return Pages(
            match=self,
            people=self,
            host=self,
            office=self,
            wizard=self,
            past=self,
            lookup=self,
            pieces=self,
            looks=self.looks_shown,
            prints=self,
            camera=self,
            eye=self,
            kept=self,
            wiring=self,
            spots=FakeSpots(),
            doctor=self,
            shelf=self,
            games=self,
            maker=FakeMaker(),
            pictures=FakePictures(),
            trust=self,
            again=self,
        )

    def _lay_out(self) -> None:
        self._lay_cards()
        for text in (
            "Round 2 begins: The Quiet Library.",
            "Jonas showed the Warlord and leads.",
            "Jonas leads with the Hermit; the lead suit is Wisdom.",
            "Ines plays the Healer.",
            "Emil plays a card face down: no Wisdom in hand.",
        ):
            self._tell(text)
        self._place()

    def _tell(self, text: str) -> None:
        self.events.append(EventView(number=len(self.events) + 1, text=text))
        self.past[len(self.events)] = self._packet(None)

    def publish(self) -> None:
        """A new version to every feed."""
        with self.lock:
            self.version += 1
            for session, feed in self.feeds:
                if not feed.closed and not feed.waiting.full():
                    feed.waiting.put_nowait(self._packet(session.seat))

    def vouching(self) -> bytes:
        return AUTHORITY

    # who

    def session(self, token: str) -> Session | None:
        return self.sessions.get(token)

    def open_session(self) -> Joined:
        return self.sign(Role.SPECTATOR, None, "")

    def seat_token(self, seat: int) -> Joined:
        """For tests: a session of that seat."""
        return self.sign(Role.SEAT, seat, self.players[seat].name)

    def become_host(self, session: Session, token: str, pin: str) -> Joined | Reply:
        if pin != PIN:
            return Reply(False, "That is not the PIN.", self.version)
        return self.sign(Role.HOST, None, "Host")

    # what

    def packet(self, session: Session) -> Packet:
        return self._packet(session.seat)

    def _options(self, seat: int) -> tuple[OptionView, ...]:
        follow = [c for c in self.of(f"hand/{seat}") if c.face.piece.startswith(self.lead)]
        found = []
        for card in self.of(f"hand/{seat}"):
            why, claim = None, ""
            if self.lead and follow and card not in follow and not card.face.piece.startswith("wild"):
                why = WhyNot("Wisdom is led", "You hold a Wisdom card, so play it face up, or play a Wild.", "CR-032")
            elif self.lead and not follow and not card.face.piece.startswith("wild"):
                claim = "I have no Wisdom card."
            shown = secret(card.face, seat) if self.markers else card.face
            found.append(
                OptionView(
                    key=f"play:{card.face.piece}",
                    label=f"Play the {card.face.title}",
                    face=shown,
                    why_not=why,
                    claim=claim,
                )
            )
        return tuple(found)

    def _packet(self, seat: int | None) -> Packet:
        with self.lock:
            name = self.players[self.turn].name
            over = self.result is not None
            rests = self.paused and not self.lobby
            yours = seat == self.turn
            options = self._options(self.turn) if yours else ()
            question = QuestionView(
                kind="play",
                text=f"{name} plays a card to the meeting.",
                seats=(self.turn,),
                yours=yours,
                options=options,
                why=self.why if yours else "",
                rule="CR-032" if yours else "",
            )
            tracks = [
                TrackView(key=f"fame/{n}", label="Fame", value=str(self.fame[n]), owner=n, prominent=True)
                for n in range(4)
            ]
            tracks += [
                TrackView(key="lead", label="Lead suit", value=self.lead.title() or "none yet"),
                TrackView(key="round", label="Round", value="2 of 4"),
            ]
            text = "Most allies of Wisdom: 2 Fame. An evil ally: lose 1 Fame."
            tracks.append(TrackView(key="condition", label="History condition", value=text))
            return Packet(
                id=f"fake-{self.version}",
                version=self.version,
                game="chronicle",
                title="Chronicle",
                status="The match is over."
                if over
                else "The game is paused."
                if rests
                else f"{name}, play a card: Wisdom is led.",
                notice=self.notice,
                paused=self.paused,
                seat=seat,
                players=tuple(replace(p, on_turn=p.seat == self.turn and not over) for p in self.players),
                piles=self._piles(seat),
                tracks=tuple(tracks),
                question=None if over or rests else question,
                events=tuple(self.events[-60:]),
                todo=self.todo,
                result=self.result,
                lobby=self.lobby,
                starter=0 if over else None,
                hints=self.hints,
                join_url="" if seat is not None else ADDRESS,
                join=None if seat is not None else self.join_view(GUEST),
                consent=self.consent_for(seat),
                take_back=seat is not None and seat == self.last_by,
                thinking=self.office.thinking,
                aloud=self.aloud,
                dice=self.dice,
                dialled=self.dialled,
                unnamed=0 if seat is None else self.unknown_in_hand,
            )

    def packet_at(self, session: Session, number: int) -> Packet | None:
        return self.past.get(number)

    def feed(self, session: Session) -> FakeFeed:
        with self.lock:
            self.feeds = [(s, f) for s, f in self.feeds if not f.closed]
            if len(self.feeds) >= self.max_feeds:
                raise TooManyStreams
            feed = FakeFeed(self._packet(session.seat))
            self.feeds.append((session, feed))
            return feed

    def camera_jpeg(self) -> bytes | None:
        return self.camera

    # do

    def take_back(self, session: Session, version: int) -> Reply:
        self.asked_back = version
        return Reply(True, "The table is being asked.", self.version)

    def start(self, session: Session) -> Reply:
        self.lobby = self.result = None
        self.publish()
        return Reply(True, "Everybody is here. The match starts.", self.version)

    def answer(self, session: Session, key: str, version: int, request: str) -> Reply:
        with self.lock:
            known = self.answers.get((session.seat, request))
            if known is not None:
                return known
            reply = self._play(session, key, version)
            self.answers[(session.seat, request)] = reply
        if reply.ok:
            self.publish()
        return replace(reply, version=self.version)

    def _play(self, session: Session, key: str, version: int) -> Reply:
        if version != self.version:
            return Reply(False, MOVED_ON, self.version)
        if session.seat != self.turn:
            return Reply(False, "It is not your turn.", self.version)
        chosen = next((o for o in self._options(self.turn) if o.key == key), None)
        if chosen is None or chosen.face is None:
            return Reply(False, "That cannot be chosen now.", self.version)
        if chosen.why_not is not None:
            return Reply(False, chosen.why_not.long, self.version, chosen.why_not.rule)
        card = next(c for c in self.cards if c.face.piece == chosen.face.piece)
        card.pile, card.face_up = f"meeting/{self.turn}", not chosen.claim
        self.turn = (self.turn + 1) % 4
        what = f"the {card.face.title}" if card.face_up else "a card face down"
        self._tell(f"{session.name} plays {what}.")
        self._place()
        return Reply(True, "Played.", self.version + 1)

    def host_view(self, session: Session) -> HostView:
        keys = [(pile.key, pile.label) for pile in self._piles(None)]
        pieces = tuple(Choice(f"power-{n}", f"Power {n}") for n in range(1, 11))
        return HostView(
            piles=tuple(Choice(key, label) for key, label in keys),
            pieces=pieces,
            tracks=tuple(Choice(f"fame/{p.seat}", f"Fame of {p.name}") for p in self.players),
            entries=tuple(EntryView(e.number, e.text, e.undone) for e in self.events),
            unknown_tags=("HTTP://C.LOCAL/7QX2M",),
            refused_play=self.refused,
            bots=self.bots,
            adoptable=(Choice("back/court", "the back of court cards"), *pieces),
        )

    def host(self, session: Session, command: HostCommand) -> Reply:
        with self.lock:
            self.commands.append(command)
            if command.act is HostAct.UNDO and self.events:
                first = command.number or len(self.events) - 1
                self.events = [replace(e, undone=e.undone or e.number > first) for e in self.events]
            elif command.act in (HostAct.PAUSE, HostAct.RESUME):
                self.paused = command.act is HostAct.PAUSE
            elif command.act is HostAct.BOTS:
                self.bots = command.value
            elif command.act is HostAct.END_MATCH:
                self.finish()
        self.publish()
        return Reply(True, "Done and written down.", self.version)

    def finish(self) -> None:
        """The match ends."""
        lines = ("Ines: 4 Fame, most allies of Wisdom", "Mara: 3 Fame", "Emil: 2 Fame", "Jonas: 1 Fame")
        self.result = ResultView((2,), "Ines wins the match.", lines)
