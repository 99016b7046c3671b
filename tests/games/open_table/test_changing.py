"""A table of cards changed while it is played at: what was forgotten comes to it, on record."""

from __future__ import annotations

import pytest

from rules.engine.entries import Rewind
from rules.engine.match import Match
from rules.engine.types import UNSEEN
from tests.games.asking import asked, do
from tests.games.changing import begun, changed, same_again
from tests.games.open_table._table import PLAIN, drawn

COUNTER = '\n[[counter]]\nkey = "lives"\nname = "Lives"\nstart = 3\n'
FORGOTTEN = (
    PLAIN.replace("Green,1,Grow.", "Green,1,Grow twice.,7").replace(",7,,Cold", ",7,Cold")
    + '\n[[zone]]\nkey = "bag"\nname = "Bag"\nkind = "bag"\n\n[[deck]]\nkey = "e"\nname = "More"\nzone = "bag"\n'
    + 'cards = "Fog,2"\n'
    + COUNTER
).replace("Blue,2,,5,Cold", "BLUE,4,,5,Cold")


def lying(match: Match, pile: str) -> int:
    return len(match.state.pile(pile))


def test_forgotten_cards_zones_and_counters_come_and_what_is_held_stays() -> None:
    match = begun("open_table", PLAIN, 2)
    drawn(match, 0, "d_blue#1")
    held = match.state.pile("hand/0")
    assert changed(match, FORGOTTEN) == ""
    assert match.state.pile("hand/0") == held
    assert [lying(match, pile) for pile in ("stock", "bag")] == [6, 2]
    assert [match.table.number(f"counter.lives/{seat}") for seat in (0, 1)] == [3, 3]
    assert match.table.shared == {"d", "e"}
    drawn(match, 1, "d_blue#4")
    drawn(match, 1, "?", zone="bag")
    assert match.state.unaccounted("e") == match.table.decks["e"]
    for installed in (PLAIN, FORGOTTEN):
        assert same_again(match, installed).state == match.state


def test_who_takes_the_change_back_plays_with_the_cards_of_before() -> None:
    match = begun("open_table", PLAIN, 2)
    drawn(match, 0, "d_blue#1")
    assert changed(match, FORGOTTEN) == ""
    match.submit(Rewind(len(match.log) - 1))
    assert lying(match, "stock") == 4
    assert match.table.shared == {"d"}
    assert "bag" not in match.state.piles
    assert same_again(match, FORGOTTEN).state == match.state


def test_turns_are_switched_on_and_off() -> None:
    match = begun("open_table", PLAIN, 2)
    drawn(match, 0, "?")
    turns = PLAIN.replace("format = 1\n", "format = 1\nturns = true\n")
    assert changed(match, turns) == ""
    assert match.table.turn == 0
    do(match, 0, "next")
    assert match.table.turn == 1
    assert changed(match, PLAIN) == ""
    assert match.table.turn is None
    assert asked(match) == [0, 1]
    assert match.state.pile("hand/0").slots[0].piece is UNSEEN


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (PLAIN.replace("Blue,2", "Navy,2"), 'the card "Blue" keeps its name and its place'),
        (PLAIN.replace("Blue,2", "Blue,1"), 'the card "Blue" keeps its name and its place'),
        (PLAIN.replace("Red,2", "White,1\nRed,2"), 'the card "Red" keeps its name and its place'),
        (PLAIN.replace('kind = "row"\neach', 'kind = "discard"\neach'), 'the zone "Mine" stays there'),
        (PLAIN.replace('key = "heap"', 'key = "dump"'), 'the zone "Heap" stays there'),
        (PLAIN.replace('key = "d"', 'key = "x"'), 'the deck "Cards" stays where it is'),
        (PLAIN, 'the counter "Lives" stays there'),
        (PLAIN.replace("Blue,2", "Blue,many"), '"count" has to be a whole number'),
    ],
)
def test_what_people_hold_and_count_stays_what_it_is(text: str, why: str) -> None:
    match = begun("open_table", PLAIN + COUNTER, 2)
    drawn(match, 0, "d_blue#1")
    before = match.state
    assert why in changed(match, text if text == PLAIN else text + COUNTER)
    assert match.state == before
