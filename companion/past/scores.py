"""How the scores of a match went: the counted tracks that its game shows large, by seat, as all knew them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.past.story import StoryStep
from rules.engine.game import Game
from rules.engine.redact import redact
from rules.engine.types import PUBLIC, Seat, State


@dataclass(frozen=True)
class Course:
    """One kind of track: for each seat that has one, the steps at which its value became another, and the value."""

    kind: str
    points: tuple[tuple[Seat, tuple[tuple[int, int], ...]], ...]


def values(game: Game, state: State) -> dict[tuple[str, Seat], int]:
    """The counted tracks of all seats that everybody may know, by kind and seat."""
    found: dict[tuple[str, Seat], int] = {}
    for track in state.tracks.values():
        kind = track.key.partition("/")[0]
        if kind in game.screens.prominent and track.owner is not None and PUBLIC in track.readers:
            value = track.value
            if isinstance(value, int) and not isinstance(value, bool | Seat):
                found[kind, track.owner] = value
    return found


def courses(game: Game, steps: Iterable[StoryStep]) -> tuple[Course, ...]:
    """The course of every kind of score over the steps of a match."""
    found: dict[str, dict[Seat, list[tuple[int, int]]]] = {}
    latest: dict[tuple[str, Seat], int] = {}
    for at, step in enumerate(steps):
        now = values(game, step.state)
        for (kind, seat), value in now.items():
            if latest.get((kind, seat)) != value:
                found.setdefault(kind, {}).setdefault(seat, []).append((at, value))
        latest = now
    return tuple(
        Course(kind, tuple((seat, tuple(points)) for seat, points in sorted(seats.items())))
        for kind, seats in sorted(found.items())
    )


def final_scores(game: Game, state: State) -> tuple[int | None, ...]:
    """By seat what counts as its score at the end; None where the game counts none. Of several kinds it is the one
    that is not drawn as so many shapes, which is a stock and no score. A score that all have together, as a line of the
    result states it, is everybody's."""
    known = values(game, redact(state, PUBLIC))
    kinds = sorted({kind for kind, _ in known} - game.screens.pips.keys())
    if not kinds and state.result is not None:
        return (state.result.shared_score,) * len(state.seats)
    return tuple(known.get((kinds[0], seat)) if kinds else None for seat in state.seats)
