"""What a table of Chesney is told when something is wrong: the sentences that people hear, by camera and by phone."""

from __future__ import annotations

import pytest

from companion.cli.commands import main
from rules.engine.entries import Position
from rules.games import game
from tests.companion.evening import Evening
from vision.types import ChangeKind, TableChange

CHESNEY = game("chesney")
HANDS = {0: ("AMBUSH#1", "DUEL#1", "TRAP#1"), 1: ("SWEEP#1", "INN#1")}
OPEN = {0: ("FOX-5:up", "BEAR-2:down"), 1: ("DEER-4:up", "DRAGON-1:down")}


def table(phase: str = "plan", turn: int = 0, hp: dict[int, int] | None = None, **more: object) -> Evening:
    """Four players in the middle of a round; the first two have shown their cards to the companion."""
    piles: dict[str, tuple[str, ...]] = {"unused_events": ("?",) * 3}
    for seat in range(4):
        piles[f"hand/{seat}"] = HANDS.get(seat, ("?", "?"))
        for side, card in zip(("left", "right"), OPEN.get(seat, ("?@factions:down",) * 2), strict=True):
            piles[f"{side}/{seat}"] = (card,)
    tracks = {"round": 1, "starter": 0, "events_in_pile": 2, **{f"hp/{s}": n for s, n in (hp or {}).items()}}
    position = Position(piles, {**tracks, **more}, phase, turn)  # type: ignore[dict-item]
    evening = Evening(CHESNEY, position, seats=4, patience_s=2.0)
    for seat in range(4):
        for side, card in zip(("left", "right"), OPEN.get(seat, ("?", "?")), strict=True):
            name, _, lies = card.partition(":")
            if lies == "up":
                evening.lay(name, f"{side}/{seat}")
            else:
                evening.lay_back(f"{side}/{seat}", "factions")
    evening.spoken.clear()
    return evening


def test_a_red_card_of_a_wounded_player() -> None:
    evening = table("interfere", 1, {1: 0})
    evening.lay("SWEEP#1", "play_area")
    assert "wounded" in evening.said.lower()
    assert evening.match.state.pile("play_area").pieces == ()


def test_a_second_and_a_third_red_card() -> None:
    evening = table()
    evening.lay("AMBUSH#1", "play_area")
    assert evening.tap(0, "seat:2").ok
    evening.spoken.clear()
    evening.lay("DUEL#1", "play_area")
    assert "red" in evening.said
    assert evening.match.state.pile("play_area").pieces == ("AMBUSH#1",)
    reply = evening.tap(0, "play:DUEL#1")
    assert (reply.ok, reply.rule) == (False, "CH-TURN-05")


def test_a_faction_card_that_nobody_may_move() -> None:
    evening = table()
    evening.lay("FOX-5", "right/2")
    evening.wait(5.0)
    assert [text for text in evening.todo if "Fox Tail 5" in text and "left slot" in text], evening.todo
    assert str(evening.match.state.where(CHESNEY.box.decks(evening.match.settings, 4)["factions"][4])) == "left/0"


def test_the_fourth_event_ends_the_round_and_says_so() -> None:
    triggered = ("EVENT-TRACKS", "EVENT-SECRET", "EVENT-INN")
    evening = table("declare", triggered=triggered, events_in_pile=1)
    assert evening.tap(0, "rest").ok, "with three cards nothing is drawn"
    evening = table("declare", 2, triggered=triggered, events_in_pile=1)
    assert evening.tap(2, "rest").ok
    assert evening.tap(2, "EVENT-CHRONIC:0").ok
    while (question := evening.match.question) is not None and question.kind == "put_aside":
        seat = int(evening.match.waiting[0])
        assert evening.tap(seat, "none").ok
    assert "fourth" in evening.said.lower()
    question = evening.match.question
    assert question is not None
    assert question.kind == "round_over"


def test_a_card_that_is_in_two_places() -> None:
    evening = table()
    evening.lay("AMBUSH#1", "play_area")
    there = next(p for p in evening.lying if p.tag.piece == "AMBUSH#1")
    doubled = TableChange(ChangeKind.DOUBLED, there.tag.payload, there.tag, "left/3", None, None, evening.now_s)
    evening.see(doubled)
    assert "Ambush" in evening.packet().notice


def test_a_card_that_another_hand_is_known_to_hold() -> None:
    evening = table(turn=2)
    evening.lay("SWEEP#1", "play_area")
    assert "Sweep" in evening.said
    assert "SWEEP#1" in evening.match.state.pile("hand/1").pieces


@pytest.mark.parametrize("players", ["3", "11"])
def test_too_few_and_too_many_players(players: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["play", "chesney", "--players", players])
    assert ended.value.code not in (0, None)
    said = capsys.readouterr().err
    assert "4 to 10 players" in said
    assert "Traceback" not in said


def test_a_card_laid_out_of_turn_on_the_common_place() -> None:
    evening = table()
    evening.lay("INN#1", "play_area")
    assert "P1" in evening.said, "whose turn it is"
    assert evening.match.state.where(next(iter(evening.match.state.pile("hand/1").pieces))) == "hand/1"
    evening.wait(5.0)
    assert [text for text in evening.todo if "Inn" in text]
