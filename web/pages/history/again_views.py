"""What the page of a finished match shows of looking at it again: after its end, and once everything was opened."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.pages.history.views import ScoreCourse
from web.views import Reply, Session


class AgainState(Enum):
    """How far it is."""

    OFF = "off"  # the table gives no hints
    CLOSED = "closed"  # what was hidden in the match is not open
    READY = "ready"
    THINKING = "thinking"
    FOUND = "found"
    FAILED = "failed"


@dataclass(frozen=True, kw_only=True)
class TurnView:
    """A moment at which a match turned: who was asked what after `at` steps and what they answered, what would have
    been better and why, and how that seat's chances were before and after it, in percent."""

    at: int
    name: str
    colour: str
    shape: str
    question: str
    given: str
    better: str
    reasons: tuple[str, ...]
    before: int
    after: int


@dataclass(frozen=True, kw_only=True)
class Again:
    """A match looked at again. `percent`: how much is thought through; `course`: everybody's chances in percent, which
    has no label; `may_begin`: this reader may have it worked out."""

    state: AgainState
    percent: int = 0
    may_begin: bool = False
    course: ScoreCourse | None = None
    turned: tuple[TurnView, ...] = ()


class LookAgainPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def looked_again(self, session: Session, match: int) -> Again | None: ...  # None: no such match that is over
    def begin_looking(self, session: Session, match: int) -> Reply: ...
