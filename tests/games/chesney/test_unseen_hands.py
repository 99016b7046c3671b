"""Cards that come to another hand unnamed: when the new holder names cards later, nobody else learns a wrong one."""

from __future__ import annotations

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Accepted, Match
from rules.engine.types import UNSEEN, PieceId
from tests.games.chesney._match import cards, do, draw, middle, play, sees

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


def named(match: Match, seat: int, *pieces: str) -> None:
    """A seat shows the companion these cards of its hand."""
    assert isinstance(match.submit(Identify(f"hand/{seat}", tuple(PieceId(p) for p in pieces))), Accepted)


@pytest.mark.rules("CH-INFO-09", "CH-INFO-10")
def test_the_robbed_player_does_not_learn_the_robbers_own_cards() -> None:
    match = middle(hands={**NONE, 0: ["ROBBERY#1", "?"], 1: ["?"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    draw(match, 1)
    named(match, 0, "INN#1", "TRAP#1")
    assert sees(match, 1, "hand/0") == [UNSEEN, UNSEEN]
    match = middle(hands={**NONE, 0: ["ROBBERY#1", "?"], 1: ["TRAP#1"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    draw(match, 1)
    named(match, 0, "INN#1")
    assert sees(match, 1, "hand/0") == ["TRAP#1", UNSEEN], "a card that it had named itself it knows"


@pytest.mark.rules("CH-INFO-09", "CH-INFO-11")
@pytest.mark.parametrize(("given", "known"), [("?", [UNSEEN, UNSEEN]), ("TRAP#1", ["TRAP#1", UNSEEN])])
def test_who_gives_a_card_does_not_learn_the_receivers_own(given: str, known: list[object]) -> None:
    match = middle(hands={**NONE, 0: [given], 1: ["?"]}, hp={0: 0}, phase="interfere")
    do(match, 0, f"give:{given}")
    do(match, 0, "seat:1")
    assert len(cards(match, "hand/1")) == 2
    draw(match, 0)
    named(match, 1, *(["INN#1"] if given != "?" else ["INN#1", "TRAP#1"]))
    assert sees(match, 0, "hand/1") == known


@pytest.mark.rules("CH-INFO-09", "CH-CHAR-THIEF-04")
def test_who_is_stolen_from_does_not_learn_the_thiefs_own_cards() -> None:
    match = middle(characters={0: "THIEF:up"}, hands={**NONE, 0: ["?", "?"], 2: ["?"]}, phase="start_skill")
    do(match, 0, "yes")
    do(match, 0, "discard:?")
    draw(match, 0)
    do(match, 0, "keep")
    draw(match, 2)
    named(match, 0, "INN#1", "TRAP#1")
    assert sees(match, 2, "hand/0") == [UNSEEN, UNSEEN]
