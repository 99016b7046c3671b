"""What the host may accept against the rules, and what nobody can: coins that are not there, two units on one hex."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, Refusal, Seat
from tests.games.war_chest._match import WAR_CHEST, battle, board, coins, control, skirmish, use


def accept(match: Match, key: str) -> str:
    """The host accepts a refused play of the first seat; the code of why it stays refused, empty when it is done."""
    outcome = match.submit(Answer(Seat(0), key, irregular=True))
    return outcome.code if isinstance(outcome, Refusal) else ""


def at_hand() -> Match:
    return battle(hands={0: "swordsman pikeman royal", 1: "archer"}, board={"d4": "swordsman", "f3": "crossbowman"})


def untold() -> Match:
    return battle(hands={0: "? ?", 1: "archer"}, board={"d6": "pikeman"}, face_up={0: "pikeman"})


def paid() -> Match:
    match = battle(
        hands={0: "swordsman pikeman", 1: "archer"}, board={"d4": "swordsman", "f3": "crossbowman", "d5": "archer"}
    )
    use(match, 0, "up:swordsman")
    return match


def hidden() -> Match:
    match = battle(hands={0: "swordsman pikeman", 1: "archer"}, supply={"swordsman": 0})
    use(match, 0, "down:swordsman")
    return match


def leading() -> Match:
    match = skirmish({"f4": "ensign", "f3": "scout", "f1": "pikeman"}, {"d5": "archer"}, "ensign")
    use(match, 0, "up:ensign")
    return match


def riding() -> Match:
    match = skirmish({"f4": "cavalry"}, {"c7": "archer", "f3": "knight"}, "cavalry")
    use(match, 0, "up:cavalry")
    return match


def striding() -> Match:
    match = skirmish({"f4": "swordsman"}, {"f3": "scout 2"}, "swordsman")
    use(match, 0, "up:swordsman", "attack:f4:f3")
    return match


@pytest.mark.parametrize("make", [at_hand, untold, paid, hidden, leading, riding, striding])
def test_whatever_the_host_accepts_is_done_or_stays_refused(make: Callable[[], Match]) -> None:
    match = make()
    assert match.question is not None
    listed = (*match.options(Seat(0)), *match.question.unlikely(match.seen(Seat(0)), Seat(0)))
    found = [o for o in listed if o.refusal is not None]
    # of what is refused alike one is enough: the same with the same unit, for the same reason, where the same stands
    kinds = {
        (o.key.split(":")[0], str(o.say.facts.get("unit")), o.refusal and o.refusal.code, board(match).get(o.cell)): o
        for o in found
    }
    assert kinds
    for option in kinds.values():
        key, refusal = option.key, option.refusal
        copy = Match.replay(WAR_CHEST, match.header, match.journal)
        outcome = copy.submit(Answer(Seat(0), key, irregular=True))
        assert isinstance(outcome, Accepted) or outcome == refusal, key
        assert WAR_CHEST.screens.board is not None
        WAR_CHEST.screens.board(copy.seen(PUBLIC))
        units = [p for p in copy.state.piles.values() if p.key.startswith("hex/")]
        assert all(len({coin.kind for coin in pile}) <= 1 for pile in units), f"{key} mixes units"
        assert all(copy.options(seat) for seat in copy.waiting)


@pytest.mark.rules("WC-041", "WC-077", "WC-090")
def test_the_host_can_let_pass_what_the_rules_forbid() -> None:
    match = at_hand()
    assert accept(match, "deploy:pikeman:f4") == ""
    assert board(match)["f4"] == "pikeman"
    match = paid()
    assert accept(match, "move:d4:f4") == ""
    assert board(match)["f4"] == "swordsman"
    match = paid()
    assert accept(match, "attack:d4:f3") == ""
    assert "f3" not in board(match)
    assert coins(match, "box").count("crossbowman") == 1


@pytest.mark.rules("WC-037", "WC-042", "WC-067", "WC-082", "WC-005", "WC-096")
@pytest.mark.parametrize(
    ("make", "key", "code"),
    [
        (at_hand, "deploy:royal_wolf:d7", "royal_coin_not_allowed"),
        (at_hand, "deploy:pikeman:a7", "off_board"),
        (at_hand, "deploy:pikeman:f3", "not_a_location"),
        (at_hand, "deploy:crossbowman:d7", "coin_not_in_hand"),
        (at_hand, "deploy:swordsman", "already_on_board"),
        (untold, "up:pikeman", "coin_not_in_hand"),
        (hidden, "recruit:swordsman", "supply_empty"),
        (paid, "move:d4:d5", "space_occupied"),
        (paid, "control:f3", "no_such_option"),
        (riding, "control:f4", "not_a_location"),
        (riding, "tactic", "tactic_incomplete"),
    ],
)
def test_what_cannot_be_stays_refused(make: Callable[[], Match], key: str, code: str) -> None:
    match = make()
    before = (match.state, len(match.journal))
    assert accept(match, key) == code
    assert (match.state, len(match.journal)) == before
    assert control(match) == {"d7": "wolf", "g6": "wolf", "e2": "raven", "h1": "raven"}
