"""Who may answer and who must agree, by the option `agreement`; what is done aside (CM-075, the group of 2.10)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import Seat
from rules.games.chain_mail import names as n
from rules.games.chain_mail.asking import AGREEMENTS
from tests.games.chain_mail._match import SHEPHERDS, cubes, do, fact, hearts, keys, kind, kinds, number, party, refused


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
    match = party("adventure", health={"witch": 1}, tracks={n.ITEMS: ("healing-draught:1",), n.EXPERIENCE: 5})
    assert match.question is not None
    seat = Seat(0)
    found = {o.key.partition(":")[0] for o in match.question.options(match.seen(seat), seat) if o.aside}
    assert found == {"extra", "eat", "level", "item"}
    assert not {"extra", "eat", "level", "item"} & {key.partition(":")[0] for key in keys(match, "turn")}
