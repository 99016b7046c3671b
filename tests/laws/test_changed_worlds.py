"""Nobody learns a secret by a change of the file in the middle of a match: swapped worlds of cards, numbers, roles and
choices with such a change in their log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import pytest

from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import Base, Count, compare
from rules.engine.entries import Redefine
from rules.engine.table import Table
from tests.games.changing import game_of
from tests.games.roles._choices import ChoiceBase
from tests.games.score_sheet._numbers import NumberBase
from tests.laws.definitions import definition_of
from tests.seeds import seed_of

Carry = Callable[[Table, str, str], None]
HIDDEN = """format = 1
rounds = 5
[[line]]
key = "goal"
name = "Goal"
hidden = true
[[line]]
key = "open"
name = "Open"
"""
LATE_LINE = (
    HIDDEN.replace("rounds = 5", "rounds = 4")
    + """[[line]]
key = "late"
name = "Late"
when = "end"
hidden = true
"""
)


def text_of(slug: str, template: str) -> str:
    return definition_of(slug).text_of(template)


@dataclass(frozen=True)
class Change:
    """A file before and after, and which secrets are swapped."""

    slug: str
    before: str
    after: str
    kind: type[Base]
    seats: int
    tries: int = 12


DUEL, WOLVES = text_of("open_table", "duel"), text_of("roles", "wolves")
IN_TIME = WOLVES.replace("does =", "minutes = 2\ndoes =").replace("rounds = 20", "rounds = 9")
MORE = DUEL.replace('name = "Lives"', 'name = "Hearts"').replace("Mirror\t2", "Mirror\t4")
CHANGES = {
    "numbers": Change("score_sheet", HIDDEN, LATE_LINE, NumberBase, 3),
    "cards": Change("open_table", DUEL, MORE, Base, 3, 4),
    "roles": Change("roles", WOLVES, IN_TIME, Base, 6, 3),
    "choices": Change("roles", WOLVES, IN_TIME, ChoiceBase, 5),
}


def worlds_of(change: Change, seed: int, wanted: int, carry: Carry | None = None) -> Count:
    """Worlds of one match that goes by the other text from somewhere in its beginning on. `carry` brings it there in
    another way."""
    settings = {"cards": True} if change.slug == "roles" else {}
    game = game_of(change.slug, change.before)
    if carry is not None and game.changing is not None:
        game = replace(game, changing=replace(game.changing, carry=carry))
    script = Script(game, change.seats, seed, length=60, settings=settings, change=(seed % 12, change.after))
    base, found = change.kind(script), Count()
    at = next((number for number, entry in enumerate(base.log) if isinstance(entry, Redefine)), None)
    assert at is not None, "the match ended before the change could come"
    for world in base.worlds(Random(seed), wanted):
        if world.since <= at < world.end:
            found.add(compare(base, world))
    return found


@pytest.mark.parametrize("name", CHANGES)
def test_nobody_notices_a_swap_across_a_change(name: str) -> None:
    found = Count()
    for seed in range(CHANGES[name].tries):
        found.add(worlds_of(CHANGES[name], seed, 12))
    assert not found.leaks, found.leaks[:3]
    assert found.compared >= 5


def test_a_change_that_tells_a_secret_is_found() -> None:
    changing = game_of("score_sheet", HIDDEN).changing
    assert changing is not None

    def tells(t: Table, before: str, after: str) -> None:
        changing.carry(t, before, after)
        t.set("points/0", t["entry/line_goal.1/0"])

    found = Count()
    for seed in range(12):
        found.add(worlds_of(CHANGES["numbers"], seed, 12, tells))
    assert found.leaks


@pytest.mark.soak
@pytest.mark.parametrize("name", CHANGES)
def test_nobody_notices_a_swap_across_a_change_for_long(name: str) -> None:
    found, seed = Count(), seed_of("changed worlds")
    while found.compared < 5000:
        found.add(worlds_of(CHANGES[name], seed, 80))
        seed += 1
    assert not found.leaks, found.leaks[:3]
