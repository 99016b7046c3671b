"""Choosing at the same time, and bidding: in secret or in turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rules.engine.game import Play
from rules.engine.questions import Choose, Option, Together
from rules.engine.table import Table
from rules.engine.types import Say, Seat, State

CanPay = Callable[[State, Seat], int]
"""The most that a seat can bid, from what it knows."""


def choose_together(
    t: Table, seats: Iterable[Seat], kind: str, *among: str | Option, boundary: bool = False, **facts: object
) -> Play:
    """Some seats choose at the same time, in secret: one of some words, each a code of the words' table `option`, or of
    options. Gives the words, or the options' values, by seat, when all have chosen."""
    options = tuple(one if isinstance(one, Option) else Option(one, one, Say(one)) for one in among)
    parts = {seat: Choose(kind=kind, seat=seat, choices=lambda seen: options) for seat in seats}
    return (yield Together(kind=kind, parts=parts, boundary=boundary, facts={"seats": tuple(parts), **facts}))


def secret_bids(t: Table, seats: Iterable[Seat], can_pay: CanPay, kind: str = "bids") -> Play:
    """All bid at the same time, each at most what it can pay, and all bids are told then. Gives them by seat."""
    parts = {
        seat: Choose(kind=kind, seat=seat, choices=partial(_bids, seat, 0, partial(_most, can_pay, seat)))
        for seat in seats
    }
    bids = yield Together(kind=kind, parts=parts, facts={"seats": tuple(parts)})
    for seat, amount in bids.items():
        t.tell("bid", seat=seat, amount=amount)
    return bids


def auction(t: Table, first: Seat, can_pay: CanPay, kind: str = "bid", least: int = 1) -> Play:
    """From `first` to the left everybody bids more or passes for good, until one is left. Gives that seat and its bid,
    or None where nobody has bid."""
    bidding, best, who = list(t.clockwise(first)), least - 1, None
    while bidding and bidding != [who]:
        seat = bidding.pop(0)
        choices = partial(_bid_or_pass, seat, best + 1, partial(_most, can_pay, seat))
        amount = yield Choose(kind=kind, facts={"seat": seat, "amount": best}, seat=seat, choices=choices)
        if amount is None:
            t.tell("passes", seat=seat)
            continue
        t.tell("bid", seat=seat, amount=amount)
        best, who = amount, seat
        bidding.append(seat)
    return None if who is None else (who, best)


def _most(can_pay: CanPay, seat: Seat, seen: State) -> int:
    return can_pay(seen, seat)


def _bids(seat: Seat, least: int, most: Callable[[State], int], seen: State) -> tuple[Option, ...]:
    return tuple(Option(f"bid:{n}", n, Say("bid", {"amount": n})) for n in range(least, most(seen) + 1))


def _bid_or_pass(seat: Seat, least: int, most: Callable[[State], int], seen: State) -> tuple[Option, ...]:
    return (*_bids(seat, least, most, seen), Option("pass", None, Say("pass")))
