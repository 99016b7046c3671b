"""The pages' door: who may ask what, and that a command waits for the referee's word."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import companion.doors.replies
from companion.journal.journal import Journal
from rules.engine import Chapter
from rules.engine.types import PUBLIC
from tests.companion.doorway import DEADLINE_S, Doorway, Outside
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from vision.types import VisionError
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import JoinWish
from web.pages.lookup.views import BookRule
from web.pages.virtual.views import VirtualAct, VirtualMove
from web.views import Joined, Reply, Role, Session

GUEST, ADA, BEA, HOST = Session(Role.SPECTATOR), Session(Role.SEAT, 0), Session(Role.SEAT, 1), Session(Role.HOST)


@dataclass
class World:
    """What lies behind the doors, as far as it is not the table."""

    photos: dict[bytes, tuple[str, ...]] = field(default_factory=dict)

    def read_photo(self, picture: bytes) -> tuple[str, ...]:
        if picture not in self.photos:
            raise VisionError("That is no picture.")
        return self.photos[picture]

    def outside(self) -> Outside:
        return Outside(self.read_photo, b"JPEG", (Chapter("", (("HC-1", "Follow suit."),)),), ("all",))


class Door(Doorway):
    """The doors with a running referee behind it."""

    def __init__(self, journal: Journal) -> None:
        self.world = World()
        super().__init__(Evening(HIGH_CARD, HANDS), journal, self.world.outside())


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    with Journal.open(tmp_path / "companion.db") as journal:
        journal.ensure_pin("4711")
        made = Door(journal)
        made.thread.start()
        yield made
        made.stop()


def test_an_answer_returns_when_it_is_on_the_screens(door: Door) -> None:
    reply = door.pages.match.answer(ADA, "play:RED-1", 0, "r1")
    assert reply.ok
    assert reply.version == 1
    assert door.pages.match.packet(GUEST).version == 1
    assert len(door.evening.disk.entries) == 1


def test_answers_at_the_same_moment_are_taken_one_after_the_other(door: Door) -> None:
    start, replies = threading.Barrier(4), []

    def answer() -> None:
        start.wait(DEADLINE_S)
        replies.append(door.pages.match.answer(ADA, "play:RED-1", 0, ""))

    threads = [threading.Thread(target=answer) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(DEADLINE_S)
    assert sorted(r.ok for r in replies) == [False, False, False, True]
    assert all("moved on" in r.sentence for r in replies if not r.ok)


def test_a_busy_table_gives_a_sentence_instead_of_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(companion.doors.replies, "REPLY_S", 0.01)
    with Journal.open(tmp_path / "companion.db") as journal:
        door = Door(journal)  # its referee does not run
        assert "busy" in door.pages.match.answer(ADA, "play:RED-1", 0, "").sentence


def test_a_guest_gets_the_public_packet_and_may_do_nothing(door: Door) -> None:
    assert door.pages.match.packet(GUEST) == door.evening.packet(PUBLIC)
    assert door.pages.match.packet(HOST) == door.evening.packet(PUBLIC)  # being host is a permission, not a viewpoint
    assert not door.pages.match.answer(GUEST, "play:RED-1", 0, "").ok
    assert not door.pages.match.virtual_move(GUEST, VirtualMove(VirtualAct.TIDY)).ok
    for session in (GUEST, ADA):
        assert "Only the host" in door.pages.host.host(session, HostCommand(HostAct.PAUSE)).sentence
    assert not door.evening.running.paused


def test_a_hand_photo_is_read_and_noted_for_the_session_s_seat(door: Door) -> None:
    door.world.photos = {b"back": ("NOBODY",), b"mine": (door.evening.front("RED-1"),)}
    assert door.pages.match.hand_photo(ADA, b"rubbish").sentence == "That is no picture."
    assert "not registered" in door.pages.match.hand_photo(ADA, b"back").sentence
    assert door.pages.match.hand_photo(ADA, b"mine").ok
    assert not door.pages.match.hand_photo(BEA, b"mine").ok
    assert not door.pages.match.hand_photo(GUEST, b"mine").ok


def test_joining_and_leaving_changes_the_names_on_every_screen(door: Door) -> None:
    token = door.pages.people.open_session().token
    wrong = door.pages.people.join(GUEST, token, JoinWish("Ada", 0, "WRONG"))
    assert isinstance(wrong, Reply)
    assert not wrong.ok
    joined = door.pages.people.join(GUEST, token, JoinWish("Ada", 0, door.joining.code))
    assert isinstance(joined, Joined)
    assert door.pages.people.session(joined.token) == joined.session
    assert isinstance(door.pages.people.become_host(GUEST, joined.token, "1"), Reply)
    host = door.pages.people.become_host(GUEST, joined.token, "4711")
    assert isinstance(host, Joined)
    assert host.session.role is Role.HOST
    assert door.pages.people.leave(host.token)
    assert door.pages.people.session(host.token) is None


def test_the_host_view_holds_public_knowledge_only(door: Door) -> None:
    view = door.pages.host.host_view(HOST)
    assert len(view.pieces) == 12
    assert {c.key for c in view.piles} >= {"hand/0", "won"}
    assert "Hand of P1" in {c.label for c in view.piles}
    assert (view.refused_play, view.bots) == ("", "off")
    text = str(view.piles) + str(view.tracks) + str(view.entries)
    assert "Red" not in text
    assert "RED" not in text


def test_host_commands_that_are_not_the_referee_s(door: Door) -> None:
    pages = door.pages
    assert pages.host.host(HOST, HostCommand(HostAct.BOTS, value="all")).ok
    assert "off, fill or all" in pages.host.host(HOST, HostCommand(HostAct.BOTS, value="?")).sentence
    assert pages.host.host(HOST, HostCommand(HostAct.ADOPT_TAG, value="X", piece="RED-1")).ok
    assert "Choose" in pages.host.host(HOST, HostCommand(HostAct.ADOPT_TAG, value="X")).sentence
    assert pages.host.host(HOST, HostCommand(HostAct.PAUSE)).ok
    assert pages.match.packet(GUEST).paused


def test_without_a_virtual_table(door: Door) -> None:
    assert door.pages.match.virtual_scene(ADA) is None
    assert "real camera" in door.pages.match.virtual_move(ADA, VirtualMove(VirtualAct.TIDY)).sentence
    assert door.pages.match.camera_jpeg() == b"JPEG"
    assert door.pages.lookup.book(GUEST).rules == (BookRule("HC-1", "Follow suit."),)


def test_a_step_back_shows_the_public_table(door: Door) -> None:
    start = door.pages.host.packet_at(HOST, 0)
    assert start is not None
    assert start.seat is None
    assert start.question is not None
    assert door.pages.host.packet_at(HOST, 1) is None
    assert door.pages.host.packet_at(HOST, -1) is None


def test_a_feed_is_its_session_s(door: Door) -> None:
    feeds = {session: door.pages.match.feed(session) for session in (GUEST, door.seated("Ada", 0))}
    packets = {session: next(iter(feed)) for session, feed in feeds.items()}
    assert [p.seat if p else "?" for p in packets.values()] == [None, 0]
    for feed in feeds.values():
        feed.close()
