"""The host's corrections in the middle of an action: what is asked stays answerable, and no coin is forgotten."""

from __future__ import annotations

import pytest

from rules.engine.entries import MovePiece, SetTurn
from rules.engine.match import Accepted, Match
from rules.engine.packets import packet
from rules.engine.types import PUBLIC, PieceId, Seat
from rules.games.war_chest.position import position
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
    skirmish,
    use,
)


def correct(match: Match, piece: PieceId, to: str) -> None:
    """The host puts a piece elsewhere; everybody can still be told what is asked."""
    outcome = match.submit(MovePiece(piece, to, "the host saw it"))
    assert isinstance(outcome, Accepted)
    for reader in (PUBLIC, *match.table.seats):
        packet(match, reader)
    assert match.question is not None
    for seat in match.waiting:
        match.question.unlikely(match.seen(seat), seat)


def top(match: Match, pile: str) -> PieceId:
    piece = match.state.pile(pile).top
    assert isinstance(piece, PieceId)
    return piece


def after_an_attack(unit: str) -> Match:
    match = skirmish({"f4": f"{unit} 2"}, {"f5": "scout 3"}, f"{unit} royal")
    maneuver(match, 0, unit, "attack:f4:f5")
    return match


@pytest.mark.rules("WC-160", "WC-102")
@pytest.mark.parametrize(("unit", "question"), [("swordsman", "step_on"), ("berserker", "repeat")])
def test_a_unit_that_is_taken_away_while_it_may_go_on_can_only_stop(unit: str, question: str) -> None:
    match = after_an_attack(unit)
    assert kind(match) == question
    while f"{unit}" in board(match).get("f4", ""):
        correct(match, top(match, "hex/f4"), "box")
    assert allowed(match, 0) == {"stop"}
    use(match, 0, "stop")
    assert is_over(match)


@pytest.mark.rules("WC-145")
def test_a_mercenary_that_is_taken_away_before_its_bonus() -> None:
    match = skirmish({"f4": "mercenary"}, {"f6": "scout"}, "royal", supply={"mercenary": 2})
    use(match, 0, "down:royal_wolf", "recruit:mercenary")
    assert kind(match) == "hired"
    correct(match, top(match, "hex/f4"), "box")
    assert allowed(match, 0) == {"stop"}


@pytest.mark.rules("WC-155")
def test_a_royal_guard_that_is_taken_away_while_its_owner_chooses() -> None:
    match = skirmish({"f4": "swordsman"}, {"f5": "royal_guard"}, "swordsman", supply={"royal_guard": 1})
    maneuver(match, 0, "swordsman", "attack:f4:f5")
    assert kind(match) == "guard_loss"
    correct(match, top(match, "supply_1/1"), "box")
    assert allowed(match, 1) == {"unit"}
    correct(match, top(match, "hex/f5"), "box")
    assert allowed(match, 1) == {"unit"}
    use(match, 1, "unit")
    assert board(match) == {"f4": "swordsman"}


@pytest.mark.rules("WC-079", "WC-080")
def test_a_marker_that_the_host_puts_among_the_coins_of_a_hex_is_no_unit() -> None:
    match = battle(hands={0: "swordsman", 1: "archer"})
    correct(match, top(match, "stock_wolf"), "hex/d4")
    assert position(match.state).stacks == {}
    assert "deploy:swordsman:d7" in allowed(match, 0)


@pytest.mark.rules("WC-081")
def test_a_coin_that_the_host_puts_where_a_marker_lies_is_no_marker() -> None:
    match = battle(hands={0: "swordsman", 1: "archer"}, board={"d4": "swordsman", "g6": "archer"})
    correct(match, top(match, "supply_1/0"), "control/d4")
    assert "d4" not in position(match.state).markers
    maneuver(match, 0, "swordsman", "control:d4")
    assert position(match.state).markers["d4"] == "wolf"
    assert is_over(match)


@pytest.mark.rules("WC-165", "WC-029")
def test_a_drawn_coin_is_used_although_the_host_has_set_the_turn() -> None:
    match = skirmish({"e5": "warrior_priest"}, {"e4": "scout 2"}, "warrior_priest royal", reserve="archer")
    maneuver(match, 0, "warrior_priest", "attack:e5:e4")
    draw_kind(match, 0, "archer")
    assert isinstance(match.submit(SetTurn(Seat(1), "whose turn it is")), Accepted)
    assert (kind(match), asked(match)) == ("use_drawn", [0])
    use(match, 0, "deploy:archer:d7")
    assert coins(match, "drawn/0") == []
    assert (kind(match), asked(match)) == ("turn", [1])
