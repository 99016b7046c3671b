"""Cameras in the network against programs that others wrote: ffmpeg over http, and the system's RTSP server."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from vision.cameras import network
from vision.cameras.feed import Feed, FeedSettings
from vision.cameras.network import Login, NetworkSource
from vision.types import VisionError

FFMPEG = shutil.which("ffmpeg")
SYSTEM_PYTHON = Path("/usr/bin/python3")  # it alone sees what the system brings for Python
RTSP = Path(__file__).with_name("rtsp_camera.py")
LOGIN = Login("eye", "open:sesame7")
QUICK = FeedSettings(timeout_s=0.2, retry_s=0.05, retry_max_s=0.2)
WITHIN_S = 60.0


def has_rtsp() -> bool:
    wanted = "import gi; gi.require_version('GstRtspServer', '1.0')"
    return subprocess.run([SYSTEM_PYTHON, "-c", wanted], capture_output=True, timeout=30).returncode == 0


def by_http(port: int) -> list[str]:
    """ffmpeg as a camera: it serves one reader, and ends with it."""
    film = ["-re", "-f", "lavfi", "-i", "color=white:s=320x240:r=10", "-c:v", "mjpeg", "-f", "mpjpeg"]
    kind = ["-content_type", "multipart/x-mixed-replace;boundary=ffmpeg", "-listen", "1"]
    return [str(FFMPEG), "-loglevel", "error", *film, *kind, f"http://127.0.0.1:{port}/video"]


def by_rtsp(port: int) -> list[str]:
    return [str(SYSTEM_PYTHON), str(RTSP), str(port), LOGIN.user, LOGIN.password]


SERVERS = [
    pytest.param(
        by_http,
        "http://127.0.0.1:{}/video",
        id="mjpeg",
        marks=pytest.mark.skipif(FFMPEG is None, reason="the program ffmpeg is not installed"),
    ),
    pytest.param(
        by_rtsp,
        "rtsp://127.0.0.1:{}/live",
        id="rtsp",
        marks=pytest.mark.skipif(not has_rtsp(), reason="the system has no RTSP server: gir1.2-gst-rtsp-server-1.0"),
    ),
]
Command = Callable[[int], list[str]]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """FFmpeg waits for a server that hangs; here not as long as at a table."""
    monkeypatch.setattr(network, "_READ_MS", 1000)


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextlib.contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    camera = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield camera
    finally:
        camera.kill()
        camera.wait(10)


def until(feed: Feed, wanted: Callable[[], bool]) -> None:
    """Looks through the camera until it is so."""
    stop, ends_s = threading.Event(), time.monotonic() + WITHIN_S
    while not wanted():
        assert time.monotonic() < ends_s
        feed.next(stop)


def source(address: str) -> NetworkSource:
    return NetworkSource(address, LOGIN, silent_s=1.0)


def opened(address: str) -> NetworkSource:
    """The camera, as soon as its server listens."""
    ends_s = time.monotonic() + WITHIN_S
    while True:
        try:
            return source(address)
        except VisionError:
            assert time.monotonic() < ends_s


@pytest.mark.parametrize(("command", "form"), SERVERS)
def test_one_that_hangs_or_is_killed_is_told_once_and_found_again(command: Command, form: str, port: int) -> None:
    address, told, stop = form.format(port), list[str | None](), threading.Event()

    with running(command(port)) as camera:
        feed = Feed(opened(address), partial(source, address), told.append, time.monotonic, QUICK)
        frame = None
        while frame is None:
            frame = feed.next(stop)
        assert frame.image.mean() > 220, "it films a white wall"
        os.kill(camera.pid, signal.SIGSTOP)
        until(feed, lambda: len(told) == 1)
    with running(command(port)):
        until(feed, lambda: len(told) == 2)
    until(feed, lambda: len(told) == 3)
    with running(command(port)):
        until(feed, lambda: len(told) == 4)
    feed.close()
    assert [one is None for one in told] == [False, True, False, True]
    assert not any(LOGIN.password in (one or "") for one in told)


@pytest.mark.parametrize(("command", "form"), SERVERS[1:])
def test_a_wrong_password_is_refused_with_one_sentence(command: Command, form: str, port: int) -> None:
    with running(command(port)):
        opened(form.format(port)).close()
        with pytest.raises(VisionError, match=r"camera\.password"):
            NetworkSource(form.format(port), Login("eye", "guess77"))
