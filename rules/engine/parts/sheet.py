"""Score sheets: every seat writes numbers into the spaces of its own sheet, and ticks; the total runs along."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from rules.engine.game import Play
from rules.engine.mat import Sheet, Space
from rules.engine.questions import Choose, Option
from rules.engine.table import Table, TableError
from rules.engine.types import Refusal, Say, Seat, State

Written = Mapping[str, int]
"""What stands on a sheet, by space; a tick is 1, and what is empty is left out."""
Counts = Callable[[str], int | Refusal]
"""What would be written into a space, or why it may not be chosen now."""
_WIDE: Final = 2.6
_HIGH: Final = 0.72


def _sum(written: Written) -> int:
    return sum(written.values())


@dataclass(frozen=True)
class ScoreSheet:
    """A sheet for every seat. `spaces` are codes of the words' table `word`, those in `ticks` only ticked; what stands
    in a space is on the track `SPACE/SEAT`, where the host can correct it. `total` counts a sheet."""

    spaces: tuple[str, ...]
    ticks: frozenset[str] = frozenset()
    columns: int = 1
    total: Callable[[Written], int] = _sum

    def setup(self, t: Table) -> None:
        """All sheets are empty."""
        for seat in t.seats:
            for space in self.spaces:
                t.add_track(f"{space}/{seat}", None, owner=seat)

    def written(self, state: Table | State, seat: Seat) -> dict[str, int]:
        """What stands on a seat's sheet."""
        found = ((space, state[f"{space}/{seat}"]) for space in self.spaces)
        return {space: int(value) for space, value in found if isinstance(value, int)}

    def empty(self, state: Table | State, seat: Seat) -> tuple[str, ...]:
        """The spaces of a seat in which nothing stands."""
        return tuple(space for space in self.spaces if space not in self.written(state, seat))

    def score(self, state: Table | State, seat: Seat) -> int:
        """What a seat's sheet counts now."""
        return self.total(self.written(state, seat))

    def is_full(self, state: Table | State) -> bool:
        """Whether nobody has an empty space."""
        return not any(self.empty(state, seat) for seat in state.seats)

    def write(self, t: Table, seat: Seat, space: str, number: int = 1) -> None:
        """Writes a number into an empty space, or ticks it, and tells `wrote`. TableError when it is not empty."""
        if t[f"{space}/{seat}"] is not None:
            raise TableError(f"'{space}' of seat {seat} is written already: offer only spaces of empty(t, seat)")
        t.set(f"{space}/{seat}", True if space in self.ticks else number)
        t.tell("wrote", seat=seat, space=space, number=number, total=self.score(t, seat))

    def choose(self, t: Table, seat: Seat, kind: str, counts: Counts) -> Play:
        """A seat chooses one of its empty spaces and writes into it what `counts` says. Gives the space."""
        choices = partial(self._choices, seat, counts)
        space = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=choices)
        number = counts(space)
        self.write(t, seat, space, number if isinstance(number, int) else 0)
        return space

    def _choices(self, seat: Seat, counts: Counts, seen: State) -> Iterator[Option]:
        for space in self.empty(seen, seat):
            number = counts(space)
            refusal = number if isinstance(number, Refusal) else None
            say = Say("write", {"space": space, "number": 0 if refusal else number})
            yield Option(f"write:{space}", space, say, refusal=refusal, cell=f"{space}/{seat}")

    def finish(self, t: Table) -> None:
        """Ends the match: who has most wins, equals share it."""
        scores = {seat: self.score(t, seat) for seat in t.seats}
        most = max(scores.values())
        lines = [Say("score_line", {"seat": seat, "score": score}) for seat, score in scores.items()]
        t.finish([seat for seat, score in scores.items() if score == most], lines)

    def sheets(self, seen: State) -> tuple[Sheet, ...]:
        """The sheets as they are drawn, for `Screens(sheets=...)`."""
        return tuple(self._sheet(seen, seat) for seat in seen.seats)

    def _sheet(self, seen: State, seat: Seat) -> Sheet:
        written = self.written(seen, seat)
        rows = -(-len(self.spaces) // self.columns)
        spaces = [
            self._space(space, seat, number // rows, number % rows, written.get(space))
            for number, space in enumerate(self.spaces)
        ]
        middle = (self.columns - 1) * (_WIDE + 0.1) / 2
        total = self.total(written)
        spaces.append(Space(f"total/{seat}", middle, rows * _HIGH + 0.1, _WIDE, _HIGH, label="total", number=total))
        title, key = Say("score_sheet", {"seat": seat}), f"sheet/{seat}"
        return Sheet(key, title, tuple(spaces), seat=seat, active=seen.turn == seat)

    def _space(self, space: str, seat: Seat, column: int, row: int, number: int | None) -> Space:
        ticked = number is not None and space in self.ticks
        return Space(
            f"{space}/{seat}",
            column * (_WIDE + 0.1),
            row * _HIGH,
            _WIDE,
            _HIGH,
            label=space,
            number=None if ticked else number,
            ticked=ticked,
        )
