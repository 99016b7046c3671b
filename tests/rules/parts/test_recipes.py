"""The recipes for authors: each is a whole little game, which is played and held against the laws."""

from __future__ import annotations

import re
from functools import partial
from random import Random
from typing import Any

import pytest

import rules.engine as face
from companion.kit.laws import laws
from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import Count, try_worlds
from rules.engine import Box, Game, Layout, MatSpot, Rules, Screens, boxed, squares
from tests.house._source import ROOT
from tests.toy import Toy

RECIPES = re.findall(
    r"^## ([\w ,]+)\n|^```python\n(.*?)^```", (ROOT / "docs/own_game/recipes.md").read_text("utf-8"), re.M | re.S
)
SIDES = ("gold", "blue")
SPOTS = ("deck", "discard", "market")
CARDS = "rules.samples.harbour_night"
WANTED = {
    *("Guess", "Duel", "Swap, give, look, show", "Market", "Reaction", "Elimination", "Rounds", "Sheet", "Kept dice"),
    *("Bidding", "Teams", "Board", "Board of hexes", "Option of the match", "Steal from a row", "Trick"),
}


def named() -> list[tuple[str, str]]:
    """Every piece of code with the heading above it."""
    found, heading = [], ""
    for title, code in RECIPES:
        heading = title or heading
        if code:
            found.append((heading, code))
    return found


def laid_out(seats: int, settings: object) -> Layout:
    own = [MatSpot(f"row/{n}", 100.0 * n, 300.0, 70.0, 90.0, label="row", seat=n) for n in range(seats)]
    board = [MatSpot(cell, 900.0, 300.0, 20.0, 20.0, cell=cell) for cell in squares(5, 5).cells]
    return Layout(
        1000.0, 600.0, (*own, *board, *(MatSpot(name, 100.0 * n, 0.0, 70.0, 90.0) for n, name in enumerate(SPOTS)))
    )


def cooked(code: str) -> Game:
    """The game of a recipe, with the cards of Harbour Night."""
    names: dict[str, Any] = {name: getattr(face, name) for name in dir(face)} | {"__name__": CARDS, "partial": partial}
    exec(compile(code, "recipes.md", "exec"), names)
    made, deck = names["rules"], names.get("deck")
    assert isinstance(made, Rules)
    stones = names.get("stones")
    box: Box = stones.box if stones is not None else boxed(deck.cards) if deck is not None else boxed()
    return Toy(
        package="recipe",
        title="Recipe",
        seats=names.get("seats", range(2, 5)),
        rules=made,
        box=box,
        screens=names.get("screens", Screens()),
        sentences=({"word": deck.cards.names("en") if deck is not None else {side: side for side in SIDES}},),
        laid_out=laid_out,
    )


def test_all_that_authors_ask_for_is_there() -> None:
    assert {heading for heading, _ in named()} == WANTED


@pytest.mark.parametrize(("heading", "code"), [pytest.param(h, c, id=f"{n}-{h}") for n, (h, c) in enumerate(named())])
def test_recipe(heading: str, code: str) -> None:
    game = cooked(code)
    assert len([line for line in code.splitlines() if line.strip()]) <= 30
    found = Count()
    for number, seats in enumerate(game.seats):
        laws.ends(Script(game, seats, number))
        found.add(try_worlds(Script(game, seats, number, length=40), Random(number), 6))
    for number, law in enumerate(laws.LAWS):
        law(Script(game, game.seats[number % len(game.seats)], number, length=40))
    assert not found.leaks, found.leaks[:2]
