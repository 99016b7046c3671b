"""What the host wished for on the page, as the installer carries it out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from deploy.installer.installing import Wanted, install, uninstall
from deploy.installer.places import InstallError
from deploy.installer.updating import rollback, update
from deploy.installer.wished import fulfil
from tests.deploy.release import Box, release


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A machine on which version 1 runs."""
    made = Box(tmp_path / "box")
    install(made, release(tmp_path / "one", "1.0.0"), Wanted(start=False))
    made.runs = True
    made.places.wish.parent.mkdir(parents=True)
    made.places.told.parent.mkdir(parents=True)
    return made


def fulfilled(box: Box, word: str, tree: Path | None = None) -> tuple[str, str]:
    """The installed version and why there is no other, as the page is told. Without a tree nobody signed it."""

    @contextmanager
    def opened(archive: Path) -> Iterator[Path]:
        assert archive.name == "release.tar.gz"
        if tree is None:
            raise InstallError("Somebody else made it.")
        yield tree

    box.places.wish.write_text(word)
    (box.places.wish.with_name("release.tar.gz")).touch()
    (box.places.wish.with_name("release.tar.gz.sig")).touch()
    fulfil(box, opened)
    assert list(box.places.wish.parent.iterdir()) == []
    told = json.loads(box.places.told.read_text())
    return told["version"].partition("-")[0], told["why"]


def test_to_a_new_version_and_back(box: Box, tmp_path: Path) -> None:
    assert fulfilled(box, "update", release(tmp_path / "two", "2.0.0")) == ("2.0.0", "")
    assert fulfilled(box, "rollback") == ("1.0.0", "")


def test_what_cannot_be_is_told_and_changes_nothing(box: Box, tmp_path: Path) -> None:
    assert fulfilled(box, "update") == ("1.0.0", "Somebody else made it.")
    assert fulfilled(box, "rollback")[1].startswith("There is no version before")
    assert "asked for nothing" in fulfilled(box, "../../etc")[1]
    (box.places.state / "playing").touch()
    assert fulfilled(box, "update", release(tmp_path / "two", "2.0.0"))[1].startswith("A game is going on")
    assert box.version == "1.0.0"
    assert box.runs


def test_the_watcher_looks_where_the_service_lays_its_wish(box: Box) -> None:
    assert f"PathExists=/{box.places.wish.relative_to(box.places.root)}\n" in box.places.watcher.read_text()


def test_the_watcher_comes_and_goes_with_the_program(box: Box, tmp_path: Path) -> None:
    assert "enable --now companion-update.path" in box.done
    uninstall(box, purge=False, is_sure=True)
    assert "disable --now companion-update.path" in box.done
    assert not box.places.watcher.exists()
    assert not box.places.fulfiller.exists()


def test_the_way_back_leads_to_a_version_that_knew_no_watcher(tmp_path: Path) -> None:
    old = release(tmp_path / "one", "1.0.0")
    for path in (old / "deploy/files").glob("companion-update.*"):
        path.unlink()
    box = Box(tmp_path / "box")
    install(box, old, Wanted(start=False))
    box.runs = True
    update(box, release(tmp_path / "two", "2.0.0"), now=False)
    rollback(box, now=False)
    assert box.version == "1.0.0"
