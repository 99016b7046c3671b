"""Spirit Charmer and Druid: what their open faction cards add to every roll of their own."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.chesney._legend import honour
from tests.games.chesney._match import do, draw, kind, middle, play, roll, told, turns_up

BEASTS = {"CHARMER": ("DRAGON", "FOX"), "DRUID": ("BEAR", "DEER")}


def duel(character: str, cards: tuple[str, str], *, hands: dict[int, list[str]] | None = None, **more: object) -> Match:
    """Seat 1 fights a Duel against seat 0, who has this character and these cards; seat 1 has rolled a 6."""
    lay = {
        "characters": {0: character},
        "factions": {0: cards},
        "hands": {0: [], 1: ["DUEL#1"], 2: [], 3: [], 4: [], **(hands or {})},
        "turn": 1,
        **more,
    }
    match = middle(**lay)  # type: ignore[arg-type]
    play(match, 1, "DUEL#1")
    do(match, 1, "seat:0")
    roll(match, 1, 6)
    return match


def bonus(match: Match, seat: int = 0, die: int = 4) -> object:
    """What is added to the next roll of a seat."""
    return told(roll(match, seat, die), "rolled")[-1]["bonus"]


@pytest.mark.rules("CH-CHAR-CHARMER-01", "CH-CHAR-DRUID-01")
@pytest.mark.parametrize("character", BEASTS)
def test_three_more_for_each_open_card_that_fits(character: str) -> None:
    one, other = BEASTS[character]
    strange = "BEAR" if character == "CHARMER" else "FOX"
    for cards, added in (
        ((f"{one}-1:up", f"{other}-2:up"), 6),
        ((f"{one}-1:up", f"{one}-2:up"), 6),
        ((f"{one}-1:up", f"{other}-2:down"), 3),
        ((f"{other}-1:up", f"{strange}-6:up"), 3),
        ((f"{other}-1:up", "?"), 3),
        ((f"{strange}-1:up", f"{strange}-6:up"), 0),
        ((f"{one}-1:down", f"{other}-2:down"), 0),
    ):
        assert bonus(duel(f"{character}:up", cards)) == added


@pytest.mark.rules("CH-CHAR-CHARMER-01", "CH-CHAR-DRUID-01", "CH-CHAR-GEN-31")
def test_the_sum_decides() -> None:
    match = duel("CHARMER:up", ("FOX-1:up", "DRAGON-1:up"))
    roll(match, 0, 4)
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 2), "4 and 6 are more than 6, so both are hurt"
    match = duel("DRUID:up", ("FOX-1:up", "DRAGON-1:up"))
    roll(match, 0, 4)
    assert (match.state["hp/0"], match.state["hp/1"]) == (2, 3)


@pytest.mark.rules("CH-CHAR-CHARMER-02", "CH-CHAR-DRUID-01")
def test_it_counts_on_every_own_roll() -> None:
    up = {0: ("FOX-1:up", "BEAR-6:up")}
    me, none = {0: "CHARMER:up"}, {seat: list[str]() for seat in range(5)}
    match = middle(characters=me, factions=up, hands={**none, 0: ["REFLECTION#1"]})
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    assert bonus(match) == 3, "Reflection"
    match = middle(characters=me, factions=up, hands={**none, 1: ["ESTRANGE#1"]}, turn=1)
    play(match, 1, "ESTRANGE#1")
    do(match, 1, "seat:0")
    do(match, 1, "seat:2")
    assert bonus(match, 2) == 0, "not the other one's"
    assert bonus(match, 0) == 3, "Estrange"
    match = middle(
        6,
        characters=me,
        factions={**up, 1: ("DEER-6:up", "?")},
        hands={**none, 1: ["ENCOUNTER#1"], 5: []},
        turn=1,
    )
    play(match, 1, "ENCOUNTER#1")
    roll(match, 1, 5)
    assert bonus(match) == 3, "Encounter"
    match = middle(characters=me, factions={0: ("FOX-1:up", "?")}, hands={**none, 1: ["SWEEP#1"]}, turn=1)
    play(match, 1, "SWEEP#1")
    do(match, 1, "turn:left:DEER-5")
    for seat in (2, 3, 4):
        do(match, seat, "neither")
    do(match, 0, "roll")
    assert told(roll(match, 0, 4), "roll_passes"), "Sweep: 7 is enough"


@pytest.mark.rules("CH-CHAR-CHARMER-02")
def test_it_counts_in_an_event_and_in_a_rally() -> None:
    up = {0: ("FOX-1:up", "BEAR-6:up"), 1: ("DEER-6:up", "?")}
    none = {seat: list[str]() for seat in range(5)}
    match = middle(characters={0: "CHARMER:up"}, factions=up, hands=none, turn=0, phase="rest")
    turns_up(match, 0, "EVENT-STORM")
    assert bonus(match) == 3, "Storm Strikes"
    assert kind(match) == "roll", "7 is not enough against it"
    match = middle(characters={0: "CHARMER:up", 1: "CAPTAIN"}, factions=up, hands=none, turn=1, phase="appear")
    do(match, 1, "appear:CAPTAIN")
    do(match, 1, "faction:deer")
    roll(match, 1, 1)
    assert bonus(match) == 3, "Rally"


@pytest.mark.rules("CH-CHAR-CHARMER-03")
def test_what_lies_open_when_the_die_falls_counts() -> None:
    match = duel("CHARMER:up", ("FOX-1:down", "DRAGON-1:down"), hands={0: ["BELIEF#1"]})
    do(match, 0, "react:BELIEF#1")
    turns_up(match, 0, "EVENT-SECRET")
    do(match, 0, "side:left")
    for seat in (1, 2, 3, 4):
        do(match, seat, "side:left")
        do(match, None, f"BEAR-{seat}")
    draw(match, 0)
    assert bonus(match) == 3, "turned up after the roll was announced"


@pytest.mark.rules("CH-CHAR-CHARMER-03")
def test_a_card_shown_in_a_sweep_counts_from_the_next_roll() -> None:
    none = {seat: list[str]() for seat in range(5)}
    match = middle(
        characters={0: "CHARMER:up"},
        factions={0: ("FOX-5:down", "DRAGON-1:down")},
        hands={**none, 0: ["SWEEP#1", "REFLECTION#1"]},
    )
    play(match, 0, "SWEEP#1")
    do(match, 0, "turn:left:FOX-5")
    for seat in (1, 2, 3, 4):
        do(match, seat, "neither")
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    assert bonus(match) == 3


@pytest.mark.rules("CH-CHAR-CHARMER-04", "CH-CHAR-GEN-31", "CH-CHAR-DRUID-01")
def test_it_adds_to_belief_without_a_limit() -> None:
    match = duel("DRUID:up", ("BEAR-1:up", "DEER-2:up"), hands={0: ["BELIEF#1"]})
    do(match, 0, "react:BELIEF#1")
    draw(match, 0)
    (rolled,) = told(roll(match, 0, 12), "rolled")
    assert (rolled["die"], rolled["beliefs"], rolled["bonus"], rolled["total"]) == (12, 6, 6, 24)


@pytest.mark.rules("CH-CHAR-CHARMER-04", "CH-CHAR-GEN-13", "CH-CHAR-DRUID-01")
def test_nothing_is_added_while_down_or_wounded() -> None:
    both = ("FOX-1:up", "DRAGON-1:up")
    assert bonus(duel("CHARMER:down", both)) == 0
    for points, added in ((0, 0), (1, 6)):
        match = middle(
            characters={0: "CHARMER:up"},
            factions={0: both},
            hands={0: [], 1: ["PERSUADE#1"]},
            hp={0: points},
            turn=1,
        )
        play(match, 1, "PERSUADE#1")
        draw(match, 1)
        do(match, 1, "offer:?")
        do(match, 1, "seat:0")
        do(match, 1, "side:left")
        do(match, 0, "no")
        roll(match, 1, 6)
        assert bonus(match) == added, "a wounded player rolls, but no skill of the own works"


@pytest.mark.rules("CH-CHAR-GEN-17")
@pytest.mark.parametrize("character", BEASTS)
def test_the_bonus_can_be_switched_off_and_on(character: str) -> None:
    one, _ = BEASTS[character]
    none = {seat: list[str]() for seat in range(5)}
    cards = {0: (f"{one}-1:up", "?")}
    match = middle(characters={0: f"{character}:up"}, factions=cards, hands={**none, 0: ["DUEL#1", "REFLECTION#1"]})
    assert told(do(match, 0, "bonus_off"), "bonus_off") == [{"seat": 0}]
    assert kind(match) == "plan", "Plan goes on"
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    assert bonus(match) == 0
    roll(match, 1, 1)
    do(match, 0, "bonus_on")
    play(match, 0, "REFLECTION#1")
    do(match, 0, "seat:1")
    assert bonus(match) == 3


@pytest.mark.rules("CH-CHAR-CHARMER-05", "CH-CHAR-DRUID-02", "CH-CHAR-HON-11")
@pytest.mark.parametrize(
    ("cards", "charmer", "druid"),
    [
        (("FOX-5:down", "BEAR-2:up"), 2, 0),
        (("DRAGON-5:up", "DRAGON-2:down"), 2, 0),
        (("FOX-2:up", "BEAR-5:down"), 0, 2),
        (("DEER-6:up", "DRAGON-5:up"), 0, 2),
        (("FOX-4:down", "BEAR-4:down"), 2, 2),
        (("FOX-4:up", "DRAGON-4:down"), 2, 0),
        (("DEER-4:up", "BEAR-4:down"), 0, 2),
    ],
)
def test_the_honours_look_at_the_owned_faction(cards: tuple[str, str], charmer: int, druid: int) -> None:
    for lies in ("up", "down"):
        assert (honour(f"CHARMER:{lies}", cards), honour(f"DRUID:{lies}", cards)) == (charmer, druid)
