"""How well a seat stands, for players of the program that look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, PieceId, Say, Seat, State
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.names import allies, fame, hand
from rules.games.chronicle.scoring import evil_among, fulfilled, measure

FAME: Final = 10.0
ROUND: Final = 6.0
"""A history card that would be paid now, if the round ended here."""
CLOSE: Final = 0.5
"""Each that a count is better than the others', or worse: the round is not over yet."""
WILD: Final = 11
"""A Wild beside the strengths."""
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


def hints(pack: Pack, before: State, after: State, seat: Seat, option: Option) -> Iterator[Say]:
    """Why a card may be the one to play: what comes of its meeting, and what stays in the hand."""
    if after.number("round") != before.number("round"):
        if (gain := after.number(fame(seat)) - before.number(fame(seat))) > 0:
            yield Say("gains", {"track": "fame", "count": gain})
        return
    then, now = (state.pile(allies(seat)).pieces for state in (before, after))
    for history in _in_force(after):
        if seat in _paid(pack, after, history) and seat not in _paid(pack, before, history):
            yield Say("meets", {"piece": history})
    if not option.key.startswith("play:") or (_takes_part(pack, then) and not _takes_part(pack, now)):
        return  # nothing speaks for being shut out of the scoring
    held = [card for card in before.pile(hand(seat)).pieces if card in pack.characters]
    strongest = max(held, key=lambda card: _strength(pack, card), default=None)
    if len(now) > len(then):
        yield Say("wins_meeting", {"count": len(now) - len(then)})
    elif strongest is not None and strongest in after.pile(hand(seat)).pieces:
        yield Say("keeps", {"piece": strongest})


def _strength(pack: Pack, card: PieceId) -> int:
    strength = pack.characters[card].strength
    return WILD if strength is None else strength


def _paid(pack: Pack, state: State, history: PieceId) -> tuple[Seat, ...]:
    """Who would be paid for a history card, as the allies lie."""
    card = pack.histories.get(history)
    if card is None or card.condition is None or card.condition.metric == "manual":
        return ()
    taken = {one: state.pile(allies(one)).pieces for one in state.seats}
    counts = {one: measure(pack, card.condition, cards) for one, cards in taken.items() if _takes_part(pack, cards)}
    return fulfilled(card.condition, counts)


def _takes_part(pack: Pack, cards: tuple[PieceId, ...]) -> bool:
    return not evil_among(pack, cards)


def _in_force(state: State) -> tuple[PieceId, ...]:
    repeated = state["repeated"]
    more = tuple(PieceId(str(piece)) for piece in repeated) if isinstance(repeated, tuple) else ()
    return (*state.pile("history").pieces, *more)
