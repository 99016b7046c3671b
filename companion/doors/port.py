"""The pages' door to the table: sessions, packets, and commands that wait for the referee's word."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass
from functools import partial

from companion.camera.camera_setup import CameraSetup
from companion.copies.pieces import Pieces
from companion.doors.host_office import Office
from companion.doors.past_door import PastDoor
from companion.doors.people_door import Entrance, PeopleDoor
from companion.doors.seat_door import Beside, SeatDoor
from companion.doors.wiring_door import WiringDesk, WiringDoor
from companion.doors.wizard_door import WizardDoor
from companion.journal.journal import JournalError
from companion.journal.keeping import SaveError
from companion.past.history import History
from companion.past.replays import Replays
from companion.people.presence import SeatFeed
from companion.referee.inbox import HandNamed, HandShown, HostSaid, Inbox, Message, PeopleChanged, Tapped
from companion.telling.board import Board
from companion.telling.publish import PacketFeed, Publisher
from companion.telling.voice import Voice, track_facts
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from companion.virtual.virtual_port import VirtualPort
from rules.engine.types import PUBLIC, Seat, Track
from vision.types import VisionError
from web.pages.camera.views import CameraAct, CameraView
from web.pages.host.views import EntryView, HostAct, HostCommand, HostView
from web.pages.pieces.views import PiecesCommand, PiecesView
from web.pages.virtual.views import VirtualMove, VirtualScene
from web.views import Choice, Joined, Packet, Reply, Role, Session

REPLY_S = 5.0
NO_SEAT = Notice("no_seat")
NO_HOST = Notice("no_host")


@dataclass(frozen=True)
class Outside:
    """What the port needs from vision and devices, as plain functions."""

    read_photo: Callable[[bytes], tuple[str, ...]]  # payloads in reading order; VisionError with one sentence
    camera_jpeg: Callable[[], bytes | None]
    devices: Callable[[], tuple[str, ...]]
    rules_text: Callable[[Voice], tuple[tuple[str, str], ...]]
    set_bots: Callable[[str], bool]  # by mode; False when there is no such mode, SaveError when it cannot be kept
    bots_mode: Callable[[], str]
    has_box: bool = False  # cards are dealt over a reader box


class Port(PastDoor, SeatDoor, PeopleDoor, WiringDoor, WizardDoor):
    """Implements `web.serve.app.WholePort`."""

    def __init__(
        self,
        publisher: Publisher,
        inbox: Inbox,
        board: Callable[[], Board | None],
        outside: Outside,
        replays: Replays,
        virtual: VirtualPort | None,
        pieces: Pieces,
        camera: CameraSetup,
        past: History,
        beside: Beside,
        entrance: Entrance,
        office: Office,
        wiring: WiringDesk,
    ):
        PastDoor.__init__(self, past)
        SeatDoor.__init__(self, beside)
        WizardDoor.__init__(self, office)
        WiringDoor.__init__(self, wiring)
        PeopleDoor.__init__(self, entrance, inbox, board)
        self._publisher = publisher
        self._inbox = inbox
        self._board = board
        self._outside = outside
        self._replays = replays
        self._virtual = virtual
        self._pieces = pieces
        self._camera = camera

    # -- who ---------------------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """The session of a cookie's token."""
        found = self._seating.session(token)
        if found is not None and found.seats:
            self._presence.heard(found.csrf)
        return found

    def open_session(self) -> Joined:
        """A spectator's session."""
        return self._seating.open_session()

    def become_host(self, session: Session, token: str, pin: str) -> Joined | Reply:
        """Makes a session the host's."""
        joined = self._seating.become_host(token, pin)
        return self._no(session, joined) if isinstance(joined, Notice) else joined

    # -- what --------------------------------------------------------------------------------------------------------

    def packet(self, session: Session) -> Packet:
        """The newest packet of this session's reader."""
        return self._publisher.packet(_reader(session), session.language)

    def packet_at(self, session: Session, number: int) -> Packet | None:
        """The public table as it stood after a journal entry; None when there is no such entry."""
        return self._replays.packet_at(number, session.language)

    def feed(self, session: Session) -> PacketFeed | SeatFeed:
        """A stream of this session's packets. It ends when the phone shows another seat or has lost this one."""
        if session.seat is None:
            return self._seating.visitors.watched(session, self._publisher.feed(PUBLIC, language=session.language))
        may_read = partial(self._seating.may_read, session)
        feed = self._publisher.feed(Seat(session.seat), may_read, session.language)
        return self._presence.watched(session.csrf, feed)

    def camera_jpeg(self) -> bytes | None:
        """The camera's picture with the recognised tags."""
        return self._outside.camera_jpeg()

    def rules_text(self, session: Session) -> tuple[tuple[str, str], ...]:
        """The game's rules in our words."""
        return self._outside.rules_text(self._voice(session))

    # -- do ----------------------------------------------------------------------------------------------------------

    def answer(self, session: Session, key: str, version: int, request: str) -> Reply:
        """A seat's answer; returns when it is on disk and on the screens, or with the reason why not."""
        if session.seat is None:
            return self._no(session, NO_SEAT)
        seat = Seat(session.seat)
        return self._ask(session, lambda reply: Tapped(seat, key, version, request, reply))

    def hand_photo(self, session: Session, picture: bytes) -> Reply:
        """A photo of a seat's own hand. The picture is read in memory and never kept."""
        if session.seat is None:
            return self._no(session, NO_SEAT)
        try:
            payloads = self._outside.read_photo(picture)
        except VisionError as error:
            return Reply(False, self._voice(session).sentence(str(error)), self._version())
        seat = Seat(session.seat)
        return self._ask(session, lambda reply: HandShown(seat, payloads, reply))

    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply:
        """What a seat says that it holds, tapped in."""
        if session.seat is None:
            return self._no(session, NO_SEAT)
        seat = Seat(session.seat)
        return self._ask(session, lambda reply: HandNamed(seat, pieces, reply))

    def keep_seat_notes(self, session: Session, text: str) -> Reply:
        """What a seat writes down for itself alone."""
        what = self._kept(session, text)
        return self._voice(session).reply(Verdict(what.code == "notes_kept", what, self._version()))

    def virtual_scene(self, session: Session) -> VirtualScene | None:
        """The virtual table for this session; None when a real camera is used."""
        return None if self._virtual is None else self._virtual.scene(_seat(session), session.language)

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        """Moves a piece of the virtual table by hand."""
        if self._virtual is None:
            return self._no(session, Notice("real_table"))
        if session.seat is None and session.role is not Role.HOST:
            return self._no(session, Notice("no_hands"))
        problem = self._virtual.move(_seat(session), move)
        return self._yes(session) if problem is None else self._no(session, problem)

    def host_view(self, session: Session) -> HostView:
        """What the host page offers: public knowledge only."""
        board = self._board()
        assert board is not None  # the referee publishes before the pages open
        voice, public = board.tongues.of(session.language), board.public.state
        return HostView(
            piles=tuple(Choice(p.key, voice.pile(p)) for p in public.piles.values()),
            pieces=tuple(Choice(str(p), voice.faces[p].title) for d in public.decks.values() for p in d),
            tracks=tuple(Choice(track.key, _track_label(voice, track)) for track in public.tracks.values()),
            entries=tuple(EntryView(number, text, undone) for number, text, undone in board.journal(session.language)),
            unknown_tags=self._pieces.strangers(board.unknown_tags),
            adoptable=self._pieces_of(session).adoptable(),
            refused_play=voice.notice(board.around.notice) if board.has_refused else "",
            bots=self._outside.bots_mode(),
            devices=self._outside.devices(),
            tellable=tuple(Choice(o.key, voice.say("option", o.say.code, o.say.facts)) for o in board.tellable),
            window_limit_s=math.ceil(board.around.window_limit_s),
            dealing=self._outside.has_box and board.is_dealing,
        )

    def host(self, session: Session, command: HostCommand) -> Reply:
        """A host's command."""
        if session.role is not Role.HOST:
            return self._no(session, NO_HOST)
        match command.act:
            case HostAct.BOTS:
                try:
                    if not self._outside.set_bots(command.value):
                        return self._no(session, Notice("bots_bad"))
                except SaveError as error:
                    return self._no(session, Notice("not_saved", {"why": str(error)}))
                self._inbox.put(PeopleChanged())
                return self._yes(session, f"bots_{command.value}")
            case HostAct.ADOPT_TAG:
                return self._as_host(session, lambda: self._pieces_of(session).adopt(command.value, command.piece))
        return self._ask(session, lambda reply: HostSaid(command, reply))

    # -- registering pieces ------------------------------------------------------------------------------------------

    def pieces_view(self, session: Session) -> PiecesView:
        """What the page for registering pieces draws."""
        return self._pieces_of(session).view()

    def pieces(self, session: Session, command: PiecesCommand) -> Reply:
        """An act on that page."""
        return self._as_host(session, lambda: self._pieces_of(session).act(command))

    def pieces_photo(self, session: Session, picture: bytes) -> Reply:
        """A photo of pieces that are to be registered. It is read in memory and never kept."""
        return self._as_host(session, lambda: self._pieces_of(session).photo(picture))

    def pieces_file(self, session: Session) -> str:
        """Every tag of the game's copies, as a file."""
        return self._pieces.file()

    def pieces_import(self, session: Session, text: str) -> Reply:
        """Takes such a file over."""
        return self._as_host(session, lambda: self._pieces_of(session).bring(text))

    # -- setting the camera up ---------------------------------------------------------------------------------------

    def camera_view(self, session: Session) -> CameraView:
        """What the page for setting the camera up draws."""
        return self._camera_of(session).view()

    def camera_picture(self, session: Session) -> bytes | None:
        """The camera's latest picture as it is."""
        return self._camera.picture()

    def camera_act(self, session: Session, act: CameraAct) -> Reply:
        """An act on that page."""
        return self._as_host(session, lambda: self._camera_of(session).act(act))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _pieces_of(self, session: Session) -> Pieces:
        return self._pieces.in_words_of(self._voice(session))

    def _camera_of(self, session: Session) -> CameraSetup:
        return self._camera.in_words_of(partial(self._voice(session).say, "notice"))

    def _as_host(self, session: Session, act: Callable[[], str]) -> Reply:
        if session.role is not Role.HOST:
            return self._no(session, NO_HOST)
        try:
            return Reply(True, act(), self._version())
        except (VisionError, JournalError) as error:
            return Reply(False, self._voice(session).sentence(str(error)), self._version())

    def _ask(self, session: Session, message: Callable[[Future[Verdict]], Message]) -> Reply:
        reply: Future[Verdict] = Future()
        self._inbox.put(message(reply))
        try:
            return self._voice(session).reply(reply.result(timeout=REPLY_S))
        except FutureTimeout:
            return self._no(session, Notice("busy"))

    def _yes(self, session: Session, code: str = "done") -> Reply:
        return self._voice(session).reply(Verdict(True, Notice(code), self._version()))

    def _no(self, session: Session, why: Notice) -> Reply:
        return self._voice(session).reply(Verdict(False, why, self._version()))

    def _voice(self, session: Session) -> Voice:
        board = self._board()
        assert board is not None  # the referee publishes before the pages open
        return board.tongues.of(session.language)

    def _version(self) -> int:
        board = self._board()
        return 0 if board is None else board.public.version


def _seat(session: Session) -> Seat | None:
    return None if session.seat is None else Seat(session.seat)


def _reader(session: Session) -> Seat:
    return PUBLIC if session.seat is None else Seat(session.seat)


def _track_label(voice: Voice, track: Track) -> str:
    head = track.key.partition("/")[0]
    if ("track", head) in voice.words:
        name = voice.say("track", head, track_facts(track))
    else:
        name = voice.say("track", "for_rules", {"key": track.key.replace("_", " ")})
    value = voice.words.word(track.value, voice.names) or "–"
    if track.owner is None:
        return f"{name}: {value}"
    return voice.say("track", "of_seat", {"name": name, "seat": track.owner, "value": value})
