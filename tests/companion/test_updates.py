"""Another version, wished for on the host's page: what the service lays, and what it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.doors.host_office import Office, OfficeError
from companion.journal.journal import Journal
from companion.machine.updates import Updates
from companion.values.notices import Notice
from tests.companion.host_office import quiet_office, words
from web.pages.host.hosting_views import VersionAct


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine on which two versions are installed, and somebody watches for wishes."""
    for name, link in (("2.0-new", "current"), ("1.0-old", "previous")):
        (tmp_path / "opt/companion/versions" / name).mkdir(parents=True)
        (tmp_path / "opt/companion" / link).symlink_to(f"versions/{name}")
    watcher = tmp_path / "etc/systemd/system/companion-update.path"
    watcher.parent.mkdir(parents=True)
    watcher.touch()
    (tmp_path / "var/lib/companion-update").mkdir(parents=True)
    return tmp_path


@pytest.fixture
def office(root: Path) -> Iterator[Office]:
    data = root / "data"
    data.mkdir()
    with Journal.open(data / "companion.db") as journal:
        yield quiet_office(journal, updates=Updates(data, root, {"INVOCATION_ID": "1"}))


def refused(office: Office, act: VersionAct) -> str:
    with pytest.raises(OfficeError) as told:
        office.change_version(act)
    assert isinstance(told.value.why, Notice)
    return told.value.why.code


def test_a_release_is_laid_whole_and_asked_for_once(office: Office, root: Path) -> None:
    assert refused(office, VersionAct.UPDATE) == "version_no_release"
    office.bring_release(b"archive", is_signature=False)
    assert refused(office, VersionAct.UPDATE) == "version_no_release"  # the signature is missing
    office.bring_release(b"signature", is_signature=True)
    assert office.change_version(VersionAct.UPDATE).code == "version_update"
    folder = root / "data/update"
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "release.tar.gz": b"archive",
        "release.tar.gz.sig": b"signature",
        "wish": b"update",
    }
    assert folder.stat().st_mode & 0o077 == 0
    assert refused(office, VersionAct.ROLLBACK) == "version_waits"
    with pytest.raises(OfficeError):
        office.bring_release(b"another", is_signature=False)  # under the installer's hands


def test_the_way_back_is_offered_where_there_is_one(office: Office, root: Path) -> None:
    view = office.view(words()).version
    assert view is not None
    assert (view.now, view.before, view.said, view.is_waiting) == ("2.0-new", "1.0-old", "", False)
    (root / "opt/companion/previous").unlink()
    assert refused(office, VersionAct.ROLLBACK) == "version_no_before"


def test_how_the_last_change_ended_is_said(office: Office, root: Path) -> None:
    told = root / "var/lib/companion-update/told.json"
    told.write_text(json.dumps({"version": "2.0-new", "why": ""}))
    view = office.view(words()).version
    assert view is not None
    assert "2.0-new is installed" in view.said
    told.write_text(json.dumps({"version": "2.0-new", "why": "A game is going on."}))
    view = office.view(words("de")).version
    assert view is not None
    assert view.said.endswith("A game is going on.")
    told.write_text("half a line")
    view = office.view(words()).version
    assert view is not None
    assert view.said == ""


@pytest.mark.parametrize("lacks", ["service", "watcher", "version"])
def test_where_nobody_would_carry_it_out_nothing_is_offered(root: Path, lacks: str) -> None:
    data = root / "data"
    data.mkdir()
    if lacks == "watcher":
        (root / "etc/systemd/system/companion-update.path").unlink()
    if lacks == "version":
        (root / "opt/companion/current").unlink()
    updates = Updates(data, root, {} if lacks == "service" else {"INVOCATION_ID": "1"})
    with Journal.open(data / "companion.db") as journal:
        office = quiet_office(journal, updates=updates)
        assert office.view(words()).version is None
        assert refused(office, VersionAct.ROLLBACK) == "version_cannot"
