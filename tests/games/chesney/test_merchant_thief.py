"""Merchant and Thief: a hand of four, and a card from another hand."""

from __future__ import annotations

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, PieceId, Refusal, Seat
from tests.games.chesney._legend import ended, honour, legend, points
from tests.games.chesney._match import (
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

NONE: dict[int, list[str]] = {seat: [] for seat in range(5)}


# -- Merchant ----------------------------------------------------------------------------------------------------------


def merchant(*hand: str, character: str = "MERCHANT:up", phase: str = "declare", **more: object) -> Match:
    lay = {"characters": {0: character}, "hands": {**NONE, 0: [*hand]}, "phase": phase, **more}
    return middle(**lay)  # type: ignore[arg-type]


@pytest.mark.rules("CH-CHAR-MERCHANT-01", "CH-CHAR-MERCHANT-02")
@pytest.mark.parametrize(("character", "limit"), [("MERCHANT:up", 4), ("MERCHANT:down", 3), ("BARD:up", 3)])
def test_the_merchant_draws_to_four_and_keeps_four(character: str, limit: int) -> None:
    match = merchant("INN#1", character=character)
    do(match, 0, "rest")
    draw(match, 0)
    assert len(cards(match, "hand/0")) == limit
    match = merchant("INN#1", "INN#2", "TRAP#1", "TRAP#2", "BEAST", character=character)
    do(match, 0, "rest")
    while kind(match) == "hand_limit":
        do(match, 0, "discard:?")
    assert len(cards(match, "hand/0")) == limit


@pytest.mark.rules("CH-CHAR-MERCHANT-02", "CH-CHAR-GEN-10")
def test_turned_down_in_plan_it_is_three_again() -> None:
    match = merchant("MEDITATION#1", "INN#1", phase="plan")
    play(match, 0, "MEDITATION#1")
    do(match, 0, "enough")
    do(match, 0, "rest")
    draw(match, 0)
    assert len(cards(match, "hand/0")) == 3


@pytest.mark.rules("CH-CHAR-MERCHANT-03")
def test_four_cards_are_kept_until_the_own_turn_ends() -> None:
    four = ["INN#1", "INN#2", "TRAP#1", "TRAP#2"]
    match = merchant(*four, character="MERCHANT:down", turn=4)
    do(match, 4, "rest")
    draw(match, 4)
    assert (kind(match), asked(match)) == ("appear", [0]), "nobody asks for the fourth card in another turn"
    do(match, 0, "stay")
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    do(match, 0, "enough")
    do(match, 0, "rest")
    assert len(cards(match, "hand/0")) == 3
    match = merchant(*four, character="MERCHANT:down")
    do(match, 0, "rest")
    assert kind(match) == "hand_limit"


@pytest.mark.rules("CH-CHAR-MERCHANT-04", "CH-CHAR-GEN-13")
def test_a_wounded_merchant_draws_to_two() -> None:
    match = merchant("INN#1", hp={0: 0}, phase="resupply")
    draw(match, 0)
    assert len(cards(match, "hand/0")) == 2
    match = merchant("DUEL#1", hp={0: 1}, phase="plan")
    play(match, 0, "DUEL#1")
    do(match, 0, "seat:1")
    roll(match, 0, 3)
    roll(match, 1, 3)
    do(match, 1, "token:fox")
    for seat in (2, 3, 4):
        do(match, seat, "token:bear")
    do(match, 0, "seen")
    question = match.question
    assert question is not None
    assert (question.kind, question.facts["count"]) == ("draw", 2), "after a Judgement"


@pytest.mark.rules("CH-CHAR-MERCHANT-05")
def test_a_robbed_merchant_draws_three() -> None:
    match = merchant("INN#1", "INN#2", "TRAP#1", "TRAP#2", turn=1, phase="plan", hands={0: ["INN#1"], 1: ["ROBBERY#1"]})
    play(match, 1, "ROBBERY#1")
    do(match, 1, "seat:0")
    question = match.question
    assert question is not None
    assert (asked(match), question.facts["count"]) == ([0], 3)


@pytest.mark.rules("CH-CHAR-GEN-17")
def test_a_merchant_may_go_without_the_fourth_card() -> None:
    match = merchant("TRAP#1", "INN#1", phase="plan")
    do(match, 0, "bonus_off")
    play(match, 0, "TRAP#1")
    do(match, 0, "seat:1")
    do(match, 0, "enough")
    do(match, 0, "rest")
    draw(match, 0)
    assert len(cards(match, "hand/0")) == 3


DUAL = ("FOX-4:down", "BEAR-4:up")


@pytest.mark.rules("CH-CHAR-MERCHANT-06", "CH-CHAR-HON-02")
@pytest.mark.parametrize("character", ["MERCHANT", "HYPNO"])
def test_the_honour_of_a_dual(character: str) -> None:
    for lies in ("up", "down"):
        assert honour(f"{character}:{lies}", DUAL) == 2
        assert honour(f"{character}:{lies}", ("FOX-4:up", "BEAR-5:up")) == 0
        assert honour(f"{character}:{lies}", DUAL, hp=0) == 2


@pytest.mark.rules("CH-CHAR-MERCHANT-07")
@pytest.mark.parametrize(
    ("character", "last", "declarer", "total"),
    [
        ("MERCHANT:down", "fox", None, 5),
        ("MERCHANT:up", "bear", None, 5),
        ("MERCHANT:down", "fox", 0, 6),
        ("MERCHANT:down", "deer", None, 2),
        ("MERCHANT:down", None, None, 2),
        ("BARD:down", "fox", None, 2),
    ],
)
def test_a_dual_merchant_loses_no_points(character: str, last: str | None, declarer: int | None, total: int) -> None:
    assert points(ended(character, DUAL, last=last, tracks={"declarer": declarer})[0]) == total


# -- Thief -------------------------------------------------------------------------------------------------------------


def thief(
    mine: tuple[str, ...] = ("INN#1",), theirs: tuple[str, ...] = ("BELIEF#1", "TRAP#1"), **more: object
) -> Match:
    """The Thief of seat 0 may steal from seat 2, who alone has cards."""
    hands = {**NONE, 0: [*mine], 2: [*theirs]}
    lay = {"characters": {0: "THIEF:up"}, "hands": hands, "phase": "start_skill", **more}
    return legend(**lay)  # type: ignore[arg-type]


def steal(match: Match, card: str | None, *, discard: str = "discard:INN#1") -> None:
    """The Thief discards and takes this card (None: nobody says which)."""
    do(match, 0, "yes")
    do(match, 0, discard)
    assert kind(match) == "steal"
    draw(match, 0, *([] if card is None else [card]))


@pytest.mark.rules("CH-CHAR-THIEF-01", "CH-CHAR-THIEF-02", "CH-CHAR-GEN-14", "CH-CHAR-GEN-17")
def test_discard_take_and_the_other_draws() -> None:
    match = thief()
    assert (kind(match), allowed(match, 0)) == ("use_thief", {"yes", "no"})
    do(match, 0, "yes")
    assert kind(match) == "thief_discard", "first the discard"
    do(match, 0, "discard:INN#1")
    assert cards(match, "discard") == ["INN#1"]
    events = draw(match, 0, "BELIEF#1")
    assert told(events, "stolen")
    do(match, 0, "keep")
    assert (kind(match), asked(match)) == ("draw", [2]), "then the replacement"
    turns_up(match, 2, "EVENT-TRACKS")
    draw(match, 2)
    assert (len(cards(match, "hand/0")), len(cards(match, "hand/2"))) == (1, 2)
    assert kind(match) == "plan"


@pytest.mark.rules("CH-CHAR-THIEF-01", "CH-CHAR-GEN-15")
def test_anybody_with_cards_can_be_robbed() -> None:
    match = thief(hands={**NONE, 0: ["INN#1"], 1: ["INN#2"], 3: ["?"]}, hp={3: 0})
    do(match, 0, "yes")
    do(match, 0, "discard:?")
    assert allowed(match, 0) == {"seat:1", "seat:3"}


@pytest.mark.rules("CH-CHAR-THIEF-03")
@pytest.mark.parametrize(("mine", "theirs"), [((), ("INN#2",)), (("INN#1",), ())])
def test_without_cards_it_is_not_offered(mine: tuple[str, ...], theirs: tuple[str, ...]) -> None:
    assert kind(thief(mine, theirs)) in ("plan", "declare")


@pytest.mark.rules("CH-CHAR-THIEF-04")
def test_only_the_two_know_the_card_and_it_can_be_played() -> None:
    match = thief(theirs=("TRAP#1", "ROBBERY#1"))
    steal(match, "TRAP#1")
    do(match, 0, "keep")
    draw(match, 2)
    assert (sees(match, 0, "hand/0"), sees(match, 2, "hand/0")) == (["TRAP#1"], ["TRAP#1"])
    assert sees(match, 1, "hand/0") == sees(match, -1, "hand/0") == [UNSEEN]
    assert not any("TRAP#1" in str(heard.event.facts) for heard in hears(match, 1))
    assert "play:TRAP#1" in allowed(match, 0)


@pytest.mark.rules("CH-CHAR-THIEF-04")
def test_an_unseen_card_can_be_stolen() -> None:
    match = thief(("?", "?"), ("?", "?"))
    steal(match, None, discard="discard:?")
    do(match, 0, "keep")
    draw(match, 2)
    assert cards(match, "hand/0") == [UNSEEN, UNSEEN]
    match.submit(Identify("hand/0", (PieceId("TRAP#1"), PieceId("NOTICE#1"))))
    assert sees(match, 2, "hand/0") == [UNSEEN, UNSEEN], "which of the two it knows, nobody can tell"


@pytest.mark.rules("CH-CHAR-THIEF-04")
def test_what_is_left_of_the_robbed_hand_nobody_knows() -> None:
    match = thief(theirs=("BELIEF#1:shown", "TRAP#1:shown"))
    steal(match, None)
    do(match, 0, "keep")
    draw(match, 2)
    assert sees(match, 1, "hand/2") == [UNSEEN, UNSEEN]
    match = thief(theirs=("BELIEF#1:shown", "TRAP#1:shown"))
    steal(match, "TRAP#1")
    do(match, 0, "keep")
    draw(match, 2)
    assert sees(match, 1, "hand/2") == [UNSEEN, UNSEEN]
    assert cards(match, "hand/2")[0] == "BELIEF#1"


@pytest.mark.rules("CH-CHAR-THIEF-01")
def test_no_event_can_be_found_in_a_hand() -> None:
    match = thief(theirs=("?", "?"))
    do(match, 0, "yes")
    do(match, 0, "discard:INN#1")
    outcome = match.submit(Answer(Seat(0), "drawn", (("hand/0", (PieceId("EVENT-STORM"),)),)))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "cannot_be_there"


@pytest.mark.rules("CH-CHAR-THIEF-05")
def test_only_in_the_own_turn() -> None:
    match = legend(characters={0: "THIEF:up"}, turn=0, phase="turn_end")
    assert (kind(match), asked(match)) == ("appear", [1])
    match = legend(characters={0: "THIEF:up"}, hp={0: 0}, turn=4, phase="turn_end")
    assert kind(match) == "interfere", "not as a wounded player"


@pytest.mark.rules("CH-CHAR-THIEF-06")
@pytest.mark.parametrize("theirs", [("BELIEF#1", "TRAP#1"), ("?", "?")])
def test_a_yellow_card_shown_at_once_is_the_honour(theirs: tuple[str, ...]) -> None:
    match = thief(theirs=theirs)
    steal(match, "BELIEF#1")
    assert allowed(match, 0) == {"show:BELIEF#1", "keep"}
    events = do(match, 0, "show:BELIEF#1")
    assert told(events, "shows_yellow")
    assert sees(match, 3, "hand/0") == ["BELIEF#1"]
    assert points(match) == 2
    match = thief(theirs=theirs)
    steal(match, "BELIEF#1")
    do(match, 0, "keep")
    draw(match, 2)
    assert points(match) == 0, "not shown, not scored"
    match = thief(theirs=("TRAP#1", "?"))
    steal(match, "TRAP#1")
    assert allowed(match, 0) == {"keep"}, "asked all the same, so that nothing is told"


@pytest.mark.rules("CH-CHAR-THIEF-06")
def test_an_unnamed_card_can_be_shown_but_no_other() -> None:
    match = thief(("INN#1", "ELIXIR#1"), ("?", "?"))
    steal(match, None)
    assert "show:ELIXIR#1" not in allowed(match, 0), "that one was in the hand before"
    assert {"show:BELIEF#1", "show:STRUGGLE#2"} <= allowed(match, 0)
    assert not [key for key in allowed(match, 0) if "TRAP" in key or "EVENT" in key]
    do(match, 0, "show:STRUGGLE#2")
    assert points(match) == 2
    assert sees(match, -1, "hand/0") == ["STRUGGLE#2", UNSEEN]


@pytest.mark.rules("CH-CHAR-THIEF-06")
def test_a_robbery_is_no_honour_of_the_thief() -> None:
    match = legend(characters={0: "THIEF:up"}, hands={**NONE, 0: ["ROBBERY#1"], 1: ["BELIEF#1"]})
    play(match, 0, "ROBBERY#1")
    do(match, 0, "seat:1")
    draw(match, 1)
    assert "BELIEF#1" in cards(match, "hand/0")
    assert points(match) == 0
