"""Stacks that are moved as a whole: the lower pieces ride along unseen.

Where a stack was, nothing lies any more, so its lower pieces are told as gone; where it is now only its top shows. When
a lower piece comes to light at the top's place, that is no piece laid on the top: the top has been taken off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace

from vision.table._memory import Lying, Riding, Standing
from vision.table._where import Body, lies_over

_SET_DOWN_S = 10.0  # so long a stack may be in the air


Rides = Mapping[str, Riding]
"""By the name of the lower piece."""


def names_of(item: Lying) -> frozenset[str]:
    """What a piece is known by wherever it lies: its number while it is believed, and its code where that exists
    once."""
    number = f"#{item.number}"
    return frozenset((number,) if item.tag.shared else (number, item.tag.payload))


def covered_by(item: Lying, upper: Iterable[Lying]) -> Lying:
    """The piece, which also remembers the pieces that came to lie over it since it was seen."""
    over = {
        name
        for other in upper
        if other.standing is Standing.SEEN
        and other.number != item.number
        and other.rest_s > item.seen_s
        and lies_over(other.body, item.sighting)
        for name in names_of(other)
    }
    return item if over <= item.over else replace(item, over=item.over | over)


def with_gone(rides: Rides, item: Lying, lying: Iterable[Lying], now_s: float) -> Rides:
    """After a piece was told as gone: it rides along if it lay under others."""
    if not item.over:
        return rides
    is_set_down = any(
        names_of(other) & item.over and other.standing is not Standing.MISSING and other.number != item.number
        for other in lying
    )
    until_s = math.inf if is_set_down else now_s + _SET_DOWN_S
    name = f"#{item.number}" if item.tag.shared else item.tag.payload
    return {**rides, name: Riding(item.tag.payload, item.over, until_s)}


def with_placed(rides: Rides, body: Body, now_s: float) -> Rides:
    """After a piece came to the table: it rides no more, and those that vanished under it just now ride with it."""
    payload = body.tag.payload
    kept = {}
    for lower, riding in rides.items():
        if lower == payload or riding.until_s < now_s:
            continue
        kept[lower] = replace(riding, until_s=math.inf) if payload in riding.over else riding
    return kept


def rider(rides: Rides, body: Body, upper: Lying) -> str | None:
    """The name of the piece that a tag is which comes to light where this upper one lay; None: it was not under it."""
    if not lies_over(upper.body, body.sighting):
        return None
    found = (n for n, ride in rides.items() if ride.payload == body.tag.payload and names_of(upper) & ride.over)
    return next(found, None)
