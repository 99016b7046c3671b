"""How well a seat stands, for players of the program that look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, PieceId, Say, Seat, State
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.names import allies, fame, hand, meeting
from rules.games.chronicle.scoring import Allies, eligible, evil_among, fulfilled, measure
from rules.games.chronicle.winner import Won, find_winner

FAME: Final = 10.0
ROUND: Final = 6.0
"""A history card that would be paid now, if the round ended here."""
CLOSE: Final = 0.5
"""Each that a count is better than the others', or worse: the round is not over yet."""
WILD: Final = 11
"""A Wild beside the strengths."""
EVIL: Final = 4.0
"""What it costs to be shut out of the scoring."""
HELD: Final = 0.02
"""Each strength in the hand: what does not win now is better kept."""


def standing(pack: Pack, state: State, seat: Seat) -> float:
    """Fame, and what this round would bring as the cards lie, against the best of the others. The cards of a meeting
    count for who wins it so far, as surely as that holds against those who play after."""
    taken = {one: state.pile(allies(one)).pieces for one in state.seats}
    worth = _ahead(pack, state, taken, seat)
    if lying := [card for one in state.seats for card in state.pile(meeting(one)).pieces]:
        won = find_winner(pack, state, _leader(state))
        gained = (won.piece,) if won.burns and won.piece is not None else tuple(lying)
        sure = _sure(pack, state, won)
        worth += sure * (_ahead(pack, state, {**taken, won.seat: (*taken[won.seat], *gained)}, seat) - worth)
    return worth + HELD * sum(_strength(pack, card) for card in state.pile(hand(seat)).pieces)


def _ahead(pack: Pack, state: State, taken: Allies, seat: Seat) -> float:
    """How far a seat is before the best of the others, if these were the allies."""
    worth = {one: FAME * state.number(fame(one)) for one in state.seats}
    active = _in_force(state)
    kept = {one: _kept(pack, cards) for one, cards in taken.items()}
    among = eligible(pack, kept, active)
    for history in active:
        card = pack.histories.get(history)
        if card is None or card.condition is None or card.condition.metric == "manual":
            continue
        counts = {one: measure(pack, card.condition, kept[one]) for one in among}
        for one in fulfilled(card.condition, counts):
            worth[one] += ROUND
        for one, count in counts.items():
            ahead = count - max((other for who, other in counts.items() if who != one), default=count)
            sign = -1 if card.condition.rank == "fewest" else 1
            worth[one] += CLOSE * sign * max(-3, min(3, ahead))
    for one in state.seats:
        worth[one] -= 0.0 if one in among else EVIL
    return worth[seat] - max(worth[one] for one in state.seats if one != seat)


def _kept(pack: Pack, cards: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    """Allies as they are scored: who has the Angel gets rid of what is Evil."""
    purges = any(pack.ability(card).op == "purge_own_evil" for card in cards)
    return tuple(card for card in cards if card not in pack.evil) if purges else cards


def _sure(pack: Pack, state: State, won: Won) -> float:
    """How surely a meeting stays with who wins it so far: less for each who still plays, and for a weak card."""
    later = sum(not state.pile(meeting(one)).slots and len(state.pile(hand(one))) > 0 for one in state.seats)
    beaten = 0.0 if won.piece is None else _strength(pack, won.piece) / WILD
    return float(beaten**later)


def _leader(state: State) -> Seat:
    value = state["leader"]
    return Seat(value) if isinstance(value, int) else Seat(0)


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
