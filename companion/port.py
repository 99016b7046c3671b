"""The pages' door to the table: sessions, packets, and commands that wait for the referee's word."""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import dataclass

from companion.camera_setup import CameraSetup
from companion.inbox import HandNamed, HandShown, HostSaid, Inbox, Message, PeopleChanged, Tapped
from companion.journal import JournalError
from companion.outlet import Board
from companion.pieces import Pieces
from companion.publish import PacketFeed, Publisher
from companion.replays import Replays
from companion.seating import Seating
from companion.view import owner_fact
from companion.virtual_port import VirtualPort
from rules.engine.hands_on import Chance, Draw, Prepare
from rules.engine.questions import Deal
from rules.engine.types import PUBLIC, Seat
from vision.types import VisionError
from web.camera_ports import CameraAct, CameraView
from web.piece_ports import PiecesCommand, PiecesView
from web.ports import (
    Choice,
    EntryView,
    HostAct,
    HostCommand,
    HostView,
    Joined,
    Packet,
    Reply,
    Role,
    Session,
    VirtualMove,
    VirtualScene,
)

REPLY_S = 5.0


@dataclass(frozen=True)
class Outside:
    """What the port needs from vision and devices, as plain functions."""

    read_photo: Callable[[bytes], tuple[str, ...]]  # payloads in reading order; VisionError with one sentence
    camera_jpeg: Callable[[], bytes | None]
    devices: Callable[[], tuple[str, ...]]
    rules_text: Callable[[], tuple[tuple[str, str], ...]]
    set_bots: Callable[[str], str]  # mode -> sentence; empty when there is no such mode
    bots_mode: Callable[[], str]
    has_box: bool = False  # cards are dealt over a reader box


class Port:
    """Implements `web.ports.TablePort`."""

    def __init__(
        self,
        publisher: Publisher,
        inbox: Inbox,
        board: Callable[[], Board | None],
        seating: Seating,
        outside: Outside,
        replays: Replays,
        virtual: VirtualPort | None,
        pieces: Pieces,
        camera: CameraSetup,
    ):
        self._publisher = publisher
        self._inbox = inbox
        self._board = board
        self._seating = seating
        self._outside = outside
        self._replays = replays
        self._virtual = virtual
        self._pieces = pieces
        self._camera = camera

    # -- who ---------------------------------------------------------------------------------------------------------

    def session(self, token: str) -> Session | None:
        """The session of a cookie's token."""
        return self._seating.session(token)

    def open_session(self) -> Joined:
        """A spectator's session."""
        return self._seating.open_session()

    def join(self, token: str, code: str, name: str, seat: int) -> Joined | Reply:
        """Takes a seat with the table's code."""
        joined = self._seating.join(token, code, name, seat)
        if isinstance(joined, str):
            return Reply(False, joined, self._version())
        self._inbox.put(PeopleChanged())
        return joined

    def become_host(self, token: str, pin: str) -> Joined | Reply:
        """Makes a session the host's."""
        joined = self._seating.become_host(token, pin)
        return Reply(False, joined, self._version()) if isinstance(joined, str) else joined

    def leave(self, token: str) -> None:
        """Ends a session; its seat is free again."""
        self._seating.leave(token)
        self._inbox.put(PeopleChanged())

    # -- what --------------------------------------------------------------------------------------------------------

    def packet(self, session: Session) -> Packet:
        """The newest packet of this session's reader."""
        return self._publisher.packet(_reader(session))

    def packet_at(self, session: Session, number: int) -> Packet | None:
        """The public table as it stood after a journal entry; None when there is no such entry."""
        return self._replays.packet_at(number)

    def feed(self, session: Session) -> PacketFeed:
        """A stream of this session's packets."""
        seat = session.seat
        if seat is None:
            return self._publisher.feed(PUBLIC)
        signing = self._seating.signing(seat)
        return self._publisher.feed(Seat(seat), lambda: self._seating.signing(seat) == signing)

    def camera_jpeg(self) -> bytes | None:
        """The camera's picture with the recognised tags."""
        return self._outside.camera_jpeg()

    def rules_text(self) -> tuple[tuple[str, str], ...]:
        """The game's rules in our words."""
        return self._outside.rules_text()

    # -- do ----------------------------------------------------------------------------------------------------------

    def answer(self, session: Session, key: str, version: int, request: str) -> Reply:
        """A seat's answer; returns when it is on disk and on the screens, or with the reason why not."""
        if session.seat is None:
            return Reply(False, "Only a player at the table can answer. Join a seat first.", self._version())
        seat = Seat(session.seat)
        return self._ask(lambda reply: Tapped(seat, key, version, request, reply))

    def hand_photo(self, session: Session, picture: bytes) -> Reply:
        """A photo of a seat's own hand. The picture is read in memory and never kept."""
        if session.seat is None:
            return Reply(False, "Only a player at the table can show a hand. Join a seat first.", self._version())
        try:
            payloads = self._outside.read_photo(picture)
        except VisionError as error:
            return Reply(False, str(error), self._version())
        seat = Seat(session.seat)
        return self._ask(lambda reply: HandShown(seat, payloads, reply))

    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply:
        """What a seat says that it holds, tapped in."""
        if session.seat is None:
            return Reply(False, "Only a player at the table can name a hand. Join a seat first.", self._version())
        seat = Seat(session.seat)
        return self._ask(lambda reply: HandNamed(seat, pieces, reply))

    def virtual_scene(self, session: Session) -> VirtualScene | None:
        """The virtual table for this session; None when a real camera is used."""
        return None if self._virtual is None else self._virtual.scene(_seat(session))

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        """Moves a piece of the virtual table by hand."""
        if self._virtual is None:
            return Reply(False, "This table is read by a real camera: move the real cards.", self._version())
        if session.seat is None and session.role is not Role.HOST:
            return Reply(False, "Only players and the host can move cards. Join a seat first.", self._version())
        sentence = self._virtual.move(_seat(session), move)
        return Reply(not sentence, sentence or "Done.", self._version())

    def host_view(self, session: Session) -> HostView:
        """What the host page offers: public knowledge only."""
        board = self._board()
        assert board is not None  # the referee publishes before the pages open
        voice, public = board.voice, board.packets[PUBLIC].state
        refused = board.refused_play
        return HostView(
            piles=tuple(Choice(p.key, _pile_label(board, p.key)) for p in public.piles.values()),
            pieces=tuple(Choice(str(p), voice.faces[p].title) for d in public.decks.values() for p in d),
            tracks=tuple(Choice(key, _track_label(board, key)) for key in public.tracks),
            entries=tuple(EntryView(number, text, undone) for number, text, undone in board.journal),
            unknown_tags=self._pieces.strangers(board.unknown_tags),
            adoptable=self._pieces.adoptable(),
            refused_play="" if refused is None else board.around.notice,
            bots=self._outside.bots_mode(),
            devices=self._outside.devices(),
            tellable=_tellable(board),
            window_limit_s=math.ceil(board.around.window_limit_s),
            dealing=self._outside.has_box and isinstance(board.question, Deal | Draw),
        )

    def host(self, session: Session, command: HostCommand) -> Reply:
        """A host's command."""
        if session.role is not Role.HOST:
            return Reply(False, "Only the host can do that. Sign in with the host's PIN first.", self._version())
        match command.act:
            case HostAct.FREE_SEAT if command.seat is not None:
                self._seating.free_seat(command.seat)
                self._inbox.put(PeopleChanged())
                return Reply(True, "The seat is free.", self._version())
            case HostAct.BOTS:
                sentence = self._outside.set_bots(command.value)
                self._inbox.put(PeopleChanged())
                return Reply(bool(sentence), sentence or "Bots can be off, fill or all.", self._version())
            case HostAct.ADOPT_TAG:
                return self._as_host(session, lambda: self._pieces.adopt(command.value, command.piece))
        return self._ask(lambda reply: HostSaid(command, reply))

    # -- registering pieces ------------------------------------------------------------------------------------------

    def pieces_view(self, session: Session) -> PiecesView:
        """What the page for registering pieces draws."""
        return self._pieces.view()

    def pieces(self, session: Session, command: PiecesCommand) -> Reply:
        """An act on that page."""
        return self._as_host(session, lambda: self._pieces.act(command))

    def pieces_photo(self, session: Session, picture: bytes) -> Reply:
        """A photo of pieces that are to be registered. It is read in memory and never kept."""
        return self._as_host(session, lambda: self._pieces.photo(picture))

    def pieces_file(self, session: Session) -> str:
        """Every tag of the game's copies, as a file."""
        return self._pieces.file()

    def pieces_import(self, session: Session, text: str) -> Reply:
        """Takes such a file over."""
        return self._as_host(session, lambda: self._pieces.bring(text))

    # -- setting the camera up ---------------------------------------------------------------------------------------

    def camera_view(self, session: Session) -> CameraView:
        """What the page for setting the camera up draws."""
        return self._camera.view()

    def camera_picture(self, session: Session) -> bytes | None:
        """The camera's latest picture as it is."""
        return self._camera.picture()

    def camera_act(self, session: Session, act: CameraAct) -> Reply:
        """An act on that page."""
        return self._as_host(session, lambda: self._camera.act(act))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _as_host(self, session: Session, act: Callable[[], str]) -> Reply:
        if session.role is not Role.HOST:
            return Reply(False, "Only the host can do that. Sign in with the host's PIN first.", self._version())
        try:
            return Reply(True, act(), self._version())
        except (VisionError, JournalError) as error:
            return Reply(False, str(error), self._version())

    def _ask(self, message: Callable[[Future[Reply]], Message]) -> Reply:
        reply: Future[Reply] = Future()
        self._inbox.put(message(reply))
        try:
            return reply.result(timeout=REPLY_S)
        except FutureTimeout:
            return Reply(False, "The table is busy. Look again in a moment before you repeat that.", self._version())

    def _version(self) -> int:
        board = self._board()
        return 0 if board is None else board.packets[PUBLIC].version


def _seat(session: Session) -> Seat | None:
    return None if session.seat is None else Seat(session.seat)


def _reader(session: Session) -> Seat:
    return PUBLIC if session.seat is None else Seat(session.seat)


def _tellable(board: Board) -> tuple[Choice, ...]:
    """What anybody may say who has seen it: that hands are done, or what the lots brought."""
    question = board.question
    if question is not None and board.around.narrowed_open and board.around.narrowed_seat is not None:
        public = question.options(board.packets[PUBLIC].state, board.around.narrowed_seat)
        allowed = [o for o in public if o.key in board.around.narrowed_keys]
        return tuple(Choice(o.key, board.voice.say("option", o.say.code, o.say.facts)) for o in allowed)
    if not isinstance(question, Chance | Prepare):
        return ()
    allowed = [o for o in question.options(board.packets[PUBLIC].state, None) if o.refusal is None]
    return tuple(Choice(o.key, board.voice.say("option", o.say.code, o.say.facts)) for o in allowed)


def _track_label(board: Board, key: str) -> str:
    track = board.packets[PUBLIC].state.tracks[key]
    voice, head = board.voice, key.partition("/")[0]
    if ("track", head) in voice.words:
        name = voice.say("track", head, owner_fact(track.owner))
    else:
        name = f"For the rules: {key.replace('_', ' ')}"
    owner = "" if track.owner is None else f" of {voice.words.word(track.owner, voice.names)}"
    return f"{name}{owner}: {voice.words.word(track.value, voice.names) or '–'}"


def _pile_label(board: Board, key: str) -> str:
    return board.voice.pile(board.packets[PUBLIC].state.pile(key))
