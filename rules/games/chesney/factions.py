"""Which factions a player owns and shows (CH-JUDGE-01 to -08). Worked out from the cards every time, never stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from rules.engine import PieceId, Seat, State, TrackData
from rules.games.chesney.names import FACTIONS, SIDES, Faction, Side, disguise, slot
from rules.games.chesney.pieces import disguise_number, faction_of, number_of

Owned = tuple[Faction, ...]
"""One faction; two for a Dual; none."""


@dataclass(frozen=True)
class Shown(TrackData):
    """The token that a seat showed its judges. `is_old`: a faction card has come to that seat since."""

    seat: Seat
    token: Owned
    is_old: bool = False


def belongs(cards: Sequence[tuple[Faction, int]]) -> Owned:
    """Whose side one or two cards put a player on: the higher number, both at equal numbers (CH-JUDGE-01 to -03)."""
    highest = max((number for _, number in cards), default=0)
    return tuple(dict.fromkeys(faction for faction, number in cards if number == highest))


def of_pieces(pieces: Sequence[PieceId]) -> Owned:
    """What these faction cards make of a player."""
    return belongs([(faction_of(p), number_of(p)) for p in pieces])


def real_cards(state: State, seat: Seat) -> tuple[PieceId, ...]:
    """The faction cards of a seat that this state knows, whatever lies on them."""
    return tuple(p for side in SIDES for p in state.pile(slot(side, seat)).pieces)


def owned(state: State, seat: Seat) -> Owned | None:
    """The Owned Faction; None while one of the cards is not known to this state. In the middle of a Betray one card
    alone may lie there."""
    cards = real_cards(state, seat)
    return of_pieces(cards) if len(cards) == sum(len(state.pile(slot(side, seat))) for side in SIDES) else None


def possible_owned(state: State, seat: Seat) -> tuple[Owned, ...]:
    """Everything that the Owned Faction may be by what this state knows, singles in order, then Duals."""
    found: dict[Owned, None] = {}
    lying = [_possible_cards(state, slot(side, seat)) for side in SIDES if state.pile(slot(side, seat)).slots]
    for cards in product(*lying):
        if len(set(cards)) == len(cards):
            found[of_pieces(cards)] = None
    return tuple(sorted({in_order(o) for o in found}, key=lambda o: (len(o), [FACTIONS.index(f) for f in o])))


def _possible_cards(state: State, key: str) -> Sequence[PieceId]:
    pile = state.pile(key)
    return pile.pieces if pile.pieces else state.unaccounted(pile.slots[0].deck)


def in_order(owned_factions: Owned) -> Owned:
    """The same factions in the one order that everything prints them in."""
    return tuple(f for f in FACTIONS if f in owned_factions)


# -- what lies open ----------------------------------------------------------------------------------------------------


def covered_by(state: State, side: Side, seat: Seat) -> PieceId | None:
    """The Disguise that lies on a faction card (CH-CHAR-DISGUISE-03)."""
    pieces = state.pile(disguise(side, seat)).pieces if disguise(side, seat) in state.piles else ()
    return pieces[0] if pieces else None


def shown(state: State, side: Side, seat: Seat) -> Faction | None:
    """The faction that everybody sees in a slot: of the card lying open, or of the Disguise on it."""
    if (mask := covered_by(state, side, seat)) is not None:
        return faction_of(mask)
    card = open_card(state, side, seat)
    return None if card is None else faction_of(card)


def open_card(state: State, side: Side, seat: Seat) -> PieceId | None:
    """The real card in a slot if it lies open."""
    for entry in state.pile(slot(side, seat)).slots:
        if entry.face_up and isinstance(entry.piece, PieceId):
            return entry.piece
    return None


def up_sides(state: State, seat: Seat) -> tuple[Side, ...]:
    """The slots that count as face-up."""
    return tuple(side for side in SIDES if shown(state, side, seat) is not None)


def down_sides(state: State, seat: Seat) -> tuple[Side, ...]:
    """The slots with a face-down card that nothing lies on."""
    return tuple(side for side in SIDES if state.pile(slot(side, seat)).slots and shown(state, side, seat) is None)


def public(state: State, seat: Seat) -> Owned:
    """The Public Faction: none, one, or two for a public Dual (CH-JUDGE-04 to -06)."""
    ups = up_sides(state, seat)
    named = state.tracks.get(f"shown/{seat}")
    if len(ups) == len(SIDES) and named is not None and named.value in FACTIONS:
        return tuple(f for f in FACTIONS if f == named.value)  # Disguises without numbers (JC-37)
    return in_order(belongs([value(state, side, seat) for side in ups]))


def value(state: State, side: Side, seat: Seat) -> tuple[Faction, int]:
    """Faction and number that everybody sees in a slot that is up; of a Disguise its own number (JC-37)."""
    mask = covered_by(state, side, seat)
    if mask is not None:
        faction = faction_of(mask)
        return faction, disguise_number(faction.upper())
    card = open_card(state, side, seat)
    assert card is not None  # only up slots are asked
    return faction_of(card), number_of(card)
