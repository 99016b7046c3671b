"""The referee: what it accepts, in which order it tells, and that no secret leaves it."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.referee.inbox import DeviceBack, PeopleChanged, Stop, Tapped, Tick
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole, Fault, LightState
from rules.engine.entries import Position, Rewind
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import UNSEEN, PieceId, Seat
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, HIDING, Evening, pieces
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from vision.types import ChangeKind, Presence, Side, TableChange, Tag
from web.pages.host.views import HostAct, HostCommand
from web.views import Role, Session

REASON = "a correction"


@pytest.fixture
def evening() -> Evening:
    return Evening(HIGH_CARD, HANDS)


@pytest.fixture
def hiding() -> Evening:
    table = Evening(HIDDEN_CARD, HIDING)
    table.lay("COIN", "tray")
    table.trace.clear()
    return table


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


# ---- the host -------------------------------------------------------------------------------------------------------


def test_a_paused_table_takes_nothing_and_reads_what_was_laid_afterwards(evening: Evening) -> None:
    assert evening.host(HostAct.PAUSE).ok
    assert evening.packet().paused
    assert "paused" in evening.packet(0).notice
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


# ---- unlawful on the table ------------------------------------------------------------------------------------------


def test_an_unlawful_card_is_told_with_a_private_reason_on_its_own_phone_only(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    card = evening.lay("BLU-6", "trick/1")
    assert evening.match.version == 1
    assert evening.spoken[-1] == "P2, that cannot be played now."
    for reader in (-1, 0):
        assert "your phone says why" in evening.packet(reader).notice
        assert "follow" not in evening.bytes_of(reader).lower()
    assert "You have Red and must follow." in evening.packet(1).notice
    evening.take(card)
    assert evening.packet().notice == ""
    assert evening.packet(1).notice == ""


def test_an_unlawful_card_is_told_with_its_reason_when_everybody_can_know_it() -> None:
    shown = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5:shown", "BLU-6:shown")}, phase="trick", turn=0)
    evening = Evening(HIGH_CARD, shown)
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    assert evening.spoken[-1] == "Follow Red."
    assert "must follow" in evening.packet().notice
    assert "must follow" in evening.packet(0).notice


def test_it_is_told_once_however_long_it_lies_there(evening: Evening) -> None:
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    said = len(evening.spoken)
    evening.see()
    evening.wait(30)
    evening.referee.handle(PeopleChanged())
    assert len(evening.spoken) == said


def test_a_card_out_of_turn_is_read_when_its_turn_comes(evening: Evening) -> None:
    evening.lay("RED-5", "trick/1")
    assert evening.match.version == 0
    assert evening.packet().notice
    evening.lay("RED-1", "trick/0")
    assert evening.match.version == 2
    assert evening.packet().notice == ""


def test_a_card_out_of_turn_that_is_unlawful_when_its_turn_comes_is_told_again(evening: Evening) -> None:
    evening.lay("BLU-6", "trick/1")
    evening.lay("RED-1", "trick/0")
    assert evening.match.version == 1
    assert "must follow" in evening.packet(1).notice


def test_a_card_that_cannot_be_there_is_not_noted(evening: Evening) -> None:
    blind = Position({"hand/0": ("?", "?"), "hand/1": ("RED-5", "?")}, phase="trick", turn=0)
    table = Evening(HIGH_CARD, blind)
    table.lay("RED-5", "trick/0")  # it is in the other hand
    assert table.match.version == 0
    assert "RED-5" in table.match.state.pile("hand/1")
    assert table.packet().notice


def test_two_cards_at_once_are_told_once_and_settled_when_one_is_taken_away(evening: Evening) -> None:
    evening.now_s += 1
    both = [
        Presence(Tag(evening.front(p), p, Side.FRONT), None, 0.0, "trick/0", evening.now_s, evening.now_s)
        for p in ("RED-1", "BLU-2")
    ]
    evening.lying = both
    evening.see(
        *(TableChange(ChangeKind.PLACED, b.tag.payload, b.tag, b.spot, None, None, evening.now_s) for b in both)
    )
    assert evening.match.version == 0
    assert evening.spoken == ["More than one card lies there."]
    assert "P1's place" in evening.packet().notice
    evening.see()
    assert len(evening.spoken) == 1
    evening.take(both[1])
    assert evening.match.version == 1
    assert evening.packet().notice == ""


def test_single_photographs_without_a_mat_play_a_card() -> None:
    evening = Evening(HIGH_CARD, HANDS, calibrated=False)
    evening.lay("RED-1", None)
    evening.lay("RED-5", None)
    assert evening.match.version == 2


# ---- odd tags and devices -------------------------------------------------------------------------------------------


def test_an_unknown_and_a_doubled_tag(evening: Evening) -> None:
    evening.see(TableChange(ChangeKind.UNKNOWN, "PIZZA", None, None, None, None, 1.0))
    assert "PIZZA" in evening.packet().notice
    assert evening.outlet.board is not None
    assert evening.outlet.board.unknown_tags == ("PIZZA",)
    tag = Tag(evening.front("RED-1"), "RED-1", Side.FRONT)
    evening.see(TableChange(ChangeKind.DOUBLED, tag.payload, tag, None, None, None, 1.0))
    assert "Red 1" in evening.packet().notice
    assert "two places" in evening.packet().notice
    back = Tag("MARKED", "RED-2", Side.BACK)
    evening.see(TableChange(ChangeKind.DOUBLED, back.payload, back, None, None, None, 1.0))
    assert "two places" in evening.packet().notice
    assert "Red 2" not in evening.bytes_of(), "a back that has a code of its own still tells no card"
    evening.tap(0, "play:RED-1")
    assert evening.packet().notice == ""


def test_a_dead_device_is_told_and_the_game_goes_on(evening: Evening) -> None:
    evening.referee.handle(Fault("camera", "The camera is gone."))
    assert evening.packet().notice == "The camera is gone."
    evening.referee.handle(DeviceBack("camera"))
    assert evening.packet().notice == "The camera works again."
    assert evening.tap(0, "play:RED-1").ok


# ---- face-down ------------------------------------------------------------------------------------------------------


def test_a_face_down_card_asks_its_owner_s_phone_only(hiding: Evening) -> None:
    hiding.lay_back("place/0")
    assert hiding.match.version == 0
    assert sorted(hiding.keys(0)) == ["hide:?", "hide:BLU-2", "hide:RED-1"]
    assert "Which one" in hiding.packet(0).notice
    assert hiding.lights[0] is LightState.BLINK
    assert "RED-1" not in hiding.bytes_of() + hiding.bytes_of(1) + hiding.said
    assert hiding.tap(0, "hide:RED-1").ok
    assert hiding.match.state.pile("place/0").pieces == pieces("RED-1")
    hiding.see()
    assert hiding.match.version == 1
    assert hiding.packet(0).notice == ""
    assert "Red 1" not in hiding.bytes_of(1) + hiding.bytes_of() + hiding.said


def test_taking_the_face_down_card_back_ends_the_question(hiding: Evening) -> None:
    card = hiding.lay_back("place/0")
    hiding.take(card)
    assert hiding.packet(0).notice == ""
    assert hiding.packet().notice == ""
    assert hiding.lights[0] is LightState.ON


def test_the_button_of_the_seat_says_that_nobody_shall_know(hiding: Evening) -> None:
    hiding.lay_back("place/0")
    hiding.press(ButtonRole.SEAT, 0)
    assert hiding.disk.entries == [Answer(Seat(0), "hide:?")]
    assert hiding.match.state.pile("place/0").unseen == 1
    hiding.see()
    assert hiding.match.version == 1  # the card is not read once more


def test_another_seat_s_button_does_not(hiding: Evening) -> None:
    hiding.lay_back("place/0")
    hiding.press(ButtonRole.SEAT, 1)
    assert hiding.match.version == 0


def test_without_a_phone_the_card_stays_without_a_name() -> None:
    table = Evening(HIDDEN_CARD, HIDING, phones=lambda seat: False)
    table.lay_back("place/0")
    assert table.disk.entries == [Answer(Seat(0), "hide:?")]


def test_of_a_face_down_card_that_may_not_lie_there_all_others_hear_what_they_would_of_any(hiding: Evening) -> None:
    reds = Position({"hand/0": ("RED-1", "RED-2"), "hand/1": ("?", "?")}, {"banned": "RED"}, "hide", 0)
    table = Evening(HIDDEN_CARD, reds)
    for one in (hiding, table):
        one.lay_back("place/0")
    assert table.match.version == 0
    assert table.spoken[-1] == hiding.spoken[-1] == "P1, which one is it?"
    assert table.packet().notice == hiding.packet().notice
    assert table.lights == hiding.lights
    assert "none of your cards may lie there" in table.packet(0).notice
    shown = [one.packet(0).public_notice or one.packet(0).notice for one in (hiding, table)]
    assert shown[0] == shown[1], "who looks at the page with its hand hidden reads what stands there for any hand"
    asked = table.packet(0).question
    assert asked is not None
    assert [bool(option.why_not) for option in asked.options] == [True, True]
    for leak in ("RED-1", "Red 1", "nothing but Red", "none of your cards"):
        assert leak not in table.bytes_of() + table.bytes_of(1) + table.said


def test_taking_and_moving_are_answers(hiding: Evening) -> None:
    hiding.tap(0, "hide:RED-1")
    hiding.tap(1, "hide:RED-5")
    coin = next(p for p in hiding.lying if p.tag.piece == "COIN")
    version = hiding.match.version
    hiding.take(coin)
    assert hiding.match.state.result is not None
    assert hiding.match.state.result.winners == (Seat(0),)
    hiding.host(HostAct.UNDO)
    hiding.lay("COIN", "goal")
    assert hiding.match.state.result is not None
    assert hiding.match.state.result.winners == (Seat(1),)
    assert hiding.match.version == version + 3


# ---- secrets --------------------------------------------------------------------------------------------------------


def test_no_private_card_reaches_anybody_else(caplog: pytest.LogCaptureFixture, journal: Journal) -> None:
    """Seat 1 holds two cards that are named nowhere else; a whole trick with every nuisance goes by."""
    caplog.set_level(logging.DEBUG)
    secret = ("RED-5", "Red 5", "BLU-6", "Blu 6")
    evening = Evening(HIGH_CARD)
    heard: list[str] = []

    def listen() -> None:
        pages = Doorway(evening, journal).pages
        heard.extend((evening.bytes_of(), evening.bytes_of(0), evening.said, str(evening.lights)))
        host = pages.host.host_view(Session(Role.HOST))
        heard.append(str(replace(host, pieces=(), adoptable=())))  # the game's lists of pieces name all of them
        assert any(s in evening.bytes_of(1) for s in secret) or evening.match.version == 0

    listen()
    evening.dealt(hand_0=pieces("RED-1", "BLU-2"), hand_1=pieces("RED-5", "BLU-6"))
    listen()
    evening.lay("RED-1", "trick/0")
    listen()
    evening.lay_back("trick/1")
    evening.wait(30)
    listen()
    evening.tap(1, "play:BLU-6")
    evening.tap(0, "play:BLU-6", evening.match.version)
    evening.show_hand(1, evening.front("RED-5"))
    listen()
    evening.press(ButtonRole.UNDO)
    listen()
    everything = " ".join(heard) + caplog.text
    assert [s for s in secret if s in everything] == []


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
