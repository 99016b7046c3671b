"""What is released and installed is whole: every file that a wheel would hold, and every game opens from the copy."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import rules.games
from companion.values.game_titles import game_title
from deploy.installer.tree import copy, files_of, unpack
from tests.house._source import ROOT

PACKAGES = ("companion", "hardware", "rules", "vision", "web", "words")

pytestmark = pytest.mark.xdist_group("a release")  # one worker makes it for all tests


def tracked() -> list[str]:
    """The files of the checkout that git knows or would take."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no checkout")
    return [name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as it is installed from an archive, such as git makes: with nothing of git in it."""
    folder = tmp_path_factory.mktemp("release")
    with tarfile.open(folder / "release.tar.gz", "w:gz", compresslevel=1) as archive:
        for name in tracked():
            archive.add(ROOT / name, f"companion-1.0/{name}")
    (folder / "out").mkdir()
    copy(unpack(folder / "release.tar.gz", folder / "out"), folder / "installed")
    return folder / "installed"


def test_every_file_of_the_packages_is_installed() -> None:
    """A file of a kind that the project file does not name would be in no wheel and on no machine."""
    belong = {str(path) for path in files_of(ROOT)}
    assert [name for name in tracked() if name.split("/")[0] in PACKAGES and name not in belong] == []


def test_an_installation_holds_what_a_wheel_holds(installed: Path, tmp_path: Path) -> None:
    pytest.importorskip("setuptools")
    build = f"from setuptools import build_meta; build_meta.build_wheel({str(tmp_path)!r})"
    source = tmp_path / "source"
    copy(installed, source)  # a build leaves folders behind
    subprocess.run([sys.executable, "-c", build], cwd=source, capture_output=True, check=True, timeout=120)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        held = {name for name in opened.namelist() if ".dist-info/" not in name}
    assert {str(path) for path in files_of(installed) if path.parts[0] in PACKAGES} == held


def selftest(tree: Path) -> subprocess.CompletedProcess[str]:
    """Compiled once for all tests, and outside the tree, which stays as it was installed."""
    command = [sys.executable, "-P", "-m", "companion", "selftest"]
    variables = {**os.environ, "PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": str(tree.parent / "compiled")}
    return subprocess.run(command, cwd="/", env=variables, capture_output=True, text=True, check=False, timeout=120)


def test_every_game_and_the_dice_open_from_an_installation_without_git(installed: Path) -> None:
    done = selftest(installed)
    assert done.returncode == 0, done.stderr
    for slug in rules.games.slugs():
        assert game_title(slug) in done.stdout
    assert "dice" in done.stdout


@pytest.mark.parametrize(
    "lost",
    ["rules/games/chesney/data/characters.toml", "vision/dice/data/dice.npz", "web/pages/landing/landing.html"],
)
def test_an_installation_that_lacks_a_file_does_not_open(installed: Path, lost: str) -> None:
    away = installed / lost
    content = away.read_bytes()
    away.unlink()
    try:
        done = selftest(installed)
    finally:
        away.write_bytes(content)
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
