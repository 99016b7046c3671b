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
"""By the code of the lower piece."""


def covered_by(item: Lying, upper: Iterable[Lying]) -> Lying:
    """The piece, which also remembers the pieces that came to lie over it since it was seen."""
    over = {
        other.tag.payload
        for other in upper
        if other.standing is Standing.SEEN
        and other.number != item.number
        and other.rest_s > item.seen_s
        and not other.tag.shared
        and lies_over(other.body, item.sighting)
    }
    return item if over <= item.over else replace(item, over=item.over | over)


def with_gone(rides: Rides, item: Lying, lying: Iterable[Lying], now_s: float) -> Rides:
    """After a piece was told as gone: it rides along if it lay under others."""
    if item.tag.shared or not item.over:
        return rides
    is_set_down = any(
        other.tag.payload in item.over and other.standing is not Standing.MISSING and other.number != item.number
        for other in lying
    )
    return {**rides, item.tag.payload: Riding(item.over, math.inf if is_set_down else now_s + _SET_DOWN_S)}


def with_placed(rides: Rides, body: Body, now_s: float) -> Rides:
    """After a piece came to the table: it rides no more, and those that vanished under it just now ride with it."""
    payload = body.tag.payload
    kept = {}
    for lower, riding in rides.items():
        if lower == payload or riding.until_s < now_s:
            continue
        kept[lower] = replace(riding, until_s=math.inf) if payload in riding.over else riding
    return kept


def hidden_since(rides: Rides, body: Body, absent: Iterable[Lying]) -> float | None:
    """Since when a piece that was not known to lie here was under one that is not seen any more; None: it was not."""
    riding = rides.get(body.tag.payload)
    if riding is None:
        return None
    over = (item.rest_s for item in absent if item.tag.payload in riding.over and lies_over(item.body, body.sighting))
    return min(over, default=None)
