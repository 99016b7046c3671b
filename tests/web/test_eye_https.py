"""A phone's own camera by https: the browser trusts the table's authority and nothing else, and films what a device
gives."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.machine.authority import Authority
from tests.vision.test_phone import table as table_picture
from tests.web.fake_eye import WORD
from tests.web.fake_table import FakeTable
from tests.web.on_phones import ARGS, CHROMIUM, IN_A_BROWSER, wait_for
from tests.web.stream_client import NEEDS_OPENSSL
from vision.reading.photo import open_photo
from web import Server, create_app

CERTUTIL = shutil.which("certutil")
pytestmark = [
    *IN_A_BROWSER,
    NEEDS_OPENSSL,
    pytest.mark.skipif(CERTUTIL is None, reason="the program certutil (libnss3-tools) is not installed"),
]
SIZE = (1280, 720)


def film(path: Path) -> Path:
    """What the camera of the machine gives: one frame for ever."""
    wide, high = SIZE
    yuv = cv2.cvtColor(table_picture(90, SIZE), cv2.COLOR_BGR2YUV_I420)
    head = f"YUV4MPEG2 W{wide} H{high} F8:1 Ip A1:1 C420\nFRAME\n"
    path.write_bytes(head.encode() + np.asarray(yuv).tobytes())
    return path


@pytest.fixture
def opened(chromium: Any, tmp_path: Path) -> Iterator[Any]:
    """Opens a browser with a home of its own, and with that film as its camera."""
    flags = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    flags.append(f"--use-file-for-fake-video-capture={film(tmp_path / 'table.y4m')}")
    running: list[Any] = []

    def one() -> Any:
        env = {**os.environ, "HOME": str(tmp_path)}
        running.append(chromium.browser_type.launch(executable_path=str(CHROMIUM), args=[*ARGS, *flags], env=env))
        return running[-1].new_page()

    yield one
    for browser in running:
        browser.close()


def test_the_authority_makes_the_warning_go_and_the_camera_come(opened: Any, tmp_path: Path) -> None:
    authority, table = Authority(tmp_path / "https"), FakeTable()
    server = Server(create_app(table.pages), "127.0.0.1", 0, own=authority.certificate).start()
    address = f"https://127.0.0.1:{server.port}/eye#{WORD}"
    try:
        with pytest.raises(Exception, match="ERR_CERT_AUTHORITY_INVALID"):
            opened().goto(address)
        (tmp_path / "authority.pem").write_bytes(authority.vouching())
        database = tmp_path / ".pki" / "nssdb"
        database.mkdir(parents=True, exist_ok=True)
        for words in (
            ("-N", "--empty-password"),
            ("-A", "-t", "C,,", "-n", "table", "-i", f"{tmp_path}/authority.pem"),
        ):
            run = ("certutil", "-d", f"sql:{database}", *words)
            subprocess.run(run, check=True, capture_output=True, timeout=30)
        page = opened()
        page.goto(address)
        assert page.evaluate("isSecureContext")
        page.click("#begin")
        wait_for(page, lambda: len(table.looking.stills) > 0)
        still = open_photo(table.looking.stills[0])
        assert (still.shape[1], still.shape[0]) == SIZE
        assert abs(int(still[500, 1000].mean()) - 90) <= 4
        assert int(still[60, 90].mean()) > 220, "the sheet of paper that lies there"
        cookie = next(one for one in page.context.cookies() if one["name"].endswith("_camera"))
        assert cookie["name"].startswith("__Host-")
        assert cookie["secure"]
    finally:
        server.stop()
