"""Who wins a meeting (CR-046 to CR-051, CR-120, CR-129 to CR-131)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.engine import PieceId, Seat, State
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.names import open_card


@dataclass(frozen=True)
class Won:
    """The winner of a meeting, by which card if by one, the event that tells how, and whether the cards are lost."""

    seat: Seat
    how: str
    piece: PieceId | None = None
    burns: bool = False


def find_winner(pack: Pack, state: State, leader: Seat) -> Won:
    """The winner from the cards that lie face-up in the meeting."""
    named = state["named_winner"]
    if isinstance(named, int):
        return Won(Seat(named), "meeting_won_by_hand")
    count = len(state.seats)
    order = (Seat((leader + n) % count) for n in range(count))
    played = [(seat, card) for seat in order if (card := open_card(state, seat)) is not None]
    ops = [pack.ability(card).op for _, card in played]
    seizing = [p for p, op in zip(played, ops, strict=True) if op in ("win_meeting", "burn_meeting")]
    if seizing:
        seat, card = max(seizing, key=lambda p: pack.ability(p[1]).number("priority"))  # the first of equal ones
        burns = pack.ability(card).op == "burn_meeting"
        return Won(seat, "meeting_won_by_burning" if burns else "meeting_won_by_wild", card, burns)
    strong = [(value, seat, card) for seat, card in played if (value := strength(pack, card)) is not None]
    if not strong:
        return Won(leader, "meeting_won_by_leader")
    if "reverse_strength" in ops:
        _, seat, card = min(strong, key=lambda s: s[0])
        return Won(seat, "meeting_won_reversed", card)
    _, seat, card = max(strong, key=lambda s: s[0])
    return Won(seat, "meeting_won", card)


def strength(pack: Pack, card: PieceId) -> int | None:
    """What a face-up card counts when the meeting ends; None: nothing (CR-049)."""
    ability = pack.ability(card)
    return ability.number("value") if ability.op == "set_strength" else pack.characters[card].strength
