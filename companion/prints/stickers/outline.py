"""From dark squares to outlines: neighbours become one shape, so that no printer leaves a hairline between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from vision.sticker import QUIET_MODULES, sticker_modules

Corner = tuple[int, int]


def outlines(dark: Sequence[Sequence[bool]]) -> tuple[tuple[Corner, ...], ...]:
    """Closed outlines (column, row) of all dark squares, to be filled by the even-odd rule; holes are outlines too."""
    ahead: dict[Corner, list[Corner]] = {}
    for (x, y), end in _edges(dark):
        ahead.setdefault((x, y), []).append(end)
    shapes = []
    while ahead:
        start = next(iter(ahead))
        shape, at = [start], _step(ahead, start)
        while at != start:
            shape.append(at)
            at = _step(ahead, at)
        shapes.append(_corners(shape))
    return tuple(shapes)


def _edges(dark: Sequence[Sequence[bool]]) -> list[tuple[Corner, Corner]]:
    """The sides of dark squares that have no dark square beyond them, with the dark on their right hand."""
    high, wide = len(dark), len(dark[0])

    def is_dark(x: int, y: int) -> bool:
        return 0 <= x < wide and 0 <= y < high and bool(dark[y][x])

    edges = []
    for y in range(high):
        for x in range(wide):
            if not is_dark(x, y):
                continue
            if not is_dark(x, y - 1):
                edges.append(((x, y), (x + 1, y)))
            if not is_dark(x + 1, y):
                edges.append(((x + 1, y), (x + 1, y + 1)))
            if not is_dark(x, y + 1):
                edges.append(((x + 1, y + 1), (x, y + 1)))
            if not is_dark(x - 1, y):
                edges.append(((x, y + 1), (x, y)))
    return edges


def _step(ahead: dict[Corner, list[Corner]], at: Corner) -> Corner:
    ends = ahead[at]
    end = ends.pop()
    if not ends:
        del ahead[at]
    return end


def _corners(shape: list[Corner]) -> tuple[Corner, ...]:
    """Without the points in the middle of a straight side."""
    ring = [shape[-1], *shape, shape[0]]
    return tuple(
        point
        for before, point, after in zip(ring, ring[1:], ring[2:], strict=False)
        if not before[0] == point[0] == after[0] and not before[1] == point[1] == after[1]
    )


@lru_cache(maxsize=256)
def tag_outlines(payload: str) -> tuple[int, tuple[tuple[Corner, ...], ...]]:
    """Modules along the side of the tag, quiet zone and all, and the outlines of its dark ones."""
    modules = sticker_modules(payload)
    dark = [[value == 0 for value in row] for row in modules.tolist()]
    assert not any(any(row) for row in dark[:QUIET_MODULES])
    return len(dark), outlines(dark)
