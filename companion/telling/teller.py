"""Where everything is told: packets for every reader, lights, and the voice, which hears public facts only."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.reading.on_table import OnTable
from companion.reading.todo import Todo
from companion.telling.announcer import Announcement, Announcer
from companion.telling.dice_shown import DiceLights, DieFace
from companion.telling.moment import Moment
from companion.telling.publish import Edition, Publisher
from companion.telling.side_views import consent_view, dialled_view, dice_view, thinking_view
from companion.telling.tongues import Tongues
from companion.telling.view import LATEST_EVENTS, Surroundings, page_packet
from companion.telling.voice import NO_FACTS, Voice
from companion.values.notices import OPENED as BUTTONS_TESTED
from companion.values.person import Person
from hardware.types import LightState, Utterance
from rules.engine.match import Match
from rules.engine.packets import Events, Heard, Packet, packet
from rules.engine.questions import Answer, Chance, Option, Question, Together, Window
from rules.engine.types import PUBLIC, Seat, State
from vision.types import BoardSeen
from web.views import AloudLine, AloudView, JoinView
from web.views import Packet as PagePacket

Speak = Callable[[Utterance], None]
ShowLights = Callable[[Mapping[int, LightState]], None]


@dataclass(frozen=True)
class Board:
    """What was told last, for those who look rather than listen: the rules' packets by reader and the hub's facts.

    `events`: all that ever happened. `full` and `question` know everything; only the virtual table's dealer, who moves
    the cards, may read them."""

    packets: Mapping[Seat, Packet]
    events: Events
    tongues: Tongues
    around: Surroundings
    refused_play: Answer | None
    unknown_tags: tuple[str, ...]
    lying: tuple[OnTable, ...]
    differences: tuple[Todo, ...]
    standing: BoardSeen | None  # of a board whose pieces carry no stickers
    full: State
    question: Question | None

    @property
    def voice(self) -> Voice:
        """The words of the table's own language."""
        return self.tongues.screens

    def journal(self, language: str = "") -> tuple[tuple[int, str, bool], ...]:
        """The public story: number of the entry, what happened, whether it was undone."""
        return self.told_in(self.tongues.of(language))

    def told_in(self, voice: Voice) -> tuple[tuple[int, str, bool], ...]:
        """The same in the words of a voice of one's own."""
        return _journal(voice, self.events.heard(PUBLIC))


class TableOutlet:
    """Tells phones and screens first, then lights, then the voice."""

    def __init__(
        self,
        tongues: Tongues,
        publisher: Publisher,
        people: Callable[[], tuple[Person, ...]],
        speak: Speak,
        lights: ShowLights,
        join: Callable[[], JoinView],
        boot: str,
        long_wording: bool = False,
        is_recording: Callable[[], bool] = lambda: False,
        phones_speak: Callable[[], bool] = lambda: False,
        die: DiceLights | None = None,
        is_tested: Callable[[], bool] = lambda: False,
    ):
        """`phones_speak`: whether phones are to speak in the loudspeaker's place; `die`: the lights of the electronic
        die; `is_tested`: whether the buttons are being tested, which every screen shows."""
        self._tongues = tongues
        self._latest_words = tongues, tongues  # as given, and with the names that people had last
        self._publisher = publisher
        self._people = people
        self._speak = speak
        self._lights = lights
        self._join = join
        self._serial = (f"{boot}.{n}" for n in itertools.count(1))
        self._long = long_wording
        self._is_recording = is_recording
        self._is_tested = is_tested
        self._die = DieFace(die)
        self._phones_speak = phones_speak
        self._announcer = Announcer()
        self._hushes = 0
        self.board: Board | None = None

    @property
    def tongues(self) -> Tongues:
        """The words that it speaks now."""
        return self._tongues

    def speak_as(self, tongues: Tongues, long_wording: bool) -> None:
        """Other languages of screens and voice, and another wording, from the next thing told. From any thread."""
        self._tongues, self._long = tongues, long_wording

    def hush_phones(self) -> None:
        """Phones that speak fall silent with the next thing told. From any thread."""
        self._hushes += 1

    def tell(self, moment: Moment) -> None:
        """Publishes a packet to every reader, then sets the lights, then speaks."""
        people = self._people()
        tongues = self._named(people)
        around = self._around(moment, people)
        match = moment.match
        events = Events(match)
        packets = {r: packet(match, r, LATEST_EVENTS, events) for r in (PUBLIC, *match.table.seats)}
        packet_id = next(self._serial)
        news = self._announcer.news(moment)
        latest, is_long = self._announcer.latest, self._long
        here, hushes = self._phones_speak(), self._hushes
        is_tested = self._is_tested()

        def draw(reader: Seat, language: str) -> PagePacket:
            voice = tongues.of(language)
            page = page_packet(voice, packets.get(reader, packets[PUBLIC]), around, packet_id)
            asked, time = consent_view(voice, moment.proposal, reader), thinking_view(moment.thinking)
            if moment.proposal is not None and moment.notice == moment.proposal.notice:
                page = replace(page, notice="", public_notice="")  # the question has a place of its own
            if is_tested and not page.notice:
                page = replace(page, notice=voice.notice(BUTTONS_TESTED))
            lines = voice.worded.of(("aloud", is_long), (latest,), lambda: _worded(voice, latest, is_long))
            aloud = AloudView(lines, here, hushes)
            dice, dialled = dice_view(moment.dice), dialled_view(voice, moment.choice)
            return replace(page, consent=asked, thinking=time, aloud=aloud, dice=dice, dialled=dialled)

        self.board = Board(
            packets,
            events,
            tongues,
            around,
            moment.refused_play,
            tuple(moment.watch.unknown_tags),
            moment.watch.items,
            moment.watch.differences(match),
            moment.watch.board.seen,
            match.state,
            match.question,
        )
        self._publisher.publish(Edition(draw))
        self._lights(_lights(moment))
        self._die.follow(moment.dice)
        for one in news:
            line = one.utterance(tongues.spoken, long=is_long)
            if line.text:
                self._speak(line)

    def _named(self, people: tuple[Person, ...]) -> Tongues:
        """The words with the names that people have now; the same ones as long as neither has changed."""
        plain = self._tongues
        named = self._latest_words[1] if self._latest_words[0] is plain else plain
        self._latest_words = plain, named.named(tuple(p.name for p in people))
        return self._latest_words[1]

    def _around(self, moment: Moment, people: tuple[Person, ...]) -> Surroundings:
        asking, private = moment.asking, moment.private_refusal
        keys = () if asking is None else (*asking.keys, *([asking.unnamed] if asking.unnamed else []))
        return Surroundings(
            people=people,
            notice=moment.notice,
            paused=moment.paused,
            todos=moment.watch.todos(moment.match, moment.now_s),
            refused_seat=None if private is None else private[0],
            refused_why=None if private is None else private[1],
            narrowed_seat=None if asking is None else asking.seat,
            narrowed_keys=keys,
            narrowed_open=asking is not None and asking.face_up,
            narrowed_more=() if asking is None else _by_hand(moment.match, asking.seat),
            thrown=moment.thrown,
            join=self._join(),
            recording=self._is_recording(),
            closes_in_s=moment.closes_in_s,
            window_limit_s=moment.window_limit_s,
            lots=isinstance(moment.match.question, Chance),
        )


def _by_hand(match: Match, seat: Seat) -> tuple[Option, ...]:
    """What only hands give, where a seat is asked which of it was meant."""
    return () if match.question is None else match.question.by_hand(match.seen(seat), seat)


def _worded(voice: Voice, latest: tuple[tuple[int, Announcement], ...], is_long: bool) -> tuple[AloudLine, ...]:
    """Announcements in the words of one phone."""
    texts = ((number, one.text(voice, long=is_long), one.topic) for number, one in latest)
    return tuple(AloudLine(number, str(text), topic) for number, text, topic in texts if text)


def _lights(moment: Moment) -> dict[int, LightState]:
    states = {int(s): LightState.OFF for s in moment.match.table.seats}
    question = moment.match.question
    for seat in _lit(question, moment.match):
        states[int(seat)] = LightState.ON
    if moment.asking is not None:
        states[int(moment.asking.seat)] = LightState.BLINK
    states.update({seat: LightState.BLINK for seat in moment.wanted if seat in states})
    return states


def _lit(question: Question | None, match: Match) -> tuple[Seat, ...]:
    """Who is waited for. Where several are asked the lights do not tell who has answered already."""
    if question is not None and question.lead is not None:
        return (question.lead,)
    return question.asked if isinstance(question, Window | Together) else match.waiting


def _journal(voice: Voice, public: tuple[Heard, ...]) -> tuple[tuple[int, str, bool], ...]:
    """The public story by entry."""
    lines: dict[int, list[str]] = {}
    undone: dict[int, bool] = {}
    for heard in public:
        sentence = voice.say("event", heard.event.kind, heard.event.facts or NO_FACTS)
        lines.setdefault(heard.entry, []).append(sentence)
        undone[heard.entry] = heard.undone
    return tuple((number, " ".join(texts), undone[number]) for number, texts in lines.items())
