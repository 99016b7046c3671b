"""A phone that walks out of the Wi-Fi: no goodbye, no reset, every packet is lost. Needs network namespaces."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from tests.web.stream_client import NEEDS_OPENSSL, make_certificate
from web import WebSettings

PROJECT = Path(__file__).resolve().parents[2]
APART = ("unshare", "--user", "--map-root-user", "--net")
DEADLINE_S = 120.0


@cache
def can_be_apart() -> bool:
    """Whether this machine lets us make networks that do not disturb its own."""
    if not all(shutil.which(program) for program in ("unshare", "nsenter", "ip")):
        return False
    probe = [*APART, "ip", "link", "add", "cable", "type", "veth", "peer", "name", "phone"]
    return subprocess.run(probe, capture_output=True, check=False, timeout=30).returncode == 0


@pytest.fixture(autouse=True)
def apart() -> None:
    if not can_be_apart():
        pytest.skip("this machine gives us no network of our own")


def is_noticed(unheard_s: float, heartbeat_s: float, certificate: str = "", key: str = "") -> bool:
    """Whether the place of a vanished phone becomes free again, long before the kernel gives up by itself."""
    words = ["serve", str(unheard_s), str(heartbeat_s), certificate, key]
    done = subprocess.run(
        [*APART, sys.executable, "-m", "tests.web.vanishing", *words],
        cwd=PROJECT,
        env={**os.environ, "PYTHONPATH": str(PROJECT)},
        capture_output=True,
        text=True,
        check=False,
        timeout=DEADLINE_S,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip() == "noticed"


def test_a_vanished_phone_is_noticed() -> None:
    """The kernel gives up as long after the last heartbeat as the setting says, and not a quarter of an hour later."""
    assert is_noticed(unheard_s=2.0, heartbeat_s=0.5)


@NEEDS_OPENSSL
def test_a_vanished_phone_is_noticed_over_https(tmp_path: Path) -> None:
    made = make_certificate(tmp_path)
    assert is_noticed(2.0, 0.5, made.path, made.key)


@pytest.mark.soak
def test_a_vanished_phone_is_noticed_within_half_a_minute_as_delivered() -> None:
    ours = WebSettings()
    assert ours.heartbeat_s + ours.unheard_s < 28.0
    assert is_noticed(ours.unheard_s, ours.heartbeat_s)
