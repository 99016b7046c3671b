"""Chain Mail for one, without a camera and without a phone: heroes, ways, cubes and dice are told with the dial, its
push and the electronic die, as the table screen shows them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.referee.dialled_choice import public_choices
from companion.service.building import build
from hardware.types import ButtonRole, SpeechSink
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.questions import Answer, Option
from rules.games import game
from rules.games.chain_mail import names as n
from tests.evenings.table import evening_config, wait_until
from tests.evenings.test_buttons_and_dice import PINS, Hands
from tests.evenings.watched import Heard

TURNS = 2
SETTINGS = {"quest": "four-seals", "monsters": "restless-dead", "treasure": "old-packs"}


@pytest.fixture(autouse=True)
def _listened_to(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.service.outward.LiveVoice", Heard)


@contextmanager
def table(data: Path) -> Iterator[Hands]:
    """A table for one with pins, and nothing else."""
    rules, config = game("chain_mail"), evening_config(data, 1, seed=4)
    config = replace(
        config,
        table=replace(config.table, game="chain_mail"),
        camera=replace(config.camera, source="none"),
        hardware=replace(config.hardware, **PINS),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
    )
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(Header("chain_mail", 1, rules.check_settings(SETTINGS)), rules.title)
    service = build(config, rules)
    service.start()
    try:
        yield Hands(service)
    finally:
        service.stop()


def dial_to(room: Hands, key: str) -> None:
    """Turns the dial to an option of the open question, by the shorter way, and pushes it."""
    options = public_choices(room.service.referee.match)
    keys = [o.key for o in options]
    right, version = keys.index(key) + 1, room.screen.version
    left = len(keys) + 1 - right
    is_roll = room.kind.startswith("roll_")  # beside the dice the list has an end on either side
    step = 1 if is_roll or right <= left else -1
    for _ in range(right if step > 0 else left):
        before = room.screen.dialled
        room.fingers.turn(step)
        wait_until(partial(_has_turned, room, before), what=f"the dial's next option on the way to {key}")
    room.fingers.press(ButtonRole.DIAL)
    room.moved_on(version)


def _has_turned(room: Hands, before: object) -> bool:
    return room.screen.dialled is not None and room.screen.dialled != before


def wanted(match: Match, options: tuple[Option, ...]) -> str:
    """What this player likes: the usual, to go on, and to say no."""
    keys = [o.key for o in options if not o.aside]
    for key in ("usual", "go:4", "go:1", "no", "keep", "none"):
        if key in keys:
            return key
    return keys[0]


@pytest.mark.xdist_group("evening")
def test_turns_without_a_phone(tmp_path: Path) -> None:
    """From the choice of the heroes to the third turn."""
    with table(tmp_path) as room:
        match = room.service.referee.match
        while room.screen.result is None and match.state.number(n.TURN_NUMBER) <= TURNS:
            if room.kind.startswith("roll_"):
                room.roll()
            elif options := public_choices(match):
                dial_to(room, wanted(match, options))
            else:
                room.press(ButtonRole.SEAT, 0)
        stored = room.stored()
        heard = list(room.heard)
    origins = {one.origin for one in stored if isinstance(one.entry, Answer)}
    assert {"dial", "die"} <= origins
    assert origins <= {"dial", "die", "button 0", "button", "dealer"}
    assert any("party goes" in line or "hex" in line for line in heard)
