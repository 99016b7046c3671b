"""A draw by agreement, and a match that nobody can win any more."""

from __future__ import annotations

from random import Random

import pytest

from rules.engine.match import Accepted, Match
from rules.engine.sampling import pick
from rules.engine.types import Seat
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    coins,
    do,
    draw_kind,
    kind,
    kinds,
    maneuver,
    offered,
    reason,
    skirmish,
    use,
    winners,
)

LOST = {"scout": 2, "archer": 2, "lancer": 4}
STANDING = {"f4": "swordsman 5", "f5": "scout 3", "e2": "archer 2"}


def stuck(**given: object) -> Match:
    """Both have a Royal Coin in hand; all other coins stand on the board or are lost, unless given otherwise."""
    rest: dict[str, object] = {"board": STANDING, "box": LOST, "hands": {0: "royal", 1: "royal"}, **given}
    units = ("swordsman", "scout", "archer", "lancer")
    supply = {**dict.fromkeys(units, 0), **given.get("supply", {})}  # type: ignore[dict-item]
    return battle(armies=("swordsman scout", "archer lancer"), **{**rest, "supply": supply})  # type: ignore[arg-type]


def lines(match: Match) -> list[str]:
    """How the match ended, in codes."""
    return [] if match.state.result is None else [line.code for line in match.state.result.lines]


# -- offering ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("A-12")
def test_a_draw_is_agreed_by_both() -> None:
    match = battle(hands={0: "swordsman pikeman", 1: "archer"})
    assert kinds(do(match, 0, "draw")) == ["draw_offered"]
    assert (kind(match), asked(match), allowed(match, 1)) == ("draw_offer", [1], {"accept", "refuse"})
    do(match, 1, "accept")
    assert (winners(match), lines(match), match.question) == ([], ["draw_agreed"], None)


@pytest.mark.rules("A-12", "WC-030")
def test_a_refused_draw_costs_no_coin_and_is_not_offered_twice_before_the_same_one() -> None:
    match = battle(hands={0: "swordsman pikeman", 1: "archer"})
    do(match, 0, "draw")
    assert kinds(do(match, 1, "refuse")) == ["draw_refused"]
    assert (kind(match), asked(match), coins(match, "hand/0")) == ("turn", [0], ["pikeman", "swordsman"])
    assert reason(match, 0, "draw") == ("draw_offer_refused", "A-12")
    use(match, 0, "down:pikeman", "back")
    assert reason(match, 0, "draw") == ("draw_offer_refused", "A-12"), "it is still the same coin"
    use(match, 0, "down:pikeman", "pass")
    use(match, 1, "down:archer", "pass")
    assert reason(match, 0, "draw") == ("", "")


@pytest.mark.rules("A-12", "WC-220")
@pytest.mark.parametrize("against", [None, 1, 2, 3])
def test_among_teams_everybody_is_asked_and_one_is_enough_to_play_on(against: int | None) -> None:
    match = battle(armies=("swordsman", "archer", "scout", "lancer"), hands={0: "swordsman", 1: "archer"})
    do(match, 0, "draw")
    for seat in (1, 2, 3):
        assert (kind(match), asked(match)) == ("draw_offer", [seat])
        do(match, seat, "refuse" if seat == against else "accept")
        if seat == against:
            break
    assert lines(match) == ([] if against else ["draw_agreed"])
    assert asked(match) == ([0] if against else [])


@pytest.mark.rules("A-12", "WC-165")
def test_a_coin_that_must_be_used_at_once_is_used_first() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", reserve="scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    assert kind(match) == "use_drawn"
    assert offered(match, 0, "draw") is None


# -- nobody can win any more -------------------------------------------------------------------------------------------


@pytest.mark.rules("A-12", "WC-183")
def test_with_royal_coins_alone_it_goes_on_and_everybody_reads_what_to_do() -> None:
    match = stuck()
    assert [note.say.code for note in match.notes()] == ["nobody_can_win"]
    assert match.state.result is None
    option = offered(match, 0, "draw")
    assert option is not None
    assert option.obvious
    do(match, 0, "draw")
    assert [o.key for o in match.options(Seat(1)) if o.obvious] == ["accept"]


@pytest.mark.rules("A-12")
@pytest.mark.parametrize(
    "more",
    [
        {"supply": {"lancer": 1}, "box": {**LOST, "lancer": 3}},
        {"box": {**LOST, "lancer": 3}},
        {"box": {**LOST, "lancer": 3}, "face_down": {1: "lancer"}},
        {"box": {**LOST, "lancer": 3}, "face_down": {1: "?"}},
        {"box": {**LOST, "scout": 1}, "hands": {0: "royal scout", 1: "royal"}},
    ],
    ids=["supply", "bag", "discard", "untold", "hand"],
)
def test_one_other_coin_anywhere_is_hope(more: dict[str, object]) -> None:
    match = stuck(**more)
    assert match.notes() == ()
    option = offered(match, 0, "draw")
    assert option is not None
    assert not option.obvious


@pytest.mark.rules("A-12")
@pytest.mark.parametrize("seed", range(8))
def test_programs_that_play_by_chance_end_it(seed: int) -> None:
    match, random = stuck(), Random(seed)
    while match.question is not None and match.version < 60:
        assert isinstance(match.submit(pick(match, random.randrange)), Accepted)
    assert lines(match) == ["draw_agreed"]


BLOCKED = {"e2": "archer 2", "h1": "lancer 4", "f4": "scout 5"}
"""The Raven's locations are held by own units that no coin moves any more."""


@pytest.mark.rules("A-12", "WC-043")
@pytest.mark.parametrize(
    ("third", "is_over"),
    [
        ({}, True),  # the swordsman's coins have nowhere to go
        ({"d7": "wolf"}, False),  # a location is free for them
        ({"h4": "raven"}, True),  # free, but of the other side
    ],
)
def test_coins_that_find_no_place_are_no_hope(third: dict[str, str], is_over: bool) -> None:
    match = stuck(board=BLOCKED, box={"archer": 2}, markers={"d7": "", "g6": "", **third})
    assert bool(match.notes()) is is_over


@pytest.mark.rules("A-12", "WC-157", "WC-158")
@pytest.mark.parametrize(
    ("guard", "card", "is_over"), [("g6", "first", False), ("g6", "later", True), ("f5", "first", True)]
)
def test_a_royal_guard_may_make_room(guard: str, card: str, is_over: bool) -> None:
    match = battle(
        armies=("royal_guard swordsman", "archer lancer"),
        hands={0: "royal", 1: "royal"},
        board={**{k: v for k, v in BLOCKED.items() if k != "f4"}, guard: "royal_guard 5"},
        box={"archer": 2},
        supply=dict.fromkeys(("royal_guard", "swordsman", "archer", "lancer"), 0),
        markers={"d7": "", **({} if guard == "g6" else {"g6": ""})},
        tracks={"guard_card": card},
    )
    assert bool(match.notes()) is is_over
