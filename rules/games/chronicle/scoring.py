"""What a round is worth: counting allies, Evil, and the conditions of the history cards (CR-083 to CR-094)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.engine import PieceId, Seat
from rules.games.chronicle.cards import Condition, Pack

Allies = Mapping[Seat, tuple[PieceId, ...]]


def weight(pack: Pack, card: PieceId) -> int:
    """How many allies a card counts for when the round is scored (CR-062)."""
    ability = pack.ability(card)
    return ability.number("n") if ability.op == "count_as" else 1


def measure(pack: Pack, condition: Condition, cards: Iterable[PieceId]) -> int:
    """What a condition counts among these allies."""
    match condition.metric:
        case "count_suit":
            return sum(weight(pack, c) for c in cards if pack.suit(c) == condition.of)
        case "count_allies":
            return sum(weight(pack, c) for c in cards)
        case "count_evil":
            return sum(c in pack.evil for c in cards)
        case "count_strength":
            return sum(str(pack.characters[c].strength) == condition.of for c in cards)
        case "sum_strength":
            return sum(pack.characters[c].strength or 0 for c in cards)
        case _:
            return sum(c == condition.of for c in cards)


def fulfilled(condition: Condition, counts: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Who fulfils a condition; ties all do (CR-085), and nobody has the most of nothing (CR-086)."""
    least = max(condition.least, 1) if condition.rank == "most" else condition.least
    enough = {seat: count for seat, count in counts.items() if count >= least}
    if not enough or condition.rank == "any":
        return tuple(enough)
    best = max(enough.values()) if condition.rank == "most" else min(enough.values())
    return tuple(seat for seat, count in enough.items() if count == best)


def evil_among(pack: Pack, cards: Iterable[PieceId]) -> tuple[PieceId, ...]:
    """The Evil cards among these."""
    return tuple(c for c in cards if c in pack.evil)


def with_all_evil(pack: Pack, allies: Allies) -> Seat | None:
    """Who has every Evil card (CR-088)."""
    for seat, cards in allies.items():
        if pack.evil and pack.evil <= set(cards):
            return seat
    return None


def eligible(pack: Pack, allies: Allies, active: Sequence[PieceId]) -> tuple[Seat, ...]:
    """Who takes part in the scoring: everybody without Evil allies, or all in a time of darkness (CR-083, CR-091)."""
    everybody = any(pack.histories[h].evil_not_excluded for h in active)
    return tuple(seat for seat, cards in allies.items() if everybody or not evil_among(pack, cards))
