"""The whole service with the smallest game: rendered camera frames, bots, a voice into a file, and a real port."""

from __future__ import annotations

import threading
import urllib.request
import wave
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper, SaveError
from companion.service.building import build
from companion.service.cameras import label
from companion.service.running import greeting
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from hardware.types import SpeechSink
from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PUBLIC, PieceId, Seat
from tests.companion.evening import HANDS
from tests.companion.high_card import HIGH_CARD
from vision.types import Frame, Side, TableReport, Tag
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import JoinWish, PeopleAct, PeopleCommand
from web.pages.virtual.views import VirtualAct, VirtualMove
from web.views import Joined, Role, Session

DEADLINE_S = 120.0
HOST = Session(Role.HOST)


@pytest.fixture
def config(tmp_path: Path) -> Config:
    base = Config()
    return replace(
        base,
        table=replace(base.table, players=2, seed=3),
        camera=replace(base.camera, px_per_mm=2.4),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF, speed=100.0),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )


@pytest.fixture
def running() -> Iterator[list[Service]]:
    """The services of a test; they are stopped whatever happens."""
    made: list[Service] = []
    yield made
    for service in made:
        service.stop()


def with_bots(config: Config, mode: Autoplay = Autoplay.ALL) -> Config:
    return replace(config, play=replace(config.play, autoplay=mode))


def wait_for(service: Service, version: int) -> None:
    assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).version >= version, DEADLINE_S)


def wait_for_end(service: Service) -> None:
    assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is not None, DEADLINE_S)


def seated(service: Service, seat: int, name: str) -> Session:
    opened = service.pages.people.open_session()
    joined = service.pages.people.join(opened.session, opened.token, JoinWish(name, seat, service.joining.code))
    assert isinstance(joined, Joined)
    return joined.session


def begin_from(config: Config, position: Position) -> None:
    """A journal with one open match at this position."""
    with Journal.open(config.data.journal_path) as journal:
        journal.start_match(Header("high_card", 2, {}, position), "High Card")


# ---- a whole match --------------------------------------------------------------------------------------------------


def test_bots_play_a_match_that_only_the_camera_sees(config: Config, tmp_path: Path, running: list[Service]) -> None:
    spoken = tmp_path / "voice.wav"
    voice = replace(config.voice, sink=SpeechSink.WAV, wav_path=str(spoken))
    service = build(replace(with_bots(config), voice=voice), HIGH_CARD)
    running.append(service)
    service.start()
    wait_for_end(service)
    assert service.eye is not None
    assert (picture := service.eye.snapshot()) is not None
    assert picture.startswith(b"\xff\xd8")
    packet = service.pages.match.packet(Session(Role.SPECTATOR))
    assert service.speech.wait_idle(DEADLINE_S)
    service.stop()

    with Journal.open(config.data.journal_path) as journal:
        stored = journal.matches()[0]
        header, entries = journal.load(stored.match)
    again = Match.replay(HIGH_CARD, header, [e.entry for e in entries])
    assert again.state == service.referee.match.state
    assert stored.ended is not None
    assert packet.result is not None
    assert again.state.result is not None
    assert packet.result.winners == tuple(int(w) for w in again.state.result.winners)
    assert sum(again.table.number(f"tricks/{s}") for s in (0, 1)) == 2  # both tricks were counted
    assert {e.origin for e in entries} >= {"reader box", "camera"}
    with wave.open(str(spoken)) as sound:
        assert any(sound.readframes(sound.getnframes()))


def test_two_people_play_by_hand_and_by_phone(config: Config, running: list[Service]) -> None:
    begin_from(config, HANDS)
    service = build(config, HIGH_CARD)
    running.append(service)
    service.start()
    ada, bea = seated(service, 0, "Ada"), seated(service, 1, "Bea")
    scene = service.pages.match.virtual_scene(ada)
    assert scene is not None
    card = next(p for p in scene.pieces if p.in_hand and p.face is not None and p.face.piece == "RED-1")
    spot = next(s for s in scene.spots if s.name == "trick/0")
    assert service.pages.match.virtual_move(
        ada, VirtualMove(VirtualAct.PUT, handle=card.handle, x_mm=spot.x_mm, y_mm=spot.y_mm)
    ).ok
    wait_for(service, 1)  # the camera has seen it
    refused = service.pages.match.answer(bea, "play:BLU-6", 1, "a")
    assert (refused.ok, refused.rule) == (False, "HC-1")
    done = service.pages.match.answer(bea, "play:RED-5", 1, "b")
    assert done.ok
    assert service.pages.match.answer(bea, "play:RED-5", 1, "b") == done
    assert service.pages.match.packet(bea).version == 2
    assert "moved on" in service.pages.match.answer(ada, "play:BLU-2", 1, "c").sentence
    before = service.pages.host.packet_at(HOST, 1)
    assert before is not None
    assert before.version == 1
    assert service.pages.host.packet_at(HOST, 99) is None


def test_the_pages_are_served_and_the_terminal_says_where(config: Config, running: list[Service]) -> None:
    service = build(config, HIGH_CARD)
    running.append(service)
    service.start()
    with urllib.request.urlopen(f"http://127.0.0.1:{service.port_number}/table", timeout=60) as page:
        assert page.status == 200
    text = greeting(service)
    assert f":{service.port_number}/" in text
    assert service.joining.code in text
    assert "4711" not in text


def test_a_table_with_a_name_has_it_on_its_pages_and_in_the_terminal(config: Config, running: list[Service]) -> None:
    service = build(replace(config, table=replace(config.table, name="Blue table")), HIGH_CARD)
    running.append(service)
    service.start()
    assert greeting(service).startswith("Blue table: High Card is ready.")
    with urllib.request.urlopen(f"http://127.0.0.1:{service.port_number}/", timeout=60) as page:
        assert "Blue table" in page.read().decode()
    assert service.publisher.packet(Seat(0)).table == "Blue table"


def test_an_open_stream_of_a_seat_ends_when_the_host_frees_it(config: Config, running: list[Service]) -> None:
    service = build(config, HIGH_CARD)
    running.append(service)
    service.start()
    ada = seated(service, 0, "Ada")
    feed = service.pages.match.feed(ada)
    stream = iter(feed)
    first = next(stream)
    assert first is not None
    assert first.seat == 0
    service.pages.people.people(HOST, PeopleCommand(PeopleAct.FREE, seat=0))
    rest = list(islice(stream, 40))  # heartbeats until the host's command is worked in, then the end
    assert len(rest) < 40
    assert set(rest) <= {None}


def test_the_host_changes_bots_and_adopts_a_tag(config: Config, running: list[Service]) -> None:
    service = build(config, HIGH_CARD)
    running.append(service)
    service.start()
    assert not service.pages.host.host(HOST, HostCommand(HostAct.BOTS, value="many")).ok
    assert not service.pages.host.host(HOST, HostCommand(HostAct.ADOPT_TAG, value="MYTAG", piece="KING")).ok
    adopted = service.pages.host.host(HOST, HostCommand(HostAct.ADOPT_TAG, value="MYTAG", piece="RED-1"))
    assert adopted.ok
    assert "Red 1" in adopted.sentence
    assert {k: v.tag.piece for k, v in service.journal.copies.known().items()} == {"MYTAG": "RED-1"}
    assert service.pages.host.host(HOST, HostCommand(HostAct.BOTS, value="all")).ok
    wait_for_end(service)
    assert service.pages.host.host_view(HOST).bots == "all"


def test_where_no_bot_sits_down_by_itself_the_host_can_let_them(config: Config, running: list[Service]) -> None:
    service = build(config, replace(HIGH_CARD, bots=replace(HIGH_CARD.bots, sit_down=False)))
    running.append(service)
    service.start()
    seated(service, 0, "Ada")
    view = service.pages.host.host_view(HOST)
    assert (view.people_only, view.bots, service.seating.bot_seats()) == (True, "off", frozenset())
    assert service.pages.host.host(HOST, HostCommand(HostAct.BOTS, value="all")).ok
    assert service.pages.host.host_view(HOST).bots == "all"
    assert service.seating.bot_seats()


# ---- stopping and coming back ---------------------------------------------------------------------------------------


def test_stopping_leaves_no_thread_and_twice_is_harmless(config: Config) -> None:
    before = set(threading.enumerate())
    service = build(with_bots(config), HIGH_CARD)
    service.start()
    wait_for(service, 1)
    feed = service.pages.match.feed(Session(Role.SPECTATOR))
    service.stop()
    assert [p for p in feed if p is not None] == []
    service.stop()
    assert [t.name for t in threading.enumerate() if t not in before and t.is_alive()] == []


def test_a_restart_goes_on_in_the_middle_of_a_trick(config: Config, running: list[Service]) -> None:
    begin_from(config, HANDS)
    first = build(config, HIGH_CARD)
    first.start()
    done = first.pages.match.answer(seated(first, 0, "Ada"), "play:RED-1", 0, "r1")
    first.stop()
    assert done.ok

    second = build(config, HIGH_CARD)
    running.append(second)
    assert second.table is not None
    assert [b.piece for b in second.table.at("trick/0")] == ["RED-1"]
    assert {b.piece for b in second.table.hand(Seat(1))} == {"RED-5", "BLU-6"}
    second.start()
    board = lambda: second.outlet.underside  # noqa: E731
    # the camera sees the card where the state has it: nothing is read, nothing is to be done
    assert second.publisher.wait_for(lambda: (b := board()) is not None and len(b.lying) >= 2, DEADLINE_S)
    found = board()
    assert found is not None
    assert found.differences == ()
    assert found.board.public.version == 1
    assert second.seating.everybody()[0].name == "Ada"
    ada = Session(Role.SEAT, 0)
    assert second.pages.match.answer(ada, "play:RED-1", 0, "r1").ok  # repeated after the restart: harmless
    assert second.pages.match.packet(ada).version == 1
    assert second.pages.match.packet(ada).id != ""
    assert PieceId("RED-1") in second.referee.match.state.pile("trick/0")


def test_bots_go_on_after_a_restart_to_the_end(config: Config, running: list[Service]) -> None:
    with Journal.open(config.data.journal_path) as journal:
        match = journal.start_match(Header("high_card", 2, {}, HANDS), "High Card")
        journal.append(match, 1, Answer(Seat(0), "play:RED-1"), "camera")
    service = build(with_bots(config), HIGH_CARD)
    running.append(service)
    service.start()
    wait_for_end(service)
    assert service.pages.match.packet(HOST).version == 4


def test_the_host_s_choice_of_bots_goes_on_until_the_settings_are_changed(
    config: Config, running: list[Service]
) -> None:
    first = build(config, HIGH_CARD)
    running.append(first)
    first.start()
    chosen = "off" if config.play.autoplay is not Autoplay.OFF else "fill"
    assert first.pages.host.host(HOST, HostCommand(HostAct.BOTS, value=chosen)).ok
    first.stop()
    second = build(config, HIGH_CARD)
    running.append(second)
    assert second.bot_seats.mode == chosen
    second.stop()
    third = build(with_bots(config), HIGH_CARD)
    running.append(third)
    assert third.bot_seats.mode == "all"


def test_a_fresh_match_leaves_the_old_one(config: Config, running: list[Service]) -> None:
    begin_from(config, HANDS)
    service = build(config, HIGH_CARD, fresh=True)
    running.append(service)
    service.start()
    assert service.pages.match.packet(HOST).status == "Deal the cards."


# ---- looking, and faults of ours -----------------------------------------------------------------------------------


def test_the_camera_s_picture_names_no_card_by_its_back(config: Config, running: list[Service]) -> None:
    service = build(config, HIGH_CARD)
    running.append(service)
    assert label(service.voice, Tag("A", "RED-1", Side.FRONT)).endswith("Red 1")
    assert label(service.voice, Tag("B", "RED-1", Side.BACK)) == ""


def test_a_camera_looks_on_after_one_fault_of_ours(
    config: Config, running: list[Service], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.service.service._AGAIN_S", (0.0, 0.0))
    service = build(with_bots(config), HIGH_CARD)
    running.append(service)
    eye = service.eye
    assert eye is not None
    look, failed = eye.look, list[Frame]()

    def fails_once(frame: Frame) -> TableReport | None:
        if not failed:
            failed.append(frame)
            raise ZeroDivisionError
        return look(frame)

    eye.look = fails_once  # type: ignore[method-assign]
    service.start()
    wait_for_end(service)
    assert failed
    assert "can't see the table" not in service.publisher.packet(PUBLIC).notice


def test_a_fault_of_ours_that_goes_on_while_looking_is_told_and_so_does_the_game(
    config: Config, running: list[Service], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.service.service._AGAIN_S", (0.0, 0.0))
    service = build(config, HIGH_CARD)
    running.append(service)
    eye = service.eye
    assert eye is not None

    def run(stop: threading.Event) -> None:
        raise ValueError("the card RED-1")

    eye.run = run  # type: ignore[method-assign]
    service.start()
    service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).notice != "", DEADLINE_S)
    assert service.publisher.packet(PUBLIC).notice.startswith("The companion can't see the table any more")
    assert "ValueError" in caplog.text
    assert "RED-1" not in caplog.text, "a log never tells a card"


def test_a_journal_that_fails_is_one_kind_of_error_for_the_referee(config: Config) -> None:
    journal = Journal.open(config.data.journal_path)
    keeper = MatchKeeper.start(journal, HIGH_CARD, 2, {})
    journal.close()
    for act in (lambda: keeper.append(1, Answer(None, "dealt"), "phone 1", "", None), keeper.reload, keeper.begin):
        with pytest.raises(SaveError):
            act()
