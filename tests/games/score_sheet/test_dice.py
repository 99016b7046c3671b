"""The dice of a sheet: rolled, kept, rolled again, and what they count."""

from __future__ import annotations

import pytest

from rules.engine.definitions import DefinitionError
from rules.engine.match import Match
from rules.games.score_sheet.formula import Formula
from rules.games.score_sheet.reading import SHEET
from tests.games.asking import allowed, do, kind, refused
from tests.games.score_sheet._match import begin, own, points

LINE = '[[line]]\nkey = "a"\nname = "A"\nwhen = "turn"\n'


def dice(match: Match) -> tuple[object, object]:
    """What the dice show, and which of them are kept."""
    return match.state["dice"], match.state["kept"]


@pytest.mark.rules("SS-11")
def test_dice_are_rolled_kept_and_rolled_again_and_the_line_says_what_they_count() -> None:
    match = begin("five_dice", seats=2)
    assert kind(match) == "roll"
    do(match, 0, "3-3-5-1-3")
    do(match, 0, "die:0")
    do(match, 0, "die:2")
    do(match, 0, "die:2")  # and back
    do(match, 0, "die:1")
    do(match, 0, "die:4")
    assert dice(match) == ((3, 3, 5, 1, 3), (0, 1, 4))
    do(match, 0, "roll")
    assert refused(match, 0, "1-2-3-4-5").code == "not_a_roll"
    do(match, 0, "6-6")
    assert dice(match) == ((3, 3, 6, 6, 3), (0, 1, 4))
    do(match, 0, "stop")
    assert {o.key: dict(o.say.facts)["number"] for o in match.options(match.waiting[0])} == {
        **dict.fromkeys(["line:ones", "line:twos", "line:fours", "line:fives", "line:four_alike"], 0),
        **dict.fromkeys(["line:four_in_a_row", "line:five_in_a_row", "line:five_alike"], 0),
        **{"line:threes": 9, "line:sixes": 12, "line:three_alike": 21, "line:two_and_three": 25, "line:any_dice": 21},
    }
    do(match, 0, "line:two_and_three")
    assert match.state["entry/line_two_and_three.0/0"] == 25
    assert (kind(match), dice(match)) == ("roll", ((), ()))


@pytest.mark.rules("SS-11")
def test_after_the_last_roll_a_line_is_chosen_and_a_line_that_is_full_is_not_offered() -> None:
    match = begin("five_dice", seats=1)
    for faces in ("1-1-1-1-1", "2-2-2-2-2", "6-6-6-6-6"):
        do(match, 0, faces)
        if kind(match) == "keep":
            do(match, 0, "roll")
    assert kind(match) == "which_line"
    do(match, 0, "line:five_alike")
    do(match, 0, "1-2-3-4-6")
    do(match, 0, "stop")
    assert "line:five_alike" not in allowed(match, 0)


def test_which_dice_may_be_kept_is_said_by_the_sheet() -> None:
    text = "format = 1\ndice = 2\nrolls = 3\n{}" + LINE + 'formula = "dice()"\n'
    stay, none = (own(text.format(f'keep = "{keep}"\n'), seats=1) for keep in ("stay", "none"))
    for match in (stay, none):
        do(match, 0, "4-4")
    do(stay, 0, "die:1")
    assert allowed(stay, 0) == {"roll", "stop", "die:0", "die:1"}
    do(stay, 0, "roll")
    do(stay, 0, "2")
    assert allowed(stay, 0) == {"roll", "stop", "die:0"}
    do(stay, 0, "die:0")
    assert allowed(stay, 0) == {"stop", "die:0"}
    assert (kind(none), allowed(none, 0)) == ("roll_again", {"roll", "stop"})


def test_a_line_without_a_formula_is_still_said_by_people_and_dice_may_have_other_sides() -> None:
    match = own("format = 1\ndice = 1\nrolls = 1\nsides = 20\n" + LINE, seats=1)
    assert refused(match, 0, "21").code == "not_a_roll"
    for key in ("20", "line:a", "7"):
        do(match, 0, key)
    assert points(match) == [7]


def test_one_person_who_writes_says_what_all_have_rolled_and_a_team_is_asked_together() -> None:
    keeper, team = begin("five_dice", seats=2, keeper=True), begin("five_dice", seats=4, partners=True)
    for key in ("1-1-1-1-1", "stop", "line:ones"):
        do(keeper, 0, key)
    assert (kind(keeper), keeper.waiting, keeper.state.turn) == ("roll", (0,), 1)
    do(team, None, "1-1-1-1-1")
    assert team.waiting == (0, 2)


@pytest.mark.parametrize(
    ("text", "shown", "value"),
    [
        ("dice()", (1, 2, 6), 9),
        ("dice(6)", (6, 6, 1), 12),
        ("alike(3)", (2, 2, 2, 2), 1),
        ("alike(3, 2)", (2, 2, 5, 5, 5), 1),
        ("alike(3, 2)", (5, 5, 5, 5, 5), 0),
        ("alike(2, 2)", (5, 5, 5, 5), 0),
        ("row(4)", (6, 3, 5, 4, 4), 1),
        ("row(5)", (6, 2, 5, 4, 1), 0),
        ("if(or(alike(3, 2), alike(5)), 25, dice())", (4, 4, 4, 4, 4), 25),
        ("dice()", (), 0),
    ],
)
def test_what_formulas_ask_of_dice(text: str, shown: tuple[int, ...], value: int) -> None:
    assert Formula(text).value({}, shown) == value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dice = 2\n" + LINE.replace("turn", "round"), "line 2: dice are rolled in turns"),
        (LINE + 'formula = "dice()"\n', '"a" counts dice: it has to say when = "turn"'),
        ("dice = 2\n" + LINE + '[[line]]\nkey = "b"\nname = "B"\nformula = "row(3)"\n', '"b" counts dice'),
        ("dice = 9\n" + LINE, '"dice" has to be a whole number from 0 to 8'),
        ("dice = 2\n" + LINE + 'formula = "alike()"\n', "alike(...) has a wrong number of values"),
    ],
)
def test_dice_that_do_not_fit_are_named_with_their_line(text: str, said: str) -> None:
    with pytest.raises(DefinitionError) as raised:
        SHEET.read("format = 1\n" + text)
    assert said in str(raised.value)
