"""How a match of a score sheet goes: rounds, turns, the end."""

from __future__ import annotations

from random import Random

import pytest

from rules.engine.entries import SetTrack
from rules.engine.game import SettingError
from rules.engine.match import Accepted, Match
from rules.engine.types import Seat
from tests.games.asking import allowed, asked, do, kind, refused
from tests.games.score_sheet._match import begin, one, own, points, winners, write


@pytest.mark.rules("SS-1", "SS-2", "SS-5")
def test_all_write_at_once_and_the_players_say_when_it_is_over() -> None:
    match = begin("points")
    assert asked(match) == [0, 1, 2]
    do(match, 1, "12")
    assert asked(match) == [0, 2]
    assert points(match) == [0, 0, 0]
    do(match, 0, "-3")
    do(match, 2, "7")
    assert points(match) == [-3, 12, 7]
    assert kind(match) == "more"
    do(match, 2, "again")
    write(match, 20, 0, 1)
    do(match, 0, "last")
    assert (points(match), winners(match)) == ([17, 12, 8], [0])


@pytest.mark.rules("SS-2")
def test_a_number_out_of_range_is_refused_and_nobody_else_answers_for_one() -> None:
    match = begin("bids")
    assert refused(match, 0, "21").code == "no_such_option"
    assert refused(match, 0, "-1").code == "no_such_option"
    do(match, 0, "3")
    assert refused(match, 0, "4").code == "already_answered"


@pytest.mark.rules("SS-2")
def test_one_person_writes_for_all() -> None:
    match = begin("points", keeper=True)
    for number in (4, 5, 6):
        assert asked(match) == [0]
        one(match, number)
    assert points(match) == [4, 5, 6]


def test_what_is_hidden_everybody_writes_alone_also_where_one_person_writes() -> None:
    match = begin("hidden_goals", keeper=True)
    for _ in range(4):
        for _ in range(3):
            one(match, 1)
    assert asked(match) == [0, 1, 2]


@pytest.mark.rules("SS-3")
def test_in_turn_everybody_fills_a_line_that_is_still_empty() -> None:
    line = '[[line]]\nkey = "{0}"\nname = "{0}"\nwhen = "turn"\n{1}'
    match = own("format = 1\n" + line.format("a", "high = 5\n") + line.format("b", "tick = true\neach = 50\n"), seats=2)
    assert asked(match) == [0]
    do(match, 0, "line:a")
    assert refused(match, 0, "6").code == "no_such_option"
    do(match, 0, "3")
    assert asked(match) == [1]
    do(match, 1, "line:b")
    do(match, 1, "yes")
    assert points(match) == [3, 50]
    assert (asked(match), allowed(match, 1)) == ([1], {"line:a"})


@pytest.mark.rules("SS-4")
def test_places_among_the_players_count() -> None:
    match = begin("area_majority", seats=4)
    write(match, 5, 5, 2, 0)  # nine and five shared, then two; who has nothing gets nothing
    write(match, 0, 0, 0, 0)
    write(match, 1, 2, 3, 4)
    write(match, 0, 0, 0, 10)
    assert points(match) == [7 + 0, 7 + 3, 2 + 6, 12 + 10]
    assert winners(match) == [3]


@pytest.mark.rules("SS-4")
def test_a_formula_counts_itself() -> None:
    match = begin("bids", seats=2)
    write(match, 2, 3)
    write(match, 2, 1)
    assert points(match) == [12, -2]


@pytest.mark.rules("SS-6")
def test_the_goal_ends_it_and_the_lowest_wins() -> None:
    match = begin("rummy", seats=2)
    write(match, 60, 0)
    assert kind(match) == "number"
    write(match, 40, 30)
    assert (points(match), winners(match)) == ([100, 30], [1])


@pytest.mark.rules("SS-6")
def test_who_has_no_life_left_is_out_and_the_last_one_wins() -> None:
    match = begin("knock_out")
    told = write(match, 3, 0, 1)
    assert [event.kind for event in told].count("drops_out") == 1
    assert asked(match) == [1, 2]
    write(match, 1, 2)
    assert winners(match) == [1]


@pytest.mark.rules("SS-7")
def test_the_next_to_the_left_begins_or_who_has_won_the_round() -> None:
    left, winner, same = begin("points"), begin("rummy"), begin("five_dice", seats=2)
    write(left, 1, 2, 3)
    do(left, 0, "again")
    assert left.state["first"] == 1
    write(winner, 9, 3, 1)  # the lowest is the best here
    assert winner.state["first"] == 2
    assert same.state["first"] == 0


@pytest.mark.rules("SS-8")
def test_equal_ones_share_or_the_lines_that_break_ties_decide() -> None:
    match = begin("set_collection", seats=2)
    for numbers in ((0, 3), (7, 0), (0, 0), (0, 0)):
        write(match, *numbers)
    assert (points(match), winners(match)) == ([21, 21], [1])
    shared = begin("hidden_goals", seats=2)
    for _ in range(5):
        write(shared, 4, 4)
    assert winners(shared) == [0, 1]


@pytest.mark.rules("SS-8")
def test_a_team_shares_a_column_and_all_write_into_one_sheet_together() -> None:
    match = begin("points", seats=4, partners=True)
    assert asked(match) == [0, 2]
    do(match, 2, "10")
    assert asked(match) == [1, 3]
    do(match, 1, "4")
    do(match, 3, "last")
    assert (points(match), winners(match)) == ([10, 4], [0, 2])
    campaign = begin("campaign", seats=3)
    while campaign.question is not None:
        do(campaign, 1, "yes" if kind(campaign) == "tick_for" else "3" if campaign.state.number("step") == 1 else "0")
    assert winners(campaign) == [0, 1, 2]


def test_two_teams_need_an_even_number() -> None:
    with pytest.raises(SettingError, match="Two teams"):
        begin("points", seats=3, partners=True)


def test_the_host_corrects_an_entry_and_all_totals_follow() -> None:
    match = begin("points", seats=2)
    write(match, 5, 6)
    outcome = match.submit(SetTrack("entry/line_points.1/0", 50, "misread"))
    assert isinstance(outcome, Accepted)
    do(match, 0, "again")
    write(match, 0, 0)
    assert points(match) == [50, 6]


def drawn(match: Match) -> list[int | None]:
    """The totals on the pad, column by column."""
    draw = match.game.screens.sheets
    assert draw is not None
    (pad,) = draw(match.state)
    return [space.number for space in pad.spaces if space.name.startswith("total/")]


@pytest.mark.parametrize("sheet", ["points", "bids", "rummy", "knock_out", "wagers", "party_points"])
def test_the_pad_shows_the_totals_of_the_rounds_that_are_over(sheet: str) -> None:
    match, chance = begin(sheet), Random(7)
    told = 0
    while match.question is not None and told < 40:
        seat = asked(match)[0]
        do(match, seat, chance.choice([option.key for option in match.options(Seat(seat)) if option.refusal is None]))
        assert drawn(match) == points(match)
        told += 1


def test_who_is_out_counts_no_more_formulas() -> None:
    out = 'out = 0\n[[line]]\nkey = "a"\nname = "A"\nlow = -9\ncounts = false\n'
    match = own(f'format = 1\nstart = 5\n{out}[[line]]\nkey = "b"\nname = "B"\nformula = "if(a == 0, 7, a)"\n')
    write(match, -9, 1, 1)
    write(match, 1, 1)
    assert points(match) == [-4, 7, 7]


@pytest.mark.rules("SS-10")
def test_all_have_a_turn_and_say_when_it_is_over_or_that_the_game_is() -> None:
    match = begin("clocks")
    assert [asked(match), *([do(match, seat, "taken"), asked(match)][1] for seat in range(3))] == [[0], [1], [2], [1]]
    assert match.state.number("round") == 2
    do(match, 1, "over")
    write(match, 5, 7, -1)
    assert winners(match) == [1]


def test_what_all_have_entered_is_told_where_the_score_of_the_round_does_not_say_it() -> None:
    bids, points_alone = begin("bids"), begin("points")
    assert [dict(told.facts)["number"] for told in write(bids, 2, 0, 1) if told.kind == "wrote_line"] == [2, 0, 1]
    assert "wrote_line" not in [told.kind for told in write(points_alone, 2, 0, 1)]
    wagers = begin("wagers", seats=2)
    write(wagers, 5, 10)
    assert [told.kind for told in write(wagers, "yes", "no")].count("ticked_line") == 2


def test_a_match_without_an_end_ends_after_sixty_rounds() -> None:
    match = own('format = 1\n[[line]]\nkey = "a"\nname = "A"\n', seats=1)
    for _ in range(60):
        one(match, 1)
        if match.question is not None:
            do(match, 0, "again")
    assert winners(match) == [0]
