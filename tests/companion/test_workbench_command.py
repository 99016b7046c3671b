"""`companion game play FOLDER --dev` as an author calls it: what the terminal says, and what is left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.house._source import ROOT
from tests.owners_game import owners_game

WITHIN_S = 60


def test_the_workbench_opens_and_leaves_nothing_behind(tmp_path: Path) -> None:
    folder, scratch = owners_game(tmp_path / "mine"), tmp_path / "scratch"
    scratch.mkdir()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    words = [sys.executable, "-m", "companion", "game", "play", str(folder), "--dev", "--port", "0"]
    around = {**os.environ, "TMPDIR": str(scratch), "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(words, cwd=ROOT, env=around, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = ""
            while "Stop with Ctrl+C" not in said:
                line = process.stdout.readline()
                assert line, said
                said += line
            assert f"High Card lies on the workbench. Every save in {folder} is taken up." in said
            table, panel = re.findall(r"  (http://127\.0\.0\.1:\d+\S*)", said)
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with browser.open(panel, None, WITHIN_S) as page:
                assert page.url.endswith("/dev")
            with browser.open(f"{table}/healthz", None, WITHIN_S) as page:
                assert page.status == 200
            process.send_signal(signal.SIGINT)
            assert process.wait(WITHIN_S) == 0
        finally:
            process.kill()
    assert list(scratch.iterdir()) == []
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
