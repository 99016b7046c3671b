"""Where everything is told: packets for every reader, and to lights, voice and whatever else hears public facts."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.reading.interpret import Ask
from companion.telling.announcer import Announcement, Announcer
from companion.telling.board import (
    NO_WHISPER,
    Aloud,
    Board,
    Handout,
    Meant,
    Played,
    Surroundings,
    Underside,
    Whisper,
)
from companion.telling.moment import Moment
from companion.telling.outlets import News, Way, lights_of
from companion.telling.publish import Edition, Publisher
from companion.telling.tongues import Tongues
from companion.telling.view import LATEST_EVENTS, empty_packet, page_packet
from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.values.person import Person
from rules.engine.match import Match
from rules.engine.packets import Events, Packet, packet
from rules.engine.questions import ByHand, Chance, Deal, Draw, Option, Prepare, Question, Reveal
from rules.engine.types import PUBLIC, Seat
from rules.outside import FAULTS
from web.views import AloudLine, JoinView, Packet as PagePacket


@dataclass(frozen=True)
class _Published:
    """What was told last, for everybody, for each reader, and for the dealer."""

    board: Board
    handouts: Mapping[Seat, Handout]
    underside: Underside


class TableOutlet:
    """Tells phones and screens first, then by all other ways out of the box."""

    def __init__(
        self,
        tongues: Tongues,
        publisher: Publisher,
        people: Callable[[], tuple[Person, ...]],
        ways: Sequence[Way],
        join: Callable[[], JoinView],
        boot: str,
        long_wording: bool = False,
        is_recording: Callable[[], bool] = lambda: False,
        phones_speak: Callable[[], bool] = lambda: False,
        is_tested: Callable[[], bool] = lambda: False,
        undrawn: Callable[[BaseException], None] = lambda error: None,
        has_hands: Callable[[], bool] = lambda: False,
        gives_hints: Callable[[], bool] = lambda: False,
    ):
        """`ways`: out of the box beside the pages, in the order in which they are told; `phones_speak`: whether phones
        are to speak in the loudspeaker's place; `is_tested`: whether the buttons are being tested, which every screen
        shows; `has_hands`: whether the program's do what is asked of hands; `gives_hints`: whether players may ask it
        for hints; `undrawn` hears from any thread why a page
        could not be drawn."""
        self.tongues = tongues  # the words that it speaks now
        self._latest_words = tongues, tongues  # as given, and with the names that people had last
        self._publisher = publisher
        self._people = people
        self._ways = tuple(ways)
        self._join = join
        self._serial = (f"{boot}.{n}" for n in itertools.count(1))
        self._long = long_wording
        self._is_recording = is_recording
        self._is_tested = is_tested
        self._phones_speak = phones_speak
        self._undrawn = undrawn
        self._has_hands = has_hands
        self._gives_hints = gives_hints
        self._match: Match | None = None
        self._drawn: dict[tuple[Seat, str], PagePacket] = {}  # what each reader had last in this match
        self._announcer = Announcer()
        self._hushes = 0
        self._published: _Published | None = None

    @property
    def board(self) -> Board | None:
        """What everybody may know; None before anything was told. From any thread, as all that follows."""
        latest = self._published
        return None if latest is None else latest.board

    @property
    def underside(self) -> Underside | None:
        """What only the dealer of the virtual table may look at; None too while the game stands still."""
        latest = self._published
        return None if latest is None or latest.board.around.stopped else latest.underside

    def handout(self, reader: Seat) -> Handout | None:
        """What one reader is handed."""
        latest = self._published
        return None if latest is None else latest.handouts.get(reader)

    def played(self, seats: frozenset[Seat]) -> Played | None:
        """What the program looks at when it plays these seats; None too while the game stands still."""
        latest = self._published
        return (
            None
            if latest is None or latest.board.around.stopped
            else Played(latest.board, {seat: latest.handouts[seat] for seat in seats})
        )

    def speak_as(self, tongues: Tongues, long_wording: bool) -> None:
        """Other languages of screens and voice, and another wording, from the next thing told. From any thread."""
        self.tongues, self._long = tongues, long_wording

    def hush_phones(self) -> None:
        """Phones that speak fall silent with the next thing told. From any thread."""
        self._hushes += 1

    def tell(self, moment: Moment) -> None:
        """Publishes a packet to every reader, then tells what everybody may know by the other ways."""
        people = self._people()
        tongues = self._named(people)
        news = self._announcer.news(moment)
        is_long = self._long
        around = self._around(moment, people, is_long)
        events = Events(moment.match)
        handouts = _handouts(moment, events)
        packet_id = next(self._serial)
        latest = self._published = _published(moment, handouts, events, tongues, around)

        self._publish(moment.match, latest, packet_id)
        public = News(latest.board, lights_of(moment), news, is_long)
        for way in self._ways:
            way.tell(public)

    def stand_still(self, moment: Moment) -> None:
        """Publishes what can be told without asking the game: the table as each reader knows it, with nothing to answer
        and the sentence that says why."""
        people = self._people()
        match, events, around = moment.match, Events(moment.match), self._around(moment, people, self._long)
        readers = (PUBLIC, *match.table.seats)
        heard = {reader: events.heard(reader, LATEST_EVENTS) for reader in readers}
        packets = {reader: Packet(match.version, reader, match.seen(reader), None, heard[reader]) for reader in readers}
        handouts = {reader: Handout(one) for reader, one in packets.items()}
        board = Board(
            public=packets[PUBLIC],
            heard=partial(events.heard, PUBLIC),
            tongues=self._named(people),
            around=around,
            has_refused=False,
            unknown_tags=(),
            tellable=(),
            needs_hands=False,
            is_dealing=False,
            to_turn_up=None,
        )
        underside = Underside(
            board=board, full=match.state, question=None, lying=moment.watch.items, differences=(), standing=None
        )
        self._published = _Published(board, handouts, underside)
        self._publish(match, self._published, next(self._serial))

    def _publish(self, match: Match, latest: _Published, packet_id: str) -> None:
        if match is not self._match:
            self._match, self._drawn = match, {}  # a seat may be another person's now
        board, handouts, had = latest.board, latest.handouts, self._drawn

        def draw(reader: Seat, language: str) -> PagePacket:
            handout = handouts.get(reader, handouts[PUBLIC])
            try:
                drawn = page_packet(board.tongues.of(language), handout, board.around, packet_id)
            except FAULTS as error:  # what a game draws may fail too
                self._undrawn(error)
                drawn = self._as_before(had.get((reader, language)), reader, language, packet_id)
            had[reader, language] = drawn
            return drawn

        self._publisher.publish(Edition(draw))

    def _as_before(self, had: PagePacket | None, reader: Seat, language: str, packet_id: str) -> PagePacket:
        """What a reader had last in this match, or an empty table; nothing to answer, and why it is so."""
        latest, voice = self._published, self.tongues.of(language)
        stopped = None if latest is None else latest.board.around.stopped
        said = voice.notice(stopped or Notice("fault"))
        return replace(had or empty_packet(voice, reader), id=packet_id, notice=said, public_notice="", question=None)

    def _named(self, people: tuple[Person, ...]) -> Tongues:
        """The words with the names that people have now; the same ones as long as neither has changed."""
        plain = self.tongues
        named = self._latest_words[1] if self._latest_words[0] is plain else plain
        self._latest_words = plain, named.named(tuple(p.name for p in people))
        return self._latest_words[1]

    def _around(self, moment: Moment, people: tuple[Person, ...], is_long: bool) -> Surroundings:
        return Surroundings(
            people=people,
            notice=moment.notice,
            paused=moment.paused,
            gathering=moment.gathering,
            todos=moment.watch.todos(moment.match, moment.now_s),
            thrown=moment.thrown,
            join=self._join(),
            recording=self._is_recording(),
            closes_in_s=moment.closes_in_s,
            window_limit_s=moment.window_limit_s,
            lots=isinstance(moment.match.question, Chance),
            by_itself=self._has_hands() and _is_of_hands(moment.match.question),
            proposal=moment.proposal,
            undo_of=moment.undo_of,
            last_by=moment.last_by,
            thinking=moment.thinking,
            dice=moment.dice,
            choice=moment.choice,
            tested=self._is_tested(),
            hints=self._gives_hints(),
            stopped=moment.stopped,
            aloud=Aloud(_lines(self._announcer.latest, is_long), self._phones_speak(), self._hushes),
        )


def _is_of_hands(question: Question | None) -> bool:
    return question is not None and (isinstance(question, ByHand) or question.of_table)


def _handouts(moment: Moment, events: Events) -> dict[Seat, Handout]:
    """What every reader's page is drawn from."""
    match = moment.match
    packets = {reader: packet(match, reader, LATEST_EVENTS, events) for reader in (PUBLIC, *match.table.seats)}
    whispers = _whispers(moment, packets)
    recalls = moment.recalls
    return {
        reader: Handout(one, whispers.get(reader, NO_WHISPER), None if recalls is None else recalls.of(reader))
        for reader, one in packets.items()
    }


def _whispers(moment: Moment, packets: Mapping[Seat, Packet]) -> dict[Seat, Whisper]:
    """What is told to one seat alone, by that seat."""
    found: dict[Seat, Whisper] = {}
    if moment.private_refusal is not None:
        seat, why = moment.private_refusal
        found[seat] = Whisper(refusal=why)
    asking, question = moment.asking, moment.match.question
    if asking is not None:
        asked = packets[asking.seat].question
        by_hand = () if question is None else question.by_hand(moment.match.seen(asking.seat), asking.seat)
        keys = _keys(asking)
        options = tuple(o for o in (*(() if asked is None else asked.options), *by_hand) if o.key in keys)
        found[asking.seat] = Whisper(meant=Meant(options, asking.face_up))
    return found


def _keys(asking: Ask) -> tuple[str, ...]:
    return (*asking.keys, asking.unnamed) if asking.unnamed else asking.keys


def _published(
    moment: Moment, handouts: Mapping[Seat, Handout], events: Events, tongues: Tongues, around: Surroundings
) -> _Published:
    """The same for those who look."""
    match, watch = moment.match, moment.watch
    question = match.question
    board = Board(
        public=handouts[PUBLIC].packet,
        heard=partial(events.heard, PUBLIC),
        tongues=tongues,
        around=around,
        has_refused=moment.refused_play is not None,
        unknown_tags=tuple(watch.unknown_tags),
        tellable=_tellable(match, moment.asking),
        needs_hands=isinstance(question, ByHand),
        is_dealing=isinstance(question, Deal | Draw),
        to_turn_up=question.to_spot if isinstance(question, Reveal) else None,
    )
    underside = Underside(
        board=board,
        full=match.state,
        question=question,
        lying=watch.items,
        differences=watch.differences(match),
        standing=watch.board.seen,
    )
    return _Published(board, handouts, underside)


def _tellable(match: Match, asking: Ask | None) -> tuple[Option, ...]:
    """What the host may say for the table."""
    question, public = match.question, match.seen(PUBLIC)
    if question is not None and asking is not None and asking.face_up:
        keys = _keys(asking)
        return tuple(o for o in question.options(public, asking.seat) if o.key in keys)
    if isinstance(question, Chance | Prepare):
        return tuple(o for o in question.options(public, None) if o.refusal is None)
    return ()


def _lines(latest: tuple[tuple[int, Announcement], ...], is_long: bool) -> Callable[[Voice], tuple[AloudLine, ...]]:
    """The latest announcements, for whoever brings a language."""
    return lambda voice: voice.worded.of(("aloud", is_long), (latest,), lambda: _worded(voice, latest, is_long))


def _worded(voice: Voice, latest: tuple[tuple[int, Announcement], ...], is_long: bool) -> tuple[AloudLine, ...]:
    """Announcements in the words of one phone."""
    texts = ((number, one.text(voice, long=is_long), one.topic) for number, one in latest)
    return tuple(AloudLine(number, str(text), topic) for number, text, topic in texts if text)
