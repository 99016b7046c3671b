"""Stones on a board: put there, moved, taken off, and in a row."""

from __future__ import annotations

import tomllib

import pytest

from rules.engine import Choose, Refusal, Seat, SideLook, Stones, Table, hexes, squares
from rules.engine.entries import EDITION
from rules.engine.mat import read_layout
from rules.engine.questions import Laid, Moved
from rules.engine.types import PieceId
from rules.engine.words import Words

ANNA, BEN = Seat(0), Seat(1)
LOOKS = {"gold": SideLook("circle", "gold"), "blue": SideLook("square", "blue", "stripes")}
STONES = Stones(squares(4, 3), LOOKS, each=3)


def table(stones: Stones = STONES, **standing: Seat) -> Table:
    decks = stones.box.decks({}, 2)
    t = Table(2, {}, decks, EDITION)
    stones.setup(t)
    for cell, seat in standing.items():
        t.move(next(s.piece for s in t.pile(f"stones/{seat}").slots), f"on/{cell}", frm=f"stones/{seat}")
    return t


def asked(play: object) -> Choose:
    question = next(play)  # type: ignore[call-overload]
    assert isinstance(question, Choose)
    return question


def test_a_stone_goes_to_any_empty_field_that_the_rule_allows() -> None:
    t, no = table(a1=BEN), Refusal("not_there", "X-1")
    play = STONES.put(t, ANNA, lambda seen, cell: no if cell == "b2" else None)
    options = {option.key: option for option in asked(play).options(t.state, ANNA)}
    assert len(options) == 11
    assert "put:a1" not in options
    assert options["put:b2"].refusal == no
    assert options["put:c3"].gesture == Laid("c3", PieceId("gold#1"))
    with pytest.raises(StopIteration) as done:
        play.send("c3")
    assert (done.value.value, STONES.at(t, "c3"), STONES.left(t, ANNA)) == ("c3", ANNA, 2)


def test_a_stone_moves_to_an_empty_field() -> None:
    t = table(a1=ANNA, b1=BEN)
    play = STONES.move(t, ANNA, lambda seen, frm, to: None if to == "a2" else Refusal("too_far", "X-2"))
    options = {option.key: option for option in asked(play).options(t.state, ANNA)}
    assert [key for key, option in options.items() if option.refusal is None] == ["move:a1:a2"]
    assert "move:a1:b1" not in options
    assert options["move:a1:a2"].gesture == Moved(PieceId("gold#1"), "a1", "a2")
    with pytest.raises(StopIteration):
        play.send(("a1", "a2"))
    assert (STONES.of(t, ANNA), STONES.of(t, BEN)) == (("a2",), ("b1",))


def test_a_stone_that_is_taken_off_goes_back_to_whose_it_is() -> None:
    t = table(b2=BEN)
    STONES.take_off(t, "b2")
    STONES.take_off(t, "a1")  # nothing stands there
    assert (STONES.left(t, BEN), STONES.at(t, "b2")) == (3, None)
    assert [event.kind for event in t.told] == ["taken_off"]


@pytest.mark.parametrize(
    ("cells", "is_one"),
    [
        (("a1", "b1", "c1"), True),
        (("c1", "c2", "c3"), True),
        (("a1", "b2", "c3"), True),
        (("b3", "c2", "d1"), True),
        (("a1", "b1", "d1"), False),
        (("a1", "b1", "c2"), False),
    ],
)
def test_a_row_lies_across_up_or_diagonally(cells: tuple[str, ...], is_one: bool) -> None:
    t = table(STONES, **dict.fromkeys(cells, ANNA))
    assert STONES.has_row(t, ANNA, 3) is is_one
    assert not STONES.has_row(t, BEN, 1)


def test_on_hexes_a_row_goes_in_three_directions() -> None:
    stones = Stones(hexes([(q, r) for q in range(3) for r in range(3)], first=(0, 0)), LOOKS, each=3)
    assert stones.has_row(table(stones, a3=ANNA, b2=ANNA, c1=ANNA), ANNA, 3)
    assert not stones.has_row(table(stones, a1=ANNA, b2=ANNA, c3=ANNA), ANNA, 3), "a point is no side"


def test_nobody_is_asked_who_has_no_stone_or_no_field() -> None:
    t = table(a1=ANNA, a2=ANNA, a3=ANNA)
    for play in (STONES.put(t, ANNA), STONES.move(t, BEN)):
        with pytest.raises(StopIteration) as done:
            next(play)
        assert done.value.value is None


def test_there_are_stones_for_those_who_play_and_no_others() -> None:
    three = Stones(STONES.grid, {**LOOKS, "red": SideLook("heart", "red", "dots")}, each=3)
    assert len(three.box.decks({}, 2)["stones"]) == 6
    assert len(three.box.faces({}, Words("en", {"word": {side: side for side in three.sides}}))) == 9


def test_stones_are_as_large_as_fits_onto_a_field() -> None:
    text = "[mat]\nwidth_mm = 400\nheight_mm = 400\n[seats]\n2 = [[200, 400, 0], [200, 0, 180]]\n"
    spot = '[[spot]]\nname = "board"\nx_mm = 200\ny_mm = 200\nwidth_mm = 200\nheight_mm = 150\n'
    mat = read_layout(tomllib.loads(text + spot), 2, STONES.grid)
    assert mat.board is not None
    assert mat.size("stones").round
    assert mat.board.pitch_mm * 0.5 < mat.size("stones").width_mm < mat.board.pitch_mm
    own = read_layout(tomllib.loads(text + spot + "[piece_mm]\nstones = 12\n"), 2, STONES.grid)
    assert own.size("stones").width_mm == 12


def test_the_board_is_drawn_with_what_stands_on_it() -> None:
    drawn = {field.cell: field for field in STONES.draw(table(b2=BEN).state).fields}
    assert len(drawn) == 12
    assert (drawn["b2"].pieces, drawn["b2"].side, drawn["b2"].owner) == ((PieceId("blue#1"),), "blue", BEN)
    assert drawn["a1"].pieces == ()
