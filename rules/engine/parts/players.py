"""Players: choosing one, who is still in, teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from rules.engine.game import Play
from rules.engine.questions import Choose, Option
from rules.engine.table import Table
from rules.engine.types import Say, Seat, State


def choose_player(t: Table, seat: Seat, kind: str, among: Iterable[Seat] | None = None) -> Play:
    """A seat names another one, of all or of those given. Only one to name is not asked for. Gives the seat, or None
    where there is nobody."""
    others = tuple(s for s in (t.seats if among is None else among) if s != seat)
    if not others:
        return None
    choices = partial(_players, others)
    return (yield Choose(kind=kind, facts={"seat": seat}, seat=seat, choices=choices, auto=True))


def _players(others: tuple[Seat, ...], seen: State) -> tuple[Option, ...]:
    return tuple(Option(f"player:{other}", other, Say("name_player", {"other": other})) for other in others)


def choose(t: Table, seat: Seat, kind: str, *codes: str, **facts: object) -> Play:
    """A seat chooses one of some words, each a code of the words' table `option` with these facts; gives the code."""
    choices = partial(_codes, codes, facts)
    return (yield Choose(kind=kind, facts={"seat": seat, **facts}, seat=seat, choices=choices))


def _codes(codes: tuple[str, ...], facts: dict[str, object], seen: State) -> tuple[Option, ...]:
    return tuple(Option(code, code, Say(code, facts)) for code in codes)


def yes_or_no(t: Table, seat: Seat, kind: str, **facts: object) -> Play:
    """A seat says yes or no, with these facts in the question; gives True or False."""
    options = (Option("yes", True, Say("yes")), Option("no", False, Say("no")))
    return (yield Choose(kind=kind, seat=seat, choices=lambda seen: options, facts=facts))


@dataclass(frozen=True)
class StillIn:
    """Who is still in, in a game or a round that one can drop out of. The track `out/SEAT` holds it."""

    track: str = "out"

    def setup(self, t: Table) -> None:
        """All are in."""
        for seat in t.seats:
            t.add_track(f"{self.track}/{seat}", False, owner=seat)

    def all_in(self, t: Table) -> None:
        """All are in again: a new round."""
        for seat in t.seats:
            t.set(f"{self.track}/{seat}", False)

    def drop(self, t: Table, seat: Seat) -> None:
        """This seat is out."""
        t.set(f"{self.track}/{seat}", True)
        t.tell("is_out", seat=seat)

    def seats(self, t: Table | State) -> tuple[Seat, ...]:
        """Those who are in, by seat."""
        return tuple(s for s in t.seats if t[f"{self.track}/{s}"] is not True)

    def after(self, t: Table, seat: Seat) -> Seat:
        """The next to the left who is in; the seat itself where nobody else is."""
        return next((s for s in t.clockwise(t.left_of(seat)) if s in self.seats(t)), seat)


def team_of(t: Table | State, seat: Seat, teams: int = 2) -> tuple[Seat, ...]:
    """The seats of one's team, oneself among them, where partners sit opposite each other."""
    return tuple(s for s in t.seats if s % teams == seat % teams)
