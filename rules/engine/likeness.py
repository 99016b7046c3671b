"""What a state says to people who do not tell copies apart.

In a deck that a game calls alike, a copy's name is only what the notes call it: of the same cards, notes that know more
cards name others. What two states mean is therefore compared by kinds there, and by names everywhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from rules.engine.types import PUBLIC, State, TrackValue


def lying(state: State, alike: Iterable[str]) -> Counter[tuple[str, str]]:
    """How often each known piece lies in each pile, by its name or, in the decks `alike`, by its kind."""
    kinds = _kinds(state, alike)
    return Counter((kinds.get(piece, piece), key) for piece, key in state.known().items())


def public_tracks(state: State, alike: Iterable[str]) -> dict[str, TrackValue]:
    """What everybody may read on tracks. Lists of pieces in the decks `alike` become their kinds, sorted."""
    kinds = _kinds(state, alike)
    return {key: _by_kind(t.value, kinds) for key, t in state.tracks.items() if PUBLIC in t.readers}


def _kinds(state: State, alike: Iterable[str]) -> dict[str, str]:
    return {piece: piece.kind for deck in alike for piece in state.decks.get(deck, ())}


def _by_kind(value: TrackValue, kinds: Mapping[str, str]) -> TrackValue:
    if isinstance(value, tuple) and any(v in kinds for v in value):
        return tuple(sorted(kinds.get(str(v), str(v)) for v in value))
    return kinds.get(value, value) if isinstance(value, str) else value
