"""The doctor of a running table: it looks in the background, and its report has no secret in it."""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import doctor as _cli_doctor
from companion.cli.commands import main
from companion.doctor import report
from companion.doctor.checkup import Checkup
from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.pins import PIN_LOOKS
from companion.doctor.report import MASK
from companion.doctor.world import Ran, World
from companion.journal.journal import Journal
from companion.service.office_parts import as_given, make_office
from companion.settings.hardware import HARDWARE_AS_DELIVERED
from hardware import PinFactory, PinMap, Rig
from rules.engine.entries import Header
from tests.companion.evening import HANDS
from tests.companion.host_office import words
from tests.companion.test_report import NOTE, PIN, SETTINGS, WIFI, Planted, planted
from web.pages.doctor.views import LineGrade
from web.views import Role, Session
from words import Sentence

HOST = Session(Role.HOST)
DEADLINE_S = 120.0
__all__ = ["planted"]  # the fixture of the table full of secrets

WELL = Finding("disk", Grade.OK, Sentence("{count} MB free", count=7), "", Section.STORAGE)
LOOK = Finding("copies", Grade.WARN, "none", "Keep one.", Section.STORAGE)
BAD = Finding("package gpiozero", Grade.BAD, "2.0.1", "Set it up anew.", Section.PROGRAM)


def checkup(found: Iterable[Finding]) -> Checkup:
    return Checkup(lambda: found, lambda: datetime(2026, 11, 22, 18, 0, tzinfo=UTC))


def test_before_the_first_look_there_is_nothing() -> None:
    view = checkup([WELL]).view(words())
    assert (view.begun, view.looking, view.groups) == ("", False, ())


def test_findings_stand_by_section_the_worst_first() -> None:
    looked = checkup([WELL, LOOK, BAD])
    looked.begin()
    assert looked.wait(DEADLINE_S)
    view = looked.view(words())
    assert (view.begun, view.broken, view.to_look_at) == ("2026-11-22T18:00:00+00:00", 1, 1)
    assert [group.key for group in view.groups] == ["program", "storage"]
    assert [line.grade for line in view.groups[1].lines] == [LineGrade.LOOK, LineGrade.WELL]
    assert view.groups[0].lines[0].name == "Package gpiozero"
    assert view.groups[1].lines[1].text == "7 MB free"


def test_the_page_says_it_in_the_hosts_language() -> None:
    looked = checkup([WELL])
    looked.begin()
    assert looked.wait(DEADLINE_S)
    (group,) = looked.view(words("de")).groups
    assert group.heading != Section.STORAGE.heading
    assert group.lines[0].text == "7 MB frei"


def test_it_is_read_while_it_looks_and_looks_once_at_a_time() -> None:
    begun, go_on = threading.Event(), threading.Event()
    looks = []

    def examine() -> Iterable[Finding]:
        looks.append(1)
        yield WELL
        begun.set()
        assert go_on.wait(DEADLINE_S)
        yield LOOK

    looked = Checkup(examine)
    looked.begin()
    assert begun.wait(DEADLINE_S)
    looked.begin()
    view = looked.view(words())
    assert (view.looking, len(view.groups[0].lines)) == (True, 1)
    go_on.set()
    assert looked.wait(DEADLINE_S)
    assert len(looks) == 1
    assert len(looked.view(words()).groups[0].lines) == 2
    looked.begin()
    assert looked.wait(DEADLINE_S)
    assert len(looks) == 2


def counted(looked: Checkup, monkeypatch: pytest.MonkeyPatch) -> threading.Semaphore:
    """Released whenever somebody has asked and has an examination to wait for."""
    asked, begun = threading.Semaphore(0), looked.begin

    def ask() -> object:
        found = begun()
        asked.release()
        return found

    monkeypatch.setattr(looked, "begin", ask)
    return asked


def test_all_who_ask_while_it_looks_wait_for_the_same_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, looks = threading.Event(), []

    def examine() -> Iterable[Finding]:
        looks.append(1)
        yield WELL
        assert go_on.wait(DEADLINE_S)
        yield LOOK

    looked = Checkup(examine)
    asked = counted(looked, monkeypatch)
    with ThreadPoolExecutor(3) as askers:
        answers = [askers.submit(looked.findings) for _ in range(3)]
        for _ in answers:
            assert asked.acquire(timeout=DEADLINE_S)
        assert not any(answer.done() for answer in answers), "the half of it is no answer"
        go_on.set()
        assert [answer.result(DEADLINE_S) for answer in answers] == [(WELL, LOOK)] * 3
    assert len(looks) == 1
    assert looked.findings() == (WELL, LOOK)
    assert len(looks) == 2, "who asks afterwards gets what is so by then"


def test_an_examination_that_breaks_off_ends() -> None:
    def examine() -> Iterable[Finding]:
        yield WELL
        raise RuntimeError

    looked = Checkup(examine)
    assert looked.findings() == (WELL,)
    assert looked.view(words()).looking is False


# ---- a running table -------------------------------------------------------------------------------------------------


def test_the_page_of_a_running_table_says_no_secret(planted: Planted) -> None:
    pages, checkup = planted.service.pages, planted.service.office.checkup
    assert pages.doctor.doctor_look(HOST).looking
    assert checkup.wait(DEADLINE_S)
    view = pages.doctor.doctor_view(HOST)
    found = {line.name: line for group in view.groups for line in group.lines}
    assert f":{planted.service.port_number}, in use by the running companion" in found["Port"].text
    assert found["Camera"].text == "none is set; everything is told by phone"
    assert "1 match, whole, in use by a running companion" in found["Journal"].text
    assert not any(secret in repr(view) for secret in planted.secrets)


def test_page_and_report_share_one_examination(planted: Planted, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the table has left the devices free (safe mode), each examination opens them."""
    begun, go_on, opened = threading.Event(), threading.Event(), []

    def check(_patient: Patient) -> Iterator[Finding]:
        opened.append("camera")
        begun.set()
        assert go_on.wait(DEADLINE_S)
        yield Finding("camera", Grade.OK, "opened once")

    look = Examination("camera", Section.TABLE, check, DEADLINE_S)
    monkeypatch.setattr("companion.doctor.doctor.all_looks", lambda: (look,))
    asked = counted(planted.service.office.checkup, monkeypatch)
    assert planted.service.pages.doctor.doctor_look(HOST).looking
    assert begun.wait(DEADLINE_S)
    with ThreadPoolExecutor(1) as askers:
        report = askers.submit(planted.report)
        assert all(asked.acquire(timeout=DEADLINE_S) for _ in ("page", "report"))
        go_on.set()
        facts = json.loads(report.result(DEADLINE_S)["report.json"])
    assert [(one["name"], one["text"]) for one in facts["doctor"]] == [("camera", "opened once")]
    assert opened == ["camera"]


class Silent(Rig):
    """Pins whose library no longer calls."""

    def is_alive(self) -> bool:
        return False


def test_pins_of_a_running_table_that_have_fallen_silent_are_told(
    planted: Planted, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = planted.service
    wired = replace(service.config, hardware=replace(HARDWARE_AS_DELIVERED, pins=PinFactory.MOCK))
    silent = replace(service, loaded=as_given(wired), rig=Silent(PinFactory.MOCK, PinMap()))
    monkeypatch.setattr("companion.doctor.doctor.all_looks", lambda: PIN_LOOKS)
    office = make_office(silent, lambda ending: None)
    office.checkup.begin()
    assert office.checkup.wait(DEADLINE_S)
    (group,) = office.checkup.view(words()).groups
    assert [line.grade for line in group.lines if line.name == "Pins"] == [LineGrade.BROKEN]


# ---- the report ------------------------------------------------------------------------------------------------------


def parts(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name).decode("utf-8") for name in file.namelist()}


def doctor(*more: str, **environ: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["doctor", *more], env={"COLUMNS": "100", **environ})
    return result.exit_code, result.output


def test_doctor_writes_a_report_without_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, target = tmp_path / "companion.toml", tmp_path / "report.zip"
    file.write_text(SETTINGS, "utf-8")
    data = tmp_path / "data"
    with Journal.open(data / "companion.db") as journal:
        match = journal.start_match(Header("high_card", 2, {}, HANDS), "High Card")
        journal.set_seat_note(match, 0, NOTE)
    careless = (
        f"Nov 22 18:00:00 table run[7]: companion.x: a careless line pin={PIN} token=q8Zp1kY7vR3sT9uW2xC4 {WIFI}\n"
    )
    log = World(run=lambda command: Ran(0, careless) if command[0] == "journalctl" else None)
    monkeypatch.setattr(_cli_doctor, "World", lambda: log)
    code, out = doctor("--config", str(file), "--data", str(data), "--report", str(target))
    assert code in (0, 1), out
    assert "The report is in" in out
    assert target.stat().st_mode & 0o077 == 0
    found = parts(target)
    facts = json.loads(found["report.json"])
    assert {"settings", "journal", "pins"} <= {one["name"] for one in facts["doctor"]}
    assert {one["section"] for one in facts["doctor"]} >= {"program", "storage"}
    assert facts["settings"]["web.host_pin"]["value"] == MASK
    assert "careless line" in found["log.txt"]
    secrets = (PIN, WIFI, NOTE, "q8Zp1kY7vR3sT9uW2xC4", "RED-5", "BLU-6", "Red 5", "Adalind", "Benedikt")
    for name, text in found.items():
        assert [secret for secret in secrets if secret in text] == [], name


def test_a_report_of_settings_that_cannot_be_read(tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    code, _ = doctor("--set", "web.port=x", "--data", str(tmp_path / "data"), "--report", str(target))
    assert code == 2
    first = json.loads(parts(target)["report.json"])["doctor"][0]
    assert (first["name"], first["grade"]) == ("settings", "bad")


def test_a_report_does_not_write_over_another(tmp_path: Path) -> None:
    target = tmp_path / "report.zip"
    target.write_text("mine")
    code, out = doctor("--report", str(target), "--data", str(tmp_path / "data"))
    assert (code, "there already" in out) == (2, True)
    assert target.read_text() == "mine"


def test_the_log_of_the_service_is_asked_for_and_may_be_missing() -> None:
    asked: list[tuple[str, ...]] = []

    def run(command: object) -> Ran | None:
        asked.append(tuple(command))  # type: ignore[arg-type]
        return Ran(0, "one\ntwo\n")

    assert report.service_log(World(run=run)) == ("one", "two")
    assert asked[0][:2] == ("journalctl", "--unit=companion.service")
    assert report.service_log(World(run=lambda command: None)) == ()
    assert report.service_log(World(run=lambda command: Ran(1, "no rights"))) == ()


# ---- in the terminal -------------------------------------------------------------------------------------------------


def test_findings_stand_under_headings_and_are_summed_up(tmp_path: Path) -> None:
    code, out = doctor("--data", str(tmp_path / "data"), "--set", "camera.source=/dev/video99")
    assert code == 2
    assert out.index("The program") < out.index("Disk and journal") < out.index("Buttons and lights")
    assert "Broken: 1." in out
    assert "What to do stands behind each arrow." in out


def test_a_tag_is_only_asked_for_where_there_is_a_camera(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"), "--set", "voice.sink=off")
    assert "--tag does nothing" in doctor("--tag", *data)[1]
    assert "Hold a printed sticker under the camera" in doctor("--tag", *data, "--set", "camera.source=/dev/video99")[1]
