"""The board: its hexes and locations for two and for four, distances and lines, and what lies outside."""

from __future__ import annotations

from itertools import combinations

import pytest

from rules.games.war_chest.board import START, grid, locations, start_of
from tests.games.war_chest._match import allowed, battle, begin, far, use

TWO = [
    "c4",
    "c5",
    "c6",
    "c7",
    "d3",
    "d4",
    "d5",
    "d6",
    "d7",
    "e2",
    "e3",
    "e4",
    "e5",
    "e6",
    "e7",
    "f1",
    "f2",
    "f3",
    "f4",
    "f5",
    "f6",
    "f7",
    "g1",
    "g2",
    "g3",
    "g4",
    "g5",
    "g6",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "i1",
    "i2",
    "i3",
    "i4",
]
MORE = ["a6", "a7", "b5", "b6", "b7", "j1", "j2", "j3", "k1", "k2"]


@pytest.mark.rules("WC-005", "WC-220", "A-21")
def test_the_hexes_in_use() -> None:
    assert sorted(grid(2).cells) == sorted(TWO)
    assert len(TWO) == 37
    assert sorted(grid(4).cells) == sorted((*TWO, *MORE))
    assert len(grid(4).cells) == 47


@pytest.mark.rules("A-21")
def test_the_names_of_the_hexes() -> None:
    assert grid(4).cells["f4"] == (0, 0)
    assert grid(4).cells["e2"] == (-1, -2)
    assert grid(4).cells["a7"] == (-5, 3)
    assert grid(4).cells["k1"] == (5, -3)
    assert all(name == f"{chr(ord('f') + q)}{r + 4}" for name, (q, r) in grid(4).cells.items())
    across, down = grid(4).centre("g4")
    assert (across > 0, down > 0) == (True, True)  # to the right, and half a hex down
    assert grid(4).centre("f5") == (0, 1)


@pytest.mark.rules("WC-006", "WC-007", "WC-221")
def test_the_locations() -> None:
    assert sorted(locations(2)) == ["c6", "d4", "d7", "e2", "e5", "g3", "g6", "h1", "h4", "i2"]
    assert sorted(locations(4)) == ["a7", "b5", "c6", "d4", "d7", "e2", "e5", "g3", "g6", "h1", "h4", "i2", "j3", "k1"]
    assert {side: set(cells) for side, cells in START[2].items()} == {"raven": {"e2", "h1"}, "wolf": {"d7", "g6"}}
    assert {side: set(cells) for side, cells in START[4].items()} == {
        "raven": {"e2", "h1", "b5"},
        "wolf": {"d7", "g6", "j3"},
    }
    assert [start_of(2, cell) for cell in ("e2", "g6", "d4", "b5")] == ["raven", "wolf", "", ""]
    assert not [pair for pair in combinations(locations(4), 2) if grid(4).distance(*pair) == 1]


@pytest.mark.rules("WC-006", "WC-221")
@pytest.mark.parametrize("seats", [2, 4])
def test_a_half_turn_of_the_board_exchanges_the_factions(seats: int) -> None:
    board = grid(seats)
    turned = {name: board.names[(-q, -r)] for name, (q, r) in board.cells.items()}
    assert {turned[cell] for cell in locations(seats)} == set(locations(seats))
    assert {turned[cell] for cell in START[seats]["raven"]} == set(START[seats]["wolf"])
    assert all(board.distance(turned[a], turned[b]) == board.distance(a, b) for a, b in combinations(board.cells, 2))


@pytest.mark.rules("WC-077", "WC-086", "A-21")
def test_neighbours_and_distances() -> None:
    assert set(grid(2).neighbours("f4")) == {"g4", "e4", "f5", "f3", "g3", "e5"}
    assert set(grid(2).neighbours("c4")) == {"d3", "d4", "c5"}
    assert set(grid(2).neighbours("f1")) == {"e2", "f2", "g1"}
    assert set(grid(4).neighbours("c7")) == {"b7", "c6", "d6", "d7"}
    pairs = {("f4", "f4"): 0, ("c7", "i1"): 6, ("f1", "f7"): 6, ("c4", "i4"): 6, ("e2", "d7"): 5, ("f4", "h3"): 2}
    assert {pair: grid(2).distance(*pair) for pair in pairs} == pairs
    assert grid(4).distance("a7", "k1") == 10
    assert len(grid(2).ring("f4", 2)) == 12
    assert len(grid(2).within("f4", 2)) == 18


@pytest.mark.rules("WC-108")
def test_lines() -> None:
    assert grid(2).line("f4", "f2") == ("f3", "f2")
    assert grid(2).line("f4", "h4") == ("g4", "h4")
    assert grid(2).line("f4", "h2") == ("g3", "h2")
    assert grid(2).line("f4", "h3") is None


@pytest.mark.rules("WC-005")
def test_two_players_come_nowhere_outside() -> None:
    assert not any(f"hex/{cell}" in begin(2).state.piles or f"control/{cell}" in begin(2).state.piles for cell in MORE)
    assert all(f"hex/{cell}" in begin(4).state.piles for cell in (*TWO, *MORE))
    match = battle(board={"c6": "swordsman"}, hands={0: "swordsman light_cavalry"}, markers={"c6": "wolf"})
    outside = far(match, 0, "deploy:light_cavalry:b6")
    assert (outside.code, outside.rule, outside.facts) == ("off_board", "WC-005", {"cell": "b6"})
    use(match, 0, "up:swordsman")
    assert allowed(match, 0, "move") == {f"move:c6:{to}" for to in ("c5", "c7", "d5", "d6")}
    outside = far(match, 0, "move:c6:b6")
    assert (outside.code, outside.rule, outside.facts) == ("off_board", "WC-005", {"cell": "b6"})


@pytest.mark.rules("WC-005", "WC-220")
def test_four_players_use_the_whole_board() -> None:
    armies = (
        "swordsman pikeman knight",
        "archer cavalry lancer",
        "scout ensign footman",
        "marshall mercenary berserker",
    )
    match = battle(armies=armies, board={"c6": "swordsman"}, hands={0: "swordsman"})
    use(match, 0, "up:swordsman")
    assert allowed(match, 0, "move") == {f"move:c6:{to}" for to in ("b6", "b7", "c5", "c7", "d5", "d6")}
