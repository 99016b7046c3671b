"""Cameras in the network, against a real one over http: gone and back, hanging, and not letting us in."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from tests.vision.mjpeg_camera import Camera
from tests.vision.test_phone import jpeg, table
from vision import open_source
from vision.cameras.feed import Feed, FeedSettings
from vision.cameras.network import Login, NetworkSource, shown, with_login
from vision.types import Frame, FrameSource, VisionError

SECRET = "open:sesame@7/7"
LOGIN = Login("eye", SECRET)


@pytest.fixture
def camera() -> Iterator[Camera]:
    running = Camera(jpeg(table()))
    yield running
    running.kill()


def first(source: FrameSource) -> Frame:
    for _ in range(100):
        frame = source.read(0.2)
        if frame is not None:
            return frame
    raise AssertionError("no picture came")


def failure(source: FrameSource) -> str:
    for _ in range(200):
        try:
            source.read(0.2)
        except VisionError as error:
            return str(error)
    raise AssertionError("it did not fail")


def test_its_pictures_are_frames_the_newest_first(camera: Camera) -> None:
    source = open_source(camera.address)
    try:
        frame = first(source)
        assert frame.image.shape == (180, 320, 3)
        camera.picture = jpeg(table(40))
        numbers = [frame.number]
        while frame.image[0, 0, 0] > 60:
            frame = first(source)
            numbers.append(frame.number)
        assert numbers == sorted(set(numbers))
    finally:
        source.close()


def test_a_camera_that_is_killed_is_told_once_and_found_again(camera: Camera) -> None:
    told: list[str | None] = []
    quick = FeedSettings(timeout_s=0.2, retry_s=0.05, retry_max_s=0.1)
    feed = Feed(
        NetworkSource(camera.address), lambda: NetworkSource(camera.address), told.append, time.monotonic, quick
    )
    stop = threading.Event()
    again: Camera | None = None
    try:
        while feed.next(stop) is None:
            pass
        camera.kill()
        while not told:
            feed.next(stop)
        for _ in range(3):
            assert feed.next(stop) is None
        again = Camera(jpeg(table()), camera.port)
        while feed.next(stop) is None:
            pass
        assert [one is None for one in told] == [False, True]
    finally:
        feed.close()
        if again is not None:
            again.kill()


def test_one_that_hangs_is_given_up(camera: Camera) -> None:
    source = NetworkSource(camera.address, silent_s=0.5)
    try:
        first(source)
        camera.hangs = True
        assert "127.0.0.1" in failure(source)
    finally:
        source.close()


def test_a_wrong_password_is_one_sentence_and_stands_nowhere(capfd: pytest.CaptureFixture[str]) -> None:
    camera = Camera(jpeg(table()), password=SECRET)
    try:
        with pytest.raises(VisionError) as told:
            open_source(camera.address, login=Login("eye", "wrong7guess"))
        assert "camera.password" in str(told.value)
        source = open_source(camera.address, login=LOGIN)
        first(source)
        texts = [str(told.value), source.name, repr(LOGIN), *capfd.readouterr()]
        source.close()
        names = [thread.name for thread in threading.enumerate()]
        for text in (*texts, *names):
            assert not any(word in text for word in ("wrong7guess", "sesame", SECRET))
    finally:
        camera.kill()


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/video", "rtsp://127.0.0.1:9/stream"])
def test_where_there_is_none_a_sentence_says_what_to_look_at(address: str) -> None:
    with pytest.raises(VisionError, match="gives no pictures; look at its address"):
        open_source(address)


def test_a_login_goes_where_the_camera_wants_it() -> None:
    assert with_login("rtsp://10.0.0.5/live", LOGIN) == "rtsp://eye:open%3Asesame%407%2F7@10.0.0.5/live"
    assert with_login("rtsp://10.0.0.5/live", Login()) == "rtsp://10.0.0.5/live"
    asked = "http://10.0.0.5/v.cgi?user={user}&pwd={password}"
    assert with_login(asked, LOGIN) == "http://10.0.0.5/v.cgi?user=eye&pwd=open%3Asesame%407%2F7"
    assert shown(asked) == "http://10.0.0.5/v.cgi"
    assert shown("http://me:secret@10.0.0.5:8080/video?token=abc") == "http://10.0.0.5:8080/video"
