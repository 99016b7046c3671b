"""Naming cards that one does not hold is no way to find out where they are."""

from __future__ import annotations

from companion.referee.guessing import WAIT_S
from rules.engine.entries import Position
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD

BLIND = Position({"hand/0": ("?", "?"), "hand/1": ("RED-5", "BLU-6")}, phase="trick", turn=0)


def named_elsewhere(evening: Evening) -> list[str]:
    """Keys by which seat 0 names cards that the companion knows to be in the other hand."""
    return [key for key in evening.keys(0) if "RED-5" in key or "BLU-6" in key]


def test_after_some_wrong_namings_right_ones_are_refused_too() -> None:
    evening = Evening(HIGH_CARD, BLIND)
    wrong = named_elsewhere(evening)[0]
    right = next(key for key in evening.keys(0) if key not in named_elsewhere(evening))
    sentences = [evening.tap(0, wrong).sentence for _ in range(4)]
    assert len(set(sentences[:3])) == 1
    assert sentences[3] != sentences[2]
    assert evening.tap(0, right).sentence == sentences[3], "so that the answer tells nothing"
    assert evening.match.version == 0


def test_later_one_may_try_again_and_who_goes_on_is_named() -> None:
    evening = Evening(HIGH_CARD, BLIND)
    wrong = named_elsewhere(evening)[0]
    right = next(key for key in evening.keys(0) if key not in named_elsewhere(evening))
    for _ in range(3):
        evening.tap(0, wrong)
    for _ in range(3):
        assert not evening.packet().notice
        evening.wait(WAIT_S)
        evening.tap(0, wrong)
    assert "P1" in evening.packet().notice
    evening.wait(WAIT_S)
    assert evening.tap(0, right).ok


def test_what_a_seat_has_shown_it_may_always_name() -> None:
    shown = Position({"hand/0": ("RED-1", "?"), "hand/1": ("RED-5", "BLU-6")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, shown)
    for _ in range(4):
        evening.tap(0, named_elsewhere(evening)[0])
    assert evening.tap(0, next(key for key in evening.keys(0) if "RED-1" in key)).ok


def test_a_photo_of_what_one_has_shown_buys_no_more_guesses() -> None:
    shown = Position({"hand/0": ("RED-1", "?"), "hand/1": ("RED-5", "BLU-6")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, shown)
    sentences = []
    for _ in range(4):
        sentences.append(evening.tap(0, named_elsewhere(evening)[0]).sentence)
        assert evening.show_hand(0, evening.front("RED-1")).ok
    assert sentences[3] != sentences[2]
    assert evening.tap(0, named_elsewhere(evening)[0]).sentence == sentences[3]
