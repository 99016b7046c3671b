"""The pieces of Chesney, from its data files (CH-SETUP-03 to -08, CH-CHAR-CARD-01)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rules.engine import PieceId, own_text
from rules.games.chesney.names import ACTIONS, CHARACTERS, DISGUISES, FACTION_CARDS, FACTIONS, Faction

EVENTS: Final = tuple(PieceId(f"EVENT-{name}") for name in ("CHRONIC", "TRACKS", "INN", "SECRET", "STORM"))
CHRONIC, TRACKS, INN_DAMAGED, SECRET, STORM = EVENTS
SMALL_GROUP: Final = 5  # up to so many players some cards stay in the box (CH-SETUP-08)


@dataclass(frozen=True)
class Action:
    """A kind of action card: its colour, its type icon, how many there are, and whether small groups leave it out."""

    kind: str
    colour: str
    icon: str
    count: int
    large: bool = False


@dataclass(frozen=True)
class Character:
    """A character: the types of its skill (A active, P passive, S special)."""

    kind: str
    types: str
    master: bool = False

    @property
    def active(self) -> bool:
        """Whether it has a skill that is used when the card is turned up on purpose."""
        return "A" in self.types

    @property
    def special(self) -> bool:
        """Whether only its own condition turns it up (CH-CHAR-GEN-08)."""
        return self.types == "S"


def read_data(name: str) -> dict[str, Any]:
    """One of the game's data files."""
    return tomllib.loads(own_text("rules.games.chesney", f"data/{name}.toml"))


@cache
def action_kinds() -> Mapping[str, Action]:
    """Every kind of action card, skill cards that come into hands included."""
    data = read_data("actions")
    return {
        kind: Action(kind, row["colour"], row["kind"], row["count"], row.get("large", False))
        for kind, row in {**data["cards"], **data["skill_cards"]}.items()
    }


@cache
def skill_kinds() -> frozenset[str]:
    """The kinds of skill card among them: no action cards of the 82 (CH-ADV-17)."""
    return frozenset(read_data("actions")["skill_cards"])


@cache
def character_kinds() -> Mapping[str, Character]:
    """Every character in the order of the book."""
    rows = read_data("characters")["characters"]
    return {kind: Character(kind, row["types"], row.get("master", False)) for kind, row in rows.items()}


@cache
def disguise_number(kind: str) -> int:
    """The number printed on the Disguises of a faction, 0 where they have none (JC-37)."""
    return int(read_data("characters")["disguises"][kind]["number"])


def action(piece: PieceId) -> Action:
    """The kind of an action card (KeyError for an event or another deck's piece)."""
    return action_kinds()[piece.kind]


def icon(piece: PieceId, settings: Mapping[str, object]) -> str:
    """The type icon of an action card, as this table reads the doubtful ones (J-45, JC-14)."""
    return str(settings.get(f"{piece.kind.lower()}_icon", action(piece).icon))


def is_event(piece: PieceId) -> bool:
    """Whether it is one of the five events."""
    return piece in EVENTS


def of_kind(*kinds: str) -> frozenset[PieceId]:
    """Every copy of these kinds of action card."""
    return frozenset(p for kind in kinds for p in _copies(kind, action_kinds()[kind].count))


def faction_of(piece: PieceId) -> Faction:
    """The faction of a faction card or Disguise."""
    word = piece.removeprefix("DISGUISE-").partition("-")[0].partition("#")[0].lower()
    return next(f for f in FACTIONS if f == word)


def number_of(piece: PieceId) -> int:
    """The number of a faction card."""
    return int(piece.rpartition("-")[2])


def _copies(kind: str, count: int) -> tuple[PieceId, ...]:
    return tuple(PieceId(f"{kind}#{n}") for n in range(1, count + 1)) if count > 1 else (PieceId(kind),)


def decks(settings: Mapping[str, object], seats: int) -> dict[str, tuple[PieceId, ...]]:
    """All pieces of a match for that many players (CH-SETUP-04 to -08)."""
    small, advanced = seats <= SMALL_GROUP, settings["mode"] == "advanced"
    kinds = [a for a in action_kinds().values() if not (a.large and small)]
    cards = [p for a in kinds if advanced or a.kind not in skill_kinds() for p in _copies(a.kind, a.count)]
    highest = 6 if small else 9
    found = {
        ACTIONS: (*cards, *EVENTS),
        FACTION_CARDS: tuple(PieceId(f"{f.upper()}-{n}") for f in FACTIONS for n in range(1, highest + 1)),
    }
    if advanced:
        masters = settings["masters"] is True
        found[CHARACTERS] = tuple(PieceId(c.kind) for c in character_kinds().values() if masters or not c.master)
        rows = read_data("characters")["disguises"]
        found[DISGUISES] = tuple(p for f, row in rows.items() for p in _copies(f"DISGUISE-{f}", row["count"]))
    return found
