"""Who may answer and who must agree, by the option `agreement`; what is done aside (CM-075, the group of 2.10)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import Seat
from rules.games.chain_mail import names as n
from rules.games.chain_mail.asking import AGREEMENTS
from rules.games.chain_mail.situation import Held
from tests.games.chain_mail._match import (
    SHEPHERDS,
    Value,
    battle,
    cubes,
    do,
    fact,
    hearts,
    keys,
    kind,
    kinds,
    number,
    party,
    place,
    refused,
    result,
    track,
    until,
    use,
)


def three(agreement: str, phase: str = "travel", **more: object) -> Match:
    return party(phase, seats=3, settings={"agreement": agreement}, at=4, **more)  # type: ignore[arg-type]


def asked(match: Match) -> tuple[int, ...]:
    assert match.question is not None
    return tuple(int(seat) for seat in match.question.asked)


@pytest.mark.rules("CM-C01", "CM-C05")
def test_by_default_anybody_decides() -> None:
    match = party(seats=4, at=4)
    assert match.settings["agreement"] == "anybody" == AGREEMENTS[0]
    assert asked(match) == (0, 1, 2, 3)
    do(match, "go:3", seat=3)
    assert kind(match) == "roll_trouble"


@pytest.mark.rules("CM-C01")
@pytest.mark.parametrize("agreement", AGREEMENTS)
def test_alone_nobody_else_is_asked(agreement: str) -> None:
    match = party(at=4, settings={"agreement": agreement})
    do(match, "go:3")
    assert kind(match) == "roll_trouble"


@pytest.mark.rules("CM-C01")
@pytest.mark.parametrize(
    ("agreement", "by", "waits"),
    [
        ("anybody", 1, ()),
        ("leader", 0, ()),
        ("leader", 1, (0,)),
        ("another", 1, (0, 2)),
        ("everybody", 1, (0, 2)),
    ],
)
def test_who_must_agree_to_a_proposal_of_the_group(agreement: str, by: int, waits: tuple[int, ...]) -> None:
    match = three(agreement)
    do(match, "go:3", seat=by)
    assert kind(match) == ("agree" if waits else "roll_trouble")
    if waits:
        assert (asked(match), fact(match, "seat")) == (waits, Seat(by))
        assert match.question is not None
        assert match.question.confirm == "agree"
        assert refused(match, "agree", seat=by).code  # nobody agrees with oneself


@pytest.mark.rules("CM-C01")
@pytest.mark.parametrize("agreement", ["another", "everybody"])
def test_how_many_must_agree(agreement: str) -> None:
    match = three(agreement)
    do(match, "go:3", seat=1)
    do(match, "agree", seat=2)
    if agreement == "everybody":
        assert (kind(match), asked(match)) == ("agree", (0,))
        do(match, "agree", seat=0)
    assert (kind(match), match.state.where(n.PARTY)) == ("roll_trouble", "hex/3")


@pytest.mark.rules("CM-C01", "CM-C05")
@pytest.mark.parametrize("agreement", ["leader", "another", "everybody"])
def test_who_objects_brings_the_question_back(agreement: str) -> None:
    match = three(agreement)
    do(match, "go:3", seat=1)
    events = do(match, "object", seat=0)
    assert ("objected" in kinds(events), kind(match), match.state.where(n.PARTY)) == (True, "travel", "hex/4")
    do(match, "go:8", seat=0)  # something else may be proposed
    assert kind(match) == ("roll_trouble" if agreement == "leader" else "agree")


@pytest.mark.rules("CM-C03", "CM-C02", "CM-I06")
@pytest.mark.parametrize(("by", "waits"), [(1, ()), (0, (1,)), (2, (1,))])
def test_whose_hero_it_is_agrees_to_its_turn(by: int, waits: tuple[int, ...]) -> None:
    match = three("leader", "adventure")
    do(match, "turn:cube:thief:cw-TO-ccw", seat=by)
    assert kind(match) == ("agree" if waits else "adventure")
    if waits:
        assert asked(match) == waits
        do(match, "agree", seat=1)
    assert cubes(match, "thief") == "ccw h0"


@pytest.mark.rules("CM-C03", "CM-080")
def test_whose_hero_it_is_agrees_to_a_further_turn() -> None:
    match = three("leader", "adventure")
    do(match, "extra:witch", seat=0)
    assert (kind(match), asked(match)) == ("agree", (2,))
    do(match, "agree", seat=2)
    assert (kind(match), fact(match, "hero"), number(match, n.EXPERIENCE)) == ("extra_movement", "witch", 0)


@pytest.mark.rules("CM-C04")
def test_what_is_asked_of_one_hero_is_agreed_by_its_leader() -> None:
    match = three("leader", "adventure")
    do(match, "turn:cube:witch:frog-TO-eye", seat=2)
    assert (kind(match), fact(match, "leader")) == ("food_or_money", Seat(2))
    do(match, "gain:money", seat=1)  # anybody may answer
    assert (kind(match), asked(match)) == ("agree", (2,))
    do(match, "object", seat=2)
    do(match, "gain:food", seat=2)
    assert (kind(match), number(match, n.FOOD)) == ("adventure", 4)


# -- what is done aside ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-075", "CM-076", "CM-C05")
@pytest.mark.parametrize(
    ("agreement", "waits"), [("anybody", ()), ("leader", (2,)), ("another", (1, 2)), ("everybody", (1, 2))]
)
def test_spending_needs_the_same_agreement(agreement: str, waits: tuple[int, ...]) -> None:
    match = three(agreement, health={"witch": 1})
    do(match, "eat:witch", seat=0)
    for seat in waits:
        assert (kind(match), hearts(match, "witch")) == ("agree", 1)
        do(match, "agree", seat=seat)
        if agreement == "another":
            break
    assert (kind(match), hearts(match, "witch"), number(match, n.FOOD)) == ("travel", 2, 1)


@pytest.mark.rules("CM-C12", "CM-153")
def test_the_shepherds_player_agrees_to_call_the_dog() -> None:
    match = three("leader", heroes=SHEPHERDS, dogs=["hex/3"])
    do(match, "recall:1", seat=0)
    assert (kind(match), asked(match)) == ("agree", (1,))
    do(match, "agree", seat=1)
    assert (kind(match), match.state.where(n.DOGS[0])) == ("travel", n.KENNEL)


@pytest.mark.rules("CM-075", "CM-C05")
def test_spending_can_be_objected_to() -> None:
    match = three("everybody", health={"witch": 1})
    do(match, "eat:witch", seat=0)
    do(match, "object", seat=2)
    assert (kind(match), hearts(match, "witch"), number(match, n.FOOD)) == ("travel", 1, 3)


@pytest.mark.rules("CM-075", "CM-C05")
@pytest.mark.parametrize(
    ("agreement", "answer", "left"), [("anybody", "", 2), ("another", "agree", 2), ("another", "object", 1)]
)
def test_spending_while_dice_are_awaited(agreement: str, answer: str, left: int) -> None:
    match = three(agreement, "trouble", health={"witch": 1})
    do(match, "eat:witch")
    if answer:
        assert (kind(match), asked(match)) == ("agree_aside", (0, 1, 2))  # nobody knows who said it
        do(match, answer, seat=1)
    assert (kind(match), hearts(match, "witch")) == ("roll_trouble", left)


@pytest.mark.rules("CM-075")
def test_asides_stand_apart_from_the_answers() -> None:
    match = party("adventure", health={"witch": 1}, tracks={n.ITEMS: (Held("healing-draught", 1),), n.EXPERIENCE: 5})
    assert match.question is not None
    seat = Seat(0)
    found = {o.key.partition(":")[0] for o in match.question.options(match.seen(seat), seat) if o.aside}
    assert found == {"extra", "eat", "level", "item"}
    assert not {"extra", "eat", "level", "item"} & {key.partition(":")[0] for key in keys(match, "turn")}


# -- in the middle of a battle -----------------------------------------------------------------------------------------


def fight(agreement: str, stage: str = "act", seats: int = 3, **more: object) -> Match:
    return battle(stage=stage, seats=seats, settings={"agreement": agreement}, **more)  # type: ignore[arg-type]


WHO_AGREES = [("anybody", ()), ("leader", (1,)), ("another", (0, 1)), ("everybody", (0, 1))]
"""Of three, when the third proposes something about the second one's hero: who is asked, in that order."""


@pytest.mark.rules("CM-C07", "CM-173")
@pytest.mark.parametrize(("agreement", "waits"), WHO_AGREES)
@pytest.mark.parametrize(("key", "goes"), [("row:prep", "prep 1"), ("cube:thief:cw-TO-ccw", "battle 1")])
def test_who_agrees_to_a_heros_action_in_battle(agreement: str, waits: tuple[int, ...], key: str, goes: str) -> None:
    match = fight(agreement, tracks={n.ACTED: ("cleric",)})
    assert (fact(match, "hero"), fact(match, "leader")) == ("thief", Seat(1))
    before = cubes(match, "thief")
    do(match, key, seat=2)
    left = waits
    while left:
        assert (kind(match), asked(match)) == ("agree", left)
        assert (place(match, "thief"), cubes(match, "thief")) == ("battle 1", before)  # nothing has happened yet
        do(match, "agree", seat=left[-1])
        left = left[:-1] if agreement == "everybody" else ()
    assert (kind(match), fact(match, "hero"), place(match, "thief")) == ("battle_turn", "witch", goes)
    assert (cubes(match, "thief") == before) is (key == "row:prep")


@pytest.mark.rules("CM-C07", "CM-173")
@pytest.mark.parametrize("agreement", ["leader", "another", "everybody"])
def test_an_objection_in_battle_costs_no_action(agreement: str) -> None:
    match = fight(agreement, tracks={n.ACTED: ("cleric",)})
    do(match, "row:prep", seat=2)
    do(match, "object", seat=1)
    assert (kind(match), fact(match, "hero"), place(match, "thief")) == ("battle_turn", "thief", "battle 1")
    assert track(match, n.ACTED) == ("cleric",)
    do(match, "row:flank", seat=1)
    if agreement != "leader":
        assert asked(match) == (0, 2)
        use(match, "agree", seat=0)
    if agreement == "everybody":
        use(match, "agree", seat=2)
    assert (fact(match, "hero"), place(match, "thief")) == ("witch", "flank 1")


@pytest.mark.rules("CM-C07", "CM-I06", "CM-003")
@pytest.mark.parametrize(("turn", "leads"), [(1, 1), (2, 2), (3, 0)])
def test_who_leads_the_shared_hero_agrees_to_its_action(turn: int, leads: int) -> None:
    """J-27: by turns, and the same player through the whole battle."""
    match = fight("leader", tracks={n.TURN_NUMBER: turn, n.ACTED: ("cleric", "thief", "witch")})
    other = (leads + 1) % 3
    assert (fact(match, "hero"), fact(match, "leader")) == ("ranger", Seat(leads))
    do(match, "row:prep", seat=other)
    assert asked(match) == (leads,)
    do(match, "agree", seat=leads)
    assert place(match, "ranger") == "prep 4"


@pytest.mark.rules("CM-181", "CM-C07")
def test_each_of_two_leaders_agrees_to_its_half_of_a_swap() -> None:
    match = fight("leader")
    do(match, "swap:thief", seat=1)
    assert asked(match) == (0,)
    do(match, "agree", seat=0)
    do(match, "swap:cleric", seat=0)
    assert asked(match) == (1,)
    do(match, "agree", seat=1)
    assert (place(match, "cleric"), place(match, "thief")) == ("battle 1", "battle 0")


@pytest.mark.rules("CM-C05", "CM-080")
@pytest.mark.parametrize(("agreement", "waits"), [("leader", (2,)), ("another", (1, 2)), ("everybody", (1, 2))])
def test_an_extra_action_in_battle_is_paid_once_they_agree(agreement: str, waits: tuple[int, ...]) -> None:
    match = fight(agreement)
    do(match, "extra:witch", seat=0)
    assert (asked(match), number(match, n.EXPERIENCE)) == (waits, 1)
    do(match, "agree", seat=2)
    if agreement == "everybody":
        do(match, "agree", seat=1)
    assert (kind(match), fact(match, "hero"), number(match, n.EXPERIENCE)) == ("battle_extra", "witch", 0)
    do(match, "nothing", seat=2)
    if kind(match) == "agree":
        use(match, "agree", seat=0)
    if agreement == "everybody":
        use(match, "agree", seat=1)
    assert (kind(match), fact(match, "hero")) == ("battle_turn", "cleric")


@pytest.mark.rules("CM-C05", "CM-077")
def test_a_heros_leader_agrees_to_money_for_its_die_and_the_first_player_for_the_monsters() -> None:
    places = {"cleric": "battle 1", "thief": "battle 0"}
    match = fight("leader", tracks={n.MONEY: 2, n.ACTED: ("thief",)}, places=places)
    do(match, "cube:cleric:g00-TO-g02", seat=0)
    do(match, "2")
    do(match, "die:1:3", seat=2)
    assert (kind(match), asked(match), number(match, n.MONEY)) == ("agree", (0,), 2)
    do(match, "agree", seat=0)
    assert number(match, n.MONEY) == 1
    match = fight("leader", "attack", tracks={n.MONEY: 1})
    do(match, "4")
    do(match, "die:1:3", seat=1)
    assert (asked(match), number(match, n.MONEY)) == ((0,), 1)
    do(match, "object", seat=0)
    assert (kind(match), number(match, n.MONEY)) == ("change_dice", 1)


@pytest.mark.rules("CM-C08", "CM-170")
@pytest.mark.parametrize(("agreement", "agree"), [("leader", (0,)), ("another", (2,)), ("everybody", (2, 0))])
def test_all_agree_on_what_a_hit_on_the_fallen_costs(agreement: str, agree: tuple[int, ...]) -> None:
    match = fight(agreement, "attack", health={"thief": 0, "witch": 0}, tracks={n.MONEY: 0})
    do(match, "3")
    assert kind(match) == "lose_resource"
    do(match, "lose:food", seat=1)
    for seat in agree:
        assert (kind(match), number(match, n.FOOD)) == ("agree", 3)
        do(match, "agree", seat=seat)
    assert (kind(match), number(match, n.FOOD)) == ("battle_turn", 2)


@pytest.mark.rules("CM-C06", "CM-162")
def test_a_line_up_that_is_agreed_column_by_column() -> None:
    match = fight("everybody", "known", seats=2)
    do(match, "place:witch", seat=1)
    assert (asked(match), place(match, "witch")) == ((0,), "")
    do(match, "object", seat=0)
    assert (kind(match), place(match, "witch")) == ("line_up", "")
    do(match, "place:ranger", seat=0)
    do(match, "agree", seat=1)
    assert (kind(match), place(match, "ranger")) == ("line_up", "battle 0")


@pytest.mark.rules("CM-184", "CM-075")
def test_a_flask_that_ends_the_battle_waits_for_agreement() -> None:
    tracks: dict[str, Value] = {n.ITEMS: (Held("throwing-flask", 1),), n.SPARED: True}
    match = fight("everybody", monster_health=2, tracks=tracks, treasure="sunken-hoard")
    do(match, "item:throwing-flask", seat=2)
    do(match, "agree", seat=1)
    assert (match.state.phase, track(match, n.ITEMS)) == ("battle", (Held("throwing-flask", 1),))
    do(match, "agree", seat=0)
    assert (match.state.phase, track(match, n.ITEMS)) == ("travel", ())


@pytest.mark.rules("CM-075", "CM-C05", "CM-076")
@pytest.mark.parametrize(
    ("agreement", "waits"), [("leader", ((2,),)), ("another", ((0, 1, 2),)), ("everybody", ((0, 1, 2), (0, 1), (0,)))]
)
def test_what_is_said_before_the_monsters_die_needs_those_whom_the_setting_names(
    agreement: str, waits: tuple[tuple[int, ...], ...]
) -> None:
    """Nobody knows who said it: so really everybody, or the leader of the hero that it is for."""
    match = fight(agreement, "attack", health={"witch": 1})
    do(match, "eat:witch")
    for seats in waits:
        assert (kind(match), asked(match), hearts(match, "witch")) == ("agree_aside", seats, 1)
        do(match, "agree", seat=seats[-1])
    assert (kind(match), hearts(match, "witch")) == ("roll_attack", 2)


@pytest.mark.rules("CM-075", "CM-C05")
def test_one_objection_before_the_die_is_enough() -> None:
    match = fight("everybody", "attack", health={"witch": 1})
    do(match, "eat:witch")
    use(match, "agree", seat=0)
    do(match, "object", seat=1)
    assert (kind(match), hearts(match, "witch"), number(match, n.FOOD)) == ("roll_attack", 1, 3)


@pytest.mark.rules("CM-C01", "CM-186")
@pytest.mark.parametrize("agreement", AGREEMENTS)
def test_alone_a_battle_asks_nobody_else(agreement: str) -> None:
    match = fight(agreement, seats=1, health={"thief": 0, "witch": 0, "ranger": 0, "cleric": 1}, monster_health=1)
    do(match, "eat:cleric")
    assert (kind(match), hearts(match, "cleric")) == ("battle_turn", 2)
    until(match, "cleric")
    do(match, "nothing")
    assert (kind(match), result(match)) == ("roll_attack", "")
