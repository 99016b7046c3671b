"""A whole match of a script without a single phone, on simulated pins: the choices of a secret vote are read out, and
each presses the own button at the one that they want."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.types import ButtonRole
from rules.engine.entries import Header
from rules.engine.questions import Answer
from rules.games.roles import DEFINITION, build
from tests.evenings.table import NAMES, wait_until
from tests.evenings.test_buttons_and_dice import Hands, table
from tests.evenings.watched import Heard

TEXT = """
format = 1
least = 3
most = 3
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
    monkeypatch.setattr("companion.service.building.LiveVoice", Heard)


def presses(room: Hands, seat: int) -> None:
    """The own button, of which the screen shows nothing."""
    room.fingers.press(ButtonRole.SEAT, seat)


@pytest.mark.xdist_group("evening")
def test_a_match_by_buttons_and_what_is_read_out(tmp_path: Path) -> None:
    with table(tmp_path, build(DEFINITION.read(TEXT)), Header("roles", 3, {})) as room:
        room.wait_for("ready")
        for seat in range(3):
            presses(room, seat)
        room.wait_for("secret_vote")
        presses(room, 0)  # have it read out
        wanted = {NAMES[1]: (0, 1), NAMES[2]: (2,)}
        for name, seats in wanted.items():
            wait_until(lambda: room.screen.dialled is not None and room.screen.dialled.label == name, what=name)  # noqa: B023
            for seat in seats:
                presses(room, seat)
            assert room.kind == "secret_vote", "it counts when all have been read"
        wait_until(lambda: room.screen.result is not None, what="the end")
        state = room.service.referee.match.state
        assert [state.number(f"lives/{seat}") for seat in range(3)] == [1, 0, 1]
        answers = [entry for entry in room.stored() if isinstance(entry.entry, Answer)]
    keys = [entry.entry.key for entry in answers if isinstance(entry.entry, Answer)]
    assert sorted(key for key in keys if key.startswith("player:")) == ["player:1", "player:1", "player:2"]
    assert not [entry.origin for entry in answers if "phone" in entry.origin or "host" in entry.origin]
