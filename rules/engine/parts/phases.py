"""Phases of a match from decorated steps, and what each kind of card does from decorated deeds."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from inspect import signature
from typing import Any, Final, Protocol, TypeVar

from rules.engine.game import Play
from rules.engine.questions import Question
from rules.engine.table import Table

Step = Callable[..., Play | None]
S = TypeVar("S", bound=Step)
_LONGEST: Final = 10_000
"""Steps without a question after which a game is held to run in a circle."""


class Part(Protocol):
    """A part that puts its piles and tracks on the table."""

    def setup(self, t: Table) -> None:
        """Adds them."""


class PhaseError(Exception):
    """A fault in the phases of a game: one sentence that names the step and the cure."""


def _wants_seat(step: Step) -> bool:
    return len(signature(step).parameters) > 1


@dataclass(frozen=True)
class Phases:
    """The phases of a game, each a step: a function that is called like its phase.

    A step gets the table and, if it takes a second argument, the seat whose turn it is; `t.go` says which step is next.
    The first question of a step is a boundary by itself, as long as the step has changed nothing before it."""

    steps: dict[str, Step] = field(default_factory=dict)

    def step(self, function: S) -> S:
        """Makes a function the phase of its name."""
        if function.__name__ in self.steps:
            raise PhaseError(f"There are two steps '{function.__name__}'; give one of them another name.")
        self.steps[function.__name__] = function
        return function

    def setup(self, *parts: Part) -> Callable[[Table], None]:
        """What `Rules(setup=...)` wants: sets up these parts in their order and goes to the first step, with the first
        seat if it is for one."""

        def set_up(t: Table) -> None:
            for part in parts:
                part.setup(t)
            if not t.phase and self.steps:
                name, step = next(iter(self.steps.items()))
                t.go(name, t.seats[0] if _wants_seat(step) else None)

        return set_up

    def play(self, t: Table) -> Play:
        """The game's coroutine, for `Rules(play=phases.play)`."""
        idle = 0
        while t.result is None:
            name, before, told = t.phase, t.state, len(t.told)
            asked = yield from self._one(t, name)
            if not asked and t.state is before and len(t.told) == told:
                raise PhaseError(
                    f"The step '{name}' asks nothing and changes nothing, so that it would run for ever: go on with "
                    "t.go(...), and write 'yield from' before every part that asks."
                )
            idle = 0 if asked else idle + 1
            if idle > _LONGEST:
                raise PhaseError(f"The step '{name}' and those after it ask nobody anything: let one of them ask.")

    def _one(self, t: Table, name: str) -> Generator[Question, Any, bool]:
        """One step; whether it has asked something."""
        step = self.steps.get(name)
        if step is None:
            steps = ", ".join(self.steps) or "none"
            raise PhaseError(f"There is no step '{name}', to which t.go leads; the steps are: {steps}.")
        wants_seat = _wants_seat(step)
        if wants_seat and t.turn is None:
            raise PhaseError(f"The step '{name}' is for a seat, and nobody's turn it is: write t.go({name!r}, seat).")
        before, told = t.state, len(t.told)
        play = step(t, t.turn) if wants_seat else step(t)
        if play is None:
            return False
        asked, answer = False, None
        while True:
            try:
                question = play.send(answer)
            except StopIteration:
                return asked
            if not asked and not question.boundary and t.state is before and len(t.told) == told:
                question = replace(question, boundary=True)
            asked = True
            answer = yield question


@dataclass(frozen=True)
class Deeds:
    """What each kind of card does: a function for one kind or several."""

    by_kind: dict[str, Step] = field(default_factory=dict)

    def of(self, *kinds: str) -> Callable[[S], S]:
        """Makes a function, of the table and the seat that has played the card, what these kinds of card do."""

        def named(function: S) -> S:
            for kind in kinds:
                if kind in self.by_kind:
                    raise PhaseError(f"There are two deeds of '{kind}'; leave one of them away.")
                self.by_kind[kind] = function
            return function

        return named

    def do(self, kind: str, t: Table, seat: int) -> Play:
        """Does what stands on a card; nothing for a kind that has no deed."""
        deed = self.by_kind.get(kind)
        play = deed(t, seat) if deed is not None else None
        if play is not None:
            yield from play
