"""What vanished and what appeared in the same look: which of them are one piece, turned over or moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vision.table._memory import Look, Lying, TrackSettings, Visibility
from vision.table._where import Body, body_gap_mm, gap_mm

Pair = tuple[Lying, Body]


def turned_over(
    fresh: Sequence[Body],
    absent: Sequence[Lying],
    look: Look,
    is_covered: Callable[[Lying], bool],
    settings: TrackSettings,
) -> list[Pair]:
    """A side that vanished and another side that appeared at the same place are one piece turned over. Not so where
    the old side still shows beside the new one: then another piece was laid over it."""
    found = []
    for body in fresh:
        for item in absent:
            if item.tag.side is body.tag.side:
                continue
            gap = body_gap_mm(item.body, body)
            if not (item.tag.shared or body.tag.shared):
                is_one = item.tag.piece == body.tag.piece
            elif gap > settings.turned_mm or look.visible(item) is Visibility.NOT_LOOKED:
                is_one = False
            else:
                is_one = not is_covered(item) and not look.remains(item, body)
            if is_one:
                found.append((gap, item, body))
    return _closest(found)


def shifted(
    fresh: Sequence[Body], absent: Sequence[Lying], look: Look, is_covered: Callable[[Lying], bool]
) -> list[Pair]:
    """A shared back that vanished here and appeared there in the same look has moved."""
    found = [
        (gap_mm(item.sighting, body.sighting), item, body)
        for body in fresh
        for item in absent
        if item.tag.payload == body.tag.payload and look.visible(item) is Visibility.CLEAR and not is_covered(item)
    ]
    return _closest(found)


def matched(known: Sequence[Lying], here: Sequence[Body], reach_mm: float) -> list[Pair]:
    """Remembered tags of one payload and where it was read now, each within `reach_mm` of the other."""
    if len(known) == 1 and len(here) == 1 and reach_mm == float("inf"):
        return [(known[0], here[0])]
    gaps = [(gap_mm(item.sighting, body.sighting), item, body) for item in known for body in here]
    return _closest([entry for entry in gaps if entry[0] <= reach_mm])


def _closest(found: Iterable[tuple[float, Lying, Body]]) -> list[Pair]:
    """Of all possible pairs the closest first, each item and each body once."""
    pairs: list[Pair] = []
    items: set[int] = set()
    bodies: set[int] = set()
    for _, item, body in sorted(found, key=lambda entry: entry[0]):
        if item.number not in items and id(body) not in bodies:
            items.add(item.number)
            bodies.add(id(body))
            pairs.append((item, body))
    return pairs
