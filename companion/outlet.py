"""Where everything is told: packets for every reader, lights, and the voice, which hears public facts only."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from companion.desk import Moment
from companion.notices import Notice
from companion.on_table import OnTable
from companion.publish import Publisher
from companion.todo import Todo
from companion.view import LATEST_EVENTS, NO_FACTS, Person, Surroundings, Voice, page_packet
from hardware.types import LightState, Urgency, Utterance
from rules.engine.hands_on import Chance
from rules.engine.packets import Packet, packet
from rules.engine.questions import Answer, Question, Together, Window
from rules.engine.redact import redact_event
from rules.engine.types import PUBLIC, PieceId, Refusal, Seat, State
from rules.engine.words import Names
from web.ports import Packet as PagePacket

Speak = Callable[[Utterance], None]
ShowLights = Callable[[Mapping[int, LightState]], None]


@dataclass(frozen=True)
class Board:
    """What was told last, for those who look rather than listen: the rules' packets by reader and the hub's facts.

    `full` and `question` know everything; only the virtual table's dealer, who moves the cards, may read them."""

    packets: Mapping[Seat, Packet]
    voice: Voice
    around: Surroundings
    refused_play: Answer | None
    unknown_tags: tuple[str, ...]
    journal: tuple[tuple[int, str, bool], ...]  # number, public sentence, undone
    lying: tuple[OnTable, ...]
    differences: tuple[Todo, ...]
    full: State
    question: Question | None


class TableOutlet:
    """Tells phones and screens first, then lights, then the voice."""

    def __init__(
        self,
        voice: Voice,
        publisher: Publisher,
        people: Callable[[], tuple[Person, ...]],
        speak: Speak,
        lights: ShowLights,
        join: Callable[[], tuple[str, str]],
        boot: str,
        long_wording: bool = False,
        is_recording: Callable[[], bool] = lambda: False,
    ):
        self._voice = voice
        self._publisher = publisher
        self._people = people
        self._speak = speak
        self._lights = lights
        self._join = join
        self._serial = (f"{boot}.{n}" for n in itertools.count(1))
        self._long = long_wording
        self._is_recording = is_recording
        self._said_notice: Notice | None = None
        self._said_question: Question | None = None
        self._said_after: tuple[int, str] | None = None  # after how many answers, and its kind
        self.board: Board | None = None

    def tell(self, moment: Moment) -> None:
        """Publishes a packet to every reader, then sets the lights, then speaks."""
        people = self._people()
        voice = self.voice(people)
        around = self._around(moment, people, voice)
        match = moment.match
        readers = (PUBLIC, *match.table.seats)
        # the public packet makes the journal too; the story of a long match, once for each phone, would take its time
        packets = {r: packet(match, r, None if r == PUBLIC else LATEST_EVENTS) for r in readers}
        packet_id = next(self._serial)
        pages: dict[Seat, PagePacket] = {r: page_packet(voice, p, around, packet_id) for r, p in packets.items()}
        unknown = tuple(moment.watch.unknown_tags)
        journal = _journal(voice, packets[PUBLIC])
        self.board = Board(
            packets,
            voice,
            around,
            moment.refused_play,
            unknown,
            journal,
            moment.watch.items,
            moment.watch.differences(match),
            match.state,
            match.question,
        )
        self._publisher.publish(pages)
        self._lights(_lights(moment))
        self._say(moment, voice)

    def voice(self, people: tuple[Person, ...]) -> Voice:
        """The voice with the names that people have now."""
        pieces = self._voice.names.pieces
        return replace(self._voice, names=Names(tuple(p.name for p in people), pieces))

    def sentence(self, notice: Notice) -> str:
        """A notice as a sentence for a screen."""
        return _notice(self.voice(self._people()), notice, long=True)

    def refusal(self, refusal: Refusal) -> str:
        """A refusal as a sentence for a screen."""
        return self.voice(self._people()).refusal(refusal)

    def _around(self, moment: Moment, people: tuple[Person, ...], voice: Voice) -> Surroundings:
        asking, private = moment.asking, moment.private_refusal
        code, url = self._join()
        keys = () if asking is None else (*asking.keys, *([asking.unnamed] if asking.unnamed else []))
        return Surroundings(
            people=people,
            notice="" if moment.notice is None else _notice(voice, moment.notice, long=True),
            paused=moment.paused,
            todos=moment.watch.todos(moment.match, moment.now_s),
            refused_seat=None if private is None else private[0],
            refused_why=None if private is None else private[1],
            narrowed_seat=None if asking is None else asking.seat,
            narrowed_keys=keys,
            narrowed_open=asking is not None and asking.face_up,
            thrown=moment.thrown,
            join_code=code,
            join_url=url,
            recording=self._is_recording(),
            closes_in_s=moment.closes_in_s,
            window_limit_s=moment.window_limit_s,
            lots=isinstance(moment.match.question, Chance),
        )

    def _say(self, moment: Moment, voice: Voice) -> None:
        for events in moment.told:
            heard = [e for e in (redact_event(e, PUBLIC) for e in events) if e is not None]
            lines = [voice.say("event", e.kind, e.facts, long=self._long) for e in heard]
            text = " ".join(line for line in lines if line)
            if text:
                self._speak(Utterance(text, Urgency.IMPORTANT, made_s=moment.now_s))
        notice = moment.notice
        if notice is not None and notice.aloud and notice != self._said_notice:
            self._speak(Utterance(_notice(voice, notice, long=False), Urgency.IMPORTANT, made_s=moment.now_s))
        self._said_notice = notice
        self._ask_aloud(moment, voice)

    def _ask_aloud(self, moment: Moment, voice: Voice) -> None:
        question = moment.match.question
        answers = sum(isinstance(entry, Answer) for entry in moment.match.log)
        said, self._said_question = self._said_question, question
        if question is None or question is said or (answers, question.kind) == self._said_after:
            return  # a hand that was shown, a name that changed, or one of several answers is no reason to ask again
        self._said_after = (answers, question.kind)
        facts = {**question.facts, "seats": question.asked}
        if len(question.asked) == 1:
            facts["seat"] = question.asked[0]
        text = voice.say("question", question.kind, facts, long=False)
        self._speak(Utterance(text, Urgency.NORMAL, topic="question", made_s=moment.now_s))


def _notice(voice: Voice, notice: Notice, *, long: bool) -> str:
    facts: dict[str, object] = dict(notice.facts)
    if isinstance(refusal := facts.get("refusal"), Refusal):
        facts["why"] = voice.refusal(refusal, long=long)
    if "spot" in facts:
        facts["spot"] = voice.spot(str(facts["spot"]))
    return voice.say("notice", notice.code, facts, long=long)


def _lights(moment: Moment) -> dict[int, LightState]:
    states = {int(s): LightState.OFF for s in moment.match.table.seats}
    question = moment.match.question
    # where several are asked the lights do not tell who has answered already
    for seat in question.asked if isinstance(question, Window | Together) else moment.match.waiting:
        states[int(seat)] = LightState.ON
    if moment.asking is not None:
        states[int(moment.asking.seat)] = LightState.BLINK
    return states


def _journal(voice: Voice, public: Packet) -> tuple[tuple[int, str, bool], ...]:
    """The public story by entry."""
    lines: dict[int, list[str]] = {}
    undone: dict[int, bool] = {}
    for heard in public.events:
        sentence = voice.say("event", heard.event.kind, heard.event.facts or NO_FACTS)
        lines.setdefault(heard.entry, []).append(sentence)
        undone[heard.entry] = heard.undone
    return tuple((number, " ".join(texts), undone[number]) for number, texts in lines.items())


def piece_names(voice: Voice) -> dict[PieceId, str]:
    """What the pieces are called, from their faces."""
    return {piece: face.title for piece, face in voice.faces.items()}
