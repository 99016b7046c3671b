"""The names of decks, piles, tracks and settings of War Chest, in one place each."""

from __future__ import annotations

from typing import Final

from rules.engine import Keys, PieceId, Seat, State, listed

# decks
COINS: Final = "coins"
MARKERS: Final = "markers"
UNIT_CARDS: Final = "unit_cards"
INITIATIVE_MARKER: Final = "initiative"

# common piles
CARD_PILE: Final = "unit_cards"
OFFER: Final = "offer"
BOX: Final = "box"
"""Coins that are out of the game for good, for everybody to see (WC-I05, WC-088)."""
UNUSED: Final = "unused"
"""What stays in the box from the start (WC-013): everybody knows it from the unit cards."""

# factions and what is named after them
RAVEN: Final = "raven"
WOLF: Final = "wolf"
FACTIONS: Final = (WOLF, RAVEN)
"""Of the first seat and of the second: the Wolf's crests are printed at the lower edge of the board."""
MARKER_PIECE: Final = PieceId("initiative_marker")

# tracks of the table
HOLDER: Final = "initiative"
CHANGED: Final = "initiative_changed"
LAST: Final = "last_move"
ROUND: Final = "round"
FIRST_DRAFTER: Final = "first_drafter"


bag: Final = Keys[Seat]("bag")
"""The bag of a seat: nobody knows which coin comes next (WC-I11)."""
hand: Final = Keys[Seat]("hand")
"""The coins that a seat has drawn (WC-I08)."""
drawn: Final = Keys[Seat]("drawn")
"""The coin that a Warrior Priest's owner has drawn and must use at once (WC-I13)."""
face_up: Final = Keys[Seat]("face_up")
"""Coins discarded face-up, for everybody to see (WC-I10)."""
face_down: Final = Keys[Seat]("face_down")
"""Coins discarded face-down, which only their owner knows (WC-I09)."""
cards: Final = Keys[Seat]("cards")
"""The unit cards of a seat."""


def supply(number: int, seat: Seat) -> str:
    """The coins of a seat's unit `number` (1 for the first card) that may be recruited."""
    return f"supply_{number}/{seat}"


initiative_place: Final = Keys[Seat]("initiative")
"""Where the initiative marker lies while this seat holds it."""


def stock(faction: str) -> str:
    """The control markers of a faction that are still in hand."""
    return f"stock_{faction}"


field: Final = Keys[str]("hex")
"""The unit that stands on a hex."""
control: Final = Keys[str]("control")
"""The control marker on a location."""
army: Final = Keys[Seat]("army")
"""Track: the units of a seat, in the order of its cards."""
faction: Final = Keys[Seat]("faction")
"""Track: the faction of a seat."""


def royal(side: str, number: int = 1) -> PieceId:
    """The Royal Coin of a faction's first or second player."""
    return PieceId(f"royal_{side}" if number == 1 else f"royal_{side}_{number}")


def marker(side: str) -> str:
    """The kind of the control markers of a faction."""
    return f"marker_{side}"


def card_of(unit: str) -> PieceId:
    """The unit card of a unit."""
    return PieceId(f"card_{unit}")


def is_royal(kind: str) -> bool:
    """Whether this kind of coin is a Royal Coin."""
    return kind in _ROYALS


_ROYALS: Final = frozenset(royal(side, number) for side in FACTIONS for number in (1, 2))


def army_of(state: State, seat: Seat) -> tuple[str, ...]:
    """The units of a seat, in the order of its cards."""
    return listed(state[army(seat)], str)


def faction_of(state: State, seat: Seat) -> str:
    """The faction of a seat."""
    return str(state[faction(seat)])


def seats_of(state: State, side: str) -> tuple[Seat, ...]:
    """The players of a faction, in seat order."""
    return tuple(seat for seat in state.seats if faction_of(state, seat) == side)


def is_friend(state: State, one: Seat, other: Seat) -> bool:
    """Whether two seats are the same or of one team."""
    return faction_of(state, one) == faction_of(state, other)
