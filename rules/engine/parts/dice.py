"""Kept dice: some are rolled, some of these are kept, and the others may be rolled again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from rules.engine.game import Play
from rules.engine.questions import Choose, Option, Roll
from rules.engine.table import Table, TableError
from rules.engine.types import Refusal, Say, Seat, State, listed

Faces = tuple[int, ...]
MayKeep = Callable[[Faces], Refusal | None]
"""Why these dice may not be kept of a roll; None: they may."""


MayKeepNumber = Callable[[int], Refusal | None]
"""Why the dice of a number may not be kept; None: they may."""


def _any_number_may(number: int) -> Refusal | None:
    return None


def _row(faces: Faces) -> str:
    return "-".join(map(str, faces))


def _any_may(faces: Faces) -> Refusal | None:
    return None


@dataclass(frozen=True)
class KeptDice:
    """So many dice, each of so many sides. What shows and is not kept yet stands on the track `rolled`, what was kept
    on `kept`; both are for everybody."""

    count: int
    sides: int = 6

    def setup(self, t: Table) -> None:
        """Nothing is rolled."""
        t.add_track("rolled", ())
        t.add_track("kept", ())

    def rolled(self, state: Table | State) -> Faces:
        """What the dice show that were rolled last and not kept, in order."""
        return listed(state["rolled"], int)

    def kept(self, state: Table | State) -> Faces:
        """The dice that were kept, in order."""
        return listed(state["kept"], int)

    def left(self, state: Table | State) -> int:
        """How many are not kept."""
        return self.count - len(self.kept(state))

    def clear(self, t: Table) -> None:
        """All dice are there to be rolled: for the end of a turn."""
        t.set("rolled", ())
        t.set("kept", ())

    def roll(self, t: Table, seat: Seat, kind: str = "roll") -> Play:
        """A seat rolls all dice that are not kept; gives what they show."""
        left = self.left(t)
        faces = yield Roll(kind=kind, facts={"seat": seat, "count": left}, seat=seat, dice=(self.sides,) * left)
        t.set("rolled", tuple(sorted(faces)))
        t.tell("rolled", seat=seat, dice=_row(faces))
        return self.rolled(t)

    def keep(self, t: Table, seat: Seat, faces: Iterable[int]) -> None:
        """Keeps dice of the last roll that show this. TableError where they are not there."""
        rest, kept = list(self.rolled(t)), sorted(faces)
        for face in kept:
            if face not in rest:
                raise TableError(f"no die of the last roll shows {face}")
            rest.remove(face)
        t.set("rolled", tuple(rest))
        t.set("kept", tuple(sorted((*self.kept(t), *kept))))
        if kept:
            t.tell("kept", seat=seat, dice=_row(tuple(kept)))

    def choose(self, t: Table, seat: Seat, may: MayKeep = _any_may, least: int = 1, kind: str = "keep") -> Play:
        """A seat keeps some of the dice that it has rolled, at least so many; gives what they show."""
        choices = partial(self._choices, may, least)
        faces = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=choices)
        self.keep(t, seat, faces)
        return faces

    def _choices(self, may: MayKeep, least: int, seen: State) -> tuple[Option, ...]:
        rolled = self.rolled(seen)
        ways = dict.fromkeys(way for count in range(least, len(rolled) + 1) for way in combinations(rolled, count))
        return tuple(
            Option(f"keep:{_row(way)}", way, Say("keep", {"dice": _row(way)}), refusal=may(way)) for way in ways
        )

    def choose_number(self, t: Table, seat: Seat, may: MayKeepNumber = _any_number_may, kind: str = "keep") -> Play:
        """A seat keeps all dice of the last roll that show one number; gives the number."""
        choices = partial(self._numbers, may)
        number = yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=choices)
        self.keep(t, seat, [number] * self.rolled(t).count(number))
        return number

    def _numbers(self, may: MayKeepNumber, seen: State) -> tuple[Option, ...]:
        rolled = self.rolled(seen)
        return tuple(
            Option(
                f"keep:{number}",
                number,
                Say("keep", {"dice": _row(rolled.count(number) * (number,))}),
                refusal=may(number),
            )
            for number in dict.fromkeys(rolled)
        )

    def go_on(self, t: Table, seat: Seat, kind: str = "roll_again") -> Play:
        """Whether a seat rolls again rather than stops; never without a die to roll."""
        if not self.left(t):
            return False
        return (yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=_again_or_stop))


def _again_or_stop(seen: State) -> tuple[Option, ...]:
    return (Option("roll", True, Say("roll_again")), Option("stop", False, Say("stop")))
