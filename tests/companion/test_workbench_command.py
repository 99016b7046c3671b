"""`companion game play FOLDER --dev` as an author calls it: what the terminal says, and what is left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.house._source import ROOT
from tests.owners_game import change, owners_game

WITHIN_S = 60


@contextmanager
def workbench(folder: Path, home: Path) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "companion", "game", "play", str(folder), "--dev", "--port", "0"]
    around = {**os.environ, "TMPDIR": str(home / "scratch"), "HOME": str(home), "PYTHONUNBUFFERED": "1"}
    (home / "scratch").mkdir()
    with subprocess.Popen(words, cwd=ROOT, env=around, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
            process.send_signal(signal.SIGINT)
            assert process.wait(WITHIN_S) == 0
        finally:
            process.kill()


def heard(process: subprocess.Popen[str], until: str) -> str:
    """What the terminal says, to the line that has this."""
    assert process.stdout is not None
    said = ""
    while until not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    return said


def test_the_workbench_opens_and_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = owners_game(tmp_path / "mine")
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with workbench(folder, tmp_path) as process:
        said = heard(process, "Stop with Ctrl+C")
        assert f"High Card lies on the workbench. Every save in {folder} is taken up." in said
        table, panel = re.findall(r"  (http://127\.0\.0\.1:\d+\S*)", said)
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(panel, None, WITHIN_S) as page:
            assert page.url.endswith("/dev")
        with browser.open(f"{table}/healthz", None, WITHIN_S) as page:
            assert page.status == 200
    assert list((tmp_path / "scratch").iterdir()) == []
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_game_that_does_not_open_yet_is_waited_for(tmp_path: Path) -> None:
    folder = owners_game(tmp_path / "mine", game=("HAND = 2", "HAND = no"), game_toml=("api = 1", "api = one"))
    with workbench(folder, tmp_path) as process:
        waits = "The game does not open. Correct it and save: the table waits for that."
        assert waits in heard(process, "game.toml cannot be read")
        change(folder, game_toml=("api = one", "api = 1"))
        assert waits in heard(process, "game.py, line 40: NameError: name 'no' is not defined.")
        change(folder, game=("HAND = no", "HAND = 2"))
        assert "High Card lies on the workbench" in heard(process, "Stop with Ctrl+C")
