"""Who knows what while somebody may react, and of what the companion is shown (CH-INFO-01 to -38)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from companion.kit.laws.playing import pairs
from rules.engine.entries import Identify
from rules.engine.match import Accepted, Match
from rules.engine.packets import packet, plain
from rules.engine.types import PUBLIC, UNSEEN, PieceId, Seat, only
from tests.games.chesney._knowing import EVERYBODY, handed, same_for_others
from tests.games.chesney._match import (
    APART,
    allowed,
    asked,
    cards,
    do,
    draw,
    hears,
    kind,
    middle,
    play,
    roll,
    sees,
    told,
    turns_up,
)
from tests.laws.playing import script_of

# -- being asked tells nothing -----------------------------------------------------------------------------------------

HANDS = (["ELIXIR#1", "STRUGGLE#1"], ["DUEL#2", "INN#1"], ["BELIEF#1", "BELIEF#2"], ["?", "?"], ["ELIXIR#2", "?"])


def hurt(hand: Sequence[str]) -> Match:
    match = middle(hands={0: ["AMBUSH#1"], 1: hand}, factions={0: ("FOX-5", "FOX-6")}, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    return match


def about_to_roll(hand: Sequence[str]) -> Match:
    match = middle(hands={0: ["DUEL#1"], 1: hand})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 5)
    return match


def in_a_storm(hand: Sequence[str]) -> Match:
    match = middle(hands={0: [], 1: hand}, phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-STORM")
    roll(match, 0, 12)
    return match


def in_chronic_wounds(hand: Sequence[str]) -> Match:
    match = middle(hands={0: [], 1: hand}, phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-CHRONIC")
    return match


def in_inn_damaged(hand: Sequence[str]) -> Match:
    match = middle(hands={0: [], 1: hand}, phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-INN")
    return match


MOMENTS: dict[str, Callable[[Sequence[str]], Match]] = {
    "react": hurt,
    "before_roll": about_to_roll,
    "before_roll in a storm": in_a_storm,
    "put_aside": in_chronic_wounds,
    "put_aside inns": in_inn_damaged,
}


@pytest.mark.rules("CH-INFO-29", "CH-INFO-21", "CH-INFO-30")
@pytest.mark.parametrize("moment", MOMENTS)
def test_everybody_who_could_react_is_asked_the_same(moment: str) -> None:
    worlds = [MOMENTS[moment](hand) for hand in HANDS]
    for match in worlds:
        assert (kind(match), asked(match)) == (moment.partition(" ")[0], [1])
    same_for_others(worlds, knowing={1})
    passing = "none" if kind(worlds[0]) == "put_aside" else "pass"
    after = []
    for hand in HANDS:
        match = MOMENTS[moment](hand)
        if passing in allowed(match, 1):
            do(match, 1, passing)
            after.append(match)
    assert len(after) >= 3
    same_for_others(after, knowing={1})


@pytest.mark.rules("CH-INFO-29")
def test_nobody_is_asked_who_by_what_all_see_could_not_react() -> None:
    match = middle(hands={0: ["AMBUSH#1"], 1: []}, factions=APART, hp={1: 1})
    play(match, 0, "AMBUSH#1")
    do(match, 0, "seat:1")
    assert kind(match) == "look"  # an empty hand is seen by all


@pytest.mark.rules("CH-INFO-29", "CH-INFO-30")
def test_an_answer_that_names_no_card_tells_the_others_the_same() -> None:
    worlds = []
    for key in ("discard:DUEL#1", "discard:?"):
        match = middle(hands={0: ["DUEL#1", "INN#1"]})
        do(match, 0, key)
        do(match, 0, "enough")
        worlds.append(match)
    same_for_others(worlds, knowing={0})


@pytest.mark.rules("CH-INFO-30", "CH-INFO-29")
@pytest.mark.parametrize("moment", MOMENTS)
def test_only_the_one_asked_is_handed_choices(moment: str) -> None:
    match = MOMENTS[moment](HANDS[0])
    for reader in EVERYBODY:
        question = packet(match, Seat(reader)).question
        assert question is not None
        assert bool(question.options) is (reader == 1)
        assert question.seats == (1,)
        assert not [value for value in question.facts.values() if isinstance(value, PieceId)]


@pytest.mark.rules("CH-INFO-29", "CH-INFO-21", "CH-INFO-09")
def test_what_comes_out_of_an_unseen_hand_is_bound_when_it_shows() -> None:
    match = hurt(["?", "?"])
    do(match, 1, "react:ELIXIR#3")
    assert "ELIXIR#3" in sees(match, -1, "in_play")
    draw(match, 1)
    assert cards(match, "hand/1") == [UNSEEN] * 2
    assert match.state["hp/1"] == 1


# -- what the companion is shown ---------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-37", "CH-INFO-01", "CH-INFO-09", "CH-INFO-26")
@pytest.mark.parametrize(
    ("pile", "piece"), [("hand/1", "ELIXIR#1"), ("left/1", "BEAR-4"), ("character/1", "OATH"), ("pile", "DUEL#1")]
)
def test_a_card_shown_in_secret_changes_nothing_for_others(pile: str, piece: str) -> None:
    match = middle(characters={0: "BARD:up"})
    before = {reader: handed(match, reader) for reader in EVERYBODY}
    assert isinstance(match.submit(Identify(pile, (PieceId(piece),))), Accepted)
    assert PieceId(piece) in match.state.pile(pile)
    for reader in EVERYBODY:
        knows = reader == 1 and pile != "pile"
        assert (handed(match, reader) != before[reader]) is knows


@pytest.mark.rules("CH-INFO-37")
def test_a_card_that_is_known_to_be_elsewhere_cannot_be_shown() -> None:
    match = middle(hands={0: ["?"]}, piles={"play_area": ("DUEL#1",)})
    outcome = match.submit(Identify("hand/0", (PieceId("DUEL#1"),)))
    assert getattr(outcome, "code", "") == "cannot_be_there"


# -- the end of a round ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-38", "CH-INFO-01", "CH-INFO-26", "CH-INFO-20")
@pytest.mark.parametrize("known", [True, False])
def test_at_the_end_all_factions_and_characters_lie_open(known: bool) -> None:
    factions: Mapping[int, tuple[str, str]] = {
        0: APART[0],
        1: APART[4],
        2: APART[2] if known else ("?", "?"),
        3: ("DEER-1:up", "?"),
    }
    match = middle(
        4,
        factions=factions,
        characters={0: "BARD", 1: "DRUID:up", 2: "OATH"},
        hp={2: 0, 3: 0},
        phase="declare",
        settings={"scoring": "legend"},
    )
    do(match, 0, "declare")
    do(match, 0, "seen")
    do(match, None, "done")
    while kind(match) == "turn_up_last":
        option = match.options(None)[0]
        do(match, None, option.key)
    was = told((h.event for h in hears(match)), "was")
    assert {(f["seat"], f["place"]) for f in was} == {
        (s, place) for s in range(4) for place in ("left", "right", "character")
    } - {(3, "left"), (1, "character")}
    assert UNSEEN not in [f["piece"] for f in was]
    result = told((h.event for h in hears(match)), "round_result")[0]
    assert result["faction"] == "fox"
    winners = result["winners"]
    assert isinstance(winners, tuple)
    assert winners[:2] == (0, 1)


# -- whole matches -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-INFO-29", "CH-INFO-30", "CH-INFO-32", "CH-INFO-37")
@pytest.mark.parametrize(("seats", "mode"), [(4, "basic"), (6, "advanced")])
@pytest.mark.parametrize("shown", [(), (0, 1)])
def test_what_all_see_does_not_depend_on_what_the_companion_was_told(
    seats: int, mode: str, shown: tuple[int, ...]
) -> None:
    """One companion is told every card, the other none or those of two players; the table screen shows the same."""
    script = script_of("chesney", seats, seed=seats, length=120, settings={"mode": mode, "masters": mode == "advanced"})
    compared = 0
    for pair in pairs(script, only(*shown)):
        if pair.synchronous():  # else one of them is being told what the other knows
            one, other = (packet(m, PUBLIC) for m in (pair.truth.match, pair.watched))
            assert plain(one.state) == plain(other.state)
            assert plain(one.question) == plain(other.question)
            assert plain(one.notes) == plain(other.notes)
            compared += 1
    assert compared > 50
