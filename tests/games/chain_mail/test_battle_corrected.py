"""A host's hand in the middle of a battle: corrections, refused answers that are accepted all the same, steps taken
back."""

from __future__ import annotations

from random import Random

import pytest

from rules.engine.entries import MovePiece, Rewind, SetTrack
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.sampling import pick
from rules.engine.types import Seat
from rules.games.chain_mail import names as n
from tests.games.chain_mail._match import (
    STARTER,
    battle,
    do,
    fact,
    hearts,
    keys,
    kind,
    now,
    number,
    place,
    result,
    throw,
    track,
    until,
    use,
    why_not,
)
from tests.games.chain_mail.test_battle_laws import some_battle


def correct(match: Match, name: str, value: int | str | tuple[str, ...]) -> None:
    outcome = match.submit(SetTrack(name, value, "it was so"))
    assert isinstance(outcome, Accepted), outcome


def accept(match: Match, key: str, seat: int = 0) -> None:
    """The host lets a refused answer count."""
    assert key not in keys(match, seat=seat), "it is refused to begin with"
    assert isinstance(match.submit(Answer(Seat(seat), key, irregular=True)), Accepted)


# -- corrections -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-184")
def test_a_monster_that_is_corrected_to_no_health_is_beaten() -> None:
    match = battle("grave-archer", tracks={n.MONEY: 0, n.EXPERIENCE: 0, n.FOOD: 0})
    do(match, "nothing")
    correct(match, n.MONSTER_HEALTH, 0)
    reward = STARTER.monsters["grave-archer"].reward
    assert (match.state.phase, place(match, "monster"), track(match, n.MONSTER)) == ("travel", "", "")
    assert {r: number(match, r) for r in reward} == reward


@pytest.mark.rules("CM-184", "CM-165")
def test_in_the_middle_of_a_quick_attack_it_ends_with_that() -> None:
    match = battle(stage="start", cubes={"ranger": "aim m3", "witch": "nightshade frog"})
    assert (kind(match), fact(match, "hero")) == ("quick_attack", "witch")
    correct(match, n.MONSTER_HEALTH, 0)
    use(match, "none", "none")
    assert match.state.phase == "travel"


@pytest.mark.rules("CM-186")
def test_when_all_are_corrected_to_fallen_it_is_lost() -> None:
    match = battle(health={"thief": 0, "witch": 0, "ranger": 0})
    correct(match, n.health("cleric"), 0)
    assert result(match) == "all_fallen"


@pytest.mark.rules("CM-173", "CM-185")
def test_who_is_corrected_to_stand_acts_and_who_is_corrected_to_have_fallen_does_not() -> None:
    match = battle(health={"thief": 0})
    do(match, "nothing")
    assert fact(match, "hero") == "witch"
    correct(match, n.health("thief"), 2)
    assert (kind(match), fact(match, "hero")) == ("battle_turn", "thief")
    correct(match, n.health("thief"), 0)
    assert fact(match, "hero") == "witch"


@pytest.mark.rules("CM-180")
def test_a_token_that_is_put_right_moves_on_from_there() -> None:
    match = battle()
    move = MovePiece(n.token("cleric"), n.in_battle("flank", 0), "it stood there")
    assert isinstance(match.submit(move), Accepted)
    assert fact(match, "hero") == "cleric"
    assert keys(match, "row") == {"row:battle", "row:taunt"}


@pytest.mark.rules("CM-181")
def test_a_correction_forgets_no_action_nor_what_was_promised() -> None:
    match = battle()
    use(match, "swap:thief")
    correct(match, n.FOOD, 5)
    assert (kind(match), fact(match, "hero")) == ("battle_turn", "thief")
    do(match, "swap:cleric")
    assert (place(match, "cleric"), place(match, "thief")) == ("battle 1", "battle 0")


@pytest.mark.rules("CM-171")
def test_what_is_corrected_to_nothing_is_no_longer_to_be_lost() -> None:
    match = battle(stage="attack", health={"cleric": 0, "thief": 0}, tracks={n.MONEY: 0, n.EXPERIENCE: 2})
    throw(match, 3)
    assert kind(match) == "lose_resource"
    correct(match, n.EXPERIENCE, 0)
    assert why_not(match, "lose:experience") == ("resource_empty", "CM-171")
    assert keys(match, "lose") == {"lose:food", "lose:time"}


@pytest.mark.rules("CM-188")
def test_a_monster_that_is_taken_away_leaves_no_battle() -> None:
    for stage, answers in (("act", ()), ("start", ("strike:melee1",))):
        match = battle(stage=stage, cubes={"witch": "moonwort frog"}, tracks={n.MONEY: 0, n.EXPERIENCE: 1})
        correct(match, n.MONSTER, "")
        use(match, *answers)
        assert (match.state.phase, place(match, "cleric"), number(match, n.EXPERIENCE)) == ("travel", "", 1)


@pytest.mark.rules("CM-075", "CM-076")
def test_a_proposal_that_a_correction_has_made_impossible_is_asked_anew() -> None:
    match = battle(seats=2, health={"witch": 1}, settings={"agreement": "another"})
    do(match, "eat:witch")
    correct(match, n.FOOD, 1)
    do(match, "agree", seat=1)
    assert (kind(match), hearts(match, "witch"), number(match, n.FOOD)) == ("battle_turn", 1, 1)
    do(match, "row:prep")
    correct(match, n.FOOD, 3)  # which takes nothing from this one
    do(match, "agree", seat=1)
    assert place(match, "cleric") == "prep 0"


# -- refused answers that the host accepts -----------------------------------------------------------------------------


@pytest.mark.rules("CM-076", "CM-080", "CM-081", "CM-085")
@pytest.mark.parametrize(
    ("key", "resource", "there"),
    [("eat:witch", n.FOOD, 1), ("extra:witch", n.EXPERIENCE, 0), ("level", n.EXPERIENCE, 3)],
)
def test_who_may_spend_what_is_not_there_is_left_with_nothing(key: str, resource: str, there: int) -> None:
    match = battle(health={"witch": 2}, tracks={resource: there})
    accept(match, key)
    assert number(match, resource) == 0


@pytest.mark.rules("CM-077")
def test_a_die_that_the_host_lets_be_changed_without_money() -> None:
    match = battle("grave-archer", places={"cleric": "battle 1", "thief": "battle 2"}, tracks={n.MONEY: 0})
    do(match, "cube:cleric:g00-TO-g02")
    do(match, "3")
    assert kind(match) == "change_dice"  # by his right to roll again
    assert why_not(match, "die:1:4") == ("not_enough_money", "CM-077")
    accept(match, "die:1:4")
    do(match, "keep")
    assert (number(match, n.MONEY), number(match, n.MONSTER_HEALTH)) == (0, 2)


@pytest.mark.rules("CM-181", "CM-180")
def test_moves_on_the_battle_card_that_the_host_accepts() -> None:
    match = battle()
    do(match, "nothing")
    assert why_not(match, "swap:cleric") == ("swap_partner_spent", "CM-181")
    accept(match, "swap:cleric")
    until(match, "witch")
    accept(match, "row:hide")
    assert place(match, "witch") == "hide 3"
    assert fact(match, "hero") == "ranger"


@pytest.mark.rules("CM-180", "CM-C07")
def test_what_the_host_accepts_is_agreed_to_like_anything_else() -> None:
    match = battle(seats=2, settings={"agreement": "everybody"})
    accept(match, "row:taunt", seat=1)
    assert (kind(match), place(match, "cleric")) == ("agree", "battle 0")
    do(match, "agree", seat=0)
    assert (fact(match, "hero"), place(match, "cleric")) == ("thief", "taunt 0")


@pytest.mark.rules("CM-052", "CM-104", "CM-174")
def test_a_space_out_of_reach_that_the_host_accepts_costs_no_action() -> None:
    """It names no cube that could move: a cube that stands elsewhere is put right by a correction."""
    match = battle()
    assert why_not(match, "cube:cleric:TO-g22") == ("illegal_cube_move", "CM-104")
    accept(match, "cube:cleric:TO-g22")
    assert (kind(match), fact(match, "hero")) == ("extra_movement", "cleric")
    do(match, "cube:cleric:g00-TO-g03")
    assert (fact(match, "hero"), track(match, n.cubes("cleric"))) == ("thief", ("near", "g03"))


# -- taken back --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CM-173", "CM-079", "CM-181")
def test_every_step_of_a_round_can_be_taken_back() -> None:
    match = battle("grave-archer", stage="start", cubes={"ranger": "aim m3"}, tracks={n.MONEY: 1})
    answers = ("strike:range1", "3", "die:1:4", "1", "swap:thief", "swap:cleric", "nothing", "row:prep", "2")
    seen = []
    for answer in answers:
        seen.append((len(match.log), kind(match), match.state, keys(match)))
        do(match, answer)
    assert (number(match, n.ROUND), place(match, "thief"), place(match, "ranger")) == (2, "battle 1", "prep 4")
    for entries, asked, state, offered in reversed(seen):
        assert isinstance(match.submit(Rewind(entries)), Accepted)
        assert (kind(match), keys(match)) == (asked, offered)
        assert (match.state.piles, match.state.tracks) == (state.piles, state.tracks)
    do(match, "none")  # and it goes on otherwise
    assert (kind(match), number(match, n.MONSTER_HEALTH), number(match, n.MONEY)) == ("roll_attack", 3, 1)


@pytest.mark.rules("CM-184", "CM-186")
@pytest.mark.parametrize("lot", range(2))
def test_no_correction_stops_a_battle(lot: int) -> None:
    """Whatever a host puts into the notes, there is a question that can be answered until the battle is over."""
    for seed in range(lot * 25, lot * 25 + 25):
        chance = Random(seed)
        match = some_battle(chance)
        for _ in range(60):
            if match.question is None or match.state.phase != "battle":
                break
            if chance.random() < 0.2:
                meddle(match, chance)
            else:
                answer = pick(match, chance.randrange)
                assert isinstance(match.submit(answer), Accepted), (seed, answer)
        else:
            correct(match, n.MONSTER_HEALTH, 0)


def meddle(match: Match, chance: Random) -> None:
    """Some correction or other."""
    who = chance.choice(now(match).heroes)
    where = n.in_battle(chance.choice(STARTER.constants.rows), chance.randrange(5))
    match.submit(
        chance.choice(
            (
                SetTrack(n.health(who), chance.randint(0, 4), "so"),
                SetTrack(n.MONSTER_HEALTH, chance.randint(0, 9), "so"),
                SetTrack(n.MONSTER, chance.choice(("", "nobody", *STARTER.monsters)), "so"),
                SetTrack(n.cubes(who), (), "so"),
                SetTrack(chance.choice((n.FOOD, n.MONEY, n.EXPERIENCE, n.LEVEL, n.TIME)), chance.randint(0, 6), "so"),
                MovePiece(n.token(who), chance.choice((n.BOX, where)), "so"),
                MovePiece(n.MONSTER_TOKEN, chance.choice((n.BOX, where)), "so"),
                MovePiece(n.DOGS[0], chance.choice((n.KENNEL, n.BOX, where)), "so"),
            )
        )
    )
