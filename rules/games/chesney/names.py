"""The names of Chesney: factions, decks, piles, tracks. Keys of piles and tracks are made here and nowhere else."""

from __future__ import annotations

from typing import Final, Literal

from rules.engine.types import Seat

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


def hand(seat: Seat) -> str:
    """The action cards that a seat holds."""
    return f"hand/{seat}"


def slot(side: Side, seat: Seat) -> str:
    """The place of a faction card beside a mat."""
    return f"{side}/{seat}"


def character(seat: Seat) -> str:
    """The place of the character card."""
    return f"character/{seat}"


def effect(seat: Seat) -> str:
    """Traps and the Fabulous Beast lying at a mat."""
    return f"effect/{seat}"


def choice(seat: Seat) -> str:
    """Faction cards just drawn, not yet placed: held, and seen by this seat only."""
    return f"choice/{seat}"


def proposal(seat: Seat) -> str:
    """The faction card that a seat has picked to persuade somebody with."""
    return f"proposal/{seat}"


def offer(seat: Seat) -> str:
    """The character cards that a seat chooses from."""
    return f"offer/{seat}"


def disguise(side: Side, seat: Seat) -> str:
    """The Disguise that lies on a faction card."""
    return f"disguise_{side}/{seat}"


def backup(seat: Seat) -> str:
    """The Disguises that a Master of Disguise has beside the mat."""
    return f"backup/{seat}"


def hp(seat: Seat) -> str:
    """The track of a seat's hit points."""
    return f"hp/{seat}"


def score(seat: Seat) -> str:
    """The track of a seat's points over all rounds."""
    return f"score/{seat}"
