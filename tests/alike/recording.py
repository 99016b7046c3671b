"""Recording matches of one version, and finding the first thing that another tells otherwise."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from tests.alike.chance import next_step, planned
from tests.alike.plan import SUFFIX, Recorded, Told, files_of
from tests.alike.table import FAULT, Hands

STEPS = 24
"""How much hands do in one match."""

_AROUND = 90
_MOST = 4


@dataclass(frozen=True)
class Difference:
    """The first thing that was told otherwise: after how many steps of which match, and by which outlet. `step` is -1
    for what the history tells."""

    match: str
    step: int
    done: str
    outlet: str
    what: str

    def __str__(self) -> str:
        when = "afterwards" if self.step < 0 else f"at step {self.step} ({self.done})" if self.step else "at the set-up"
        return f"{self.match}: {when}, {self.outlet}:\n{self.what}"


def recorded(slug: str, number: int, seed: int, steps: int = STEPS) -> Recorded:
    """Plays the `number`th match of a game."""
    match = planned(slug, number, seed)
    random = Random(match.seed)
    with TemporaryDirectory() as folder, Hands(match, Path(folder)) as hands:
        match.told.append(hands.told())
        while len(match.steps) < steps and (step := next_step(hands, random)) is not None:
            match.steps.append(step)
            match.told.append(hands.take(step))
            if FAULT in match.told[-1]:
                return match
        match.past = hands.past()
    return match


def record(folder: Path, slugs: Iterable[str], matches: int, seed: int, steps: int = STEPS) -> Iterator[Recorded]:
    """Records so many matches, of one game after the other, into a folder, and gives each."""
    folder.mkdir(parents=True, exist_ok=True)
    games = list(slugs)
    for n in range(matches):
        match = recorded(games[n % len(games)], n // len(games), seed, steps)
        match.save(folder / f"{n:04}-{match.header.game}{SUFFIX}")
        yield match


def replayed(match: Recorded) -> Difference | None:
    """Does what hands did then; what is told otherwise now, if anything is."""
    with TemporaryDirectory() as folder, Hands(match, Path(folder)) as hands:
        then = iter(match.told)
        found = _first(next(then), hands.told())
        if found:
            return Difference(match.title, 0, "", *found)
        for n, (step, told) in enumerate(zip(match.steps, then, strict=True), start=1):
            found = _first(told, hands.take(step))
            if found:
                return Difference(match.title, n, json.dumps(step), *found)
        if FAULT in match.told[-1]:
            return None
        found = _first(match.past, hands.past())
    return Difference(match.title, -1, "", *found) if found else None


def compare(folder: Path, most: int = 0) -> Iterator[Difference | None]:
    """Replays the matches of a folder; for each the first difference, if there is one."""
    for path in files_of(folder, most):
        yield replayed(Recorded.load(path))


# -- saying what differs -----------------------------------------------------------------------------------------------


def _first(then: Told, now: Told) -> tuple[str, str] | None:
    """The first outlet that tells something else, and what."""
    for outlet in [*then, *(name for name in now if name not in then)]:
        if then.get(outlet) != now.get(outlet):
            return outlet, what_differs(then.get(outlet), now.get(outlet))
    return None


def what_differs(then: str | None, now: str | None) -> str:
    """Some lines that a person can read: the values of a packet that are others, or the place in a text."""
    if then is None or now is None:
        return "  there was no such outlet" if then is None else "  it tells nothing any more"
    try:
        found = list(_values(json.loads(then), json.loads(now), ""))
    except ValueError:
        found = []
    if not found:
        return _lines(then, now)
    more = [f"  and {len(found) - _MOST} more"] if len(found) > _MOST else []
    return "\n".join([f"  {place}\n{_lines(*texts)}" for place, *texts in found[:_MOST]] + more)


def _values(then: Any, now: Any, place: str) -> Iterator[tuple[str, str, str]]:
    if isinstance(then, dict) and isinstance(now, dict):
        for key in [*then, *(key for key in now if key not in then)]:
            yield from _values(then.get(key), now.get(key), f"{place}.{key}")
    elif isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        for n, (one, other) in enumerate(zip(then, now, strict=True)):
            yield from _values(one, other, f"{place}[{n}]")
    elif then != now:
        yield place.lstrip(".") or "whole", _written(then), _written(now)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _lines(then: str, now: str) -> str:
    """Both texts from a little before the place where they part."""
    same = next((n for n, (a, b) in enumerate(zip(then, now, strict=False)) if a != b), min(len(then), len(now)))
    start = max(0, same - _AROUND)
    shown = (text[start : same + _AROUND].replace("\n", "⏎") for text in (then, now))
    dots = "…" if start else ""
    return "\n".join(f"    {when}: {dots}{text}" for when, text in zip(("then", "now "), shown, strict=True))
