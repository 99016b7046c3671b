"""Everything that is to be told at one moment."""

from __future__ import annotations

from dataclasses import dataclass

from companion.reading.interpret import Ask
from companion.reading.watch import Watch
from companion.telling.board import Surroundings
from companion.telling.dice_shown import Remark
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Event, Refusal, Seat


@dataclass(frozen=True)
class Refused:
    """Something laid on the table that the rules do not allow: the answer that a host could let pass (None: nobody
    could), and the reason that one seat's own phone alone may say."""

    play: Answer | None
    private: tuple[Seat, Refusal] | None


@dataclass(frozen=True, kw_only=True)
class Moment:
    """Everything to be told after a message: handed to the outlet once, when the journal is written."""

    match: Match
    around: Surroundings  # what the referee knows of it; the outlet adds what it knows itself
    watch: Watch
    told: tuple[tuple[Event, ...], ...]  # events by entry since the last moment
    asking: Ask | None
    refused: Refused | None
    remarks: tuple[Remark, ...]  # for the voice alone
    wanted: frozenset[int]  # seats whose button somebody is to press who wants to sit there
    was_aside: bool  # the last answer was something that may be done whatever is asked
    now_s: float
