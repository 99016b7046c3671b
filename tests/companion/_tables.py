"""Tables that tests of the referee begin with."""

from __future__ import annotations

import pytest

from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD


@pytest.fixture
def evening() -> Evening:
    return Evening(HIGH_CARD, HANDS)


@pytest.fixture
def hiding() -> Evening:
    table = Evening(HIDDEN_CARD, HIDING)
    table.lay("COIN", "tray")
    table.trace.clear()
    return table
