"""Scores and rounds: points on tracks, who is ahead, the end of a match by them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.keys import Keys
from rules.engine.table import Table
from rules.engine.types import Say, Seat, State


@dataclass(frozen=True)
class Score:
    """What every seat collects, on the tracks `NAME/SEAT`; `name` has its words in the table `track`. The first who has
    `goal` wins; 0: no number does."""

    name: str = "points"
    goal: int = 0

    @property
    def track(self) -> Keys[Seat]:
        """The key of a seat's track."""
        return Keys(self.name)

    def setup(self, t: Table, start: int = 0) -> None:
        """Everybody has so much."""
        for seat in t.seats:
            t.add_track(self.track(seat), start, owner=seat)

    def of(self, t: Table | State, seat: Seat) -> int:
        """How much a seat has."""
        return t.number(self.track(seat))

    def add(self, t: Table, seat: Seat, gain: int = 1) -> int:
        """Gives a seat so much more, tells `scored`, and says how much it has now."""
        t.add(self.track(seat), gain)
        t.tell("scored", seat=seat, gain=gain, total=self.of(t, seat))
        return self.of(t, seat)

    def best(self, t: Table | State, among: Iterable[Seat] | None = None) -> tuple[Seat, ...]:
        """Who has most: several where they are equal."""
        seats = t.seats if among is None else tuple(among)
        most = max(self.of(t, seat) for seat in seats)
        return tuple(seat for seat in seats if self.of(t, seat) == most)

    def finish_at_goal(self, t: Table) -> None:
        """Ends the match if somebody has reached the goal: for the end of a turn or a round."""
        if self.goal and self.of(t, self.best(t)[0]) >= self.goal:
            self.finish(t)

    def finish(self, t: Table, *winners: Seat) -> None:
        """Ends the match: these have won, or else who has most. Everybody's score is told."""
        lines = [Say("score_line", {"seat": seat, "score": self.of(t, seat)}) for seat in t.seats]
        t.finish(winners or self.best(t), lines)


@dataclass(frozen=True)
class Turns:
    """Turns that are counted, on the track `turns`, for a match that ends after so many."""

    last: int
    track: str = "turns"

    def setup(self, t: Table) -> None:
        """There was none yet."""
        t.add_track(self.track, 0)

    def end(self, t: Table) -> bool:
        """A turn is over; whether it was the last."""
        t.add(self.track, 1)
        return t.number(self.track) >= self.last


@dataclass(frozen=True)
class Rounds:
    """Rounds that are counted, on the track `round`; each may begin with another seat."""

    last: int = 0  # the number of the last round; 0: nothing but the rules end the match
    track: str = "round"

    def setup(self, t: Table) -> None:
        """No round has begun."""
        t.add_track(self.track, 0)

    def begin(self, t: Table) -> Seat:
        """The next round begins, and tells so; gives the seat that begins it: the first one, then the next to the left,
        round by round."""
        t.add(self.track, 1)
        number = t.number(self.track)
        t.tell("round_begins", round=number)
        return t.seats[(number - 1) % len(t.seats)]

    def is_last(self, t: Table | State) -> bool:
        """Whether no other round comes after this one."""
        return bool(self.last) and t.number(self.track) >= self.last
