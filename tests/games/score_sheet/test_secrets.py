"""Nobody learns a number of another one before all have written theirs, and of a hidden line not before the end."""

from __future__ import annotations

import sys
from random import Random

import pytest

from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import Count, compare
from companion.referee.dialled_choice import public_choices
from rules.engine.packets import packet
from rules.engine.types import PUBLIC, UNSEEN, Seat
from tests.games.asking import asked, do, kind
from tests.games.score_sheet._match import SCORE_SHEET, begin, one, points, write
from tests.games.score_sheet._numbers import NumberBase
from tests.laws.outlets import try_hubs
from tests.seeds import seed_of

SECRET = ("points", "bids", "hidden_goals", "wagers", "party_points")


def base_of(sheet: str, seats: int, seed: int, length: int = 40, **settings: object) -> NumberBase:
    return NumberBase(Script(SCORE_SHEET, seats, seed, settings={"sheet": sheet, **settings}, length=length))


def worlds_of(sheet: str, seed: int, wanted: int) -> Count:
    total = Count()
    for number in range(3):
        base = base_of(sheet, 2 + number, seed + number)
        for world in base.worlds(Random(number), wanted):
            total.add(compare(base, world))
    return total


@pytest.mark.rules("SS-9")
def test_a_hidden_line_is_known_only_to_who_wrote_it() -> None:
    match = begin("hidden_goals", seats=2)
    for _ in range(4):
        write(match, 1, 2)
    do(match, 0, "50")
    own, other, public = (match.seen(reader) for reader in (Seat(0), Seat(1), PUBLIC))
    assert own["entry/line_secret_goal.0/0"] is None, "it counts when all have written"
    assert points(match) == [4, 8]
    told = do(match, 1, "3")
    assert [event.kind for event in told].count("revealed") == 2
    assert other["entry/line_secret_goal.0/0"] is UNSEEN or other["entry/line_secret_goal.0/0"] is None
    assert public["points/0"] == 4
    assert points(match) == [54, 11]


def test_what_one_has_written_is_told_to_that_seat_alone() -> None:
    match = begin("points", seats=3)
    do(match, 1, "12")
    said = [question.said for reader in (0, 1, 2, PUBLIC) if (question := packet(match, Seat(reader)).question)]
    assert [one and one.key for one in said] == [None, "12", None, None]
    write(match, 5, 6)
    assert match.said(Seat(1)) is None


@pytest.mark.parametrize("sheet", SECRET)
def test_nobody_notices_another_number(sheet: str) -> None:
    total = worlds_of(sheet, 1, 12)
    assert not total.leaks, total.leaks[:3]
    assert total.compared > 5


def test_a_hidden_line_of_a_team_is_written_by_one_of_it_and_shown_on_no_dial() -> None:
    match = begin("hidden_goals", seats=4, partners=True)
    while kind(match) != "number" or match.question is None or match.question.facts["round"]:
        one(match, 1)
    assert asked(match) == [0, 1]
    assert not any(public_choices(match, seat) for seat in (None, Seat(0), Seat(1)))
    found = try_hubs(base_of("hidden_goals", 4, 2, partners=True), Random(2), 3)
    assert not found.leaks, found.leaks[:3]
    assert found.compared > 0


@pytest.mark.soak
@pytest.mark.parametrize("sheet", SECRET)
def test_nobody_notices_another_number_for_long(sheet: str, capsys: pytest.CaptureFixture[str]) -> None:
    """5,000 worlds, an equal share of each sheet."""
    total, seed = Count(), seed_of("numbers")
    while total.compared < 5000 / len(SECRET):
        total.add(worlds_of(sheet, seed, 40))
        seed += 3
    with capsys.disabled():
        print(f"\n{sheet}: {total}", file=sys.stderr)
    assert not total.leaks, total.leaks[:3]


@pytest.mark.parametrize("sheet", ["bids", "hidden_goals"])
def test_no_outlet_tells_a_number(sheet: str) -> None:
    found = try_hubs(base_of(sheet, 3, 5), Random(5), 3)
    assert not found.leaks, found.leaks[:3]
    assert found.compared > 0


def test_a_number_that_is_told_is_found() -> None:
    """The comparison bites: in a game that names everybody's number at once, others notice."""
    base = base_of("bids", 3, 1)
    noticed = Count()
    for world in base.worlds(Random(1), 12):
        late = type(world)(world.swap, world.since, dict.fromkeys(world.until, min(len(base.log), world.end + 4)))
        noticed.add(compare(base, late))
    assert noticed.leaks
