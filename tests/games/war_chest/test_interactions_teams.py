"""A teammate's unit obeys an Ensign or a Marshall: the active player commands, its owner has what follows."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.match import Match
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    board,
    coins,
    draw_kind,
    is_over,
    kind,
    maneuver,
    offered,
    reason,
    use,
    winners,
)


def team(
    own: str,
    mate: str,
    board: Mapping[str, str],
    hand: str,
    *,
    foe: str = "scout pikeman royal_guard",
    markers: Mapping[str, str] | None = None,
) -> Match:
    """Seat 0 commands, seat 2 is its teammate, seat 1 has the enemies."""
    hands = {0: hand, 1: "royal", 2: "royal"}
    return battle(armies=(own, foe, mate, "lancer"), board=board, hands=hands, markers=markers)


@pytest.mark.rules("WC-226", "WC-110", "WC-105", "A-10")
def test_an_ensign_leads_a_teammates_berserker_and_its_owner_goes_on() -> None:
    match = team("ensign", "berserker", {"f4": "ensign", "f3": "berserker 2", "g1": "scout"}, "ensign")
    use(match, 0, "up:ensign")
    assert "lead:f3:g2" in allowed(match, 0), "the active player says where to"
    use(match, 0, "lead:f3:g2")
    assert (kind(match), asked(match)) == ("repeat", [2])
    use(match, 2, "attack:g2:g1")
    assert board(match) == {"f4": "ensign", "g2": "berserker"}
    assert coins(match, "face_up/2") == ["berserker"], "it goes to its owner's discard"
    assert coins(match, "face_up/0") == ["ensign"]
    assert is_over(match)


@pytest.mark.rules("WC-226", "WC-140", "WC-105")
def test_a_marshall_orders_a_teammates_berserker() -> None:
    match = team("marshall", "berserker", {"f4": "marshall", "f3": "berserker 2", "g2": "scout 2"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:g2")
    assert (kind(match), asked(match)) == ("repeat", [2])
    use(match, 2, "stop")
    assert is_over(match)


@pytest.mark.rules("WC-142", "WC-160", "WC-226", "A-10")
def test_a_teammates_swordsman_steps_on_as_its_owner_likes() -> None:
    match = team("marshall", "swordsman", {"f4": "marshall", "f3": "swordsman", "g2": "scout"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:g2")
    assert (kind(match), asked(match)) == ("step_on", [2])
    assert not match.options(match.state.seats[0])
    use(match, 2, "move:f3:g2")
    assert board(match) == {"f4": "marshall", "g2": "swordsman"}
    assert is_over(match)


@pytest.mark.rules("WC-142", "WC-165", "WC-226", "WC-I13", "A-10")
def test_a_teammates_warrior_priest_draws_from_its_owners_bag() -> None:
    match = team(
        "marshall", "warrior_priest archer", {"f4": "marshall", "f3": "warrior_priest", "g2": "scout"}, "marshall"
    )
    bags = [len(match.state.pile(f"bag/{seat}")) for seat in (0, 2)]
    maneuver(match, 0, "marshall", "order:f3:g2")
    assert (kind(match), asked(match)) == ("bless", [2])
    draw_kind(match, 2, "archer")
    assert [len(match.state.pile(f"bag/{seat}")) for seat in (0, 2)] == [bags[0], bags[1] - 1]
    assert coins(match, "drawn/2", reader=0) == ["?"], "not even the teammate knows it"
    assert (kind(match), asked(match)) == ("use_drawn", [2])
    use(match, 2, "deploy:archer:j3")
    assert board(match)["j3"] == "archer"
    assert is_over(match), "the turns go on from the one who gave the order"


@pytest.mark.rules("WC-167", "WC-142")
def test_a_teammates_priest_that_fell_still_draws() -> None:
    match = team("marshall", "warrior_priest", {"f4": "marshall", "f3": "warrior_priest", "g2": "pikeman"}, "marshall")
    maneuver(match, 0, "marshall", "order:f3:g2")
    assert board(match) == {"f4": "marshall"}
    assert (kind(match), asked(match)) == ("bless", [2])


@pytest.mark.rules("WC-170", "WC-142")
def test_three_players_have_their_say_in_one_ordered_attack() -> None:
    match = team(
        "marshall",
        "warrior_priest archer",
        {"f4": "marshall", "f3": "warrior_priest", "g2": "royal_guard"},
        "marshall",
    )
    maneuver(match, 0, "marshall", "order:f3:g2")
    draw_kind(match, 2, "archer")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    use(match, 1, "supply")
    assert (kind(match), asked(match)) == ("use_drawn", [2])
    use(match, 2, "down:archer", "pass")
    assert is_over(match)


@pytest.mark.rules("WC-090", "WC-227")
def test_a_teammates_unit_is_neither_a_target_nor_moved_by_ones_own_coin() -> None:
    match = team("marshall scout", "swordsman", {"f4": "marshall", "f3": "swordsman"}, "marshall", foe="pikeman")
    use(match, 0, "up:marshall")
    assert offered(match, 0, "attack:f4:f3") is None
    assert not [o for o in match.options(match.waiting[0]) if o.key.startswith(("move:f3", "control:f3"))]
    assert reason(match, 0, "tactic") == ("tactic_incomplete", "WC-140")


@pytest.mark.rules("WC-165", "WC-229")
def test_the_coin_of_a_teammates_priest_may_win_for_the_team() -> None:
    held = {"a7": "wolf", "c6": "wolf", "d4": "wolf", "e5": "wolf"}
    match = team(
        "marshall",
        "warrior_priest archer",
        {"f4": "marshall", "f3": "warrior_priest", "g2": "scout", "h4": "archer"},
        "marshall",
        markers=held,
    )
    maneuver(match, 0, "marshall", "order:f3:g2")
    draw_kind(match, 2, "archer")
    use(match, 2, "up:archer", "control:h4")
    assert winners(match) == [0, 2]
