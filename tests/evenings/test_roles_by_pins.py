"""A whole match of a script without a single phone, on simulated pins, before a TV: the choices of a secret vote are
read out, and each presses the own button at the one that they want."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hardware.types import ButtonRole
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.games.roles import DEFINITION, build
from tests.evenings.room import picture
from tests.evenings.table import NAMES, wait_until
from tests.evenings.test_buttons_and_dice import Hands, table, tv
from tests.evenings.watched import Heard
from tests.web.on_phones import IN_A_BROWSER

pytestmark = IN_A_BROWSER

TEXT = """
format = 1
least = 4
most = 4
rounds = 1
shows = "nothing"
[[team]]
key = "all"
name = "Everybody"
[[team]]
key = "none"
name = "Nobody"
[[role]]
key = "one"
name = "One of us"
team = "all"
[[role]]
key = "other"
name = "The other"
team = "none"
count = [1]
[[step]]
key = "choice"
kind = "vote"
name = "The choice"
does = "harm"
secret = true
own = true
[[win]]
team = "all"
when = "over"
"""


@pytest.fixture(autouse=True)
def _listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)


def presses(room: Hands, seat: int) -> None:
    """The own button, of which the screen shows nothing."""
    room.fingers.press(ButtonRole.SEAT, seat)


def test_a_match_by_buttons_and_what_is_read_out(chromium: Any, tmp_path: Path) -> None:
    with (
        table(tmp_path, build(DEFINITION.read(TEXT)), Header("roles", 4, {})) as room,
        tv(chromium, room) as screen,
    ):
        room.wait_for("ready")
        for seat in range(4):
            presses(room, seat)
        room.wait_for("secret_vote")
        presses(room, 0)  # have it read out
        wanted = {NAMES[1]: (0, 1, 3), NAMES[2]: (2,)}
        for name, seats in wanted.items():
            wait_until(lambda: room.screen.dialled is not None and room.screen.dialled.label == name, what=name)  # noqa: B023
            for seat in seats:
                presses(room, seat)
            assert room.kind == "secret_vote", "it counts when all have been read"
            screen.wait_for_selector(f"text={name}")
        screen.wait_for_selector(".result h2")
        screen.wait_for_selector(".result :text('The other')")
        picture("roles-by-pins", screen)
        wait_until(lambda: any("Ben is out." in line for line in room.heard), what="who is out, said")
        state = room.service.referee.match.state
        assert [state.number(f"lives/{seat}") for seat in range(4)] == [1, 0, 1, 1]
        answers = [entry for entry in room.stored() if isinstance(entry.entry, Answer)]
    keys = [entry.entry.key for entry in answers if isinstance(entry.entry, Answer)]
    assert sorted(key for key in keys if key.startswith("player:")) == ["player:1"] * 3 + ["player:2"]
    assert not [entry.origin for entry in answers if "phone" in entry.origin or "host" in entry.origin]
