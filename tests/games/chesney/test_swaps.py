"""Faction Swap cards: Butterfly Effect, Runestone, Deed of Friendship, Network, Plot, Persuade, Reflection."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Accepted, Match
from rules.engine.types import UNSEEN, Card, PieceId, Refusal, Seat
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
    turns_up,
)

FIVE = {
    0: ("FOX-1", "FOX-2:up"),
    1: ("BEAR-1", "BEAR-2:up"),
    2: ("DEER-1", "DEER-2:up"),
    3: ("DRAGON-1", "DRAGON-2:up"),
    4: ("FOX-6", "BEAR-6:up"),
}


def mats(match: Match) -> list[tuple[Card, Card]]:
    """Left and right card of every seat."""
    return [(cards(match, f"left/{s}")[0], cards(match, f"right/{s}")[0]) for s in match.state.seats]


def ups(match: Match, seat: int) -> tuple[str, ...]:
    """The slots of a seat that lie open."""
    return up_sides(match.state, Seat(seat))


def drawn(match: Match, seat: int, *names: str) -> None:
    """The open draw of faction cards."""
    assert (kind(match), asked(match)) == ("draw_factions", [seat])
    draw(match, seat, *names)


# -- everybody passes --------------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "CH-ACT-BUTTERFLY-01", "CH-ACT-BUTTERFLY-02", "CH-ACT-BUTTERFLY-03", "CH-ACT-GEN-07", "CH-ACT-GEN-08"
)
def test_the_butterfly_passes_secretly_chosen_cards_to_the_left() -> None:
    match = middle(hands={0: ["BUTTERFLY"]}, factions=FIVE, hp={3: 0})
    play(match, 0, "BUTTERFLY")
    assert (kind(match), allowed(match, 0)) == ("direction", {"to_left", "to_right"})
    do(match, 0, "to_left")
    assert (kind(match), asked(match)) == ("pass_which", [0, 1, 2, 3, 4])  # wounded ones too
    assert allowed(match, 3) == {"side:left", "side:right"}
    for seat, side in ((4, "left"), (0, "left"), (1, "right"), (2, "left")):
        assert do(match, seat, f"side:{side}") == ()  # nothing is told before all have chosen
    events = do(match, 3, "side:right")
    assert mats(match) == [
        ("FOX-6", "FOX-2"),
        ("BEAR-1", "FOX-1"),
        ("BEAR-2", "DEER-2"),
        ("DRAGON-1", "DEER-1"),
        ("DRAGON-2", "BEAR-6"),
    ]
    assert [ups(match, s) for s in range(5)] == [("right",), (), ("left", "right"), (), ("left", "right")]
    assert [(e["seat"], e["side"]) for e in told(events, "passed")] == [
        (0, "left"),
        (1, "right"),
        (2, "left"),
        (3, "right"),
        (4, "left"),
    ]
    assert sees(match, 0, "right/1") == ["FOX-1"]  # who gave it away still knows it
    assert sees(match, 1, "right/1") == ["FOX-1"]
    assert sees(match, 2, "right/1") == [UNSEEN]


@pytest.mark.rules("CH-ACT-BUTTERFLY-01", "CH-ACT-BUTTERFLY-03")
def test_the_butterfly_passes_to_the_right_and_with_unseen_cards() -> None:
    match = middle(hands={0: ["BUTTERFLY"]}, factions={0: ("FOX-1", "?"), 1: ("?", "BEAR-2:up")})
    play(match, 0, "BUTTERFLY")
    do(match, 0, "to_right")
    for seat, side in enumerate(("left", "right", "left", "left", "right")):
        do(match, seat, f"side:{side}")
    assert mats(match) == [
        ("BEAR-2", UNSEEN),
        (UNSEEN, UNSEEN),
        (UNSEEN, UNSEEN),
        (UNSEEN, UNSEEN),
        (UNSEEN, "FOX-1"),
    ]
    assert ups(match, 0) == ("left",)
    assert [len(match.state.pile(f"{side}/{s}")) for s in range(5) for side in ("left", "right")] == [1] * 10


@pytest.mark.rules("CH-ACT-RUNESTONE-01", "CH-ACT-GEN-07")
def test_the_runestone_passes_one_slot_all_around() -> None:
    match = middle(hands={1: ["RUNESTONE"]}, factions=FIVE, hp={3: 0}, turn=1)
    play(match, 1, "RUNESTONE")
    do(match, 1, "to_left")
    assert (kind(match), asked(match), allowed(match, 1)) == ("pass_side", [1], {"side:left", "side:right"})
    events = do(match, 1, "side:right")
    assert kind(match) == "declare"  # nobody else chooses anything
    assert mats(match) == [
        ("FOX-1", "BEAR-6"),
        ("BEAR-1", "FOX-2"),
        ("DEER-1", "BEAR-2"),
        ("DRAGON-1", "DEER-2"),
        ("FOX-6", "DRAGON-2"),
    ]
    assert all(ups(match, s) == ("right",) for s in range(5))
    assert told(events, "passed_round") == [{"direction": "to_left"}]


@pytest.mark.rules("CH-ACT-RUNESTONE-01")
def test_the_runestone_to_the_right_and_with_unseen_cards() -> None:
    match = middle(hands={0: ["RUNESTONE"]}, factions={0: ("FOX-1", "?"), 1: ("?", "BEAR-2:up")})
    play(match, 0, "RUNESTONE")
    do(match, 0, "to_right")
    do(match, 0, "side:left")
    assert mats(match)[0] == (UNSEEN, UNSEEN)
    assert mats(match)[4] == ("FOX-1", UNSEEN)
    assert (sees(match, 0, "left/4"), sees(match, 1, "left/4")) == (["FOX-1"], [UNSEEN])


# -- Deed of Friendship ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-DEED-01", "CH-ACT-DEED-02", "CH-ACT-GEN-07", "CH-ACT-GEN-08", "CH-ACT-GEN-03")
def test_a_deed_exchanges_two_cards_slot_for_slot() -> None:
    match = middle(hands={0: ["DEED#1"]}, factions=FIVE, hp={2: 0})
    play(match, 0, "DEED#1")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}
    do(match, 0, "seat:2")
    assert (kind(match), asked(match)) == ("swap_which", [0, 2])
    assert do(match, 2, "side:right") == ()  # secret until both have chosen
    assert hears(match)[-1].event.kind == "played"
    events = do(match, 0, "side:left")
    assert mats(match)[0] == ("DEER-2", "FOX-2")
    assert mats(match)[2] == ("DEER-1", "FOX-1")
    assert (ups(match, 0), ups(match, 2)) == (("left", "right"), ())  # an open card stays open
    assert told(events, "exchanged") == [{"seat": 0, "target": 2, "mine": "left", "theirs": "right"}]
    assert [sees(match, r, "right/2") for r in (0, 2, 1, -1)] == [["FOX-1"], ["FOX-1"], [UNSEEN], [UNSEEN]]


@pytest.mark.rules("CH-ACT-DEED-01")
def test_a_deed_with_unseen_cards() -> None:
    match = middle(hands={0: ["DEED#1"]}, factions={0: ("FOX-1", "?"), 2: ("?", "?")})
    play(match, 0, "DEED#1")
    do(match, 0, "seat:2")
    do(match, 0, "side:left")
    do(match, 2, "side:left")
    assert (mats(match)[0], mats(match)[2]) == ((UNSEEN, UNSEEN), ("FOX-1", UNSEEN))
    match.submit(Identify("left/0", (PieceId("BEAR-3"),)))
    assert [sees(match, r, "left/0") for r in (0, 2, 1)] == [["BEAR-3"], ["BEAR-3"], [UNSEEN]]


# -- Network and Plot --------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-ACT-NETWORK-01", "CH-ACT-NETWORK-02", "CH-ACT-NETWORK-03")
def test_a_network_into_a_closed_slot_stays_secret() -> None:
    match = middle(hands={0: ["NETWORK#1"]}, factions=FIVE)
    play(match, 0, "NETWORK#1")
    drawn(match, 0, "DEER-5", "DEER-6")
    assert sees(match, 0, "choice/0") == ["DEER-5", "DEER-6"]
    assert sees(match, 1, "choice/0") == [UNSEEN, UNSEEN]
    assert allowed(match, 0) == {
        *(f"place_{side}:DEER-{n}" for side in ("left", "right") for n in (5, 6)),
        "none",
    }
    events = do(match, 0, "place_left:DEER-6")
    assert mats(match)[0] == ("DEER-6", "FOX-2")
    assert ups(match, 0) == ("right",)
    assert [sees(match, r, "left/0") for r in (0, 1, -1)] == [["DEER-6"], [UNSEEN], [UNSEEN]]
    assert told(events, "replaced") == [{"seat": 0, "target": 0, "side": "left"}]
    assert "DEER" not in str(hears(match, 1))
    assert sorted(map(str, cards(match, "faction_discard"))) == ["DEER-5", "FOX-1"]
    assert sees(match, 1, "faction_discard") == [UNSEEN, UNSEEN]
    assert sees(match, 0, "faction_discard") == ["DEER-5", "FOX-1"]
    assert all(not s.face_up for s in match.state.pile("faction_discard").slots)


@pytest.mark.rules("CH-ACT-NETWORK-02", "CH-ACT-NETWORK-03")
def test_a_network_into_an_open_slot_is_public_at_once() -> None:
    match = middle(hands={0: ["NETWORK#1"]}, factions=FIVE)
    play(match, 0, "NETWORK#1")
    drawn(match, 0, "DEER-5", "DEER-6")
    events = do(match, 0, "place_right:DEER-6")
    assert (sees(match, -1, "right/0"), ups(match, 0)) == (["DEER-6"], ("right",))
    assert public(match.seen(Seat(-1)), Seat(0)) == ("deer",)
    assert told(events, "replaced") == [{"seat": 0, "target": 0, "side": "right"}]
    assert told(events, "new_open_card") == [{"seat": 0, "side": "right", "piece": "DEER-6"}]
    assert sorted(map(str, cards(match, "faction_discard"))) == ["DEER-5", "FOX-2"]


@pytest.mark.rules("CH-ACT-NETWORK-02", "CH-ACT-NETWORK-01")
def test_a_network_of_unseen_cards_must_be_named_only_for_an_open_slot() -> None:
    match = middle(hands={0: ["NETWORK#1"]}, factions=FIVE)
    play(match, 0, "NETWORK#1")
    drawn(match, 0)
    keys = allowed(match, 0)
    assert {"place_left:?", "place_right:DEER-6", "none"} <= keys
    assert not {"place_right:?", "place_left:DEER-6", "place_right:BEAR-2"} & keys
    do(match, 0, "place_right:DEER-6")
    assert (sees(match, -1, "right/0"), public(match.state, Seat(0))) == (["DEER-6"], ("deer",))
    assert cards(match, "faction_discard") == ["FOX-2", UNSEEN]


@pytest.mark.rules("CH-ACT-NETWORK-01", "CH-ACT-NETWORK-03")
def test_a_network_may_place_an_unseen_card_into_a_closed_slot() -> None:
    match = middle(hands={0: ["NETWORK#1"]}, factions=FIVE)
    play(match, 0, "NETWORK#1")
    drawn(match, 0)
    do(match, 0, "place_left:?")
    assert (mats(match)[0], ups(match, 0)) == ((UNSEEN, "FOX-2"), ("right",))
    assert len(cards(match, "faction_discard")) == 2


@pytest.mark.rules("CH-ACT-NETWORK-01", "CH-ACT-NETWORK-03", "CH-ACT-GEN-05")
def test_a_network_may_be_left_unused() -> None:
    match = middle(hands={0: ["NETWORK#1"]}, factions=FIVE)
    play(match, 0, "NETWORK#1")
    drawn(match, 0, "DEER-5", "DEER-6")
    events = do(match, 0, "none")
    assert mats(match)[0] == ("FOX-1", "FOX-2")
    assert told(events, "network_unused") == [{"seat": 0}]
    assert cards(match, "faction_discard") == ["DEER-5", "DEER-6"]
    assert sees(match, 1, "faction_discard") == [UNSEEN, UNSEEN]


@pytest.mark.rules("CH-ACT-NETWORK-01")
def test_a_wounded_player_may_use_a_network() -> None:
    match = middle(hands={0: ["NETWORK#1", "?"]}, factions=FIVE, hp={0: 0}, phase="interfere")
    play(match, 0, "NETWORK#1")
    drawn(match, 0, "DEER-5", "DEER-6")
    do(match, 0, "place_left:DEER-5")
    assert (mats(match)[0], kind(match)) == (("DEER-5", "FOX-2"), "interfere")


@pytest.mark.rules("CH-ACT-PLOT-01", "CH-ACT-GEN-07")
@pytest.mark.parametrize(("side", "old"), [("left", "FOX-1"), ("right", "FOX-2")])
def test_a_plot_always_replaces_a_card_face_down(side: str, old: str) -> None:
    match = middle(hands={0: ["PLOT#1"]}, factions=FIVE)
    play(match, 0, "PLOT#1")
    drawn(match, 0, "DEER-5")
    assert allowed(match, 0) == {"place_left:DEER-5", "place_right:DEER-5"}  # not to use it is no choice
    events = do(match, 0, f"place_{side}:DEER-5")
    assert told(events, "replaced") == [{"seat": 0, "target": 0, "side": side}]
    assert cards(match, f"{side}/0") == ["DEER-5"]
    assert ups(match, 0) == (("right",) if side == "left" else ())
    assert [sees(match, r, f"{side}/0") for r in (0, 1, -1)] == [["DEER-5"], [UNSEEN], [UNSEEN]]
    assert cards(match, "faction_discard") == [old]
    assert sees(match, -1, "faction_discard") == [UNSEEN]


@pytest.mark.rules("CH-ACT-PLOT-01")
def test_a_plot_with_a_card_that_nobody_names() -> None:
    match = middle(hands={0: ["PLOT#1"]}, factions={0: ("FOX-1", "FOX-2:up")})
    play(match, 0, "PLOT#1")
    drawn(match, 0)
    assert allowed(match, 0) == {"place_left:?", "place_right:?"}
    do(match, 0, "place_right:?")
    assert (mats(match)[0], ups(match, 0), public(match.state, Seat(0))) == (("FOX-1", UNSEEN), (), ())


@pytest.mark.rules("CH-ACT-NETWORK-03", "CH-ACT-PLOT-01")
def test_a_short_faction_pile_is_made_anew_within_the_draw() -> None:
    match = middle(
        4,
        hands={0: ["NETWORK#1"]},
        factions={s: FIVE[s] for s in range(4)},
        piles={"faction_pile": ["FOX-5"], "faction_discard": ["?@factions"] * 15},
    )
    play(match, 0, "NETWORK#1")
    drawn(match, 0, "FOX-5")
    assert kind(match) == "renew_factions"
    do(match, None, "done")
    drawn(match, 0, "DEER-6")
    assert sees(match, 0, "choice/0") == ["DEER-6", "FOX-5"]
    assert (len(cards(match, "faction_pile")), len(cards(match, "faction_discard"))) == (14, 0)


# -- Persuade ----------------------------------------------------------------------------------------------------------


def persuading(*names: str, hands: tuple[str, ...] = (), hp: Mapping[int, int] | None = None) -> Match:
    """Seat 0 has drawn 2 for a Persuade and offers DEER-6, or an unseen card, for the left slot of seat 1."""
    mats = FIVE | {1: ("BEAR-1:up", "BEAR-2:up")}
    match = middle(hands={0: ["PERSUADE#1"], 1: hands}, factions=mats, hp=hp)
    play(match, 0, "PERSUADE#1")
    drawn(match, 0, *names)
    assert (kind(match), asked(match)) == ("persuade_card", [0])
    do(match, 0, "offer:DEER-6" if names else "offer:?")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}
    do(match, 0, "seat:1")
    assert (kind(match), allowed(match, 0)) == ("persuade_side", {"side:left", "side:right"})
    events = do(match, 0, "side:left")
    assert told(events, "persuades") == [{"seat": 0, "target": 1, "side": "left"}]
    assert (kind(match), asked(match), allowed(match, 1)) == ("accept", [1], {"yes", "no"})
    return match


@pytest.mark.rules("CH-ACT-PERSUADE-01", "CH-ACT-PERSUADE-02", "CH-ACT-PERSUADE-04", "CH-ACT-GEN-06", "CH-ACT-GEN-07")
def test_a_persuade_that_is_accepted() -> None:
    match = persuading("DEER-5", "DEER-6")
    assert match.question is not None
    assert match.question.facts == {"by": 0, "side": "left"}  # the slot, not the card
    assert "DEER-6" not in str(hears(match, 1))
    events = do(match, 1, "yes")
    assert told(events, "replaced") == [{"seat": 0, "target": 1, "side": "left"}]
    assert kind(match) == "declare"  # no dice
    assert (mats(match)[1], ups(match, 1)) == (
        ("DEER-6", "BEAR-2"),
        ("right",),
    )  # face-down whatever lay there
    assert [sees(match, r, "left/1") for r in (0, 1, 2, -1)] == [["DEER-6"], ["DEER-6"], [UNSEEN], [UNSEEN]]
    assert sorted(map(str, cards(match, "faction_discard"))) == ["BEAR-1", "DEER-5"]
    assert sees(match, 1, "faction_discard") == [UNSEEN, UNSEEN]
    assert sees(match, 0, "faction_discard") == ["DEER-5", UNSEEN]


@pytest.mark.rules("CH-ACT-PERSUADE-03", "CH-ACT-DICE-05", "CH-ACT-DICE-02", "CH-ACT-DICE-06")
@pytest.mark.parametrize(("mine", "theirs", "replaced"), [(4, 5, False), (5, 5, True), (6, 5, True)])
def test_a_persuade_that_is_refused_is_rolled_for(mine: int, theirs: int, replaced: bool) -> None:
    match = persuading("DEER-5", "DEER-6")
    events = do(match, 1, "no")
    assert told(events, "persuade_refused") == [{"seat": 1}]
    assert (kind(match), asked(match)) == ("roll", [0])  # the user first
    roll(match, 0, mine)
    assert (kind(match), asked(match)) == ("roll", [1])
    roll(match, 1, theirs)
    assert kind(match) == "declare"
    assert mats(match)[1][0] == ("DEER-6" if replaced else "BEAR-1")
    assert ups(match, 1) == (("right",) if replaced else ("left", "right"))


@pytest.mark.rules("CH-ACT-PERSUADE-05", "CH-ACT-PERSUADE-03")
def test_a_persuade_that_fails_discards_both_cards() -> None:
    match = persuading("DEER-5", "DEER-6")
    do(match, 1, "no")
    roll(match, 0, 1)
    events = roll(match, 1, 2)
    assert told(events, "not_replaced") == [{"seat": 1}]
    assert sorted(map(str, cards(match, "faction_discard"))) == ["DEER-5", "DEER-6"]
    assert [sees(match, r, "faction_discard") for r in (1, 2, -1)] == [[UNSEEN] * 2] * 3
    assert (cards(match, "choice/0"), cards(match, "proposal/0")) == ([], [])


@pytest.mark.rules("CH-ACT-PERSUADE-06")
def test_a_persuade_cannot_be_called_off() -> None:
    match = middle(hands={0: ["PERSUADE#1"]}, factions=FIVE)
    play(match, 0, "PERSUADE#1")
    drawn(match, 0, "DEER-5", "DEER-6")
    assert allowed(match, 0) == {"offer:DEER-5", "offer:DEER-6"}
    assert refused(match, 0, "none") == Refusal("no_such_option", "", {})
    do(match, 0, "offer:DEER-5")
    assert all(key.startswith("seat:") for key in allowed(match, 0))


@pytest.mark.rules("CH-ACT-PERSUADE-03", "CH-ACT-BELIEF-02", "CH-ACT-GEN-02")
def test_a_wounded_player_rolls_against_a_persuade_with_belief() -> None:
    match = middle(hands={0: ["PERSUADE#1"], 1: ["BELIEF#1"]}, factions=FIVE, hp={1: 0})
    play(match, 0, "PERSUADE#1")
    drawn(match, 0, "DEER-5", "DEER-6")
    do(match, 0, "offer:DEER-6")
    do(match, 0, "seat:1")
    do(match, 0, "side:right")
    do(match, 1, "no")
    roll(match, 0, 8)
    do(match, 1, "react:BELIEF#1")
    draw(match, 1)
    roll(match, 1, 3)
    assert mats(match)[1] == ("BEAR-1", "BEAR-2")  # 9 against 8


@pytest.mark.rules("CH-ACT-PERSUADE-05", "CH-ACT-DICE-06")
def test_a_persuade_is_off_when_a_roller_falls_before_the_own_roll() -> None:
    match = persuading("DEER-5", "DEER-6", hands=("BELIEF#1",), hp={1: 1})
    do(match, 1, "no")
    roll(match, 0, 12)
    do(match, 1, "react:BELIEF#1")
    turns_up(match, 1, "EVENT-STORM")
    for seat in (1, 2, 3, 4):
        events = roll(match, seat, 1)
    assert match.state["hp/1"] == 0
    events = roll(match, 0, 1)
    assert {"roll_off", "not_replaced", "judgement"} <= set(kinds(events))
    assert sorted(map(str, cards(match, "faction_discard"))) == ["DEER-5", "DEER-6"]


@pytest.mark.rules("CH-ACT-PERSUADE-01", "CH-ACT-PERSUADE-04")
def test_a_persuade_with_unseen_cards() -> None:
    match = persuading()
    do(match, 1, "yes")
    assert (mats(match)[1], ups(match, 1)) == ((UNSEEN, "BEAR-2"), ("right",))
    assert cards(match, "faction_discard") == ["BEAR-1", UNSEEN]
    match.submit(Identify("left/1", (PieceId("DRAGON-6"),)))
    assert [sees(match, r, "left/1") for r in (0, 1, 2)] == [["DRAGON-6"], ["DRAGON-6"], [UNSEEN]]


@pytest.mark.rules("CH-ACT-PERSUADE-01", "CH-ACT-PERSUADE-04")
def test_cards_shown_to_the_companion_during_a_persuade() -> None:
    match = persuading()
    assert isinstance(match.submit(Identify("choice/0", (PieceId("DEER-3"),))), Accepted)  # the one not picked
    assert isinstance(match.submit(Identify("proposal/0", (PieceId("DRAGON-3"),))), Accepted)
    do(match, 1, "yes")
    assert mats(match)[1] == ("DRAGON-3", "BEAR-2")
    assert sorted(map(str, cards(match, "faction_discard"))) == ["BEAR-1", "DEER-3"]


# -- Reflection --------------------------------------------------------------------------------------------------------


def reflected(mine: int, theirs: int) -> Match:
    """Seat 0 has rolled against seat 2, who is wounded, in a Reflection."""
    match = middle(hands={0: ["REFLECTION#1"], 2: []}, factions=FIVE, hp={2: 0})
    play(match, 0, "REFLECTION#1")
    assert allowed(match, 0) == {"seat:1", "seat:2", "seat:3", "seat:4"}
    do(match, 0, "seat:2")
    roll(match, 0, mine)
    roll(match, 2, theirs)
    return match


@pytest.mark.rules("CH-ACT-REFLECTION-01", "CH-ACT-REFLECTION-02", "CH-ACT-GEN-07", "CH-ACT-GEN-08")
def test_a_higher_reflection_exchanges_both_cards() -> None:
    match = reflected(8, 7)
    assert (kind(match), asked(match), allowed(match, 0)) == ("exchange_both", [0], {"yes", "no"})
    events = do(match, 0, "yes")
    assert (mats(match)[0], mats(match)[2]) == (("DEER-1", "DEER-2"), ("FOX-1", "FOX-2"))
    assert (ups(match, 0), ups(match, 2)) == (("right",), ("right",))
    assert told(events, "exchanged_both") == [{"seat": 0, "target": 2}]
    assert [sees(match, r, "left/2") for r in (0, 2, 1)] == [["FOX-1"], ["FOX-1"], [UNSEEN]]
    assert [sees(match, r, "left/0") for r in (0, 2, 1)] == [["DEER-1"], ["DEER-1"], [UNSEEN]]


@pytest.mark.rules("CH-ACT-REFLECTION-02", "CH-ACT-GEN-05")
def test_a_higher_reflection_may_leave_everything() -> None:
    match = reflected(12, 1)
    events = do(match, 0, "no")
    assert told(events, "no_exchange") == [{"seat": 0}]
    assert (mats(match)[0], ups(match, 0), sees(match, 0, "left/2")) == (("FOX-1", "FOX-2"), ("right",), [UNSEEN])


@pytest.mark.rules("CH-ACT-REFLECTION-03", "CH-ACT-DICE-05")
@pytest.mark.parametrize(("mine", "theirs"), [(7, 7), (3, 9)])
def test_an_equal_or_lower_reflection_turns_the_own_cards_up(mine: int, theirs: int) -> None:
    match = reflected(mine, theirs)
    assert kind(match) == "declare"
    assert (ups(match, 0), sees(match, -1, "left/0")) == (("left", "right"), ["FOX-1"])
    assert (mats(match)[0], ups(match, 2)) == (("FOX-1", "FOX-2"), ("right",))


@pytest.mark.rules("CH-ACT-REFLECTION-03")
def test_a_lower_reflection_with_unseen_cards_asks_the_table_for_them() -> None:
    match = middle(hands={0: ["REFLECTION#1"], 1: []}, factions={0: ("?", "?")})
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    roll(match, 0, 1)
    roll(match, 1, 1)
    for side, piece in (("left", "FOX-3"), ("right", "DRAGON-3")):
        assert kind(match) == "turn_up_faction"
        events = do(match, 0, piece)
        assert told(events, "turned_up") == [{"seat": 0, "side": side, "piece": piece}]
    assert public(match.state, Seat(0)) == ("fox", "dragon")


@pytest.mark.rules("CH-ACT-REFLECTION-01", "CH-ACT-DICE-06")
def test_a_reflection_is_off_when_a_roller_falls_before_the_own_roll() -> None:
    match = middle(hands={0: ["REFLECTION#1"], 1: ["BELIEF#1"]}, factions=FIVE, hp={1: 1, 2: 0, 3: 0, 4: 0})
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    roll(match, 0, 12)
    do(match, 1, "react:BELIEF#1")
    turns_up(match, 1, "EVENT-STORM")
    roll(match, 1, 1)
    events = roll(match, 0, 9)
    assert {"roll_off", "judgement"} <= set(kinds(events))  # neither an exchange nor cards turned up
    assert ups(match, 0) == ("right",)


@pytest.mark.rules("CH-ACT-REFLECTION-02")
def test_a_reflection_exchanges_unseen_cards() -> None:
    match = middle(hands={0: ["REFLECTION#1"], 1: []}, factions={0: ("?", "FOX-3:up"), 1: ("BEAR-4", "?")})
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    roll(match, 0, 2)
    roll(match, 1, 1)
    do(match, 0, "yes")
    assert (mats(match)[0], mats(match)[1]) == (("BEAR-4", UNSEEN), (UNSEEN, "FOX-3"))
    assert (ups(match, 0), ups(match, 1)) == ((), ("right",))


@pytest.mark.rules("CH-ACT-GEN-09")
@pytest.mark.parametrize("card", ["NETWORK#1", "PLOT#1", "DEED#1", "RUNESTONE", "REFLECTION#1", "ROBBERY#1", "TRAP#1"])
def test_no_green_card_hurts_anybody(card: str) -> None:
    match = middle(hands={0: [card], **{s: [] for s in range(1, 5)}}, factions=FIVE)
    play(match, 0, card)
    answers = 0
    while kind(match) != "declare":
        seat = asked(match)[0]
        key = "drawn" if kind(match).startswith("draw") else sorted(allowed(match, seat))[0]
        assert "damaged" not in kinds(do(match, seat, key))
        answers += 1
    assert answers
    assert [match.state[f"hp/{s}"] for s in range(5)] == [3] * 5
