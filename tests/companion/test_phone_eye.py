"""The host's word for one phone, and which phone and which tab of it looks."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.camera.phone_eye import OFFER_S, PhoneEye
from companion.journal.journal import Journal
from companion.values.notices import Notice
from tests.vision.test_phone import Seconds, jpeg, table
from vision.cameras.phone import PhoneInbox
from vision.types import VisionError
from web.pages.eye.views import EyeAsk
from web.views import Joined, Role


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as found:
        yield found


@pytest.fixture
def eye(journal: Journal, seconds: Seconds) -> PhoneEye:
    return PhoneEye(journal, PhoneInbox(seconds), seconds, lambda: None, (1920, 1080))


def entered(eye: PhoneEye) -> Joined:
    done = eye.enter(eye.offer("http://table").secret)
    assert isinstance(done, Joined)
    return done


def test_the_word_works_once_and_for_a_camera_alone(eye: PhoneEye, journal: Journal) -> None:
    secret = eye.offer("http://table").secret
    done = eye.enter(secret)
    assert isinstance(done, Joined)
    assert (done.session.role, done.session.seat, done.session.seats) == (Role.CAMERA, None, ())
    assert isinstance(eye.enter(secret), Notice), "two phones at once"
    assert journal.find_session(done.token) == done.session


def test_of_phones_that_use_one_word_at_the_same_moment_one_gets_in(eye: PhoneEye) -> None:
    secret, start = eye.offer("http://table").secret, threading.Barrier(6)

    def enter(_: int) -> bool:
        start.wait(10)
        return isinstance(eye.enter(secret), Joined)

    with ThreadPoolExecutor(6) as phones:
        assert sorted(phones.map(enter, range(6))) == [False] * 5 + [True]


def test_a_phone_above_the_table_and_one_below_the_glass_leave_each_other_alone(
    eye: PhoneEye, journal: Journal, seconds: Seconds
) -> None:
    box = PhoneEye(journal, PhoneInbox(seconds), seconds, lambda: None, (1920, 1080), Role.BOX)
    above, below = entered(eye), entered(box)
    assert journal.find_session(above.token) == above.session
    assert (below.session.role, below.session.seats) == (Role.BOX, ())
    assert box.begin("one").is_box
    assert not eye.begin("one").is_box
    box.end()
    assert journal.find_session(below.token) is None
    assert journal.find_session(above.token) == above.session


@pytest.mark.parametrize("told", ["", "guess", "ü" * 50])
def test_nobody_guesses_it(eye: PhoneEye, told: str) -> None:
    assert eye.enter(told) == Notice("eye_no_word")
    eye.offer("http://table")
    assert eye.enter(told) == Notice("eye_no_word")


def test_it_runs_out_and_another_one_takes_its_place(eye: PhoneEye, seconds: Seconds) -> None:
    late, newer = eye.offer("http://table").secret, eye.offer("http://table").secret
    assert isinstance(eye.enter(late), Notice)
    seconds.now += OFFER_S
    assert isinstance(eye.enter(newer), Notice)


def test_the_phone_that_the_host_lets_in_next_takes_the_place_of_the_one_before(
    eye: PhoneEye, journal: Journal
) -> None:
    first = entered(eye)
    eye.begin("tab")
    eye.still(jpeg(table()))
    assert eye.state().here
    second = entered(eye)
    assert (journal.find_session(first.token), journal.find_session(second.token)) == (None, second.session)
    assert not eye.state().here
    eye.end()
    assert journal.find_session(second.token) is None


def test_of_two_tabs_the_one_that_began_last_looks(eye: PhoneEye) -> None:
    entered(eye)
    assert eye.looks("one"), "after a start of the companion the first that comes"
    eye.begin("two")
    assert (eye.looks("one"), eye.looks("two")) == (False, True)


def test_what_the_phone_is_told(eye: PhoneEye, seconds: Seconds) -> None:
    entered(eye)
    told = eye.begin("tab")
    assert (told.ask, told.width_px, told.height_px, told.ready) == (EyeAsk.SEND, 1920, 1080, False)
    assert eye.still(jpeg(table())).ask is EyeAsk.NOTHING
    assert eye.alive().ask is EyeAsk.NOTHING
    eye.look()
    assert eye.alive().ask is EyeAsk.SEND
    seconds.now += 60
    state = eye.state()
    assert (state.here, state.silent_s, state.stills) == (False, 60, 1)
    with pytest.raises(VisionError):
        eye.still(b"\xff\xd8\xff")
    assert eye.state().stills == 1
