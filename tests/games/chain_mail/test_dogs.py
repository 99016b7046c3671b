"""The Shepherd's dogs on the map: scouting, signs, calling home, the second dog (CM-145 to CM-149, CM-153, CM-154)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from rules.engine.match import Match
from rules.engine.questions import Moved, Roll
from rules.games.chain_mail import names as n
from rules.games.chain_mail.situation import Sign
from tests.games.chain_mail._match import (
    FOUR,
    SHEPHERDS,
    STARTER,
    battle,
    cubes,
    do,
    fact,
    hearts,
    keys,
    kind,
    kinds,
    number,
    options,
    party,
    throw,
    track,
    use,
    with_map,
)

DOG, OTHER = n.DOGS


def sent(at: int = 11, dogs: Iterable[str] = (), **more: object) -> Match:
    """The Shepherd came to a dog's space in the turn of adventuring; the others have acted."""
    tracks = {n.ACTED: ("cleric", "witch", "ranger"), **(more.pop("tracks", None) or {})}  # type: ignore[dict-item]
    stands = {"shepherd": "N", **(more.pop("cubes", None) or {})}  # type: ignore[dict-item]
    match = party("adventure", heroes=SHEPHERDS, at=at, dogs=dogs, tracks=tracks, cubes=stands, **more)  # type: ignore[arg-type]
    do(match, "turn:cube:shepherd:N-TO-n0")
    assert kind(match) == "scout"
    return match


def where(match: Match) -> tuple[str | None, str | None]:
    return match.state.where(DOG), match.state.where(OTHER)


# -- scouting ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-145", "CM-146", "CM-C12")
def test_the_dog_goes_to_any_hex_beside_the_party() -> None:
    match = sent(at=4)
    ways = {f"scout:{DOG}:{hex_}" for hex_ in (1, 2, 3, 5, 7, 8)}  # 2 and 7 behind locks
    assert keys(match, "scout") == ways
    assert options(match)[f"scout:{DOG}:2"].gesture == Moved(DOG, n.KENNEL, "2")
    assert kind(sent(at=11)) == "scout"
    assert f"scout:{DOG}:13" in keys(sent(at=11), "scout")  # behind a solid wall


@pytest.mark.rules("CM-145", "CM-C12")
def test_the_dog_may_stay() -> None:
    match = sent()
    events = do(match, "none")
    assert ("dog_stays" in kinds(events), where(match)[0], kind(match)) == (True, n.KENNEL, "travel")


@pytest.mark.rules("CM-146")
@pytest.mark.parametrize(("hex_", "count"), [(10, 2), (12, 3), (13, 3)])
def test_the_dog_rolls_for_the_skulls_and_one_more(hex_: int, count: int) -> None:
    match = sent()
    do(match, f"scout:{DOG}:{hex_}")
    assert (kind(match), fact(match, "hex")) == ("roll_scout", hex_)
    assert isinstance(match.question, Roll)
    assert len(match.question.dice) == count


@pytest.mark.rules("CM-146", "CM-147", "CM-042")
@pytest.mark.parametrize(
    ("dice", "sign"), [("1-2", "safe"), ("5-6", "danger"), ("3-3", "safe"), ("6-6", "ambush"), ("6-1", "danger")]
)
def test_what_the_dog_finds(dice: str, sign: str) -> None:
    match = sent(tracks={n.MONEY: 5})
    use(match, f"scout:{DOG}:10", dice)
    assert track(match, n.SIGNS) == (Sign(10, sign),)
    assert (where(match)[0], number(match, n.MONEY), kind(match)) == ("hex/10", 5, "travel")
    assert number(match, n.FOOD) == (2 if dice == "3-3" else 3)


@pytest.mark.rules("CM-146")
def test_the_alarm_waits_where_the_dog_is() -> None:
    match = party("adventure", heroes=SHEPHERDS, at=11, cubes={"shepherd": "N"})
    use(match, "turn:cube:shepherd:N-TO-n0", f"scout:{DOG}:10", "6-6")
    assert (kind(match), track(match, n.SIGNS), track(match, n.ALARM)) == ("adventure", (Sign(10, "ambush"),), False)


@pytest.mark.rules("CM-146")
@pytest.mark.parametrize(("dice", "sign"), [("3-3-6", "danger"), ("6-6-1", "ambush")])
def test_an_alarm_of_the_party_is_not_one_where_the_dog_is(dice: str, sign: str) -> None:
    match = sent(tracks={n.ALARM: True})
    use(match, f"scout:{DOG}:12", dice)
    assert track(match, n.SIGNS) == (Sign(12, sign),)


@pytest.mark.rules("CM-146", "CM-043")
@pytest.mark.parametrize(("dice", "status", "left"), [("1-1", "", 3), ("5-5", "", 3), ("4-4", "poisoned", 4)])
def test_a_trap_hits_the_shepherd_alone(dice: str, status: str, left: int) -> None:
    match = sent(statuses={"hobbled": "cleric", "cursed": "cleric"})
    use(match, f"scout:{DOG}:10", dice)
    assert hearts(match, "shepherd") == left
    assert [hearts(match, hero) for hero in ("cleric", "witch", "ranger")] == [5, 4, 5]
    if status:
        assert track(match, n.status(status)) == "shepherd"


@pytest.mark.rules("CM-146", "CM-038")
def test_more_than_three_dice_are_a_battle_there() -> None:
    lantern = STARTER.maps["lantern-deep"]
    grim = replace(lantern, hexes=tuple(replace(h, skulls=3) if h.id == 10 else h for h in lantern.hexes))
    match = sent(content=with_map(grim))
    events = do(match, f"scout:{DOG}:10")
    assert ("rolled" in kinds(events), track(match, n.SIGNS)) == (False, (Sign(10, "danger"),))


@pytest.mark.rules("CM-043", "CM-146")
def test_a_thief_disarms_the_dogs_trap() -> None:
    match = party(
        "adventure",
        heroes="cleric thief shepherd ranger",
        at=11,
        cubes={"shepherd": "N", "thief": "cw h4"},
    )
    use(match, "turn:cube:shepherd:N-TO-n0", f"scout:{DOG}:10", "1-1")
    assert (hearts(match, "shepherd"), track(match, n.SIGNS)) == (4, (Sign(10, "safe"),))


# -- the sign and its dog ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-149", "CM-146")
def test_a_dog_that_goes_on_leaves_no_sign() -> None:
    match = sent(dogs=["hex/12"], tracks={n.SIGNS: (Sign(12, "danger"),)})
    assert f"scout:{DOG}:12" not in options(match)
    use(match, f"scout:{DOG}:10", "1-2")
    assert track(match, n.SIGNS) == (Sign(10, "safe"),)


@pytest.mark.rules("CM-149", "CM-153", "CM-C12")
@pytest.mark.parametrize("phase", ["travel", "trouble", "adventure"])
def test_the_dog_is_called_home_at_any_time(phase: str) -> None:
    match = party(phase, heroes=SHEPHERDS, at=11, dogs=["hex/10"], tracks={n.SIGNS: (Sign(10, "safe"),)})
    before = kind(match)
    assert options(match)["recall:1"].aside
    do(match, "recall:1")
    assert (where(match)[0], track(match, n.SIGNS), kind(match)) == (n.KENNEL, (), before)
    assert "recall:1" not in options(match)


@pytest.mark.rules("CM-153", "CM-149")
def test_a_dog_called_home_before_its_dice_fall_leaves_nothing() -> None:
    match = sent()
    do(match, f"scout:{DOG}:10")
    do(match, "recall:1")
    assert (kind(match), where(match)[0]) == ("roll_scout", n.KENNEL)
    throw(match, 4, 4)
    assert (track(match, n.SIGNS), track(match, n.status("poisoned"))) == ((), "")  # the only status went at once
    assert "trap" in [one.event.kind for one in match.told]


@pytest.mark.rules("CM-153")
def test_the_dog_is_called_home_from_a_battle() -> None:
    match = battle(heroes=SHEPHERDS, places={"shepherd": "battle 1"}, dogs=["battle/prep-1"])
    do(match, "recall:1")
    assert where(match)[0] == n.KENNEL


@pytest.mark.rules("CM-028", "CM-146", "CM-147")
def test_scouting_and_entering() -> None:
    match = sent()
    use(match, f"scout:{DOG}:10", "1-2")
    events = do(match, "go:10")
    assert ("no_trouble_safe" in kinds(events), kind(match)) == (True, "adventure")
    assert where(match)[0] == "hex/10"


# -- two dogs ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-154")
def test_the_second_dog_comes_when_the_first_has_gone() -> None:
    match = sent(dogs=["kennel", "spare_dogs"], tracks={n.LEVEL: 1})
    assert {key.split(":")[1] for key in keys(match, "scout")} == {DOG}  # the other one waits
    use(match, f"scout:{DOG}:10", "1-2")
    assert where(match) == ("hex/10", n.KENNEL)


@pytest.mark.rules("CM-154", "CM-153")
def test_a_dog_that_finds_its_space_taken_waits() -> None:
    match = party(heroes=SHEPHERDS, at=11, dogs=["hex/10", "kennel"], tracks={n.LEVEL: 1, n.SIGNS: (Sign(10, "safe"),)})
    do(match, "recall:1")
    assert where(match) == (n.SPARE_DOGS, n.KENNEL)


@pytest.mark.rules("CM-154", "CM-149")
def test_a_sign_stays_as_long_as_a_dog_lies_there() -> None:
    both = {"heroes": SHEPHERDS, "dogs": ["hex/10", "hex/10"], "tracks": {n.LEVEL: 1, n.SIGNS: (Sign(10, "safe"),)}}
    match = party(at=11, **both)  # type: ignore[arg-type]
    do(match, "recall:2")
    assert track(match, n.SIGNS) == (Sign(10, "safe"),)
    do(match, "recall:1")
    assert track(match, n.SIGNS) == ()


@pytest.mark.rules("CM-154", "CM-149")
def test_the_newest_sign_counts() -> None:
    match = sent(dogs=["hex/10", "kennel"], tracks={n.LEVEL: 1, n.SIGNS: (Sign(10, "safe"),)})
    use(match, f"scout:{OTHER}:10", "5-6")
    assert (track(match, n.SIGNS), where(match)) == ((Sign(10, "danger"),), ("hex/10", "hex/10"))


# -- her cube ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-056", "CM-014", "CM-140")
def test_her_search_costs_the_cube_until_the_next_turn() -> None:
    match = party("adventure", heroes=SHEPHERDS, cubes={"shepherd": "N"}, tracks={n.MONEY: 0})
    use(match, "turn:cube:shepherd:N-TO-n2", "yes", "3-4")
    assert (cubes(match, "shepherd"), track(match, n.away("shepherd"))) == ("", ("c",))


@pytest.mark.rules("CM-153")
def test_without_a_shepherd_there_is_no_dog() -> None:
    match = party(heroes=FOUR)
    assert not [key for key in options(match) if key.startswith("recall")]
    assert where(match) == (n.BOX, n.BOX)
