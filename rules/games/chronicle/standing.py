"""How well a seat stands, for players of the program that look ahead."""

from __future__ import annotations

from typing import Final

from rules.engine import PieceId, Seat, State
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.names import allies, fame
from rules.games.chronicle.scoring import evil_among, fulfilled, measure

FAME: Final = 10.0
ROUND: Final = 6.0
"""A history card that would be paid now, if the round ended here."""
CLOSE: Final = 0.5
"""Each that a count is better than the others', or worse: the round is not over yet."""
EVIL: Final = 4.0
"""What it costs to be shut out of the scoring."""


def standing(pack: Pack, state: State, seat: Seat) -> float:
    """Fame, and what this round would bring as the cards lie, against the best of the others."""
    taken = {one: state.pile(allies(one)).pieces for one in state.seats}
    worth = {one: FAME * state.number(fame(one)) for one in state.seats}
    for history in _in_force(state):
        card = pack.histories.get(history)
        if card is None or card.condition is None or card.condition.metric == "manual":
            continue
        counts = {one: measure(pack, card.condition, cards) for one, cards in taken.items() if _takes_part(pack, cards)}
        for one in fulfilled(card.condition, counts):
            worth[one] += ROUND
        for one, count in counts.items():
            ahead = count - max((other for who, other in counts.items() if who != one), default=count)
            sign = -1 if card.condition.rank == "fewest" else 1
            worth[one] += CLOSE * sign * max(-3, min(3, ahead))
    for one, cards in taken.items():
        worth[one] -= 0.0 if _takes_part(pack, cards) else EVIL
    return worth[seat] - max(worth[one] for one in state.seats if one != seat)


def _takes_part(pack: Pack, cards: tuple[PieceId, ...]) -> bool:
    return not evil_among(pack, cards)


def _in_force(state: State) -> tuple[PieceId, ...]:
    repeated = state["repeated"]
    more = tuple(PieceId(str(piece)) for piece in repeated) if isinstance(repeated, tuple) else ()
    return (*state.pile("history").pieces, *more)
