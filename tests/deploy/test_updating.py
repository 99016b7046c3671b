"""To another version and back: the journal, the links and the running service."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.journal.schema import SCHEMA
from deploy.installer.installing import Wanted, install
from deploy.installer.places import InstallError
from deploy.installer.updating import ASK_FORMAT, rollback, update
from tests.deploy.release import Box, journal, lines, release
from tests.house._source import ROOT


@pytest.fixture
def box(tmp_path: Path) -> Box:
    """A machine on which version 1 runs."""
    made = Box(tmp_path / "box")
    install(made, release(tmp_path / "one", "1.0.0"), Wanted(start=False))
    made.runs = True
    journal(made.places, 3, "evening one")
    made.done.clear()
    return made


@pytest.fixture
def two(tmp_path: Path) -> Path:
    return release(tmp_path / "two", "2.0.0")


def test_the_new_version_runs_and_the_old_one_is_kept(box: Box, two: Path) -> None:
    update(box, two, now=False)
    assert box.version == "2.0.0"
    assert box.runs
    assert box.versions == ["1.0.0", "2.0.0"]
    assert [word for word in box.done if word.startswith("st")] == ["stop", "start 2.0.0"]
    assert lines(box.places.journal) == ["evening one"]
    assert lines(box.places.before_update) == ["evening one"]
    assert box.places.before_update.stat().st_mode & 0o777 == 0o600


def test_the_same_version_is_nothing_new(box: Box, tmp_path: Path) -> None:
    update(box, tmp_path / "one", now=False)
    assert box.runs
    assert box.done == []


def test_versions_beyond_two_go(box: Box, two: Path, tmp_path: Path) -> None:
    update(box, two, now=False)
    update(box, release(tmp_path / "three", "3.0.0"), now=False)
    assert box.versions == ["2.0.0", "3.0.0"]
    rollback(box, now=False)
    assert box.version == "2.0.0"


def test_never_in_the_middle_of_a_game(box: Box, two: Path) -> None:
    (box.places.state / "playing").touch()
    with pytest.raises(InstallError, match=r"A game is going on\. Try again"):
        update(box, two, now=False)
    assert (box.version, box.runs, box.versions) == ("1.0.0", True, ["1.0.0"])
    update(box, two, now=True)
    assert box.version == "2.0.0"
    with pytest.raises(InstallError, match="A game is going on"):
        rollback(box, now=False)
    assert box.version == "2.0.0"


def test_a_game_that_begins_while_the_new_version_is_set_up_goes_on(box: Box, two: Path) -> None:
    with (two / "run").open("a") as script:
        script.write(f'[[ $1 != setup || -e $here/once.log ]] || touch "$here/once.log" "{box.places.state}/playing"\n')
    with pytest.raises(InstallError, match="A game is going on"):
        update(box, two, now=False)
    assert (box.version, box.runs) == ("1.0.0", True)
    (box.places.state / "playing").unlink()
    update(box, two, now=False)
    assert box.version == "2.0.0"


@pytest.mark.parametrize("fault", ["broken", "silent"])
def test_a_version_that_does_not_start_or_answer_is_taken_back(box: Box, two: Path, fault: str) -> None:
    getattr(box, fault).add("2.0.0")
    unit = box.places.unit.read_text()
    (two / "deploy/files/companion.service").write_text("another unit\n")
    with pytest.raises(
        InstallError,
        match=r"Version 2\.0\.0-\w+ does not start. (.|\n)*its last words(.|\n)*1\.0\.0-\w+ is installed as before",
    ):
        update(box, two, now=False)
    assert (box.version, box.runs) == ("1.0.0", True)
    assert box.places.unit.read_text() == unit
    assert lines(box.places.journal) == ["evening one"]
    with pytest.raises(InstallError, match="no version before"):
        rollback(box, now=False)


def test_a_version_that_cannot_be_set_up_stops_nothing(box: Box, two: Path) -> None:
    (two / "companion/breaks.toml").touch()
    with pytest.raises(InstallError, match="could not be set up"):
        update(box, two, now=False)
    assert (box.version, box.runs, box.done) == ("1.0.0", True, [])


def test_the_way_back_keeps_what_was_played(box: Box, two: Path) -> None:
    update(box, two, now=False)
    journal(box.places, 3, "evening two")
    rollback(box, now=False)
    assert (box.version, box.runs) == ("1.0.0", True)
    assert lines(box.places.journal) == ["evening one", "evening two"]
    rollback(box, now=False)
    assert box.version == "2.0.0", "and forth again"


class Migrating(Box):
    """Its version 2 brings the journal to another format as soon as it starts."""

    def start(self) -> bool:
        if self.version == "2.0.0":
            journal(self.places, 4, "a line of version two")
        return super().start()


@pytest.fixture
def migrating(tmp_path: Path, box: Box) -> Migrating:
    made = Migrating(box.places.root)
    made.runs = True
    return made


def test_a_failed_version_leaves_the_journal_that_the_old_one_can_read(migrating: Migrating, tmp_path: Path) -> None:
    migrating.broken.add("2.0.0")
    with pytest.raises(InstallError, match="as before"):
        update(migrating, release(tmp_path / "newer", "2.0.0", journal_format=4), now=False)
    assert lines(migrating.places.journal) == ["evening one"]
    assert migrating.runs


def test_the_way_back_over_a_format_keeps_the_newer_journal_aside(
    migrating: Migrating, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    update(migrating, release(tmp_path / "newer", "2.0.0", journal_format=4), now=False)
    assert migrating.version == "2.0.0"
    rollback(migrating, now=False)
    assert lines(migrating.places.journal) == ["evening one"]
    (aside,) = migrating.places.state.glob("companion.db.newer-*")
    assert lines(aside) == ["evening one", "a line of version two"]
    assert aside.stat().st_mode & 0o777 == 0o600
    assert str(aside) in capsys.readouterr().out


def test_a_power_cut_while_it_changes_over_leaves_both_ways_open(
    box: Box, two: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class PowerCut(BaseException):
        """Nothing more is done."""

    def cut() -> bool:
        raise PowerCut

    monkeypatch.setattr(box, "start", cut)
    with pytest.raises(PowerCut):
        update(box, two, now=False)
    monkeypatch.undo()
    assert box.version == "2.0.0", "it starts with the machine"
    rollback(box, now=False)
    assert box.version == "1.0.0"


def test_a_full_disk_leaves_the_old_version_running(box: Box, two: Path) -> None:
    box.places.before_update.mkdir()  # so that the copy cannot be put there
    with pytest.raises(InstallError, match="could not be copied"):
        update(box, two, now=False)
    assert (box.version, box.runs) == ("1.0.0", True)
    assert lines(box.places.journal) == ["evening one"]


def test_an_old_version_that_does_not_start_any_more_leaves_the_new_one(migrating: Migrating, tmp_path: Path) -> None:
    update(migrating, release(tmp_path / "newer", "2.0.0", journal_format=4), now=False)
    migrating.broken.add("1.0.0")
    with pytest.raises(InstallError, match=r"2\.0\.0-\w+ is installed as before"):
        rollback(migrating, now=False)
    assert (migrating.version, migrating.runs) == ("2.0.0", True)
    assert lines(migrating.places.journal)[:2] == ["evening one", "a line of version two"], "nothing played is lost"


def test_without_the_old_journal_there_is_no_way_back_over_a_format(migrating: Migrating, tmp_path: Path) -> None:
    update(migrating, release(tmp_path / "newer", "2.0.0", journal_format=4), now=False)
    migrating.places.before_update.unlink()
    with pytest.raises(InstallError, match="cannot read the journal"):
        rollback(migrating, now=False)
    assert (migrating.version, migrating.runs) == ("2.0.0", True)


def test_without_an_installation_there_is_nothing_to_update(tmp_path: Path, two: Path) -> None:
    with pytest.raises(InstallError, match="No version is installed"):
        update(Box(tmp_path / "empty"), two, now=False)


def test_a_service_that_was_stopped_stays_so(box: Box, two: Path) -> None:
    box.runs = False
    update(box, two, now=False)
    rollback(box, now=False)
    assert not box.runs
    assert not [word for word in box.done if word.startswith("start")]


@pytest.mark.parametrize("state", ["activating", "failed"])
def test_out_of_a_crash_loop_the_way_back_leads_to_a_service_that_runs(box: Box, two: Path, state: str) -> None:
    update(box, two, now=False)
    box.runs, box.else_state = False, state
    rollback(box, now=False)
    assert (box.version, box.runs) == ("1.0.0", True)
    box.runs = False
    update(box, two, now=False)
    assert (box.version, box.runs) == ("2.0.0", True)


def test_what_was_stopped_is_said_to_be_stopped(box: Box, two: Path, capsys: pytest.CaptureFixture[str]) -> None:
    box.runs = False
    update(box, two, now=False)
    assert "systemctl start companion" in capsys.readouterr().out


def test_where_no_version_starts_the_truth_is_said(box: Box, two: Path) -> None:
    update(box, two, now=False)
    box.broken |= {"1.0.0", "2.0.0"}
    box.runs, box.else_state = False, "failed"
    with pytest.raises(InstallError, match=r"1\.0\.0-\w+ does not start(.|\n)*2\.0\.0-\w+ .* does not start either"):
        rollback(box, now=False)
    assert box.version == "2.0.0"


def test_the_way_back_is_open_where_the_present_version_is_gone(box: Box, two: Path) -> None:
    update(box, two, now=False)
    shutil.rmtree(box.places.current.resolve())
    box.runs, box.else_state = False, "failed"
    rollback(box, now=False)
    assert (box.version, box.runs) == ("1.0.0", True)


def test_packages_are_taken_over_from_the_version_before(box: Box, two: Path) -> None:
    one = box.places.current.resolve()
    update(box, two, now=False)
    assert f"setup --like {one}" in (box.places.current / "called.log").read_text().splitlines()


def test_where_no_service_runs_nobody_plays(box: Box, two: Path) -> None:
    (box.places.state / "playing").touch()
    box.runs, box.else_state = False, "failed"
    update(box, two, now=False)
    assert box.version == "2.0.0"


def test_a_companion_that_cannot_be_asked_is_no_game(box: Box, two: Path) -> None:
    """Its environment is gone while the service still runs: the update is the cure."""
    run = box.places.current / "run"
    run.write_text("#!/bin/bash\necho 'run: there is no environment.' >&2\nexit 1\n")
    update(box, two, now=False)
    assert box.version == "2.0.0"


def test_the_program_knows_how_it_is_asked_for_the_format_of_its_journal() -> None:
    """The versions of these tests answer whatever they are asked; this one is the program itself."""
    words = (sys.executable, "-P", "-c", ASK_FORMAT)
    asked = subprocess.run(words, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=True)
    assert int(asked.stdout) == SCHEMA
