"""The look that every test gets afterwards really sees what was left behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.house._source import ROOT

CASES = """
import threading

import gpiozero
from gpiozero.pins.mock import MockFactory

forever = threading.Event()


def test_a_named_thread():
    threading.Thread(target=forever.wait, name="companion-x", daemon=True).start()


def test_a_thread_that_keeps_the_process():
    threading.Timer(2.5, forever.set).start()


def test_a_pin_factory():
    gpiozero.Device.pin_factory = MockFactory()


def test_good_a_daemon_of_others():
    threading.Thread(target=forever.wait, daemon=True).start()


def test_good_a_thread_that_ends_in_time():
    threading.Timer(0.2, lambda: None).start()
"""


def test_what_is_left_behind_is_found(tmp_path: Path) -> None:
    patience = "THREADS_END_WITHIN_S = 2.0"
    look = (ROOT / "tests/conftest.py").read_text("utf-8")
    assert patience in look
    (tmp_path / "conftest.py").write_text(look.replace(patience, "THREADS_END_WITHIN_S = 1.0"))
    (tmp_path / "test_cases.py").write_text(CASES)
    command = [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:cacheprovider", "-q", "-rA", str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}  # for the seed, which stands beside the look
    result = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False, timeout=60)
    found = {line.split("::")[1].split(" ")[0] for line in result.stdout.splitlines() if line.startswith("ERROR ")}
    assert found == {"test_a_named_thread", "test_a_thread_that_keeps_the_process", "test_a_pin_factory"}
    assert "5 passed, 3 errors" in result.stdout
