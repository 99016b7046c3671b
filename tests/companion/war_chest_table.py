"""A table of War Chest in the middle of a match, as tests of the hub use it: the armies of the first game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.reading.tags import back_code
from rules.engine.entries import Position
from rules.engine.types import Seat, Shape
from rules.games import game
from tests.companion.evening import Evening
from vision.types import Presence, Side, Tag

WAR_CHEST = game("war_chest")
ARMIES = (("swordsman", "pikeman", "crossbowman", "light_cavalry"), ("archer", "cavalry", "lancer", "scout"))
FOURS = frozenset({"archer", "cavalry", "knight", "lancer", "pikeman", "warrior_priest"})
SIDES = ("raven", "wolf")
MARKED = (("e2", "h1"), ("d7", "g6"))


def position(
    hands: Mapping[int, tuple[str, ...]] | None = None,
    units: Mapping[str, tuple[str, ...]] | None = None,
    turn: int = 0,
    *,
    unseen: tuple[int, ...] = (),
    discards: Mapping[str, tuple[str, ...]] | None = None,
    markers: Mapping[str, str] | None = None,
) -> Position:
    """Coins by name in hands, on hexes and in discards; two of each kind were in the bag, the others are in supply
    unless they are named elsewhere. The hands of the `unseen` seats are not known to the companion."""
    hands, units, discards = hands or {}, units or {}, discards or {}
    markers = {**{cell: SIDES[s] for s in (0, 1) for cell in MARKED[s]}, **(markers or {})}
    piles: dict[str, tuple[str, ...]] = {f"hex/{cell}": coins for cell, coins in units.items()} | dict(discards)
    placed = {c.partition(":")[0] for coins in (*units.values(), *discards.values()) for c in coins}
    for seat, army in enumerate(ARMIES):
        held = hands.get(seat, ())
        piles[f"hand/{seat}"] = ("?@coins",) * len(held) if seat in unseen else held
        inside = 0
        for number, unit in enumerate(army, 1):
            copies = [f"{unit}#{n}" for n in range(1, (4 if unit in FOURS else 5) + 1)]
            free = [c for c in copies if c not in placed and c not in held]
            spare = max(0, len(copies) - 2)
            supply = [c for c in copies[2:] if c in free][:spare]
            piles[f"supply_{number}/{seat}"] = tuple(supply)
            inside += len(free) - len(supply)
        royal = f"royal_{SIDES[seat]}"
        inside += royal not in held and royal not in placed
        piles[f"bag/{seat}"] = ("?@coins",) * inside
        piles[f"cards/{seat}"] = tuple(f"card_{unit}" for unit in army)
    used = {unit for army in ARMIES for unit in army}
    others = {*used, *(f"royal_{side}" for side in SIDES)}
    coins = WAR_CHEST.box.decks(WAR_CHEST.check_settings({}), 2)["coins"]
    piles["unused"] = tuple(p for p in coins if p.kind not in others)
    for side in SIDES:  # the first markers lie on the board
        mine = [cell for cell, owner in markers.items() if owner == side]
        names = [f"marker_{side}#{n}" for n in range(1, 7)]
        piles |= {f"control/{cell}": (name,) for cell, name in zip(mine, names, strict=False)}
        piles[f"stock_{side}"] = tuple(names[len(mine) :])
    piles["initiative/0"] = ("initiative_marker",)
    tracks = {
        "initiative": Seat(0),
        "round": 1,
        **{f"faction/{s}": SIDES[s] for s in (0, 1)},
        **{f"army/{s}": ARMIES[s] for s in (0, 1)},
    }
    return Position(piles, tracks, "turn", turn)  # type: ignore[arg-type]


def table(
    at: Position,
    *,
    phones: Callable[[Seat], bool] = lambda seat: True,
    patience_s: float = 2.0,
    was_built: bool = False,
) -> Evening:
    """The table with everything lying where the notes have it: of stacks the topmost piece is seen, or (`was_built`)
    the camera saw every coin come."""
    evening = Evening(WAR_CHEST, at, phones=phones, patience_s=patience_s)
    state = evening.match.state
    for pile in state.piles.values():
        shown = pile.slots if pile.shape is not Shape.STACK or was_built else pile.slots[-1:]
        for slot in shown if pile.spot is not None else ():
            name = str(slot.piece) if slot.face_up else slot.deck
            code = evening.front(name) if slot.face_up else back_code(WAR_CHEST.slug, slot.deck)
            tag = Tag(code, name, Side.FRONT if slot.face_up else Side.BACK, shared=not slot.face_up)
            evening.lying.append(Presence(tag, None, 0.0, pile.spot, evening.now_s, evening.now_s))
    evening.see()
    evening.now_s += 10.0
    evening.lying = [replace(p, seen_s=evening.now_s) for p in evening.lying]
    evening.see()
    evening.spoken.clear()
    assert evening.match.version == 0
    return evening


def lying(evening: Evening, piece: str) -> Presence:
    """What lies there of a piece."""
    return next(p for p in evening.lying if p.tag.piece == piece)
