"""Tracks that hold a game's own values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import pytest

from rules.engine.entries import EDITION
from rules.engine.packets import plain
from rules.engine.redact import redact
from rules.engine.table import Table, TableError
from rules.engine.types import UNSEEN, Seat, TrackData, listed, only


class Weather(Enum):
    FAIR = "fair"


@dataclass(frozen=True)
class Debt(TrackData):
    """Who owes how much."""

    seat: Seat
    coins: int


def table() -> Table:
    t = Table(2, {}, {}, EDITION)
    t.add_track("debts", (Debt(Seat(0), 3), Debt(Seat(1), 1)), readers=only(1))
    t.add_track("weather", Weather.FAIR)
    return t


def test_who_may_read_a_track_finds_its_values_and_others_none() -> None:
    t = table()
    assert listed(t["debts"], Debt) == (Debt(Seat(0), 3), Debt(Seat(1), 1))
    hidden = redact(t.state, Seat(0))
    assert hidden["debts"] is UNSEEN
    assert listed(hidden["debts"], Debt) == ()
    assert hidden["weather"] is Weather.FAIR


def test_a_list_of_something_else_is_a_fault() -> None:
    with pytest.raises(TypeError, match="a list of str was wanted"):
        listed(table()["debts"], str)


def test_a_packet_holds_them_in_plain_form() -> None:
    assert plain(table()["debts"]) == [{"seat": 0, "coins": 3}, {"seat": 1, "coins": 1}]


@pytest.mark.parametrize(("track", "text"), [("weather", "fair"), ("debts", "0:3")])
def test_no_text_from_outside_takes_their_place(track: str, text: str) -> None:
    with pytest.raises(TableError, match="takes a value like"):
        table().fitting(track, text)
