"""The Shepherd's dogs in a battle (CM-149 to CM-154)."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chain_mail import names as n
from rules.games.chain_mail.situation import Sign
from tests.games.chain_mail._match import (
    SHEPHERDS,
    battle,
    do,
    end_round,
    fact,
    heard,
    hearts,
    keys,
    kind,
    now,
    number,
    options,
    party,
    place,
    throw,
    track,
    until,
    use,
    why_not,
)

POOR = {n.MONEY: 0, n.EXPERIENCE: 0}
DOG, OTHER = n.DOGS


def hunt(dogs: tuple[str, ...] = ("kennel",), **rest: object) -> Match:
    """The Shepherd's turn in a battle; she is in column 1, beside the monster unless it is said otherwise."""
    rest = {"monster": "gloom-stalker", "cubes": {"shepherd": "N"}, "tracks": POOR, **rest}
    match = battle(str(rest.pop("monster")), heroes=SHEPHERDS, dogs=dogs, **rest)  # type: ignore[arg-type]
    until(match, "shepherd")
    return match


# -- joining -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-150", "CM-C12", "CM-149")
def test_a_dog_in_the_hex_of_the_battle_joins_in_a_free_row_of_her_column() -> None:
    """R26: any free row, so the Shepherd's player chooses."""
    match = battle(
        stage="known", heroes=SHEPHERDS, dogs=("hex/8",), tracks={**POOR, n.SIGNS: (Sign(8, "danger"), Sign(7, "safe"))}
    )
    do(match, "usual")
    assert (kind(match), fact(match, "hero")) == ("dog_row", "shepherd")
    assert keys(match, "dog") == {f"dog:{DOG}:{row}" for row in ("hide", "prep", "flank", "taunt")}
    do(match, f"dog:{DOG}:taunt")
    assert (place(match, "dog"), track(match, n.SIGNS)) == ("taunt 1", (Sign(7, "safe"),))


@pytest.mark.rules("CM-153", "CM-150")
def test_a_dog_that_is_called_home_instead_does_not_join() -> None:
    match = battle(stage="known", heroes=SHEPHERDS, dogs=("hex/8",), tracks={**POOR, n.SIGNS: (Sign(8, "safe"),)})
    use(match, "usual", "recall:1")
    assert (match.state.where(DOG), track(match, n.SIGNS)) == (n.KENNEL, ())
    assert kind(match) != "dog_row"
    match = battle(stage="known", heroes=SHEPHERDS, dogs=("hex/8", "hex/8"), tracks=POOR)
    use(match, "usual", "recall:1", f"dog:{OTHER}:prep")
    assert (match.state.where(DOG), place(match, "dog#2")) == (n.KENNEL, "prep 1")


@pytest.mark.rules("CM-150", "CM-027")
def test_not_into_a_closed_row() -> None:
    match = battle(stage="known", heroes=SHEPHERDS, dogs=("hex/7",), on_map="rookstone-halls", at=7, tracks=POOR)
    do(match, "usual")
    assert keys(match, "dog") == {f"dog:{DOG}:{row}" for row in ("hide", "prep", "taunt")}


@pytest.mark.rules("CM-150")
def test_a_dog_elsewhere_or_at_home_does_not_join_by_itself() -> None:
    for where in ("kennel", "hex/7"):
        match = battle(stage="known", heroes=SHEPHERDS, dogs=(where,), tracks=POOR)
        do(match, "usual")
        assert (kind(match), place(match, "dog")) == ("quick_attack", "")


@pytest.mark.rules("CM-150", "CM-029", "CM-149")
def test_entering_a_marked_hex_brings_the_dog_into_the_battle() -> None:
    match = party(
        "travel",
        heroes=SHEPHERDS,
        at=4,
        dogs=("hex/8",),
        tracks={**POOR, n.SIGNS: (Sign(8, "danger"),)},
        cubes={"witch": ""},
    )
    do(match, "go:8")
    assert kind(match) == "roll_monster"  # no roll for trouble
    throw(match, 1)
    use(match, "usual", f"dog:{DOG}:prep")
    assert (place(match, "dog"), track(match, n.SIGNS)) == ("prep 1", ())


@pytest.mark.rules("CM-150", "CM-154")
def test_activating_brings_a_dog_from_anywhere() -> None:
    match = hunt(("kennel",))
    do(match, "cube:shepherd:N-TO-n0")
    assert keys(match, "dog") == {f"dog:{DOG}:{row}" for row in ("hide", "prep", "flank", "taunt")}
    do(match, f"dog:{DOG}:prep")
    assert (place(match, "dog"), len(match.state.pile(n.KENNEL))) == ("prep 1", 0)
    match = hunt(("hex/3",), tracks={**POOR, n.SIGNS: (Sign(3, "safe"),)})
    use(match, "cube:shepherd:N-TO-n0", f"dog:{DOG}:flank")
    assert (place(match, "dog"), track(match, n.SIGNS)) == ("flank 1", ())


@pytest.mark.rules("CM-150", "CM-154", "CM-C12")
def test_which_of_two_dogs_comes_is_her_choice() -> None:
    match = hunt(("hex/3", "kennel"))
    do(match, "cube:shepherd:N-TO-n0")
    assert {key.split(":")[1] for key in keys(match, "dog")} == {DOG, OTHER}
    match = hunt(("kennel", "spare_dogs"))
    do(match, "cube:shepherd:N-TO-n0")
    assert {key.split(":")[1] for key in keys(match, "dog")} == {DOG}  # the other waits until the space is free
    do(match, f"dog:{DOG}:prep")
    assert match.state.where(OTHER) == n.KENNEL


@pytest.mark.rules("CM-145")
def test_she_need_not_activate_it() -> None:
    match = hunt()
    use(match, "cube:shepherd:N-TO-n0", "none")
    assert (place(match, "dog"), kind(match)) == ("", "battle_turn")


# -- biting ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-151")
@pytest.mark.parametrize("row", ["hide", "prep", "battle", "flank", "taunt"])
def test_a_dog_bites_a_monster_beside_its_column_from_every_row(row: str) -> None:
    places = {"shepherd": "prep 1" if row != "prep" else "hide 1"}
    match = hunt((f"battle/{row}-1",), monster="mire-leech", places=places)
    assert "bite:dog#1" not in keys(match)
    use(match, "cube:shepherd:N-TO-n0", f"bite:{DOG}")
    assert number(match, n.MONSTER_HEALTH) == 1  # without a roll
    assert kind(match) == "battle_turn"


@pytest.mark.rules("CM-151")
def test_a_dog_two_columns_away_does_not_bite() -> None:
    places = {"shepherd": "prep 0", "cleric": "battle 1"}
    match = battle(heroes=SHEPHERDS, dogs=("battle/battle-0",), places=places, tracks=POOR, cubes={"shepherd": "N"})
    do(match, "cube:shepherd:N-TO-n0")
    assert (kind(match), fact(match, "hero")) == ("battle_turn", "cleric")  # there was nothing to ask


@pytest.mark.rules("CM-151", "CM-184")
def test_a_bite_can_end_the_battle() -> None:
    match = hunt(("battle/prep-1",), monster="mire-leech", monster_health=1)
    use(match, "cube:shepherd:N-TO-n0", f"bite:{DOG}")
    assert heard(match, "monster_defeated") == [{"monster": "mire-leech"}]
    assert match.state.where(DOG) == n.KENNEL


@pytest.mark.rules("CM-151", "CM-154")
def test_with_a_dog_on_the_card_another_may_still_come() -> None:
    match = hunt(("battle/prep-1", "kennel"), monster="mire-leech")
    do(match, "cube:shepherd:N-TO-n0")
    assert keys(match, "bite") == {f"bite:{DOG}"}
    assert {key.split(":")[1] for key in keys(match, "dog")} == {OTHER}


# -- in the way --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-180", "CM-150")
def test_where_a_dog_stands_she_cannot_go() -> None:
    match = hunt(("battle/prep-1",))
    assert why_not(match, "row:prep") == ("place_taken", "CM-180")
    assert keys(match, "row") == {"row:flank"}


@pytest.mark.rules("CM-C12", "CM-152")
def test_which_of_the_two_she_is_is_her_choice() -> None:
    match = hunt(("battle/prep-1",))
    do(match, f"dog:{DOG}")
    assert (place(match, "shepherd"), place(match, "dog")) == ("prep 1", "battle 1")
    assert fact(match, "hero") == "shepherd"  # it is no action


@pytest.mark.rules("CM-183", "CM-C12")
def test_a_dog_that_a_swap_left_in_another_column_is_not_her() -> None:
    match = hunt(("battle/prep-1",), health={"witch": 0})
    do(match, "swap:witch")
    assert (place(match, "shepherd")[-1], place(match, "dog")) == ("2", "prep 1")
    end_round(match)
    throw(match, 4)
    until(match, "shepherd")
    assert f"dog:{DOG}" not in options(match)


@pytest.mark.rules("CM-153", "CM-149")
def test_the_dog_can_be_called_home_at_any_time() -> None:
    match = hunt(("battle/prep-1",))
    do(match, "recall:1")
    assert (place(match, "dog"), match.state.where(DOG), kind(match)) == ("", n.KENNEL, "battle_turn")
    match = battle(stage="attack", heroes=SHEPHERDS, dogs=("battle/prep-1",), tracks=POOR)
    do(match, "recall:1")  # before the monster's die
    throw(match, 5)
    assert hearts(match, "shepherd") == 4


@pytest.mark.rules("CM-152", "CM-168", "CM-189")
def test_each_of_two_hits_is_lessened_by_her_defense() -> None:
    places = {"shepherd": "hide 1"}
    cubes = {"shepherd": "w2"}
    match = battle(
        "crypt-knight",
        stage="attack",
        heroes=SHEPHERDS,
        places=places,
        cubes=cubes,
        dogs=("battle/prep-1",),
        tracks=POOR,
    )
    throw(match, 5)
    assert hearts(match, "shepherd") == 2
    assert now(match).row("shepherd") == "hide"
