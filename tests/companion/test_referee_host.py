"""The referee: what the host may do, and what the table agrees to."""

from __future__ import annotations

import pytest

from hardware.types import ButtonRole
from rules.engine.entries import Position, Rewind
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, PieceId, Seat
from tests.companion._tables import evening as evening
from tests.companion.evening import Evening, pieces
from tests.companion.high_card import HIGH_CARD
from web.pages.host.views import HostAct

REASON = "a correction"


def test_a_paused_table_takes_nothing_and_reads_what_was_laid_afterwards(evening: Evening) -> None:
    assert evening.host(HostAct.PAUSE).ok
    assert evening.packet().paused
    assert "paused" in evening.packet(0).status
    assert "paused" in evening.tap(0, "play:RED-1").sentence
    evening.press(ButtonRole.CONFIRM)
    evening.lay("RED-1", "trick/0")
    assert evening.match.version == 0
    assert evening.host(HostAct.RESUME).ok
    assert evening.match.version == 1
    assert not evening.packet().paused


def test_undo_by_button_and_host(evening: Evening) -> None:
    evening.press(ButtonRole.UNDO)
    assert "nothing to undo yet" in evening.packet().notice
    evening.tap(0, "play:RED-1")
    evening.press(ButtonRole.UNDO)
    assert isinstance(evening.disk.entries[-1], Rewind)
    assert evening.match.waiting == (Seat(0),)
    assert not evening.host(HostAct.UNDO).ok
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    number = evening.match.counting[0]
    assert evening.host(HostAct.UNDO, number=number).ok  # everything after that entry
    assert [e.key for e in evening.match.log if isinstance(e, Answer)] == ["play:RED-1"]


def test_an_undo_of_the_last_answer_reopens_the_match() -> None:
    last = Position({"hand/0": ("RED-1",), "hand/1": ("RED-5",)}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, last)
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    assert evening.packet().result is not None
    assert "finished" in evening.trace
    evening.host(HostAct.UNDO)
    assert evening.packet().result is None
    assert "reopened" in evening.trace


@pytest.mark.parametrize(
    ("act", "fields", "done"),
    [
        (HostAct.MOVE_PIECE, {"piece": "RED-1", "pile": "won"}, lambda m: PieceId("RED-1") in m.state.pile("won")),
        (HostAct.SET_TRACK, {"track": "tricks/1", "value": "3"}, lambda m: m.state["tricks/1"] == 3),
        (HostAct.SET_TURN, {"seat": 1}, lambda m: m.waiting == (Seat(1),)),
        (HostAct.END_MATCH, {}, lambda m: m.table.result is not None),
    ],
)
def test_each_correction_is_made_and_recorded_with_its_reason(
    evening: Evening, act: HostAct, fields: dict[str, object], done: object
) -> None:
    assert callable(done)
    assert not evening.host(act, **fields).ok  # no reason, no correction
    assert not evening.disk.entries
    assert evening.host(act, reason=REASON, **fields).ok
    assert done(evening.match)
    assert REASON in evening.packet().events[-1].text or REASON in evening.bytes_of()
    assert getattr(evening.disk.entries[-1], "reason", "") == REASON


def test_naming_a_card_that_nobody_has_seen() -> None:
    blind = Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, blind)
    assert evening.host(HostAct.NAME_CARD, piece="RED-5", pile="hand/1", reason=REASON).ok
    assert PieceId("RED-5") in evening.match.state.pile("hand/1")


@pytest.mark.parametrize(
    "fields",
    [
        {"act": HostAct.SET_TRACK, "track": "tricks/1", "value": "many"},
        {"act": HostAct.SET_TRACK, "track": "none"},
        {"act": HostAct.MOVE_PIECE, "piece": "RED-1"},
        {"act": HostAct.SET_TURN},
        {"act": HostAct.SET_TURN, "seat": 7},
        {"act": HostAct.MOVE_PIECE, "piece": "KING", "pile": "won"},
        {"act": HostAct.UNDO, "number": 99},
    ],
)
def test_a_correction_that_lacks_something_says_so(evening: Evening, fields: dict[str, object]) -> None:
    act = fields.pop("act")
    assert isinstance(act, HostAct)
    before = evening.match.state
    reply = evening.host(act, reason=REASON, **fields)
    assert reply.sentence
    assert evening.match.state == before
    assert not reply.ok or act is HostAct.UNDO


def test_a_new_match_only_after_the_end(evening: Evening) -> None:
    assert "still running" in evening.host(HostAct.NEW_MATCH).sentence
    evening.host(HostAct.END_MATCH, reason=REASON)
    assert evening.host(HostAct.NEW_MATCH).ok
    assert evening.match.version == 0
    assert evening.packet().status == "Deal the cards."


def test_what_the_match_before_has_left_on_the_table_is_no_play_of_the_next(evening: Evening) -> None:
    left = evening.lay("RED-1", "trick/0")
    evening.host(HostAct.END_MATCH, reason=REASON)
    evening.host(HostAct.NEW_MATCH)
    evening.see()
    evening.dealt(hand_0=pieces("BLU-2", "RED-2"), hand_1=(UNSEEN, UNSEEN))
    dealt = evening.match.version
    evening.see()
    assert (evening.match.version, evening.packet().notice) == (dealt, "")
    evening.take(left)
    evening.lay("RED-2", "trick/0")
    assert evening.match.version == dealt + 1


def test_the_host_accepts_the_play_that_was_refused(evening: Evening) -> None:
    assert "nothing to accept" in evening.host(HostAct.ACCEPT_IRREGULAR).sentence
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    assert evening.match.version == 1
    assert evening.host(HostAct.ACCEPT_IRREGULAR, reason=REASON).ok
    assert evening.match.version == 2
    assert evening.packet().notice == ""
    assert isinstance(entry := evening.disk.entries[-1], Answer)
    assert entry.irregular
    evening.see()
    assert evening.match.version == 2


def test_a_refused_play_that_was_taken_back_cannot_be_accepted(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    evening.take(evening.lay("BLU-6", "trick/1"))
    assert "nothing to accept" in evening.host(HostAct.ACCEPT_IRREGULAR).sentence
