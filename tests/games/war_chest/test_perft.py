"""Counts of legal answers: from fixed positions against numbers derived by hand, and on random boards against an oracle
that was written apart from the game."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.games.war_chest import deeds
from rules.games.war_chest.board import START, grid
from rules.games.war_chest.position import position
from rules.games.war_chest.settings import House
from tests.games.war_chest._match import WAR_CHEST, battle
from tests.games.war_chest._naive import Naive, Piece

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text("utf-8"))
CHARGE = ("lancer pikeman crossbowman light_cavalry", "archer cavalry knight scout")
MELEE = ("swordsman pikeman crossbowman light_cavalry", "lancer cavalry knight scout")


def position_of(name: str) -> Match:
    """The positions of the table."""
    if name == "opening":
        return battle(hands={0: "swordsman pikeman royal", 1: "? ? ?"})
    if name == "melee":
        hands = {0: "swordsman", 1: "?"}
        return battle(armies=MELEE, board={"f4": "swordsman", "f3": "scout", "g4": "knight"}, hands=hands)
    return battle(armies=CHARGE, board={"f6": "lancer", "f3": "archer", "h4": "cavalry"}, hands={0: "lancer", 1: "?"})


def answers(match: Match) -> Iterator[Answer]:
    """Every legal answer, without taking a coin back."""
    for seat in match.waiting or (None,):
        for option in match.options(seat):
            answer = Answer(seat, option.key)
            if option.refusal is None and option.key != "back" and not option.aside:
                yield answer


def count(match: Match, depth: int) -> int:
    """How many sequences of so many answers there are."""
    if match.question is None:
        return 0
    if depth == 1:
        return sum(1 for _ in answers(match))
    total = 0
    for answer in answers(match):
        follow = Match.replay(WAR_CHEST, match.header, match.log)
        follow.submit(answer)
        total += count(follow, depth - 1)
    return total


@pytest.mark.parametrize(
    ("name", "depth"), [(n, d) for n, row in TABLE.items() for d in range(1, 1 + len(row["counts"]))]
)
def test_there_are_as_many_sequences_as_derived(name: str, depth: int) -> None:
    assert count(position_of(name), depth) == TABLE[name]["counts"][depth - 1]


# -- against the oracle ------------------------------------------------------------------------------------------------

WOLVES = ("archer", "crossbowman", "light_cavalry", "cavalry", "lancer", "ensign", "marshall", "swordsman")
RAVENS = ("knight", "pikeman", "scout", "mercenary")


@st.composite
def boards(draw: st.DrawFn) -> Mapping[str, str]:
    """Some units of both sides, of one or two coins, anywhere."""
    chosen = draw(st.lists(st.sampled_from((*WOLVES[:4], *RAVENS)), min_size=1, max_size=8, unique=True))
    cells = draw(
        st.lists(st.sampled_from(list(grid(2).cells)), min_size=len(chosen), max_size=len(chosen), unique=True)
    )
    return {cell: f"{unit} {draw(st.integers(1, 2))}" for cell, unit in zip(cells, chosen, strict=True)}


def naive(board: Mapping[str, str], wolves: tuple[str, ...]) -> Naive:
    """The same board for the oracle."""
    parts = {cell: text.split() for cell, text in board.items()}
    sides = {cell: "wolf" if unit in wolves else "raven" for cell, (unit, _) in parts.items()}
    markers = {cell: side for side, cells in START[2].items() for cell in cells}
    return Naive({cell: Piece(unit, sides[cell], int(n)) for cell, (unit, n) in parts.items()}, markers)


@settings(max_examples=60, deadline=None)
@given(board=boards(), second=st.booleans())
def test_every_unit_has_as_many_maneuvers_as_the_oracle_counts(board: Mapping[str, str], second: bool) -> None:
    """With the first four units of the Wolf's list, and with the other four in their places."""
    wolves = WOLVES[4:] if second else WOLVES[:4]
    names = dict(zip(WOLVES[:4], wolves, strict=True))
    board = {cell: f"{names.get(unit, unit)} {n}" for cell, (unit, n) in ((c, t.split()) for c, t in board.items())}
    match = battle(armies=(" ".join(wolves), " ".join(RAVENS)), board=board)
    oracle, state = naive(board, wolves), match.state
    at, house = position(state), House.of(match.settings, "later")
    for cell in board:
        ordinary = [o for o in deeds.plain(state, at, cell) if o.refusal is None]
        tactic = [o for o in deeds.tactic(state, at, cell, house) if o.refusal is None]
        assert (cell, len(ordinary)) == (cell, oracle.ordinary(cell))
        assert (cell, len(tactic)) == (cell, oracle.tactic(cell))
