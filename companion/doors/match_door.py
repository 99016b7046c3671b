"""The pages' door to the match on the table: packets, answers, hands, notes, the virtual table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.doors.replies import Replies
from companion.journal.journal import Journal, JournalError, MatchId
from companion.people.presence import Presence, SeatFeed
from companion.people.seating import Seating
from companion.players.aside import Minds, NoRoom
from companion.players.hints import Hint
from companion.referee.inbox import Consented, HandNamed, HandShown, StartAsked, TakeBackAsked, Tapped
from companion.telling.board import Handout
from companion.telling.option_list import Listed
from companion.telling.publish import PacketFeed, Publisher
from companion.telling.view import deck_of, option_view
from companion.telling.voice import Voice, reason_in_words
from companion.values.notices import Notice
from companion.values.person import first_seated
from companion.virtual.virtual_port import VirtualPort
from rules.engine.types import PUBLIC, PieceId, Seat
from vision.reading.live import read_live
from vision.types import VisionError
from web.pages.seat.views import NOTES_LENGTH, HandLook, HeldCard, HintLook, HintView
from web.pages.virtual.views import VirtualMove, VirtualScene
from web.views import Packet, Reply, Role, Session

NO_SEAT = Notice("no_seat")


@dataclass(frozen=True)
class SeatNotes:
    """What seats have written down for themselves in the match on the table. Safe from any thread."""

    journal: Journal
    match: Callable[[], MatchId | None]

    def read(self, seat: int) -> str:
        """The notes of a seat; empty when there are none. JournalError when they cannot be read."""
        match = self.match()
        return "" if match is None else self.journal.seat_note(match, seat)

    def keep(self, seat: int, text: str) -> Notice | None:
        """Keeps the notes of a seat, or says why not. JournalError when they cannot be written."""
        match = self.match()
        if match is None:
            return Notice("notes_no_match")
        if len(text) > NOTES_LENGTH:
            return Notice("notes_long", {"most": NOTES_LENGTH})
        self.journal.set_seat_note(match, seat, text)
        return None


@dataclass(frozen=True, kw_only=True)
class MatchDoor:
    """Implements `web.serve.app.MatchPort`."""

    replies: Replies
    publisher: Publisher
    seating: Seating
    presence: Presence
    notes: SeatNotes
    read_photo: Callable[[bytes], tuple[str, ...]]  # payloads in reading order; VisionError with one sentence
    front_of: Callable[[str], str | None]  # which piece has this tag on its front; None: none, or it is on a back
    picture: Callable[[], bytes | None]  # the table with the recognised tags drawn in
    virtual: VirtualPort | None
    handout: Callable[[Seat], Handout | None]
    minds: Minds

    def packet(self, session: Session) -> Packet:
        """The newest packet of this session's reader."""
        return self.publisher.packet(_reader(session), session.language)

    def feed(self, session: Session) -> PacketFeed | SeatFeed:
        """A stream of this session's packets. It ends when the phone shows another seat or has lost this one."""
        if session.seat is None:
            return self.seating.visitors.watched(session, self.publisher.feed(PUBLIC, language=session.language))
        feed = self.publisher.feed(Seat(session.seat), lambda: self.seating.may_read(session), session.language)
        return self.presence.watched(session.csrf, feed)

    def camera_jpeg(self) -> bytes | None:
        """The camera's picture with the recognised tags."""
        return self.picture()

    def answer(self, session: Session, key: str, version: int, request: str) -> Reply:
        """A seat's answer; returns when it is on disk and on the screens, or with the reason why not."""
        if session.seat is None:
            return self.replies.no(session, NO_SEAT)
        seat = Seat(session.seat)
        return self.replies.ask(session, lambda reply: Tapped(seat, key, version, request, reply))

    def start(self, session: Session) -> Reply:
        """Everybody is here: the match begins. The host says so, or who was seated first."""
        if session.role is not Role.HOST and session.seat != first_seated(self.seating.everybody()):
            return self.replies.no(session, Notice("not_the_starter"))
        return self.replies.ask(session, StartAsked)

    def hand_photo(self, session: Session, picture: bytes) -> Reply:
        """A photo of a seat's own hand. The picture is read in memory and never kept."""
        if session.seat is None:
            return self.replies.no(session, NO_SEAT)
        try:
            payloads = self.read_photo(picture)
        except VisionError as error:
            return self.replies.no(session, error.args[0])
        seat = Seat(session.seat)
        return self.replies.ask(session, lambda reply: HandShown(seat, payloads, reply))

    def hand_look(self, session: Session, picture: bytes) -> HandLook:
        """A picture of the film in which a seat shows its own hand. It is read in memory and never kept; what
        comes back names what the packet of that seat names, and nothing else."""
        if session.seat is None:
            return HandLook(reply=self.replies.no(session, NO_SEAT))
        try:
            glimpse = read_live(picture)
        except VisionError as error:
            return HandLook(reply=self.replies.no(session, error.args[0]))
        seat, payloads = Seat(session.seat), tuple(dict.fromkeys(payload for payload, _ in glimpse.tags))
        pieces, reply = {payload: self.front_of(payload) for payload in payloads}, None
        titles = _own_titles(self.packet(session))
        if any(_kind(piece) not in titles for piece in pieces.values()):
            reply = self.replies.ask(session, lambda reply: HandShown(seat, payloads, reply))
            titles = _own_titles(self.packet(session))
        cards = tuple(HeldCard(titles.get(_kind(pieces[payload]), ""), corners) for payload, corners in glimpse.tags)
        return HandLook(reply=reply, cards=cards, is_dark=glimpse.is_dark)

    def hint(self, session: Session) -> HintLook:
        """What the program would do at this session's seat, by what that seat is handed and nothing else."""
        handout = None if session.seat is None else self.handout(Seat(session.seat))
        around = self.replies.board.around
        if handout is None:
            return self._no_hint(session, NO_SEAT)
        asked = handout.packet.question
        if not around.hints:
            return self._no_hint(session, Notice("hint_off"))
        if (
            asked is None
            or not asked.yours
            or not asked.seats
            or asked.dice
            or around.paused
            or around.stopped is not None
        ):
            return self._no_hint(session, Notice("hint_not_now"))
        if sum(option.refusal is None for option in asked.options) < 2:
            return self._no_hint(session, Notice("hint_single"))
        try:
            found = hinted(self.minds, handout)
        except NoRoom:
            return self._no_hint(session, Notice("hint_no_room"))
        if not found:
            return self._no_hint(session, Notice("hint_late" if found is None else "hint_none"))
        views = hint_views(self.replies.voice(session), handout, found)
        return HintLook(
            reply=self.replies.yes(session, Notice("hint_first")), version=handout.packet.version, hints=views
        )

    def _no_hint(self, session: Session, why: Notice) -> HintLook:
        reply = self.replies.no(session, why)
        return HintLook(reply=reply, version=reply.version)

    def name_hand(self, session: Session, pieces: tuple[str, ...]) -> Reply:
        """What a seat says that it holds, tapped in."""
        if session.seat is None:
            return self.replies.no(session, NO_SEAT)
        seat = Seat(session.seat)
        return self.replies.ask(session, lambda reply: HandNamed(seat, pieces, reply))

    def consent(self, session: Session, agrees: bool, number: int) -> Reply:
        """What a seat says to an undo that everybody is asked about."""
        if session.seat is None:
            return self.replies.no(session, NO_SEAT)
        seat = Seat(session.seat)
        return self.replies.ask(session, lambda reply: Consented(seat, number, agrees, reply))

    def take_back(self, session: Session, version: int) -> Reply:
        """A seat wants its own last answer back."""
        if session.seat is None:
            return self.replies.no(session, NO_SEAT)
        seat = Seat(session.seat)
        return self.replies.ask(session, lambda reply: TakeBackAsked(seat, version, reply))

    def seat_notes(self, session: Session) -> str:
        """What this session's own seat has written down."""
        return "" if session.seat is None else self.notes.read(session.seat)

    def keep_seat_notes(self, session: Session, text: str) -> Reply:
        """What a seat writes down for itself alone."""
        if session.seat is None:
            return self.replies.no(session, NO_SEAT)
        try:
            problem = self.notes.keep(session.seat, text)
        except JournalError as error:
            problem = Notice("notes_not_saved", {"why": str(error)})
        return self.replies.no(session, problem) if problem else self.replies.yes(session, Notice("notes_kept"))

    def virtual_scene(self, session: Session) -> VirtualScene | None:
        """The virtual table for this session; None when a real camera is used."""
        return None if self.virtual is None else self.virtual.scene(_seat(session), session.language)

    def virtual_move(self, session: Session, move: VirtualMove) -> Reply:
        """Moves a piece of the virtual table by hand."""
        if self.virtual is None:
            return self.replies.no(session, Notice("real_table"))
        if session.seat is None and session.role is not Role.HOST:
            return self.replies.no(session, Notice("no_hands"))
        problem = self.virtual.move(_seat(session), move)
        return self.replies.no(session, problem) if problem else self.replies.yes(session, Notice("done"))


def hinted(minds: Minds, handout: Handout) -> tuple[Hint, ...] | None:
    """What would be looked at first, by what one reader is handed; None while another hint is thought about. The same
    handout gives the same, as far as there is time."""
    packet = handout.packet
    options = () if packet.question is None else packet.question.options
    return minds.hints(packet.seen, options, handout.recall, f"{packet.version} {packet.reader}")


def hint_views(voice: Voice, handout: Handout, found: tuple[Hint, ...]) -> tuple[HintView, ...]:
    """The hints in words."""
    packet = handout.packet
    options = {} if packet.question is None else {option.key: option for option in packet.question.options}
    decks = deck_of(packet.state)
    views: list[HintView] = []
    for hint in found:
        view = option_view(voice, Listed(options[hint.key]), decks)
        reasons = tuple(reason_in_words(voice, packet.state, one) for one in hint.reasons)
        ranked = voice.say("hint", hint.rank.value)
        views.append(HintView(key=view.key, label=view.label, face=view.face, reasons=(*reasons, ranked)))
    return tuple(views)


def _own_titles(packet: Packet) -> dict[str, str]:
    """What the own cards are called that this reader may see, by their kinds: of copies nobody sees which one it is."""
    own = (view.face for pile in packet.piles if pile.owner == packet.seat for view in pile.cards)
    return {_kind(face.piece): face.title for face in own if face is not None}


def _kind(piece: str | None) -> str:
    return "" if piece is None else PieceId(piece).kind


def _seat(session: Session) -> Seat | None:
    return None if session.seat is None else Seat(session.seat)


def _reader(session: Session) -> Seat:
    return PUBLIC if session.seat is None else Seat(session.seat)
