"""What readers are handed in worlds that differ in secret cards."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.engine.match import Match
from rules.engine.packets import packet, plain
from rules.engine.types import Seat

EVERYBODY = range(-1, 5)


def handed(match: Match, reader: int) -> object:
    """All that a reader is handed, as the bytes that go out; the count of entries set aside."""
    found = plain(packet(match, Seat(reader)))
    assert isinstance(found, dict)
    return {key: value for key, value in found.items() if key != "version"}


def same_for_others(worlds: Sequence[Match], knowing: Collection[int]) -> None:
    """Nobody but these can tell the worlds apart."""
    for reader in EVERYBODY:
        if reader not in knowing:
            first, *rest = (handed(match, reader) for match in worlds)
            assert all(other == first for other in rest), f"reader {reader} sees a difference"
