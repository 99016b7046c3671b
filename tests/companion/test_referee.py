"""The referee: what it accepts, in which order it tells, and that no secret leaves it."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.referee.inbox import Stop, Tapped, Tick
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole, LightState
from rules.engine.entries import Position
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, Seat
from tests.companion._tables import evening as evening
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening, pieces
from tests.companion.high_card import HIGH_CARD
from web.pages.host.views import HostAct, HostCommand
from web.views import Role, Session

REASON = "a correction"


# ---- the order ------------------------------------------------------------------------------------------------------


def test_disk_then_packets_then_lights_then_voice(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    assert evening.trace == ["disk", "packets", "lights", "voice", "voice"]


def test_an_acknowledged_answer_is_on_disk_and_on_the_screens(evening: Evening) -> None:
    reply: Future[Verdict] = Future()
    seen: list[tuple[int, int]] = []
    reply.add_done_callback(lambda _: seen.append((len(evening.disk.entries), evening.packet().version)))
    evening.referee.handle(Tapped(Seat(0), "play:RED-1", 0, "", reply))
    assert reply.result(0).ok
    assert seen == [(1, 1)]


def test_the_camera_s_answers_keep_the_same_order(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    assert evening.trace == ["disk", "packets", "lights", "voice", "voice"]


def test_ticks_tell_nothing_when_nothing_is_new(evening: Evening) -> None:
    evening.wait(1)
    evening.see()
    assert evening.trace == []


def test_lights_follow_the_turn(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    assert evening.lights == {0: LightState.OFF, 1: LightState.ON}


# ---- saving ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("broken", ["full", "dead"])
def test_an_answer_that_cannot_be_saved_changes_nothing_and_says_so(evening: Evening, broken: str) -> None:
    before = evening.match.state
    evening.disk.broken = broken
    reply = evening.tap(0, "play:RED-1")
    assert not reply.ok
    assert "disk is full" in reply.sentence
    assert evening.match.state == before
    assert evening.match.version == 0
    assert "disk is full" in evening.packet().notice
    evening.disk.broken = ""
    assert evening.tap(0, "play:RED-1").ok
    assert evening.packet().notice == ""


def test_a_laid_card_that_could_not_be_saved_counts_as_soon_as_it_can_be(evening: Evening) -> None:
    evening.disk.broken = "full"
    evening.lay("RED-1", "trick/0")
    assert evening.match.version == 0
    assert "disk is full" in evening.packet().notice
    evening.disk.broken = ""
    evening.see()
    assert evening.match.version == 1
    assert evening.packet().notice == ""


def test_a_button_that_could_not_be_saved_says_so_on_the_screens() -> None:
    evening = Evening(HIGH_CARD)
    evening.disk.broken = "full"
    evening.press(ButtonRole.CONFIRM)
    assert evening.match.version == 0
    assert "disk is full" in evening.packet().notice


def test_an_undo_or_new_match_that_cannot_be_saved(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    evening.disk.broken = "full"
    assert "disk is full" in evening.host(HostAct.UNDO).sentence
    assert evening.match.version == 1
    evening.disk.broken = ""
    evening.host(HostAct.END_MATCH, reason=REASON)
    evening.disk.broken = "full"
    assert "disk is full" in evening.host(HostAct.NEW_MATCH).sentence
    assert evening.match.table.result is not None


# ---- phones ---------------------------------------------------------------------------------------------------------


def test_an_old_version_is_told_that_the_table_has_moved_on(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    reply = evening.tap(1, "play:RED-5", version=0)
    assert (reply.ok, reply.version) == (False, 1)
    assert "moved on" in reply.sentence


def test_a_repeated_request_gets_the_same_answer(evening: Evening) -> None:
    first = evening.tap(0, "play:RED-1", 0, "r1")
    again = evening.tap(0, "play:RED-1", 0, "r1")
    assert first.ok
    assert again == first
    assert evening.match.version == 1


def test_a_request_is_known_again_after_a_restart(evening: Evening) -> None:
    evening.tap(0, "play:RED-1", 0, "r1")
    fresh = Evening(HIGH_CARD, HANDS)
    fresh.running.match = evening.disk.reload()
    for seat, request in evening.disk.requests:
        assert seat is not None
        fresh.referee.remember(seat, request)
    assert fresh.tap(0, "play:RED-1", 0, "r1").ok
    assert not fresh.tap(1, "play:RED-5", 0, "r1").ok  # another seat's request of that name
    assert fresh.match.version == 1


def test_the_journal_knows_whose_request_an_answer_of_the_table_was() -> None:
    evening = Evening(HIGH_CARD)
    assert evening.tap(1, "dealt", 0, "r7").ok
    assert evening.disk.entries == [Answer(None, "dealt")]
    assert evening.disk.requests == [(Seat(1), "r7")]


def test_a_refused_request_may_be_tried_again(evening: Evening) -> None:
    assert not evening.tap(1, "play:RED-5", 0, "r1").ok
    evening.tap(0, "play:RED-1")
    assert evening.tap(1, "play:RED-5", 1, "r1").ok


def test_a_refusal_gives_the_rule_and_the_reason(evening: Evening) -> None:
    evening.tap(0, "play:RED-1")
    reply = evening.tap(1, "play:BLU-6")
    assert (reply.ok, reply.rule, reply.sentence) == (False, "HC-1", "You have Red and must follow.")
    assert evening.packet().notice == ""
    assert evening.spoken[-1] == "P2."


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        yield opened


def test_the_seat_comes_from_the_session_only(evening: Evening, journal: Journal) -> None:
    pages = Doorway(evening, journal).pages
    nobody = Session(Role.SPECTATOR)
    assert "Join a seat" in pages.match.answer(nobody, "play:RED-1", 0, "").sentence
    assert "Join a seat" in pages.match.hand_photo(nobody, b"").sentence
    assert pages.match.packet(nobody).seat is None
    assert pages.match.packet(Session(Role.SEAT, 1)).seat == 1
    assert not pages.host.host(Session(Role.SEAT, 0), HostCommand(HostAct.END_MATCH, reason=REASON)).ok
    assert evening.inbox.get(0.0) is None  # nothing of it reached the referee


def test_a_hand_is_shown_to_the_companion_only() -> None:
    blind = Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, blind)
    reply = evening.show_hand(1, evening.front("RED-5"), evening.front("BLU-6"))
    assert reply.ok
    assert "2 cards" in reply.sentence
    assert set(evening.match.state.pile("hand/1").pieces) == set(pieces("RED-5", "BLU-6"))
    assert "Red 5" in evening.bytes_of(1)
    assert "Red 5" not in evening.bytes_of() + evening.said
    assert not evening.handed(0).state.pile("hand/1").pieces


def test_a_hand_photo_that_cannot_be_used() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    from companion.reading.tags import back_code

    assert "not registered" in evening.show_hand(0, "NOBODY").sentence
    assert "back" in evening.show_hand(0, back_code("high_card", "cards")).sentence
    assert "no unknown cards" in evening.show_hand(0, evening.front("RED-3")).sentence
    assert evening.match.version == 0


# ---- dealing --------------------------------------------------------------------------------------------------------


def test_dealt_cards_are_noted() -> None:
    evening = Evening(HIGH_CARD)
    evening.dealt(hand_0=pieces("RED-1", "RED-2"), hand_1=(UNSEEN, UNSEEN))
    assert evening.match.state.pile("hand/0").pieces == pieces("RED-1", "RED-2")


def test_a_deal_that_cannot_be_counts_as_unseen() -> None:
    evening = Evening(HIGH_CARD)
    evening.dealt(hand_0=pieces("RED-1", "RED-1"), hand_1=(UNSEEN, UNSEEN))
    assert evening.match.state.pile("hand/0").unseen == 2
    assert "Red 1" not in evening.packet().notice


def test_a_deal_during_a_pause_is_noted_afterwards() -> None:
    evening = Evening(HIGH_CARD)
    evening.host(HostAct.PAUSE)
    evening.dealt(hand_0=pieces("RED-1", "RED-2"), hand_1=pieces("BLU-1", "BLU-2"))
    assert evening.match.version == 0
    evening.host(HostAct.RESUME)
    assert evening.match.version == 1


# ---- faults ---------------------------------------------------------------------------------------------------------


def test_a_message_that_raises_leaves_the_referee_alive(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> object:
        raise RuntimeError("RED-5 is in hand 1")

    with monkeypatch.context() as patch:
        patch.setattr(Match, "submit", fails)
        reply: Future[Verdict] = Future()
        evening.inbox.put(Tapped(Seat(0), "play:RED-1", 0, "", reply))
        evening.inbox.put(Stop())
        evening.referee.run()
    assert not reply.result(0).ok
    assert "made a mistake" in evening.packet().notice
    assert "RuntimeError" in caplog.text
    assert "RED-5" not in caplog.text
    assert evening.tap(0, "play:RED-1").ok


def test_a_light_that_fails_each_time_does_not_end_the_match(evening: Evening) -> None:
    def fails(states: object) -> None:
        if evening.match.version:
            raise OSError("no light")

    evening.lamps = fails
    replies: list[Future[Verdict]] = [Future(), Future()]
    evening.inbox.put(Tapped(Seat(0), "play:RED-1", 0, "", replies[0]))
    evening.inbox.put(Tick())
    evening.inbox.put(Tapped(Seat(1), "play:RED-5", 1, "", replies[1]))
    evening.inbox.put(Stop())
    evening.referee.run()
    assert [r.result(0).ok for r in replies] == [True, True]
    assert evening.packet().version == 2


def test_what_was_done_is_acknowledged_even_if_telling_it_fails(evening: Evening) -> None:
    def fails(states: object) -> None:
        raise OSError("no light")

    evening.lamps = fails
    reply: Future[Verdict] = Future()
    with pytest.raises(OSError, match="no light"):
        evening.referee.handle(Tapped(Seat(0), "play:RED-1", 0, "", reply))
    assert reply.result(0).ok
    assert len(evening.disk.entries) == 1
