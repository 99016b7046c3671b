"""A whole match of a score sheet with dice without a single phone, before a TV: the electronic die, the dial, and real
dice that are dialled, on simulated pins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.types import ButtonRole
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.games.score_sheet import build
from rules.games.score_sheet.reading import SHEET
from tests.evenings.room import picture
from tests.evenings.table import wait_until
from tests.evenings.test_buttons_and_dice import Hands, table, tv
from tests.evenings.watched import Heard
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER

TEXT = """
format = 1
begins = "same"
dice = 2
rolls = 2
[[line]]
key = "pair"
name = "A pair"
when = "turn"
formula = "if(alike(2), 20, 0)"
[[line]]
key = "any"
name = "Any dice"
when = "turn"
formula = "dice()"
[[line]]
key = "more"
name = "Left over"
when = "end"
high = 9
"""


@pytest.fixture(autouse=True)
def _listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)


def take(room: Hands, label: str) -> None:
    """The dial is turned to this option, and pushed."""
    room.dial(label)
    room.press(ButtonRole.DIAL)


def dialled(room: Hands, *faces: int) -> None:
    """Real dice that show this: each is dialled, the last push says them."""
    version = room.screen.version
    for at, face in enumerate(faces):
        room.fingers.turn(face)
        wait_until(lambda: room.screen.dice is not None and room.screen.dice.dice[at].seen == face, what="a die")  # noqa: B023
        room.fingers.press(ButtonRole.DIAL)
        if at + 1 < len(faces):
            wait_until(lambda: room.screen.dice is not None and room.screen.dice.current == at + 1, what="the next")  # noqa: B023
    room.moved_on(version)


def test_a_match_with_dice_by_dial_and_buttons(chromium: Any, tmp_path: Path) -> None:
    with (
        table(tmp_path, build(SHEET.read(TEXT)), Header("score_sheet", 2, {"keeper": True})) as room,
        tv(chromium, room) as screen,
    ):
        room.wait_for("roll", 0)
        first, _ = room.roll()
        take(room, f"Keep the {first} (die 1)")
        take(room, "Roll one die")
        room.wait_for("roll", 0)
        (second,) = room.roll()
        take(room, f"Any dice: {first + second}")
        for faces in ((5, 5), (1, 2), (6, 4)):
            room.wait_for("roll", 0)
            dialled(room, *faces)
            take(room, "It stays as it lies")
            if faces == (5, 5):
                take(room, "A pair: 20")
            else:
                room.press(ButtonRole.SEAT, 0)  # one line is left
        for number in (3, 0):
            room.wait_for("number_for", 0)
            take(room, str(number))
        screen.wait_for_selector(".result h2:has-text('Ben')")
        screen.wait_for_selector("#main :text('Ben: 30.')")
        picture("sheet-by-buttons", screen)
        totals = [room.service.referee.match.state.number(f"points/{seat}") for seat in (0, 1)]
        assert totals == [first + second + 0 + 3, 20 + 10 + 0]
        origins = {entry.origin for entry in room.stored() if isinstance(entry.entry, Answer)}
        wait_until(lambda: any("30" in line for line in room.heard), what="the total, said")
    assert origins == {"die", "dial", "button 0"}
