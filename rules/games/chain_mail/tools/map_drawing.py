"""A map of Chain Mail as a drawing to look at or to print: hexes with what is on them, and walls. No colour is needed
to read it; the tints only help to find a terrain again."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt
from typing import Final

from rules.drawing import (
    INK,
    PAPER,
    SOFT,
    Anchor,
    Disc,
    Patch,
    Picture,
    Place,
    Shape,
    Stroke,
    Text,
    text_width,
)
from rules.games.chain_mail.content import Content, Hex, Map

REACH: Final = 64.0
"""From the middle of a hex to a corner, in units of a ninety-sixth of an inch."""
TINTS: Final = (
    *("#ffffff", "#f3e3c3", "#d9e6d2", "#f2d3c6", "#cfe4f1", "#e6dcf1", "#e4e4e0", "#cfe0c0", "#d8d2c8", "#f6edb4"),
    *("#dff0ea", "#f0dbe3"),
)
_MARGIN: Final = 26.0
_HEAD: Final = 46.0
_LEGEND: Final = 54.0
_SOLID: Final = 10.0
_LOCKED: Final = 6.0


def map_picture(content: Content, ident: str) -> Picture:
    """The drawing of a map."""
    found = content.maps[ident]
    places = {h.id: _middle(h) for h in found.hexes}
    left = min(x for x, _ in places.values()) - REACH - _MARGIN
    top = min(y for _, y in places.values()) - REACH * sqrt(3) / 2 - _MARGIN - _HEAD
    at = {number: (x - left, y - top) for number, (x, y) in places.items()}
    width = max(max(x for x, _ in at.values()) + REACH + _MARGIN, 560.0)
    base = max(y for _, y in at.values()) + REACH * sqrt(3) / 2 + _MARGIN
    shapes: list[Shape] = [Text((_MARGIN, 36), found.name, 24, bold=True)]
    tints = {terrain: TINTS[n % len(TINTS)] for n, terrain in enumerate(content.terrains)}
    for one in found.hexes:
        shapes += _hex(one, at[one.id], content, tints[one.terrain], is_start=one.id == found.start)
    for wall in found.walls:
        shapes += _wall(at[wall.a], at[wall.b], wall.kind, f"{wall.a}-{wall.b}")
    shapes += _legend(base)
    return Picture(width, base + _LEGEND, found.name, _told(found, content), tuple(shapes))


def _middle(one: Hex) -> Place:
    return 1.5 * REACH * one.q, sqrt(3) * REACH * (one.r + one.q / 2)


def _corners(at: Place, reach: float) -> tuple[Place, ...]:
    return tuple((at[0] + reach * cos(n * pi / 3), at[1] + reach * sin(n * pi / 3)) for n in range(6))


def _hex(one: Hex, at: Place, content: Content, tint: str, is_start: bool) -> Iterator[Shape]:
    x, y = at
    yield Patch(_corners(at, REACH - 1), tint, INK, 1.2)
    if is_start:
        yield Patch(_corners(at, REACH - 6), "", INK, 2.4)
        yield Text((x, y - 40), "start", 10, Anchor.MIDDLE)
    yield Text((x, y - 22), str(one.id), 20, Anchor.MIDDLE, bold=True)
    for n in range(one.skulls):
        yield from skull((x + (n - (one.skulls - 1) / 2) * 20, y - 8))
    yield from _named((x, y + 15), content.terrains[one.terrain].name)
    marks = bool(one.spot) + one.chest
    if one.spot:
        yield from spot((x - (13 if marks == 2 else 0), y + 31), one.spot)
    if one.chest:
        yield from chest((x + (13 if marks == 2 else 0), y + 31))


def _named(at: Place, name: str) -> Iterator[Shape]:
    size = 11.0
    while text_width(name, size) > 1.55 * REACH and size > 7:
        size -= 0.5
    longest = int(1.55 * REACH / (size * 0.56))
    yield Text(at, name if len(name) <= longest else f"{name[: longest - 1]}…", size, Anchor.MIDDLE)


def skull(at: Place) -> Iterator[Shape]:
    """A skull: one die of trouble."""
    x, y = at
    yield Patch(((x - 3.5, y + 3), (x + 3.5, y + 3), (x + 3.5, y + 9), (x - 3.5, y + 9)), PAPER, INK, 1.2)
    yield Disc((x, y), 7, PAPER, INK, 1.2)
    yield Disc((x - 2.7, y), 1.7, INK, INK, 0)
    yield Disc((x + 2.7, y), 1.7, INK, INK, 0)


def spot(at: Place, letter: str) -> Iterator[Shape]:
    """The letter by which quests name a hex."""
    yield Disc(at, 10, INK, INK, 1)
    yield Text((at[0], at[1] + 4.6), letter, 13, Anchor.MIDDLE, bold=True, colour=PAPER)


def chest(at: Place) -> Iterator[Shape]:
    """A chest."""
    x, y = at
    yield Patch(((x - 9, y - 2), (x - 7, y - 8), (x + 7, y - 8), (x + 9, y - 2)), PAPER, INK, 1.4)
    yield Patch(((x - 9, y - 2), (x + 9, y - 2), (x + 9, y + 8), (x - 9, y + 8)), PAPER, INK, 1.4)
    yield Patch(((x - 2, y - 4), (x + 2, y - 4), (x + 2, y + 2), (x - 2, y + 2)), INK, INK, 0.5)


def lock(at: Place) -> Iterator[Shape]:
    """A lock on a wall."""
    x, y = at
    yield Disc(at, 10, PAPER, INK, 1.2)
    arch = tuple((x + 3.4 * cos(pi + n * pi / 6), y - 1 + 4 * sin(pi + n * pi / 6)) for n in range(7))
    yield Stroke(arch, INK, 1.6)
    yield Patch(((x - 5, y - 1), (x + 5, y - 1), (x + 5, y + 6), (x - 5, y + 6)), INK, INK, 0.5)


def _wall(one: Place, other: Place, kind: str, name: str) -> Iterator[Shape]:
    middle = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    across = (other[1] - one[1], one[0] - other[0])
    part = REACH / 2 / sqrt(across[0] ** 2 + across[1] ** 2)
    ends = tuple((middle[0] + sign * part * across[0], middle[1] + sign * part * across[1]) for sign in (-1, 1))
    yield from _drawn_wall(ends, kind, name)


def _drawn_wall(ends: tuple[Place, ...], kind: str, name: str) -> Iterator[Shape]:
    about = (("wall", name), ("kind", kind))
    if kind == "solid":
        yield Stroke(ends, INK, _SOLID, about=about)
        return
    yield Stroke(ends, INK, _LOCKED, (7, 4), halo=True, about=about)
    yield from lock(((ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2))


def _legend(base: float) -> Iterator[Shape]:
    y = base + 16
    yield from skull((34, y - 4))
    yield Text((48, y), "die of trouble", 11, colour=SOFT)
    yield from spot((158, y - 4), "A")
    yield Text((173, y), "quest spot", 11, colour=SOFT)
    yield from chest((262, y - 4))
    yield Text((277, y), "chest", 11, colour=SOFT)
    yield from _drawn_wall(((330, y - 4), (372, y - 4)), "locked", "legend")
    yield Text((382, y), "locked", 11, colour=SOFT)
    yield from _drawn_wall(((442, y - 4), (484, y - 4)), "solid", "legend")
    yield Text((494, y), "solid", 11, colour=SOFT)


def _told(found: Map, content: Content) -> str:
    parts = []
    for one in found.hexes:
        spot_of, chest_of = f", spot {one.spot}" if one.spot else "", ", a chest" if one.chest else ""
        start = ", the start" if one.id == found.start else ""
        ground = content.terrains[one.terrain].name
        parts.append(f"hex {one.id}: {ground}, skulls {one.skulls}{spot_of}{chest_of}{start}")
    walls = [f"{wall.kind} wall between {wall.a} and {wall.b}" for wall in found.walls]
    return f"{'; '.join((*parts, *walls))}."
