"""A fault of the program: its place is told to whoever mends it, its text to nobody, and people what they can do."""

from __future__ import annotations

import json
import logging

import pytest

from companion.machine.fault_places import fault_facts
from companion.machine.recent_log import MOST_FAULTS, RecentLines
from companion.referee.inbox import Dealt, Message, Stop
from rules.engine.game import Play
from rules.engine.questions import Deal
from rules.engine.table import Table
from tests.companion.evening import Evening, pieces
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed

SECRET = "RED-5"


def faulty(t: Table) -> Play:
    dealt = yield Deal(kind="deal", pile="deck", counts={"hand/0": 1}, boundary=True)
    look_up(dealt)


def look_up(dealt: dict[str, object]) -> object:
    nothing: dict[object, object] = {}
    return nothing[dealt["hand/0"]]  # the text of this error is the card


FAULTY = changed(HIGH_CARD, play=faulty)


def told_of(evening: Evening, message: Message, caplog: pytest.LogCaptureFixture) -> str:
    """What the log says of a message."""
    evening.inbox.put(message)
    evening.inbox.put(Stop())
    with caplog.at_level(logging.DEBUG):
        evening.referee.run()
    return caplog.text


def test_the_log_names_the_place_and_never_a_value(caplog: pytest.LogCaptureFixture) -> None:
    log = told_of(Evening(FAULTY), Dealt((("hand/0", pieces(SECRET)),)), caplog)
    here, line = "tests/companion/test_fault_places.py", look_up.__code__.co_firstlineno + 2
    caller = faulty.__code__.co_firstlineno + 2
    assert "error=KeyError kind=Dealt game=high_card entry=0 question=deal" in log
    assert f" at={here}:{line}:look_up called_by={here}:{caller}:faulty,rules/engine/match.py:" in log
    assert SECRET not in log


def test_people_are_told_what_they_can_do() -> None:
    evening = Evening(FAULTY)
    evening.inbox.put(Dealt((("hand/0", pieces(SECRET)),)))
    evening.inbox.put(Stop())
    evening.referee.run()
    for reader in (-1, 0, 1):
        notice = evening.packet(reader).notice
        assert "do it again or tap it" in notice
        assert "undo the last move" in notice
        assert SECRET not in notice


def test_a_fault_in_a_part_of_others_names_the_last_place_of_ours_too() -> None:
    try:
        json.loads(SECRET)
    except ValueError as error:
        told = fault_facts(error, device="box")
    assert told.startswith("error=JSONDecodeError device=box at=tests/companion/test_fault_places.py:")
    assert told.rpartition(" ")[2].startswith("inside=decoder.py:")
    assert SECRET not in told
    assert fault_facts(RuntimeError(SECRET)) == "error=RuntimeError at=unknown"


def test_faults_outlast_the_other_lines_for_the_report() -> None:
    recent, log = RecentLines(most=3), logging.Logger("companion.test")
    log.addHandler(recent)
    log.info("early")
    log.error("a fault")
    for number in range(5):
        log.info("line %d", number)
    assert [line.partition("companion.test: ")[2] for line in recent.lines] == ["a fault", "line 2", "line 3", "line 4"]
    for number in range(100):
        log.error("fault %d", number)
    assert len(recent.lines) == MOST_FAULTS
