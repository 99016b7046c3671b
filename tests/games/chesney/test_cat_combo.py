"""The Pugilist: three rounds of rock-paper-scissors."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chesney.characters.skills_harm import bout, combo_points
from tests.games.chesney._match import allowed, asked, do, kind, kinds, middle, told

LEGEND = {"scoring": "legend"}


def fight(*rounds: str, target_cards: tuple[str, ...] = (), **given) -> Match:
    """The Pugilist on seat 0 against seat 2 by phone; each round as `rock-paper`."""
    given.setdefault("characters", {0: "PUGILIST", 2: "BARD:up"})
    match = middle(phase="appear", hands={0: ["INN#1"], 2: target_cards}, **given)
    do(match, 0, "appear:PUGILIST")
    do(match, 0, "seat:2")
    do(match, 0, "no")
    for shown in rounds:
        mine, theirs = shown.split("-")
        do(match, 0, mine)
        do(match, 2, theirs)
    return match


WIN, LOSS, TIE = "rock-scissors", "rock-paper", "rock-rock"


@pytest.mark.rules("CH-CHAR-PUGILIST-01", "CH-CHAR-PUGILIST-02", "CH-CHAR-PUGILIST-06")
@pytest.mark.parametrize(
    ("rounds", "left"),
    [
        ((WIN, WIN, WIN), 0),
        ((WIN, LOSS, WIN), 1),
        ((TIE, WIN, LOSS), 2),
        ((LOSS, LOSS, LOSS), 2),
        ((TIE, TIE, TIE), 2),
        ((TIE, LOSS, TIE), 3),
        ((LOSS, TIE, LOSS), 3),
    ],
)
def test_three_rounds_decide_the_damage(rounds: tuple[str, ...], left: int) -> None:
    match = fight(*rounds)
    assert match.state["hp/2"] == left
    if left == 3:
        assert kind(match) == "plan"  # nothing was dealt, so nobody has anything to answer


@pytest.mark.rules("CH-CHAR-PUGILIST-02")
def test_the_table_may_give_one_point_for_a_mixed_row() -> None:
    assert fight(TIE, LOSS, TIE, settings={"combo_at_least_one": True}).state["hp/2"] == 2
    assert combo_points(["tie", "loss", "loss"]) == 0
    assert [bout("paper", theirs) for theirs in ("rock", "paper", "scissors")] == ["win", "tie", "loss"]


@pytest.mark.rules("CH-CHAR-PUGILIST-01")
def test_only_another_player_who_is_not_wounded_can_be_named() -> None:
    match = middle(phase="appear", characters={0: "PUGILIST"}, hp={3: 0})
    do(match, 0, "appear:PUGILIST")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:4"}


@pytest.mark.rules("CH-CHAR-PUGILIST-03", "CH-CHAR-PUGILIST-04")
def test_fists_are_secret_until_both_are_chosen_and_nothing_is_dealt_before_the_third_round() -> None:
    match = fight(WIN, WIN, target_cards=("ELIXIR#1",), hp={2: 1})
    assert match.state["hp/2"] == 1
    assert (kind(match), asked(match)) == ("fist", [0, 2])
    assert not do(match, 0, "rock")
    assert asked(match) == [2]
    events = do(match, 2, "paper")
    assert told(events, "fists") == [{"seat": 0, "target": 2, "mine": "rock", "theirs": "paper"}]
    assert told(events, "damaged") == [{"seat": 2, "count": 2, "left": 0, "cause": "pugilist"}]
    do(match, 2, "react:ELIXIR#1")  # one instance, one Elixir
    assert match.state["hp/2"] == 1


@pytest.mark.rules("CH-CHAR-PUGILIST-04")
def test_played_by_hand_the_other_confirms_what_the_pugilist_says() -> None:
    match = middle(phase="appear", characters={0: "PUGILIST", 2: "BARD:up"}, hands={0: ["INN#1"], 2: []})
    do(match, 0, "appear:PUGILIST")
    do(match, 0, "seat:2")
    do(match, 0, "yes")
    for end in ("win", "win", "win"):
        do(match, 0, end)
    assert (kind(match), asked(match)) == ("bouts_right", [2])
    do(match, 2, "no")
    for end in ("win", "loss", "tie"):
        do(match, 0, end)
    do(match, 2, "yes")
    assert match.state["hp/2"] == 2


@pytest.mark.rules("CH-CHAR-PUGILIST-05")
def test_no_die_is_rolled_and_nobody_is_asked_for_a_belief() -> None:
    match = middle(
        phase="appear",
        characters={0: "PUGILIST", 1: "ENCHANTER:up", 2: "BARD:up"},
        factions={1: ("FOX-1:up", "FOX-2:up")},
        hands={0: ["BELIEF#1"], 1: ["BELIEF#2"], 2: []},
        settings={"masters": True},
    )
    do(match, 0, "appear:PUGILIST")
    do(match, 0, "seat:2")
    do(match, 0, "no")
    asked_for = []
    for _ in range(3):
        asked_for.append(kind(match))
        do(match, 0, "rock")
        events = do(match, 2, "scissors")
    assert asked_for == ["fist", "fist", "fist"]
    assert "rolled" not in kinds(events)
    assert match.state["hp/2"] == 0


@pytest.mark.rules("CH-CHAR-PUGILIST-07")
def test_wounding_the_opponent_is_the_honour() -> None:
    match = fight(WIN, LOSS, LOSS, hp={2: 1}, settings=LEGEND)
    assert match.state["score/0"] == 2
    onto = middle(
        phase="appear",
        characters={0: "PUGILIST", 2: "ILLUSION"},
        hands={0: [], 2: [], 3: []},
        hp={3: 1},
        settings={**LEGEND, "masters": True},
    )
    do(onto, 0, "appear:PUGILIST")
    do(onto, 0, "seat:2")
    do(onto, 0, "no")
    for _ in range(3):
        do(onto, 0, "rock")
        do(onto, 2, "rock")
    do(onto, 2, "skill:ILLUSION:3")
    do(onto, 3, "pass")
    assert onto.state["hp/3"] == 0
    assert (onto.state["score/0"], onto.state["score/2"]) == (0, 2)
