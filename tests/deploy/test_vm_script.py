"""The check on a booted machine, as far as it can be looked at without booting one."""

from __future__ import annotations

import os
import re
import struct
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.reading.tags import front_code
from companion.settings.config import load_config
from hardware import check_pins
from tests.booted import feed, playing
from tests.booted.__main__ import CHECKS, Check, main, run_all
from tests.booted.box import Box, Failed, wait_for
from tests.booted.pictures import HEIGHT, WIDTH, Mat, yuyv
from tests.booted.world import GAME, NAMES, PAUSE, SETTINGS, World
from tests.house._source import ROOT
from vision import Image, read_tags

SCRIPT = ROOT / "deploy/vm.sh"


def vm(home: Path, *words: str, fakes: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The script with a home of its own; `fakes` are programs that go over the system's."""
    path = os.environ["PATH"] if fakes is None else f"{fakes}:{os.environ['PATH']}"
    env = {**os.environ, "COMPANION_VM": str(home), "PATH": path}
    return subprocess.run([str(SCRIPT), *words], capture_output=True, text=True, check=False, env=env, timeout=30)


def fake(folder: Path, **programs: str) -> Path:
    """Programs that print this and do nothing else, and note that they were called."""
    for name, printed in programs.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\necho {name} >>{folder}/called\necho {printed}\n")
        program.chmod(0o755)
    return folder


# -- the script -----------------------------------------------------------------------------------------------------


def test_every_command_is_explained_and_no_other() -> None:
    script = SCRIPT.read_text("utf-8")
    usage = script.partition("<<'TEXT'")[2].partition("\nTEXT")[0]
    explained = set(re.findall(r"^  (\w+)", usage, re.M))
    labels = re.findall(r"^    ([a-z][a-z |-]*)\)", script.partition("case ${1:-help} in")[2], re.M)
    assert {word for label in labels for word in label.split(" | ")} - {"help", "-h", "--help"} == explained


def test_an_unknown_command_is_refused(tmp_path: Path) -> None:
    done = vm(tmp_path, "fly")
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: deploy/vm.sh" in done.stderr


def test_nothing_starts_without_a_disk(tmp_path: Path) -> None:
    done = vm(tmp_path, "start")
    assert done.returncode == 1
    assert "vm.sh build" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_machine_that_is_off_is_off_and_can_be_switched_off(tmp_path: Path) -> None:
    (tmp_path / "pid").write_text("4194304\n")  # larger than any process number
    assert vm(tmp_path, "state").stdout == "off\n"
    assert vm(tmp_path, "cut").returncode == 0
    assert vm(tmp_path, "stop").returncode == 0


@pytest.mark.parametrize(
    ("programs", "why"),
    [({"id": "1000"}, "needs root"), ({"id": "0", "dpkg": "arm64"}, "Debian 12 (bookworm) on amd64")],
)
def test_a_host_that_cannot_make_a_disk_is_refused_untouched(
    tmp_path: Path, programs: dict[str, str], why: str
) -> None:
    fakes = fake(tmp_path, **programs, **{"apt-get": "", "mmdebstrap": ""})
    done = vm(tmp_path / "home", "build", fakes=fakes)
    assert done.returncode == 1
    assert why in done.stderr
    assert not {"apt-get", "mmdebstrap"} & set((fakes / "called").read_text().split())
    assert not (tmp_path / "home").exists()


def test_what_runs_in_the_machine_is_a_shell_script_and_names_no_mirror() -> None:
    for script in (SCRIPT, ROOT / "deploy/vm/devices"):
        assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
        assert "://" not in script.read_text("utf-8"), "packages come from the sources of the host"


# -- the camera -----------------------------------------------------------------------------------------------------


def seen(picture: Image) -> Image:
    """What arrives behind a camera that sends YUYV."""
    raw = np.frombuffer(yuyv(picture), np.uint8).reshape(HEIGHT, WIDTH, 2)
    return cv2.cvtColor(raw, cv2.COLOR_YUV2BGR_YUYV)  # type: ignore[return-value]


def test_a_card_before_the_camera_is_readable_and_an_empty_mat_is_empty() -> None:
    mat = Mat(GAME, len(NAMES))
    laid = seen(mat.picture((playing.CARD, playing.SPOT)))
    assert [tag.payload for tag in read_tags(laid)] == [front_code(GAME, playing.CARD)]
    assert not read_tags(seen(mat.picture()))


def test_colours_survive_the_way_through_the_camera() -> None:
    picture = Mat(GAME, len(NAMES)).picture()
    before, after = (
        cv2.resize(p, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA) for p in (picture, seen(picture))
    )
    assert cv2.absdiff(before, after).max() <= 12  # neighbours share their colour, and the picture has noise
    assert float(cv2.absdiff(before, after).mean()) < 1.5


def test_the_feed_asks_the_kernel_for_raw_pictures() -> None:
    asked = feed.picture_format(640, 480)
    assert len(asked) == 208  # a v4l2_format of a 64-bit kernel
    kind, width, height, four, _, line, size = struct.unpack_from("<I4x6I", asked)
    assert (kind, width, height, struct.pack("<I", four)) == (2, 640, 480, b"YUYV")
    assert (line, size) == (1280, 614400)


# -- the report -----------------------------------------------------------------------------------------------------


def world(tmp_path: Path) -> World:
    return World(Box(tmp_path / "log.txt"), tmp_path)


def well(_: World) -> str:
    return "all\nwell"


def ill(_: World) -> str:
    raise Failed("it is dark")


def broken(_: World) -> str:
    raise KeyError("question")


def test_every_check_has_a_line_and_its_trouble_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checks = [Check("a", "one", well), Check("b", "two", ill), Check("c", "three", broken)]
    assert run_all(world(tmp_path), checks) == 2
    lines = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert lines[:3] == ["ok one 0 s all well", "FAILED two 0 s it is dark", "FAILED three 0 s KeyError: 'question'"]
    assert lines[3].startswith("3 checks, 2 failed")
    assert "Traceback" in (tmp_path / "log.txt").read_text()


def test_without_what_it_needs_the_rest_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all(world(tmp_path), [Check("a", "one", ill, needed=True), Check("b", "two", well)]) == 1
    assert "left out" in capsys.readouterr().out


def test_waiting_says_what_was_there_instead() -> None:
    with pytest.raises(Failed, match="not within 0 s: light but dark"):
        wait_for(lambda: False, 0.0, "light but", lambda: "dark")
    assert wait_for(lambda: 7, 1.0, "seven") == 7


def test_the_checks_are_listed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [check.key for check in CHECKS]
    table = (ROOT / "docs/booted_machine.md").read_text("utf-8")
    explained = re.findall(r"`([\w]+)`", " ".join(re.findall(r"^\| (`.+?) \|", table, re.M)))
    assert explained == [key for key in listed if key != "doctor2"][:4] + explained[4:]
    assert set(explained) == set(listed)


def test_the_machines_settings_are_good_ones(tmp_path: Path) -> None:
    file = tmp_path / "companion.toml"
    file.write_text(SETTINGS)
    config = load_config(file, environ={"STATE_DIRECTORY": str(tmp_path)}).config
    assert not check_pins(config.hardware.pin_map)
    assert config.hardware.pin_map["pause_button"] == (PAUSE,)
    assert config.camera.source == "/dev/video0"
