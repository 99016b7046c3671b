"""Four players in two teams: common markers, friendly units, turns, initiative, and what stays everybody's own."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import Seat
from tests.games.war_chest._match import (
    allowed,
    asked,
    battle,
    begin,
    board,
    coins,
    control,
    deal,
    do,
    draw_kind,
    far_reason,
    kind,
    kinds,
    maneuver,
    reason,
    refused,
    told,
    use,
    view,
    winners,
)

ARMIES = (
    "ensign marshall scout",
    "archer cavalry lancer",
    "swordsman warrior_priest berserker",
    "pikeman knight royal_guard",
)
TWELVE = "archer berserker cavalry crossbowman ensign footman knight lancer light_cavalry marshall mercenary pikeman"


def pass_on(match: Match) -> int:
    """Whoever is asked discards a coin face-down and passes; who that was."""
    (seat,) = asked(match)
    use(match, seat, "down", "pass")
    return seat


# -- setting up and turns ----------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-220", "WC-224", "WC-027")
def test_turns_go_clockwise_from_team_to_team() -> None:
    match = battle(armies=ARMIES, phase="draw", initiative=2)
    deal(match)
    assert [len(match.state.pile(f"hand/{seat}")) for seat in range(4)] == [3, 3, 3, 3]
    assert [match.state[f"faction/{seat}"] for seat in range(4)] == ["wolf", "raven", "wolf", "raven"]
    assert [pass_on(match) for _ in range(12)] == [2, 3, 0, 1] * 3


@pytest.mark.rules("WC-224", "WC-027")
def test_empty_hands_are_passed_over() -> None:
    match = battle(armies=ARMIES, hands={0: "ensign", 2: "swordsman swordsman", 3: "knight"})
    assert [pass_on(match) for _ in range(4)] == [0, 2, 3, 2]
    assert kind(match) == "draw"


@pytest.mark.rules("WC-224", "A-11", "WC-014")
@pytest.mark.parametrize(("side", "team"), [("wolf", [0, 2]), ("raven", [1, 3])])
def test_the_flip_names_the_team_and_the_team_its_player(side: str, team: list[int]) -> None:
    match = begin(4, royal_guard="later")
    told(match, *(f"card_{name}" for name in TWELVE.split()), "done")
    assert kind(match) == "flip"
    told(match, side)
    assert (kind(match), asked(match)) == ("name_beginner", team)
    assert refused(match, (team[0] + 1) % 4, f"seat:{team[1]}").code == "not_your_turn"
    assert refused(match, team[0], f"seat:{(team[0] + 1) % 4}").code == "no_such_option"
    do(match, team[0], f"seat:{team[1]}")
    assert match.state["initiative"] == team[1]
    deal(match)
    assert asked(match) == [team[1]]


@pytest.mark.rules("WC-222", "WC-004")
def test_everybody_has_an_own_bag_and_royal_coin() -> None:
    match = battle(armies=ARMIES, phase="draw")
    deal(
        match,
        s0="ensign#1 royal_wolf scout#1",
        s1="royal_raven archer#1 archer#2",
        s2="royal_wolf_2 swordsman#1 swordsman#2",
        s3="royal_raven_2 knight#1 knight#2",
    )
    assert [coins(match, f"hand/{seat}")[-2:] for seat in (0, 2)] == [["royal", "scout"], ["swordsman", "swordsman"]]
    assert [len(match.state.pile(f"bag/{seat}")) for seat in range(4)] == [4] * 4
    use(match, 0, "down:royal_wolf", "pass")
    assert coins(match, "face_down/0", reader=0) == ["royal"]


# -- hands -------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-235", "WC-I08")
def test_a_teammate_sees_no_more_than_anybody_else() -> None:
    worlds = [
        battle(armies=ARMIES, hands={0: text, 1: "archer", 2: "swordsman"}, board={"f4": "ensign"})
        for text in ("ensign scout", "ensign royal")
    ]
    for match in worlds:
        assert coins(match, "hand/0", reader=2) == ["?", "?"]
        maneuver(match, 0, "ensign", "move:f4:f5")
        use(match, 1, "down:archer", "pass")
        use(match, 2, "down:swordsman", "pass")
    assert [view(worlds[0], reader) == view(worlds[1], reader) for reader in (-1, 1, 2, 3)] == [True] * 4
    assert view(worlds[0], 0) != view(worlds[1], 0)


# -- markers and locations ---------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-221", "WC-230")
def test_both_take_control_out_of_one_stock() -> None:
    match = battle(
        armies=ARMIES,
        board={"d4": "ensign", "e5": "swordsman"},
        hands={0: "ensign", 1: "archer", 2: "swordsman", 3: "royal"},
    )
    assert len(match.state.pile("stock_wolf")) == 5
    maneuver(match, 0, "ensign", "control:d4")
    pass_on(match)
    maneuver(match, 2, "swordsman", "control:e5")
    assert len(match.state.pile("stock_wolf")) == 3
    assert [control(match)[cell] for cell in ("d4", "e5")] == ["wolf", "wolf"]


@pytest.mark.rules("WC-082", "WC-230")
def test_a_location_of_the_teammate_is_ones_own() -> None:
    match = battle(armies=ARMIES, board={"j3": "ensign"}, hands={0: "ensign"})
    use(match, 0, "up:ensign")
    assert reason(match, 0, "control:j3") == ("already_controlled", "WC-082")


@pytest.mark.rules("WC-225", "WC-040")
@pytest.mark.parametrize("seat", [0, 2])
def test_both_deploy_on_all_locations_of_the_team(seat: int) -> None:
    unit = {0: "ensign", 2: "swordsman"}[seat]
    match = battle(armies=ARMIES, hands={seat: unit}, turn=seat, markers={"k1": "wolf"}, board={"g6": "berserker"})
    assert allowed(match, seat, "deploy") == {f"deploy:{unit}:{cell}" for cell in ("d7", "j3", "k1")}
    assert reason(match, seat, f"deploy:{unit}:g6") == ("space_occupied", "WC-042")
    assert reason(match, seat, f"deploy:{unit}:b5") == ("not_controlled_location", "WC-041")


@pytest.mark.rules("WC-229", "WC-180")
def test_the_eighth_marker_wins_for_both() -> None:
    laid = dict.fromkeys(("c6", "d4", "e5", "a7"), "wolf")
    match = battle(armies=ARMIES, board={"g3": "swordsman"}, markers=laid, hands={2: "swordsman", 3: "knight"}, turn=2)
    assert len(match.state.pile("stock_wolf")) == 1
    maneuver(match, 2, "swordsman", "control:g3")
    assert winners(match) == [0, 2]
    assert match.question is None


@pytest.mark.rules("WC-229")
def test_six_markers_are_not_enough_for_a_team() -> None:
    laid = dict.fromkeys(("c6", "d4"), "wolf")
    match = battle(armies=ARMIES, board={"g3": "swordsman"}, markers=laid, hands={2: "swordsman", 3: "knight"}, turn=2)
    maneuver(match, 2, "swordsman", "control:g3")
    assert winners(match) == []


# -- friends -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-226", "WC-110", "A-10")
def test_an_ensign_leads_a_teammates_unit() -> None:
    match = battle(
        armies=ARMIES, board={"f4": "ensign", "f3": "swordsman", "g4": "archer"}, hands={0: "ensign", 1: "archer"}
    )
    use(match, 0, "up:ensign")
    assert {key.split(":")[1] for key in allowed(match, 0, "lead")} == {"f3"}
    events = use(match, 0, "lead:f3:f2")
    assert [(e.kind, e.facts["seat"], e.facts["unit"]) for e in events] == [("moved", 2, "swordsman")]
    assert board(match) == {"f4": "ensign", "f2": "swordsman", "g4": "archer"}


@pytest.mark.rules("WC-226", "WC-140", "A-10")
def test_a_marshall_orders_a_teammates_unit() -> None:
    match = battle(
        armies=ARMIES, board={"f4": "marshall", "f3": "berserker", "f2": "archer 2"}, hands={0: "marshall", 1: "archer"}
    )
    use(match, 0, "up:marshall")
    assert allowed(match, 0, "order") == {"order:f3:f2"}
    use(match, 0, "order:f3:f2")
    assert board(match)["f2"] == "archer"


@pytest.mark.rules("WC-226", "WC-150")
def test_a_scout_comes_in_beside_a_teammates_unit() -> None:
    match = battle(armies=ARMIES, board={"f4": "swordsman", "c5": "archer"}, hands={0: "scout"})
    beside = {f"deploy:scout:{cell}" for cell in ("f3", "f5", "e4", "e5", "g3", "g4")}
    assert beside <= allowed(match, 0, "deploy")
    assert "deploy:scout:c4" not in allowed(match, 0, "deploy")  # beside an enemy only


@pytest.mark.rules("WC-090", "WC-220")
def test_a_teammates_unit_is_not_attacked() -> None:
    match = battle(armies=ARMIES, board={"f4": "marshall", "f3": "berserker", "f5": "archer"}, hands={0: "marshall"})
    use(match, 0, "up:marshall")
    assert allowed(match, 0, "attack") == {"attack:f4:f5"}
    assert far_reason(match, 0, "attack:f4:f3") == ("friendly_target", "WC-090")


@pytest.mark.rules("WC-227")
def test_a_teammates_unit_is_neither_bolstered_nor_maneuvered_nor_recruited_for() -> None:
    match = battle(armies=ARMIES, board={"f4": "swordsman", "f5": "ensign"}, hands={0: "ensign scout", 1: "archer"})
    keys = {o.key for o in match.options(Seat(0))}
    assert not [key for key in keys if "swordsman" in key]
    assert allowed(match, 0, "bolster") == {"bolster:ensign:f5"}
    use(match, 0, "down:scout")
    assert {o.key for o in match.options(Seat(0)) if o.key.startswith("recruit")} == {
        "recruit:ensign",
        "recruit:marshall",
        "recruit:scout",
    }
    assert refused(match, 0, "recruit:swordsman").code == "no_such_option"
    use(match, 0, "back", "up:ensign")
    assert {key.split(":")[1] for key in allowed(match, 0, "move")} == {"f5"}


# -- initiative --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("WC-228")
def test_the_initiative_is_not_claimed_from_a_teammate() -> None:
    match = battle(armies=ARMIES, hands={0: "ensign", 1: "archer"}, initiative=2)
    use(match, 0, "down:ensign")
    assert reason(match, 0, "claim") == ("teammate_has_initiative", "WC-228")
    option = next(o for o in match.options(Seat(0)) if o.key == "claim")
    assert option.refusal is not None
    assert option.refusal.facts == {"other": Seat(2)}
    assert refused(match, 0, "claim").code == "teammate_has_initiative"
    assert match.state["initiative"] == 2


@pytest.mark.rules("WC-228", "WC-062")
def test_it_changes_hands_once_a_round_among_all_four() -> None:
    match = battle(armies=ARMIES, hands={0: "ensign", 1: "archer", 2: "berserker", 3: "knight"}, initiative=3)
    use(match, 0, "down:ensign", "claim")
    assert match.state["initiative"] == 0
    use(match, 1, "down:archer")
    assert reason(match, 1, "claim") == ("initiative_already_changed", "WC-062")
    use(match, 1, "pass")
    use(match, 2, "down:berserker")
    assert reason(match, 2, "claim") == ("teammate_has_initiative", "WC-228")


@pytest.mark.rules("WC-031", "WC-224")
def test_after_a_claim_the_next_round_begins_with_that_player() -> None:
    match = battle(armies=ARMIES, hands={0: "ensign", 1: "archer", 2: "berserker", 3: "knight"}, initiative=0)
    pass_on(match)
    pass_on(match)
    pass_on(match)
    use(match, 3, "down:knight", "claim")
    deal(match)
    assert [pass_on(match) for _ in range(4)] == [3, 0, 1, 2]


# -- what follows from a teammate's unit -------------------------------------------------------------------------------


@pytest.mark.rules("A-10", "WC-142", "WC-165")
def test_a_teammates_priest_draws_from_its_owners_bag() -> None:
    match = battle(
        armies=ARMIES,
        board={"f4": "marshall", "f3": "warrior_priest", "f2": "archer 2"},
        hands={0: "marshall", 1: "archer"},
    )
    before = [len(match.state.pile(f"bag/{seat}")) for seat in range(4)]
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert (kind(match), asked(match)) == ("bless", [2])
    draw_kind(match, 2, "swordsman")
    after = [len(match.state.pile(f"bag/{seat}")) for seat in range(4)]
    assert [b - a for b, a in zip(before, after, strict=True)] == [0, 0, 1, 0]
    assert (kind(match), asked(match)) == ("use_drawn", [2])
    assert coins(match, "drawn/2", reader=0) == ["?"]  # not even for whose turn it is
    use(match, 2, "deploy:swordsman:d7")
    assert (kind(match), asked(match)) == ("turn", [1])


@pytest.mark.rules("A-10", "WC-142", "WC-160")
def test_a_teammates_swordsman_moves_as_its_owner_says() -> None:
    match = battle(
        armies=ARMIES, board={"f4": "marshall", "f3": "swordsman", "f2": "archer 2"}, hands={0: "marshall", 1: "archer"}
    )
    maneuver(match, 0, "marshall", "order:f3:f2")
    assert (kind(match), asked(match)) == ("step_on", [2])
    use(match, 2, "move:f3:g3")
    assert board(match)["g3"] == "swordsman"
    assert asked(match) == [1]


@pytest.mark.rules("A-10", "WC-105", "WC-104")
def test_a_teammates_berserker_goes_on_as_its_owner_says() -> None:
    match = battle(armies=ARMIES, board={"f4": "ensign", "f3": "berserker 2"}, hands={0: "ensign", 1: "archer"})
    maneuver(match, 0, "ensign", "lead:f3:f2")
    assert (kind(match), asked(match)) == ("repeat", [2])
    use(match, 2, "move:f2:f1")
    assert board(match) == {"f4": "ensign", "f1": "berserker"}
    assert [coins(match, f"face_up/{seat}") for seat in (0, 2)] == [["ensign"], ["berserker"]]


@pytest.mark.rules("A-10", "WC-230", "WC-105")
def test_what_a_teammates_berserker_does_then_is_its_owners_deed() -> None:
    match = battle(armies=ARMIES, board={"f4": "ensign", "f3": "berserker 3"}, hands={0: "ensign", 1: "archer"})
    maneuver(match, 0, "ensign", "lead:f3:g3")
    events = use(match, 2, "control:g3")
    assert [(e.kind, e.facts["seat"]) for e in events] == [("spent_coin", 2), ("controlled", 2)]
    assert (kind(match), asked(match)) == ("repeat", [2])
    use(match, 2, "stop")
    assert asked(match) == [1]


@pytest.mark.rules("A-10", "WC-156")
def test_a_royal_guards_owner_is_asked_also_in_a_team() -> None:
    match = battle(armies=ARMIES, board={"f4": "marshall", "f3": "royal_guard"}, hands={0: "marshall", 1: "archer"})
    maneuver(match, 0, "marshall", "attack:f4:f3")
    assert (kind(match), asked(match)) == ("guard_loss", [3])


@pytest.mark.rules("A-10")
@pytest.mark.parametrize(
    ("leader", "key", "unit"),
    [
        ("marshall", "order:f3:f2", "swordsman"),
        ("marshall", "order:f3:f2", "warrior_priest"),
        ("marshall", "order:f3:f2", "berserker 2"),
        ("ensign", "lead:f3:g3", "berserker 2"),
    ],
)
def test_a_table_may_do_without_what_follows_from_a_teammates_unit(leader: str, key: str, unit: str) -> None:
    match = battle(
        armies=ARMIES,
        board={"f4": leader, "f3": unit, "f2": "archer 2"},
        hands={0: leader, 1: "archer"},
        settings={"partner_triggers": False},
    )
    events = maneuver(match, 0, leader, key)
    assert "blessed" not in kinds(events)
    assert (kind(match), asked(match)) == ("turn", [1])


@pytest.mark.rules("A-10")
def test_without_it_the_own_units_still_have_theirs() -> None:
    match = battle(
        armies=ARMIES,
        board={"f3": "swordsman", "f2": "archer 2"},
        hands={2: "swordsman", 3: "knight"},
        turn=2,
        settings={"partner_triggers": False},
    )
    maneuver(match, 2, "swordsman", "attack:f3:f2")
    assert (kind(match), asked(match)) == ("step_on", [2])
