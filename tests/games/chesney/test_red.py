"""Red cards that name their victims: Ambush, Duel, Betray, Estrange; and what red cards have in common."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.engine.types import UNSEEN, Seat
from rules.games.chesney.characters.honours import has_done
from rules.games.chesney.factions import public, up_sides
from tests.games.chesney._match import (
    allowed,
    asked,
    cards,
    do,
    draw,
    hears,
    kind,
    kinds,
    middle,
    play,
    refused,
    roll,
    sees,
    told,
    why_not,
)


def points(match: Match) -> list[object]:
    """The HP of all seats."""
    return [match.state[f"hp/{s}"] for s in match.state.seats]


# -- Ambush, and red cards in general ----------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-AMBUSH-01", "CH-ACT-GEN-02", "CH-ACT-GEN-03", "CH-ACT-GEN-06")
def test_an_ambush_names_another_non_wounded_player() -> None:
    match = middle(hands={0: ["AMBUSH#1"]}, hp={3: 0})
    play(match, 0, "AMBUSH#1")
    assert (kind(match), allowed(match, 0)) == ("ambush", {"seat:1", "seat:2", "seat:4"})
    events = do(match, 0, "seat:4")
    assert told(events, "damaged") == [{"seat": 4, "count": 1, "left": 2, "cause": "ambush"}]
    assert (points(match), kind(match)) == ([3, 3, 3, 0, 2], "declare")


@pytest.mark.rules("CH-ACT-AMBUSH-01", "CH-ACT-GEN-05")
def test_an_ambush_with_one_possible_victim_asks_nothing() -> None:
    match = middle(4, hands={0: ["AMBUSH#1"]}, hp={1: 0, 3: 0})
    play(match, 0, "AMBUSH#1")
    assert points(match) == [3, 0, 2, 0]


@pytest.mark.rules("CH-ACT-GEN-02")
@pytest.mark.parametrize("card", ["AMBUSH#1", "DUEL#1", "SWEEP#1", "BETRAY#1", "ESTRANGE#1"])
def test_a_wounded_player_plays_no_red_card(card: str) -> None:
    match = middle(hands={0: [card]}, hp={0: 0}, phase="interfere", factions={0: ("FOX-1:up", "?")})
    assert refused(match, 0, f"play:{card}").code == "red_when_wounded"


# -- Duel --------------------------------------------------------------------------------------------------------------


def dueled(mine: int, theirs: int) -> Match:
    """Seat 0 has rolled against seat 1 in a Duel; nobody else holds a card."""
    match = middle(hands={0: ["DUEL#1"], 1: []}, hp={3: 0})
    play(match, 0, "DUEL#1")
    assert (kind(match), allowed(match, 0)) == ("duel", {"seat:1", "seat:2", "seat:4"})
    do(match, 0, "seat:1")
    assert (kind(match), asked(match)) == ("roll", [0])
    roll(match, 0, mine)
    assert (kind(match), asked(match)) == ("roll", [1])
    roll(match, 1, theirs)
    assert kind(match) == "declare"  # each has rolled once
    return match


@pytest.mark.rules(
    "CH-ACT-DUEL-01",
    "CH-ACT-DUEL-02",
    "CH-ACT-DUEL-03",
    "CH-ACT-DUEL-04",
    "CH-ACT-DUEL-05",
    "CH-ACT-DICE-02",
    "CH-ACT-DICE-05",
    "CH-ACT-DICE-06",
)
@pytest.mark.parametrize(
    ("mine", "theirs", "left"),
    [
        (5, 5, (2, 2)),
        (1, 12, (2, 2)),
        (6, 5, (3, 2)),
        (10, 1, (3, 2)),
        (11, 1, (3, 1)),
        (12, 1, (3, 1)),
    ],
)
def test_what_a_duel_does(mine: int, theirs: int, left: tuple[int, int]) -> None:
    match = dueled(mine, theirs)
    assert tuple(points(match)[:2]) == left
    (fought,) = (h.event.facts for h in hears(match) if h.event.kind == "duel")
    assert (fought["count"], fought["won"]) == (mine - theirs, mine > theirs)


@pytest.mark.rules("CH-ACT-DUEL-06", "CH-ACT-DUEL-04")
def test_the_beliefs_of_both_sides_count() -> None:
    match = middle(hands={0: ["DUEL#1", "BELIEF#1"], 1: ["BELIEF#2"]})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    roll(match, 0, 10)
    do(match, 1, "react:BELIEF#2")
    draw(match, 1)
    events = roll(match, 1, 1)
    assert told(events, "duel")[0]["count"] == 9  # 16 against 7
    assert points(match)[:2] == [3, 2]


@pytest.mark.rules("CH-ACT-DUEL-02", "CH-ACT-DUEL-04")
def test_both_fall_in_a_tied_duel_and_judge_together() -> None:
    match = middle(hands={0: ["DUEL#1", "INN#1"], 1: []}, hp={0: 1, 1: 1})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 7)
    roll(match, 1, 7)
    events = do(match, 0, "pass")
    assert [e["seat"] for e in told(events, "wounded")] == [0, 1]
    assert told(events, "judgement") == [{"seats": (0, 1), "declared": False}]


@pytest.mark.rules("CH-ACT-DICE-06", "CH-ACT-DUEL-02")
def test_a_duel_is_off_when_a_duellist_falls_before_the_own_roll() -> None:
    match = middle(hands={0: ["DUEL#1", "BELIEF#1"], 1: []}, hp={1: 1, 2: 0, 3: 0})
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    do(match, 0, "react:BELIEF#1")
    do(match, 0, "EVENT-STORM:0")
    roll(match, 0, 12)
    roll(match, 1, 1)  # falls in the storm
    roll(match, 4, 12)
    draw(match, 0)
    events = roll(match, 0, 1)
    assert "roll_off" in kinds(events)
    assert points(match)[:2] == [3, 0]  # no Duel with a wounded player


# -- Betray ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-BETRAY-01", "CH-ACT-GEN-04")
@pytest.mark.parametrize("down", ["FOX-1", "?"])
def test_betray_needs_an_open_card(down: str) -> None:
    match = middle(hands={0: ["BETRAY#1"]}, factions={0: (down, "BEAR-2")})
    assert refused(match, 0, "play:BETRAY#1").code == "needs_an_open_card"
    match = middle(hands={0: ["?"]}, factions={0: (down, "BEAR-2")})
    assert why_not(match, 0, "play:BETRAY#2") == "needs_an_open_card"


@pytest.mark.rules(
    "CH-ACT-BETRAY-02", "CH-ACT-BETRAY-03", "CH-ACT-BETRAY-04", "CH-ACT-BETRAY-06", "CH-ACT-GEN-05", "CH-ACT-GEN-02"
)
def test_betray_hurts_all_who_show_the_faction() -> None:
    match = middle(
        6,
        hands={0: ["BETRAY#1"], **{s: [] for s in range(1, 6)}},
        factions={
            0: ("FOX-3:up", "BEAR-5"),
            1: ("FOX-1:up", "BEAR-1"),
            2: ("FOX-2:up", "BEAR-9:up"),  # the Public Faction is the higher one
            3: ("FOX-4:up", "DEER-4:up"),  # a public Dual
            4: ("FOX-5:up", "?"),
            5: ("FOX-9", "FOX-8"),  # nothing shows
        },
        hp={4: 0},
    )
    events = play(match, 0, "BETRAY#1")
    assert told(events, "betrayed") == [{"seat": 0, "faction": "fox"}]
    assert [e["seat"] for e in told(events, "damaged")] == [1, 3]
    assert points(match) == [3, 2, 3, 2, 0, 3]
    assert (kind(match), asked(match)) == ("draw_factions", [0])  # only now
    draw(match, 0, "DEER-7", "DRAGON-7")
    assert sees(match, 1, "choice/0") == [UNSEEN, UNSEEN]
    assert allowed(match, 0) == {"open:DEER-7", "open:DRAGON-7"}
    events = do(match, 0, "open:DRAGON-7")
    assert told(events, "new_open_card") == [{"seat": 0, "side": "left", "piece": "DRAGON-7"}]
    assert (cards(match, "left/0"), cards(match, "right/0")) == (["DRAGON-7"], ["BEAR-5"])
    assert (up_sides(match.state, Seat(0)), public(match.state, Seat(0))) == (("left",), ("dragon",))
    assert sorted(map(str, cards(match, "faction_discard"))) == ["DEER-7", "FOX-3"]
    assert sees(match, 1, "faction_discard") == [UNSEEN, UNSEEN]
    assert not any(s.face_up for s in match.state.pile("faction_discard").slots)


@pytest.mark.rules("CH-ACT-BETRAY-02", "CH-ACT-BETRAY-03")
def test_a_public_dual_betrays_one_of_two_factions() -> None:
    match = middle(
        hands={0: ["BETRAY#1"]},
        factions={0: ("FOX-3:up", "BEAR-3:up"), 1: ("FOX-1:up", "?"), 2: ("BEAR-1:up", "?")},
    )
    play(match, 0, "BETRAY#1")
    assert (kind(match), allowed(match, 0)) == ("betray", {"side:left", "side:right"})
    do(match, 0, "side:right")
    assert points(match) == [3, 3, 2, 3, 3]
    draw(match, 0, "DEER-1", "DEER-2")
    do(match, 0, "open:DEER-2")
    assert (cards(match, "left/0"), cards(match, "right/0")) == (["FOX-3"], ["DEER-2"])


@pytest.mark.rules("CH-ACT-BETRAY-02", "CH-ACT-BETRAY-06")
def test_only_cards_of_the_public_faction_can_be_betrayed() -> None:
    match = middle(hands={0: ["BETRAY#1"]}, factions={0: ("FOX-3:up", "BEAR-5:up")})
    play(match, 0, "BETRAY#1")  # the Fox is not the Public Faction
    draw(match, 0, "DEER-1", "DEER-2")
    do(match, 0, "open:DEER-1")
    assert (cards(match, "left/0"), cards(match, "right/0")) == (["FOX-3"], ["DEER-1"])
    assert match.state.pile("left/0").slots[0].face_up
    same = middle(hands={0: ["BETRAY#1"]}, factions={0: ("FOX-3:up", "FOX-5:up")})
    play(same, 0, "BETRAY#1")
    assert allowed(same, 0) == {"side:left", "side:right"}  # both are cards of it


@pytest.mark.rules("CH-ACT-BETRAY-05", "CH-ACT-BETRAY-04")
def test_betray_may_hurt_nobody_and_the_card_is_replaced_unseen() -> None:
    match = middle(hands={0: ["BETRAY#1"]}, factions={0: ("FOX-3:up", "?")})
    events = play(match, 0, "BETRAY#1")
    assert "damaged" not in kinds(events)
    draw(match, 0)
    assert "open:DEER-6" in allowed(match, 0)
    do(match, 0, "open:DEER-6")
    assert (sees(match, -1, "left/0"), public(match.state, Seat(0))) == (["DEER-6"], ("deer",))
    assert cards(match, "faction_discard") == ["FOX-3", UNSEEN]


@pytest.mark.rules("CH-ACT-BETRAY-07", "CH-ACT-BETRAY-04")
def test_betray_draws_after_the_reactions_and_before_the_judgement() -> None:
    match = middle(
        hands={0: ["BETRAY#1"], 1: ["STRUGGLE#1"]},
        factions={0: ("FOX-3:up", "?"), 1: ("FOX-1:up", "?")},
        hp={0: 1, 1: 1},
    )
    play(match, 0, "BETRAY#1")
    assert (kind(match), asked(match)) == ("react", [1])
    events = do(match, 1, "react:STRUGGLE#1")
    assert [e["seat"] for e in told(events, "wounded")] == [0, 1]
    assert "judgement" not in kinds(events)
    assert (kind(match), asked(match)) == ("draw_factions", [0])  # though wounded by now
    draw(match, 0, "DEER-1", "DEER-2")
    events = do(match, 0, "open:DEER-1")
    assert kinds(events)[:1] == ["new_open_card"]
    assert told(events, "judgement") == [{"seats": (0, 1), "declared": False}]


# -- Estrange ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "CH-ACT-ESTRANGE-01", "CH-ACT-ESTRANGE-02", "CH-ACT-GEN-02", "CH-ACT-GEN-03", "CH-ACT-DICE-02", "CH-ACT-DICE-05"
)
@pytest.mark.parametrize(
    ("first", "second", "left"), [(3, 9, (2, 3)), (9, 3, (3, 2)), (4, 4, (2, 2))], ids=["lower", "higher", "equal"]
)
def test_estrange_makes_two_others_roll(first: int, second: int, left: tuple[int, int]) -> None:
    match = middle(6, hands={2: ["ESTRANGE#1"], 1: [], 4: []}, hp={3: 0}, turn=2)
    play(match, 2, "ESTRANGE#1")
    assert (kind(match), allowed(match, 2)) == ("estrange", {"seat:0", "seat:1", "seat:4", "seat:5"})
    do(match, 2, "seat:1")
    assert allowed(match, 2) == {"seat:0", "seat:4", "seat:5"}
    events = do(match, 2, "seat:4")
    assert told(events, "estranged") == [{"seat": 2, "seats": (4, 1)}]
    assert (kind(match), asked(match)) == ("roll", [4])  # met first on the left of the user
    roll(match, 4, first)
    roll(match, 1, second)
    assert (match.state["hp/4"], match.state["hp/1"]) == left
    assert match.state["hp/2"] == 3


@pytest.mark.rules("CH-ACT-ESTRANGE-02", "CH-ACT-DICE-06")
def test_an_estrange_is_off_when_a_duellist_falls_before_the_own_roll() -> None:
    match = middle(hands={0: ["ESTRANGE#1"], 1: ["BELIEF#1"], 2: []}, hp={1: 1, 3: 0, 4: 0})
    play(match, 0, "ESTRANGE#1")
    do(match, 1, "react:BELIEF#1")
    do(match, 1, "EVENT-STORM:0")
    roll(match, 1, 1)
    roll(match, 2, 12)
    events = roll(match, 0, 12)
    assert {"roll_off", "judgement"} <= set(kinds(events))
    assert points(match)[:3] == [3, 0, 3]


@pytest.mark.rules("CH-ACT-ESTRANGE-02", "CH-ACT-STRUGGLE-02")
def test_the_damage_of_an_estrange_comes_from_the_other_duellist() -> None:
    match = middle(hands={0: ["ESTRANGE#1"], 1: ["STRUGGLE#1"], 2: []}, hp={1: 1})
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, 2)
    roll(match, 2, 8)
    do(match, 1, "react:STRUGGLE#1")
    assert points(match)[:3] == [3, 0, 2]  # the blow goes back to seat 2


@pytest.mark.rules("CH-ACT-ESTRANGE-03", "CH-ACT-ESTRANGE-01", "CH-ACT-GEN-04", "CH-ACT-GEN-05")
def test_estrange_needs_two_others() -> None:
    match = middle(4, hands={0: ["ESTRANGE#1"], 1: [], 2: []}, hp={1: 0, 2: 0})
    events = play(match, 0, "ESTRANGE#1")
    assert "no_effect" in kinds(events)
    assert (cards(match, "play_area"), kind(match)) == (["ESTRANGE#1"], "declare")
    match = middle(4, hands={0: ["ESTRANGE#1"], 1: [], 3: []}, hp={2: 0})
    events = play(match, 0, "ESTRANGE#1")  # two others: no choice
    assert told(events, "estranged") == [{"seat": 0, "seats": (1, 3)}]


@pytest.mark.rules("CH-ACT-ESTRANGE-02")
@pytest.mark.parametrize(("reading", "back"), [("mass", False), ("single", True)])
def test_the_table_says_which_icon_estrange_has(reading: str, back: bool) -> None:
    match = middle(
        hands={0: ["ESTRANGE#1"], 1: [], 2: []}, characters={1: "SWORD:up"}, settings={"estrange_icon": reading}
    )
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, 2)
    roll(match, 2, 8)
    assert (kind(match) == "react") is back  # a Sword Master answers Single Damage cards only
    if back:
        assert "intent:2" in allowed(match, 1)


@pytest.mark.rules("CH-ACT-ESTRANGE-02")
@pytest.mark.parametrize(("reading", "credited"), [("source", False), ("user", True)])
def test_the_table_says_who_has_wounded_by_an_estrange(reading: str, credited: bool) -> None:
    settings = {"estrange_icon": "single", "credit": reading, "scoring": "legend"}
    match = middle(hands={0: ["ESTRANGE#1"], 1: [], 2: []}, characters={0: "REAPER:up"}, hp={1: 1}, settings=settings)
    play(match, 0, "ESTRANGE#1")
    do(match, 0, "seat:1")
    do(match, 0, "seat:2")
    roll(match, 1, 2)
    roll(match, 2, 8)
    assert match.state["hp/1"] == 0
    assert has_done(match.state, Seat(0), "REAPER") is credited
    assert match.state["score/0"] == (2 if credited else 0)
