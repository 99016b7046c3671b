"""Oathkeeper: faction cards that no other player's effect moves."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from rules.games.chesney.action_cards import swaps
from tests.games.chesney._match import allowed, asked, cards, do, draw, kind, middle, play, roll, sees, turns_up

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}
MINE = ("DEER-1:down", "DEER-2:up")


def oath(*hand: str, turn: int = 0, **more: object) -> Match:
    """Seat 2 is the Oathkeeper; the turn player holds these cards."""
    lay = {
        "characters": {2: "OATH:up"},
        "factions": {0: ("FOX-1:down", "FOX-2:down"), 1: ("BEAR-1:down", "BEAR-2:down"), 2: MINE},
        "hands": {**NONE, turn: [*hand]},
        "turn": turn,
        **more,
    }
    return middle(**lay)  # type: ignore[arg-type]


@pytest.mark.rules("CH-CHAR-OATH-01")
def test_no_deed_and_no_persuade_names_an_oathkeeper() -> None:
    match = oath("DEED#1")
    play(match, 0, "DEED#1")
    assert allowed(match, 0) == {"seat:1", "seat:3", "seat:4"}
    match = oath("PERSUADE#1")
    play(match, 0, "PERSUADE#1")
    draw(match, 0, "DRAGON-1", "DRAGON-2")
    do(match, 0, "offer:DRAGON-1")
    assert allowed(match, 0) == {"seat:1", "seat:3", "seat:4"}


@pytest.mark.rules("CH-CHAR-OATH-01")
def test_no_hypnosis_names_an_oathkeeper() -> None:
    match = oath(characters={0: "HYPNO", 2: "OATH:up"}, phase="appear", settings={"masters": True})
    do(match, 0, "appear:HYPNO")
    assert allowed(match, 0) == {"seat:1", "seat:3", "seat:4"}


@pytest.mark.rules("CH-CHAR-OATH-02")
def test_a_reflection_names_somebody_else() -> None:
    match = oath("REFLECTION#1")
    play(match, 0, "REFLECTION#1")
    assert allowed(match, 0) == {"seat:1", "seat:3", "seat:4"}


@pytest.mark.rules("CH-CHAR-OATH-02")
@pytest.mark.parametrize(("die", "up"), [(9, False), (2, True)])
def test_with_nobody_else_to_name_a_reflection_exchanges_nothing(
    monkeypatch: pytest.MonkeyPatch, die: int, up: bool
) -> None:
    """One Oathkeeper among four players or more is never alone, so here everybody's cards are locked."""
    monkeypatch.setattr(swaps, "others_movable", lambda t, seat: ())
    match = oath("REFLECTION#1")
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:2")
    roll(match, 0, die)
    roll(match, 2, 5)
    assert kind(match) == "declare"
    assert (cards(match, "left/0"), cards(match, "left/2")) == (["FOX-1"], ["DEER-1"])
    assert all(s.face_up is up for key in ("left/0", "right/0") for s in match.state.pile(key).slots)


@pytest.mark.rules("CH-CHAR-OATH-03")
def test_a_runestone_passes_over_the_oathkeeper() -> None:
    match = oath("RUNESTONE")
    play(match, 0, "RUNESTONE")
    do(match, 0, "to_left")
    do(match, 0, "side:left")
    assert (cards(match, "left/1"), cards(match, "left/2"), cards(match, "left/3")) == (
        ["FOX-1"],
        ["DEER-1"],
        ["BEAR-1"],
    )


@pytest.mark.rules("CH-CHAR-OATH-03")
@pytest.mark.parametrize("turn", [0, 2])
def test_a_butterfly_effect_leaves_the_oathkeeper_out_whoever_plays_it(turn: int) -> None:
    match = oath("BUTTERFLY", turn=turn)
    play(match, turn, "BUTTERFLY")
    do(match, turn, "to_right")
    assert sorted(asked(match)) == [0, 1, 3, 4]
    for seat in (0, 1, 3, 4):
        do(match, seat, "side:left")
    assert (cards(match, "left/4"), cards(match, "left/0"), cards(match, "left/2")) == (
        ["FOX-1"],
        ["BEAR-1"],
        ["DEER-1"],
    )


@pytest.mark.rules("CH-CHAR-OATH-03")
def test_a_table_may_let_the_own_card_move_the_own_cards() -> None:
    match = oath("RUNESTONE", turn=2, settings={"oath_binds_passing": False})
    play(match, 2, "RUNESTONE")
    do(match, 2, "to_left")
    do(match, 2, "side:left")
    assert (cards(match, "left/3"), cards(match, "left/2")) == (["DEER-1"], ["BEAR-1"])


@pytest.mark.rules("CH-CHAR-OATH-04")
def test_an_oathkeepers_cards_are_looked_at_and_turned() -> None:
    match = oath("EMISSARY#1")
    play(match, 0, "EMISSARY#1")
    do(match, 0, "seat:2")
    assert sees(match, 0, "left/2") == ["DEER-1"]
    match = oath("NOTICE#1")
    play(match, 0, "NOTICE#1")
    do(match, 0, "seat:2")
    assert sees(match, -1, "left/2") == ["DEER-1"]
    match = oath("SWEEP#1", factions={0: ("FOX-1:up", "FOX-2:up"), 2: ("FOX-3:down", "?")})
    play(match, 0, "SWEEP#1")
    do(match, 1, "neither")
    do(match, 2, "turn:left:FOX-3")
    assert sees(match, -1, "left/2") == ["FOX-3"]
    match = oath("MEDITATION#1", turn=2)
    play(match, 2, "MEDITATION#1")
    assert {"down:right", "down:character"} <= allowed(match, 2)
    match = oath(phase="declare")
    do(match, 0, "rest")
    turns_up(match, 0, "EVENT-SECRET")
    do(match, 0, "side:left")
    do(match, 1, "side:left")
    assert sees(match, -1, "left/2") == ["DEER-1"]


@pytest.mark.rules("CH-CHAR-OATH-05")
def test_the_own_cards_of_an_oathkeeper_move_them() -> None:
    match = oath("DEED#1", turn=2)
    play(match, 2, "DEED#1")
    do(match, 2, "seat:1")
    do(match, 2, "side:left")
    do(match, 1, "side:left")
    assert (cards(match, "left/1"), cards(match, "left/2")) == (["DEER-1"], ["BEAR-1"])
    match = oath("PLOT#1", turn=2)
    play(match, 2, "PLOT#1")
    draw(match, 2, "DRAGON-1")
    do(match, 2, "place_left:DRAGON-1")
    assert cards(match, "left/2") == ["DRAGON-1"]
    match = oath("REFLECTION#1", turn=2)
    play(match, 2, "REFLECTION#1")
    do(match, 2, "seat:1")
    roll(match, 2, 9)
    roll(match, 1, 2)
    do(match, 2, "yes")
    assert (cards(match, "left/1"), cards(match, "left/2")) == (["DEER-1"], ["BEAR-1"])


@pytest.mark.rules("CH-CHAR-OATH-06", "CH-CHAR-GEN-12", "CH-CHAR-GEN-13")
def test_how_long_the_lock_lasts() -> None:
    for more, locked in (
        ({}, True),
        ({"piles": {"effect/2": ["TRAP#1"]}}, True),
        ({"piles": {"effect/2": ["TRAP#1"]}, "settings": {"trap_stops_passives": True}}, False),
        ({"hp": {2: 0}}, False),
        ({"characters": {2: "OATH:down"}}, False),
    ):
        match = oath("DEED#1", **more)
        play(match, 0, "DEED#1")
        assert ("seat:2" not in allowed(match, 0)) is locked, more
