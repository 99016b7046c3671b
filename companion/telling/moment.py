"""Everything that is to be told at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reading.interpret import Ask
from companion.reading.watch import Watch
from companion.telling.dice_shown import ChoiceShown, DiceShown, Remark
from companion.values.notices import Notice
from companion.values.proposals import Proposal
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.recall import Recalls
from rules.engine.types import Event, Refusal, Seat
from web.views import ThinkingView


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Everything to be told after a message: handed to the outlet once, when the journal is written."""

    match: Match
    notice: Notice | None
    asking: Ask | None
    paused: bool
    gathering: bool  # it is because nobody has started the match yet
    watch: Watch
    told: tuple[tuple[Event, ...], ...]  # events by entry since the last moment
    refused_play: Answer | None
    private_refusal: tuple[Seat, Refusal] | None
    now_s: float
    thrown: tuple[int, ...] = ()  # dice in the tray that people have to name, or dialled ones; 0 where nothing is known
    dice: DiceShown | None = None  # what the electronic die or the dial shows, and what was rolled just now
    choice: ChoiceShown | None = None  # what the dial has come to
    remarks: tuple[Remark, ...] = ()  # for the voice alone
    closes_in_s: int | None = None  # how long a reaction window stays open
    window_limit_s: float = 0.0  # how long one may stay open, 0: for ever
    wanted: frozenset[int] = frozenset()  # seats whose button somebody is to press who wants to sit there
    proposal: Proposal | None = None  # an undo that the table is asked about
    undo_of: Seat | None = None  # whose last decision an undo goes back to; None: it takes back one step
    last_by: Seat | None = None  # who made the last decision, and may take it back
    thinking: ThinkingView | None = None  # whose thinking time runs
    stopped: Notice | None = None  # the game has a fault
    recalls: Recalls | None = None  # what each seat remembers of the steps just taken
    was_aside: bool = False  # the last answer was something that may be done whatever is asked
