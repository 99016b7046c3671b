"""What was told last, divided by who may know it: everybody, one reader, or the hands that move the virtual cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.reading.on_table import OnTable
from companion.reading.todo import Todo
from companion.telling.dice_shown import ChoiceShown, DiceShown
from companion.telling.tongues import Tongues
from companion.telling.voice import NO_FACTS, Voice
from companion.values.notices import Notice
from companion.values.person import Person
from companion.values.proposals import Proposal
from rules.engine.packets import Heard, Packet
from rules.engine.questions import Option, Question
from rules.engine.recall import Recall
from rules.engine.types import Refusal, Seat, State
from vision.types import BoardSeen
from web.views import AloudLine, JoinView, ThinkingView


@dataclass(frozen=True)
class Aloud:
    """What phones may speak: the latest announcements in the words of each language, whether phones speak in the
    loudspeaker's place, and how often they were told to fall silent."""

    lines: Callable[[Voice], tuple[AloudLine, ...]] = lambda voice: ()
    here: bool = False
    hushes: int = 0


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What the hub knows beside the rules. All of it is public: it is drawn on every page alike."""

    people: tuple[Person, ...]
    notice: Notice | None = None
    paused: bool = False
    gathering: bool = False  # it is because nobody has started the match yet
    todos: tuple[Todo, ...] = ()
    thrown: tuple[int, ...] = ()  # dice in the tray, 0 where one could not be read
    join: JoinView | None = None
    recording: bool = False  # the table camera's pictures are kept
    closes_in_s: int | None = None  # how long the open window stays open
    window_limit_s: float = 0.0
    lots: bool = False  # the companion can draw the lots
    by_itself: bool = False  # what is asked of hands is done by the program's
    proposal: Proposal | None = None  # an undo that the table is asked about
    undo_of: Seat | None = None  # whose last decision an undo goes back to; None: it takes back one step
    last_by: Seat | None = None  # who made the last decision, and may take it back
    thinking: ThinkingView | None = None  # whose thinking time runs
    dice: DiceShown | None = None
    choice: ChoiceShown | None = None  # what the dial has come to
    tested: bool = False  # the buttons are being tested
    hints: bool = False  # whoever is asked may ask the program for a hint
    aloud: Aloud = Aloud()
    stopped: Notice | None = None  # the game has a fault


@dataclass(frozen=True)
class Meant:
    """Which of its options a seat is asked about, because its card on the table may mean several. `face_up`: everybody
    sees the card."""

    options: tuple[Option, ...]
    face_up: bool


@dataclass(frozen=True)
class Whisper:
    """What the hub tells one reader alone: why its play is not allowed, or which option it is asked about."""

    refusal: Refusal | None = None
    meant: Meant | None = None


NO_WHISPER = Whisper()


@dataclass(frozen=True)
class Handout:
    """All that one reader's page is drawn from that others may not know: the rules' packet of that reader, and what the
    hub tells that reader alone."""

    packet: Packet
    whisper: Whisper = NO_WHISPER
    recall: Recall | None = None  # what this seat remembers, for a player of the program that sits there


@dataclass(frozen=True, kw_only=True)
class Board:
    """What everybody may know, for those who look rather than listen."""

    public: Packet
    heard: Callable[[], tuple[Heard, ...]]  # all that everybody has ever heard
    tongues: Tongues
    around: Surroundings
    has_refused: bool  # a play was refused that the host may accept
    unknown_tags: tuple[str, ...]
    tellable: tuple[Option, ...]  # what anybody may say who has seen it: that hands are done, or what the lots brought
    needs_hands: bool  # what is asked is done with hands
    is_dealing: bool  # namely cards are dealt or drawn
    to_turn_up: str | None  # the spot whose card is to be turned up

    @property
    def voice(self) -> Voice:
        """The words of the table's own language."""
        return self.tongues.screens

    @property
    def is_over(self) -> bool:
        """Whether the match has a result."""
        return self.public.state.result is not None

    def journal(self, language: str = "") -> tuple[tuple[int, str, bool], ...]:
        """The public story: number of the entry, what happened, whether it was undone."""
        return self.told_in(self.tongues.of(language))

    def told_in(self, voice: Voice) -> tuple[tuple[int, str, bool], ...]:
        """The same in the words of a voice of one's own."""
        lines: dict[int, list[str]] = {}
        undone: dict[int, bool] = {}
        for heard in self.heard():
            sentence = voice.say("event", heard.event.kind, heard.event.facts or NO_FACTS)
            lines.setdefault(heard.entry, []).append(sentence)
            undone[heard.entry] = heard.undone
        return tuple((number, " ".join(texts), undone[number]) for number, texts in lines.items())


@dataclass(frozen=True)
class Played:
    """What the program's players look at: the board, and what is handed to the seats that it plays."""

    board: Board
    handouts: Mapping[Seat, Handout]


@dataclass(frozen=True, kw_only=True)
class Underside:
    """The whole match, with every hidden card, and the table as the camera sees it: for the virtual table's dealer,
    who moves those cards, and for nobody else."""

    board: Board
    full: State
    question: Question | None
    lying: tuple[OnTable, ...]
    differences: tuple[Todo, ...]
    standing: BoardSeen | None  # of a board whose pieces carry no stickers
