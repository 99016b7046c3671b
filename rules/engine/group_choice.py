"""What players decide as a group: any of them may answer, and nothing of it is secret."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.engine.questions import Option, Question
from rules.engine.types import Seat, State


@dataclass(frozen=True, kw_only=True)
class GroupChoice(Question):
    """The players choose as a group: any of `seats` may answer, and the first answer counts. Nothing of it is secret.
    `leader` is the seat that is waited for, where the others may only add something; `choices(seen, seat)` gives what a
    seat may answer; `button` is the key that a mere press of a button gives."""

    seats: tuple[Seat, ...]
    choices: Callable[[State, Seat], Iterable[Option]]
    leader: Seat | None = None
    button: str = ""
    far: Callable[[State, Seat], Iterable[Option]] | None = None

    @property
    def asked(self) -> tuple[Seat, ...]:
        return self.seats

    @property
    def lead(self) -> Seat | None:
        return self.leader

    @property
    def open(self) -> bool:
        return True

    @property
    def confirm(self) -> str:
        return self.button

    def options(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        return tuple(self.choices(seen, seat)) if seat is not None and seat in self.seats else ()

    def unlikely(self, seen: State, seat: Seat | None) -> tuple[Option, ...]:
        if self.far is None or seat is None or seat not in self.seats:
            return ()
        return tuple(self.far(seen, seat))
