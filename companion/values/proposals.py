"""A proposal to take answers back, which the table is asked about."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.values.notices import Notice
from rules.engine.types import Seat


class Past(Enum):
    """What a stretch of answers holds that cannot be made unknown again. The values are codes of words."""

    ROLL = "past_roll"
    LOTS = "past_lots"
    DEAL = "past_deal"
    DRAW = "past_draw"
    TURNED = "past_turned"


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """An undo that waits for the table. `number` tells one proposal from the next; `version` is the table's when it was
    made; `by` is who wants it, "host", "button" or "seat"; `answers` is how many answers would go. `aloud`: who has no
    phone, so the host asks by name."""

    number: int
    version: int
    to: int
    by: str
    past: Past
    answers: int
    reason: str
    asked: tuple[Seat, ...]
    aloud: frozenset[Seat] = frozenset()
    agreed: frozenset[Seat] = frozenset()
    by_host: frozenset[Seat] = frozenset()  # those for whom the host said it

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who has not said anything yet."""
        return tuple(seat for seat in self.asked if seat not in self.agreed)

    @property
    def record(self) -> str:
        """The reason as the journal keeps it, with who agreed."""
        own = ", ".join(str(seat + 1) for seat in self.asked if seat not in self.by_host)
        told = ", ".join(str(seat + 1) for seat in sorted(self.by_host))
        parts = [f"seats {own} agreed" if own else "", f"the host said it for seats {told}" if told else ""]
        return "; ".join(part for part in (self.reason, *parts) if part)

    @property
    def notice(self) -> Notice:
        """What is asked, for every screen and the voice."""
        return Notice(f"consent_{self.by}", {"past": self.past.value, "count": self.answers}, aloud=True)
