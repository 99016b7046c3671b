"""An open table under the camera: what is laid is read as an act of whoever can have laid it."""

from __future__ import annotations

import pytest

from rules.engine.types import Seat
from tests.companion.evening import Evening
from tests.games.open_table._table import own

RED, BLUE, GREEN = "d_red#1", "d_blue#1", "d_green#1"


def holding() -> Evening:
    """Two players who each hold a card; only the first one has shown hers."""
    match = own()
    evening = Evening(match.game)
    for seat in (0, 1):
        evening.tap(seat, "draw:stock:hand")
        evening.tap(seat, "drawn")
    assert evening.show_hand(0, evening.front(GREEN)).ok
    return evening


def test_a_card_that_one_hand_is_known_to_hold_comes_from_no_other() -> None:
    evening = holding()
    evening.lay(GREEN, "middle")
    assert [piece.kind for piece in evening.match.state.pile("middle")] == ["d_green"]
    assert len(evening.match.state.pile("hand/0")) == 0


def test_a_card_that_nobody_has_shown_comes_from_the_only_hand_that_can_hold_it() -> None:
    evening = holding()
    evening.lay(BLUE, "middle")
    assert [piece.kind for piece in evening.match.state.pile("middle")] == ["d_blue"]
    assert len(evening.match.state.pile("hand/1")) == 0


@pytest.mark.parametrize("seat", [0, 1])
def test_of_two_unknown_hands_somebody_taps_which(seat: int) -> None:
    evening = Evening(own().game)
    for each in (0, 1):
        evening.tap(each, "draw:stock:hand")
        evening.tap(each, "drawn")
    evening.lay(RED, "middle")
    assert len(evening.match.state.pile("middle")) == 0
    assert evening.tap(seat, "lay:hand:middle:d_red").ok
    assert len(evening.match.state.pile(f"hand/{Seat(seat)}")) == 0
