"""Large photographs sent all at once are opened one after the other, so that they never fill the memory together."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.camera.photos import PhotoReader
from vision.types import VisionError


def test_one_is_open_at_a_time() -> None:
    open_now, most, guard = 0, 0, threading.Lock()
    all_here = threading.Event()

    def read(picture: bytes, known: object) -> tuple[str, ...]:
        nonlocal open_now, most
        with guard:
            open_now += 1
            most = max(most, open_now)
        all_here.wait(0.02)
        with guard:
            open_now -= 1
        return (picture.decode(),)

    photos = PhotoReader(read, patience_s=20)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: photos(str(n).encode()), range(16)))
    assert found == [(str(n),) for n in range(16)]
    assert most == 1


def test_one_that_waited_too_long_is_told_so_and_a_fault_blocks_nobody() -> None:
    begun, go_on = threading.Event(), threading.Event()

    def read(picture: bytes, known: object) -> tuple[str, ...]:
        begun.set()
        assert go_on.wait(10)
        raise VisionError("This picture is damaged and cannot be opened; please take it again.")

    photos = PhotoReader(read, patience_s=0.05)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(photos, b"first")
        assert begun.wait(10)
        with pytest.raises(VisionError, match="again in a moment"):
            photos(b"second")
        go_on.set()
        with pytest.raises(VisionError, match="damaged"):
            first.result()
    with pytest.raises(VisionError, match="damaged"):
        photos(b"third")
