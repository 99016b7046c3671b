"""A draw that the players agree on: one of them offers it, and it is one when all the others accept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.engine.game import Play
from rules.engine.questions import Choose, Option
from rules.engine.table import Table
from rules.engine.types import Refusal, Say, Seat, State

Hopeless = Callable[[State], bool]
"""Whether everybody can see that nobody will win any more, so that a sensible player wants a draw."""


def draw_offer(value: object, rule: str, *, was_refused: bool = False, is_obvious: bool = False) -> Option:
    """The option to offer a draw, beside whatever else its player may do. `rule`: by which a refused one must wait."""
    refusal = Refusal("draw_offer_refused", rule) if was_refused else None
    return Option("draw", value, Say("offer_draw"), refusal=refusal, grave=True, aside=True, obvious=is_obvious)


def agree_on_draw(t: Table, seat: Seat, hopeless: Hopeless = lambda state: False) -> Play:
    """Asks everybody else in turn; the first who wants to play on ends it. Whether the match is over by it."""
    t.tell("draw_offered", seat=seat)
    for other in t.clockwise(t.left_of(seat)):
        if other == seat:
            continue
        facts = {"seat": other, "other": seat}
        choices = partial(_answers, hopeless=hopeless)
        if not (yield Choose(kind="draw_offer", facts=facts, seat=other, choices=choices)):
            t.tell("draw_refused", seat=other)
            return False
    t.finish((), (Say("draw_agreed"),))
    return True


def _answers(seen: State, hopeless: Hopeless) -> tuple[Option, ...]:
    return (
        Option("accept", True, Say("accept_draw"), obvious=hopeless(seen)),
        Option("refuse", False, Say("refuse_draw")),
    )
