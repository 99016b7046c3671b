"""Tables on which an Alchemist has put Poisons into the draw pile."""

from __future__ import annotations

from rules.engine.match import Match
from rules.engine.types import Seat
from rules.games.chesney.pieces import decks
from tests.games.chesney._match import middle

BREWER = 4
SKILLS = ("BLAST", "FIREBALL", "POISON#1", "POISON#2")
FULL = {"masters": True, "scoring": "legend", "mode": "advanced"}


def poisoned(*poisons: str, seats: int = 5, lies: str = "up", **given) -> Match:
    """The Alchemist on seat 4 has put these Poisons (the first one unless said) into the pile."""
    inside = poisons or ("POISON#1",)
    given["characters"] = {BREWER: f"ALCHEMIST:{lies}", **given.get("characters", {})}
    given["settings"] = {**FULL, **given.get("settings", {})}
    given["tracks"] = {"poisoner": Seat(BREWER), **given.get("tracks", {})}
    elsewhere = {key: tuple(pile) for key, pile in given.get("piles", {}).items() if not key.startswith("disguise")}
    elsewhere["reserve"] = tuple(card for card in SKILLS if card not in inside)
    held = sum(len(tuple(given.get("hands", {}).get(seat, "??"))) for seat in range(seats))
    total = len(decks(given["settings"], seats)["actions"])
    rest = total - held - sum(map(len, elsewhere.values())) - len(inside) - 3  # three events are unused
    pile = (*(f"{piece}:shown" for piece in inside), *("?",) * rest)
    given["piles"] = {**given.get("piles", {}), **elsewhere, "pile": pile}
    return middle(seats, **given)
