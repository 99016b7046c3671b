"""The Warrior Priest: a coin from the bag after every attack and every control, to be used at once."""

from __future__ import annotations

import pytest

from rules.engine.questions import Laid
from rules.engine.types import UNSEEN, PieceId
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    board,
    coins,
    control,
    do,
    draw,
    draw_kind,
    hears,
    is_over,
    kind,
    kinds,
    maneuver,
    offered,
    reason,
    refused,
    skirmish,
    use,
    view,
    winners,
)


@pytest.mark.rules("WC-165")
@pytest.mark.parametrize("key", ["attack:e5:e4", "control:e5"])
def test_after_an_attack_or_control_a_coin_is_drawn_and_used_at_once(key: str) -> None:
    match = skirmish({"e5": "warrior_priest"}, {"e4": "scout 2"}, "warrior_priest royal", reserve="archer")
    before = len(match.state.pile("bag/0"))
    maneuver(match, 0, "warrior_priest", key)
    assert (kind(match), asked(match)) == ("bless", [0])
    events = draw_kind(match, 0, "archer")
    assert "blessed" in kinds(events)
    assert len(match.state.pile("bag/0")) == before - 1
    assert (kind(match), asked(match)) == ("use_drawn", [0])
    use(match, 0, "deploy:archer:d7")
    assert board(match)["d7"] == "archer"
    assert coins(match, "hand/0") == ["royal"], "the coins of the hand are left alone"
    assert is_over(match)


@pytest.mark.rules("WC-165")
@pytest.mark.parametrize("key", ["move:e5:d5", None])
def test_moving_or_being_bolstered_draws_nothing(key: str | None) -> None:
    match = skirmish({"e5": "warrior_priest"}, {"e4": "scout"}, "warrior_priest")
    use(match, 0, *(["up:warrior_priest", key] if key else ["bolster:warrior_priest:e5"]))
    assert is_over(match)


@pytest.mark.rules("WC-165")
def test_it_has_to_be_that_coin_and_not_one_of_the_hand() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest archer", reserve="scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    mentioned = {o.key.split(":")[1] for o in match.options(match.waiting[0]) if ":" in o.key}
    assert mentioned == {"scout"}
    assert {"deploy:scout:d7", "down:scout", "down"} <= allowed(match, 0)


@pytest.mark.rules("WC-165", "WC-035", "WC-C14")
def test_any_of_the_actions_may_be_paid_with_it() -> None:
    own = {"e5": "warrior_priest", "f3": "scout"}
    match = skirmish(own, {"f2": "archer"}, "warrior_priest")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    assert {"bolster:scout:f3", "up:scout", "down:scout"} <= allowed(match, 0)
    use(match, 0, "down:scout")
    assert reason(match, 0, "claim") == ("initiative_already_yours", "WC-061")
    assert {"pass", "recruit:scout", "recruit:warrior_priest"} <= allowed(match, 0)
    use(match, 0, "back", "up:scout", "attack:f3:f2")
    assert board(match) == own
    assert is_over(match)


@pytest.mark.rules("WC-165")
def test_claiming_initiative_with_the_drawn_coin() -> None:
    match = battle(
        armies=("warrior_priest scout", "archer"),
        board={"e5": "warrior_priest"},
        hands={0: "warrior_priest", 1: "royal"},
        initiative=1,
    )
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    use(match, 0, "down:scout", "claim")
    assert match.state["initiative"] == 0
    assert is_over(match)


@pytest.mark.rules("WC-166")
def test_an_empty_bag_is_filled_again_and_the_coin_that_paid_may_come_back() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", empty_bags=[0])
    events = maneuver(match, 0, "warrior_priest", "control:e5")
    assert "refilled" in kinds(events)
    assert coins(match, "face_up/0") == []
    assert len(match.state.pile("bag/0")) == 1
    draw(match, 0, "warrior_priest#2")
    assert coins(match, "drawn/0") == ["warrior_priest"]
    use(match, 0, "bolster:warrior_priest:e5")
    assert board(match) == {"e5": "warrior_priest 2"}
    assert is_over(match)


@pytest.mark.rules("WC-166")
def test_only_an_empty_bag_is_filled_again_and_all_of_the_discard_goes_in() -> None:
    own = {"e5": "warrior_priest"}
    match = skirmish(own, {}, "warrior_priest", reserve="scout", face_up={0: "scout"}, face_down={0: "scout"})
    events = maneuver(match, 0, "warrior_priest", "control:e5")
    assert "refilled" not in kinds(events)
    match = skirmish(
        own, {}, "warrior_priest", reserve="scout", face_up={0: "scout"}, face_down={0: "scout"}, empty_bags=[0]
    )
    maneuver(match, 0, "warrior_priest", "control:e5")
    assert len(match.state.pile("bag/0")) == 3
    assert coins(match, "face_down/0") == coins(match, "face_up/0") == []


@pytest.mark.rules("WC-166")
def test_the_coin_of_the_marshall_who_gave_the_order_may_come_back_too() -> None:
    match = skirmish({"f4": "marshall", "f3": "warrior_priest"}, {"f2": "scout"}, "marshall", empty_bags=[0])
    maneuver(match, 0, "marshall", "order:f3:f2")
    draw(match, 0, "marshall#2")
    use(match, 0, "bolster:marshall:f4")
    assert board(match) == {"f4": "marshall 2", "f3": "warrior_priest"}


@pytest.mark.rules("WC-169")
def test_with_nothing_to_draw_play_goes_on() -> None:
    match = battle(
        armies=("marshall", "archer", "warrior_priest", "scout"),
        board={"f4": "marshall", "f3": "warrior_priest", "f2": "archer"},
        hands={0: "marshall", 1: "royal"},
        empty_bags=[2],
    )
    events = maneuver(match, 0, "marshall", "order:f3:f2")
    assert kinds(events)[-1] == "nothing_to_draw", "the priest's owner has no coin at all"
    assert board(match) == {"f4": "marshall", "f3": "warrior_priest"}
    assert is_over(match)


@pytest.mark.rules("WC-168")
def test_one_priest_coin_may_bring_another_and_another() -> None:
    own = {"e5": "warrior_priest"}
    match = skirmish(own, {"e4": "scout 4"}, "warrior_priest", reserve="archer", supply={"warrior_priest": 0})
    maneuver(match, 0, "warrior_priest", "control:e5")
    for left in (3, 2):
        draw_kind(match, 0, "warrior_priest")
        use(match, 0, "up:warrior_priest", "attack:e5:e4")
        assert len(match.state.pile("hex/e4")) == left
        assert kind(match) == "bless"
    draw_kind(match, 0, "archer")
    use(match, 0, "deploy:archer:d7")
    assert coins(match, "face_up/0") == ["warrior_priest"] * 3
    assert is_over(match)


@pytest.mark.rules("WC-168", "WC-166")
def test_a_chain_ends_only_when_its_owner_ends_it_if_the_same_coin_comes_back() -> None:
    match = skirmish({"e5": "warrior_priest"}, {"e4": "scout 4"}, "warrior_priest", empty_bags=[0])
    use(match, 0, "up:warrior_priest", "attack:e5:e4")
    for _ in range(2):
        draw(match, 0, "warrior_priest#2")
        use(match, 0, "up:warrior_priest", "attack:e5:e4")
    draw(match, 0, "warrior_priest#2")
    use(match, 0, "down:warrior_priest", "pass")
    assert board(match) == {"e5": "warrior_priest", "e4": "scout"}
    assert is_over(match)


@pytest.mark.rules("WC-165", "WC-085")
def test_a_priest_that_wins_by_control_draws_nothing() -> None:
    held = {"c6": "wolf", "d4": "wolf", "g3": "wolf"}
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", markers=held)
    maneuver(match, 0, "warrior_priest", "control:e5")
    assert winners(match) == [0]
    assert match.question is None
    assert coins(match, "drawn/0") == []


@pytest.mark.rules("WC-165", "WC-085")
def test_the_drawn_coin_may_win() -> None:
    held = {"c6": "wolf", "d4": "wolf"}
    match = skirmish({"e5": "warrior_priest", "g3": "scout"}, {}, "warrior_priest", markers=held)
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    use(match, 0, "up:scout", "control:g3")
    assert winners(match) == [0]
    assert match.question is None


# -- falling -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-167", "A-16")
def test_a_priest_that_a_pikeman_destroys_still_lets_its_owner_draw() -> None:
    match = skirmish({"f4": "warrior_priest"}, {"f3": "pikeman"}, "warrior_priest", supply={"warrior_priest": 0})
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    assert board(match) == {}
    assert (kind(match), asked(match)) == ("bless", [0])
    draw_kind(match, 0, "warrior_priest")
    assert reason(match, 0, "up:warrior_priest") == ("unit_not_on_board", "WC-076")
    use(match, 0, "deploy:warrior_priest:d7")
    assert board(match) == {"d7": "warrior_priest"}
    assert is_over(match)


@pytest.mark.rules("WC-167", "WC-165")
def test_one_that_lives_through_it_draws_once() -> None:
    match = skirmish({"f4": "warrior_priest 2"}, {"f3": "pikeman"}, "warrior_priest", reserve="scout")
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "scout")
    use(match, 0, "down:scout", "pass")
    assert board(match) == {"f4": "warrior_priest"}
    assert is_over(match)


# -- against a Royal Guard ---------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-170")
@pytest.mark.parametrize("loss", ["supply", "unit"])
def test_against_a_royal_guard_draw_then_the_loss_then_use(loss: str) -> None:
    match = skirmish({"f4": "warrior_priest"}, {"f3": "royal_guard"}, "warrior_priest", reserve="scout")
    events = maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    assert kinds(events) == ["paid", "attacked"]
    assert (kind(match), asked(match)) == ("bless", [0])
    draw_kind(match, 0, "scout")
    assert board(match) == {"f4": "warrior_priest", "f3": "royal_guard"}, "nothing is lost yet"
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    assert coins(match, "drawn/0", reader=1) == ["?"], "the defender decides without having seen the coin"
    use(match, 1, loss)
    assert ("f3" in board(match)) is (loss == "supply")
    assert (kind(match), asked(match)) == ("use_drawn", [0])
    use(match, 0, "deploy:scout:d7")
    assert is_over(match), "and no second draw"


@pytest.mark.rules("WC-170")
@pytest.mark.parametrize(("height", "left"), [("", {}), (" 2", {"f3": "royal_guard"})])
def test_without_a_choice_of_the_defender_the_coin_is_off_the_table_before_the_draw(
    height: str, left: dict[str, str]
) -> None:
    guard = {"f3": f"royal_guard{height}"}
    match = skirmish({"f4": "warrior_priest"}, guard, "warrior_priest", reserve="scout", supply={"royal_guard": 0})
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("bless", [0])
    assert board(match) == {"f4": "warrior_priest", **left}
    assert coins(match, "box") == ["royal_guard"]
    draw_kind(match, 0, "scout")
    assert board(match) == {"f4": "warrior_priest", **left}
    assert (kind(match), asked(match)) == ("use_drawn", [0])


@pytest.mark.rules("WC-170", "WC-142")
def test_an_ordered_priest_keeps_that_order_too() -> None:
    own = {"e4": "marshall", "f4": "warrior_priest"}
    match = skirmish(own, {"f3": "royal_guard"}, "marshall")
    maneuver(match, 0, "marshall", "order:f4:f3")
    draw_kind(match, 0, "warrior_priest")
    assert (kind(match), asked(match)) == ("guard_loss", [1])
    use(match, 1, "unit")
    use(match, 0, "bolster:warrior_priest:f4")
    assert board(match) == {"e4": "marshall", "f4": "warrior_priest 2"}


@pytest.mark.rules("WC-170", "WC-168")
def test_a_second_attack_with_the_drawn_coin_draws_again() -> None:
    match = skirmish(
        {"f4": "warrior_priest"},
        {"f3": "royal_guard"},
        "warrior_priest",
        reserve="scout",
        supply={"warrior_priest": 0, "royal_guard": 1},
    )
    maneuver(match, 0, "warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "warrior_priest")
    use(match, 1, "supply")
    use(match, 0, "up:warrior_priest", "attack:f4:f3")
    draw_kind(match, 0, "scout")
    assert board(match) == {"f4": "warrior_priest"}, "the supply is empty now, so the unit has lost it"
    use(match, 0, "down:scout", "pass")
    assert is_over(match)


# -- the Royal Coin, and what others learn -----------------------------------------------------------------------------


@pytest.mark.rules("WC-165", "WC-036")
def test_a_drawn_royal_coin_pays_face_down_actions() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", reserve="scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "royal")
    assert reason(match, 0, "up:royal_wolf") == ("royal_coin_not_allowed", "WC-036")
    assert allowed(match, 0) == {"down:royal_wolf", "down"}
    use(match, 0, "down:royal_wolf", "recruit:scout")
    assert coins(match, "face_up/0") == ["scout", "warrior_priest"]
    assert is_over(match)


@pytest.mark.rules("WC-165", "WC-157")
def test_a_drawn_royal_coin_pays_the_tactic_of_a_royal_guard() -> None:
    match = skirmish({"e5": "warrior_priest", "d6": "royal_guard"}, {}, "warrior_priest")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "royal")
    use(match, 0, "up:royal_wolf", "ride:d6:d7")
    assert board(match) == {"e5": "warrior_priest", "d7": "royal_guard"}


@pytest.mark.rules("WC-I13", "WC-165")
def test_only_its_owner_knows_the_drawn_coin_and_it_stays_so_when_it_is_used_face_down() -> None:
    seen = []
    for unit in ("scout", "archer"):
        match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", reserve="scout archer")
        maneuver(match, 0, "warrior_priest", "control:e5")
        draw_kind(match, 0, unit)
        assert coins(match, "drawn/0", reader=0) == [unit]
        assert coins(match, "drawn/0", reader=1) == coins(match, "drawn/0", reader=-1) == ["?"]
        assert not match.options(match.state.seats[1])
        views = [view(match, 1), view(match, -1)]
        use(match, 0, f"down:{unit}", "pass")
        assert coins(match, "face_down/0", reader=0) == [unit]
        assert coins(match, "face_down/0", reader=1) == ["?"]
        assert hears(match, 1, "paid_face_down")
        assert hears(match, 1, "passed"), "what it paid for is public"
        seen.append([*views, view(match, 1), view(match, -1)])
    assert seen[0] == seen[1], "to all others one coin is like the other"


@pytest.mark.rules("WC-I13")
def test_a_drawn_coin_becomes_public_when_it_is_used_openly() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", reserve="scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw_kind(match, 0, "scout")
    use(match, 0, "deploy:scout:d7")
    assert coins(match, "hex/d7", reader=1) == ["scout"]


@pytest.mark.rules("WC-165")
def test_a_draw_that_nobody_tells_the_companion_can_be_used_all_the_same() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", reserve="scout", supply={"warrior_priest": 0})
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw(match, 0)
    assert coins(match, "drawn/0") == ["?"]
    assert {"deploy:scout:d7", "bolster:warrior_priest:e5", "down"} <= allowed(match, 0)
    use(match, 0, "down", "pass")
    assert coins(match, "face_down/0") == ["?"]
    assert is_over(match)


@pytest.mark.rules("WC-165")
def test_hands_show_the_use_of_a_drawn_coin_like_that_of_any_other() -> None:
    match = skirmish({"e5": "warrior_priest"}, {}, "warrior_priest", reserve="scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    draw(match, 0, "scout#2")
    deploy, down = offered(match, 0, "deploy:scout:d7"), offered(match, 0, "down:scout")
    assert deploy is not None
    assert down is not None
    assert deploy.ways == (Laid("d7", PieceId("scout#2")),)
    assert down.ways == (Laid("face_down/0", UNSEEN, face_up=False, deck="coins"),)


@pytest.mark.rules("WC-165")
def test_nobody_can_draw_a_coin_that_is_not_in_the_own_bag() -> None:
    match = skirmish({"e5": "warrior_priest"}, {"c4": "archer"}, "warrior_priest royal", reserve="scout")
    maneuver(match, 0, "warrior_priest", "control:e5")
    bad = {"archer#3", "royal_wolf", "warrior_priest#1", "scout#5"}
    for name in bad:
        with pytest.raises(AssertionError, match="cannot_be_there"):
            do(match, 0, "drawn", {"drawn/0": [name]})
    assert refused(match, 1, "drawn").code == "not_your_turn"
    assert control(match)["e5"] == "wolf"
