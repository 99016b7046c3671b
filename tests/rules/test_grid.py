"""Grids of hexes and squares, and where a layout puts them on the mat."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, strategies as st

from rules.engine.mat import HexGrid, LayoutError, SquareGrid, hexes, read_layout, squares

HEXES = hexes([(q, r) for q in range(-3, 4) for r in range(-3, 4) if abs(q + r) <= 3], first=(-3, -3))
CHESS = squares(8, 8)
GRIDS: dict[str, HexGrid | SquareGrid] = {"hexes": HEXES, "squares": CHESS}
MAT = {
    "mat": {"width_mm": 600, "height_mm": 500},
    "board": {"x_mm": 100, "y_mm": 400, "pitch_mm": 40, "width_mm": 340, "height_mm": 340, "markers": {"4": [-30, 30]}},
    "piece_mm": {"pieces": 30, "tiles": [20, 50]},
    "seats": {"2": [[300, 500, 0], [300, 0, 180]]},
}


def cells_of(grid: HexGrid | SquareGrid) -> st.SearchStrategy[str]:
    return st.sampled_from(list(grid.cells))


def test_fields_are_named_by_a_letter_and_a_number() -> None:
    assert CHESS.cells["a1"] == (0, 0)
    assert CHESS.cells["h8"] == (7, 7)
    assert HEXES.cells["d4"] == (0, 0)
    assert len(HEXES.cells) == 37


def test_neighbours_share_a_side() -> None:
    assert set(CHESS.neighbours("e4")) == {"e5", "f4", "e3", "d4"}
    assert set(CHESS.neighbours("a1")) == {"a2", "b1"}
    assert set(HEXES.neighbours("d4")) == {"d3", "e3", "e4", "d5", "c5", "c4"}


def test_lines_end_at_the_edge_and_bends_are_none() -> None:
    assert CHESS.line("b2", "b5") == ("b3", "b4", "b5")
    assert CHESS.line("b2", "c4") is None
    assert CHESS.line("b2", "b2") is None
    assert HEXES.line("d4", "f2") == ("e3", "f2")
    assert HEXES.line("d4", "e2") is None


def test_a_line_that_leaves_the_board_is_none() -> None:
    ring = HexGrid({"a": (0, 0), "c": (2, 0)})
    assert ring.line("a", "c") is None


@pytest.mark.parametrize("name", GRIDS)
@given(data=st.data())
def test_distance_is_the_shortest_way_over_neighbours(name: str, data: st.DataObject) -> None:
    grid = GRIDS[name]
    start = data.draw(cells_of(grid))
    reached, edge, steps = {start}, {start}, 0
    while edge:
        for cell in edge:
            assert grid.distance(start, cell) == steps
        edge = {n for cell in edge for n in grid.neighbours(cell)} - reached
        reached |= edge
        steps += 1
    assert reached == set(grid.cells)


@pytest.mark.parametrize("name", GRIDS)
@given(data=st.data())
def test_rings_are_all_fields_once_and_by_distance(name: str, data: st.DataObject) -> None:
    grid = GRIDS[name]
    start = data.draw(cells_of(grid))
    rings = [grid.ring(start, n) for n in range(15)]
    assert sorted(cell for ring in rings for cell in ring) == sorted(grid.cells)
    assert grid.within(start, 2) == (*rings[1], *rings[2])


@pytest.mark.parametrize("name", GRIDS)
@given(data=st.data())
def test_neighbours_lie_one_pitch_apart_and_a_step_back_leads_back(name: str, data: st.DataObject) -> None:
    grid = GRIDS[name]
    cell = data.draw(cells_of(grid))
    directions = len(grid.DIRECTIONS)
    for direction in range(directions):
        other = grid.step(cell, direction)
        if other is not None:
            assert math.dist(grid.centre(cell), grid.centre(other)) == pytest.approx(1.0)
            assert grid.step(other, (direction + directions // 2) % directions) == cell
            assert grid.line(cell, other) == (other,)


def test_a_layout_makes_a_spot_of_every_field() -> None:
    layout = read_layout(MAT, 2, CHESS)
    corner = layout.spot("a1")
    assert (corner.x_mm, corner.y_mm, corner.width_mm, corner.height_mm) == (100, 400, 40, 40)
    assert (corner.cell, corner.sides) == ("a1", 4)
    far = layout.spot("h8")
    assert (far.x_mm, far.y_mm) == (380, 120)
    assert layout.board is not None
    assert layout.board.markers == {4: (-30.0, 30.0)}


def test_a_hex_is_wider_from_corner_to_corner() -> None:
    spot = read_layout(MAT, 2, HEXES).spot("e3")
    assert spot.sides == 6
    assert spot.height_mm == 40
    assert spot.width_mm == pytest.approx(40 * 2 / math.sqrt(3), abs=0.001)
    assert spot.x_mm == pytest.approx(100 + 40 * math.sqrt(3) / 2, abs=0.001)
    assert spot.y_mm == 380


def test_pieces_have_the_size_of_their_deck() -> None:
    layout = read_layout(MAT, 2)
    assert layout.board is None
    assert (layout.size("pieces").width_mm, layout.size("pieces").round) == (30, True)
    assert (layout.size("tiles").width_mm, layout.size("tiles").height_mm, layout.size("tiles").round) == (
        20,
        50,
        False,
    )
    assert (layout.size("cards").width_mm, layout.size("cards").height_mm) == layout.card_mm


def test_a_board_without_a_pitch_is_refused() -> None:
    with pytest.raises(LayoutError, match="pitch_mm"):
        read_layout({**MAT, "board": {"x_mm": 1, "y_mm": 1}}, 2, CHESS)
