"""A whole match of cards on the table without a single phone, before a TV with a voice: hands deal and lay, the camera
reads, and all else is dialled and pressed on simulated pins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.types import ButtonRole
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.games.open_table import build
from rules.games.open_table.definition import DEFINITION
from tests.evenings.room import picture
from tests.evenings.table import NAMES, wait_until
from tests.evenings.test_buttons_and_dice import table, tv
from tests.evenings.watched import Heard
from tests.games.open_table._table import PLAIN
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER
TEXT = (
    PLAIN.replace("Red,2,,3,Warm\nBlue,2,,5,Cold\nGreen,1", "Red\nBlue\nGold\nGreen,1").replace(
        "format = 1", "format = 1\ndeal = 1\nturns = true"
    )
    + '\n[[counter]]\nkey = "points"\nname = "Points"\n'
)


@pytest.fixture(autouse=True)
def _listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)


def test_four_people_lay_their_cards_and_dial_the_rest(chromium: Any, tmp_path: Path) -> None:
    with (
        table(tmp_path, build(DEFINITION.read(TEXT)), Header("open_table", 4, {})) as room,
        tv(chromium, room) as screen,
    ):
        room.wait_for("deal")
        assert room.service.dealer is not None
        wait_until(room.service.dealer.answer_question, what="hands that deal")
        for seat in range(4):
            wait_until(lambda: room.screen.status.startswith(f"{NAMES[seat]}'s turn"), what="the next turn")  # noqa: B023
            room.tidy()
            (card,) = room.service.referee.match.state.pile(f"hand/{seat}").pieces
            room.lay(card, "heap")
            screen.wait_for_selector(f".stage :text('{card.kind[2:].capitalize()}')")
            if seat == 2:
                room.dial("Points: one more (0 now)")
                room.press(ButtonRole.DIAL)
            room.dial("End my turn")
            room.press(ButtonRole.SEAT, seat)
        assert not room.service.referee.match.state.pile("hand/0").slots
        picture("cards-by-buttons-turn", screen)
        room.dial("End the match")
        room.press(ButtonRole.DIAL)
        room.wait_for("winner")
        room.dial(NAMES[2])
        room.press(ButtonRole.DIAL)
        screen.wait_for_selector(f".result h2:has-text('Won by {NAMES[2]}')")
        picture("cards-by-buttons", screen)
        wait_until(lambda: any(f"Won by {NAMES[2]}." in line for line in room.heard), what="the winner, said")
        origins = {entry.origin.partition(" ")[0] for entry in room.stored() if isinstance(entry.entry, Answer)}
    assert origins == {"camera", "dial", "reader"}
