"""The names of Chesney: factions, decks, piles, tracks. Keys of piles and tracks are made here and nowhere else."""

from __future__ import annotations

from typing import Final, Literal

from rules.engine import Keys, Seat

Faction = Literal["fox", "bear", "deer", "dragon"]
FACTIONS: Final[tuple[Faction, ...]] = ("fox", "bear", "deer", "dragon")

Side = Literal["left", "right"]
SIDES: Final[tuple[Side, ...]] = ("left", "right")

ACTIONS: Final = "actions"
FACTION_CARDS: Final = "factions"
CHARACTERS: Final = "characters"
DISGUISES: Final = "disguises"

PILE: Final = "pile"
DISCARD: Final = "discard"
PLAY_AREA: Final = "play_area"
EVENT_ROW: Final = "events"
UNUSED_EVENTS: Final = "unused_events"
ASIDE: Final = "aside"
FACTION_PILE: Final = "faction_pile"
FACTION_DISCARD: Final = "faction_discard"
CHARACTER_PILE: Final = "character_pile"
RESERVE: Final = "reserve"
DISGUISE_RESERVE: Final = "disguise_reserve"

MAX_HP: Final = 3


hand: Final = Keys[Seat]("hand")
"""The action cards that a seat holds."""


def slot(side: Side, seat: Seat) -> str:
    """The place of a faction card beside a mat."""
    return f"{side}/{seat}"


character: Final = Keys[Seat]("character")
"""The place of the character card."""
effect: Final = Keys[Seat]("effect")
"""Traps and the Fabulous Beast lying at a mat."""
choice: Final = Keys[Seat]("choice")
"""Faction cards just drawn, not yet placed: held, and seen by this seat only."""
proposal: Final = Keys[Seat]("proposal")
"""The faction card that a seat has picked to persuade somebody with."""
offer: Final = Keys[Seat]("offer")
"""The character cards that a seat chooses from."""


def disguise(side: Side, seat: Seat) -> str:
    """The Disguise that lies on a faction card."""
    return f"disguise_{side}/{seat}"


backup: Final = Keys[Seat]("backup")
"""The Disguises that a Master of Disguise has beside the mat."""
hp: Final = Keys[Seat]("hp")
"""The track of a seat's hit points."""
score: Final = Keys[Seat]("score")
"""The track of a seat's points over all rounds."""
