"""The doctor finds what is wrong, says what to do, and changes nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.doctor import clock as _doctor_clock
from companion.doctor.checkup import TITLES, title
from companion.doctor.doctor import all_looks, examine, exit_code
from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.settings.config import Config
from rules import games
from tests.companion.doctor_world import PI_5, finding, findings, graded, world
from tests.owners_game import owners_game
from words import Sentence
from words.catalogue import catalogue

# ---- the examination -------------------------------------------------------------------------------------------------


def test_a_whole_machine_is_well(config: Config, tmp_path: Path) -> None:
    found = list(examine(config))
    assert [f for f in found if f.grade is Grade.BAD] == []
    assert {"system", "python", "packages", "zbar", "clock", "data directory", "disk", "journal", "port", "tags"} < {
        f.name for f in found
    }
    assert all(f.cure for f in found if f.grade is not Grade.OK)
    assert list(tmp_path.iterdir()) == [], "looking leaves nothing behind"


def test_what_is_found_can_be_said_in_every_language(config: Config) -> None:
    for one in examine(config):
        for text in filter(None, (one.text, one.cure)):
            assert isinstance(text, Sentence), one
        head = title(one.name)
        assert one.name in TITLES or isinstance(head, Sentence), one.name
    german = catalogue("de").sentences
    assert all(german.get(section.heading) for section in Section)


def test_exit_codes() -> None:
    ok, warn, bad = (Finding("x", grade, "") for grade in Grade)
    assert (exit_code([ok]), exit_code([ok, warn]), exit_code([warn, bad]), exit_code([])) == (0, 1, 2, 0)


def test_a_check_that_fails_itself_is_a_finding(config: Config) -> None:
    def faints(_: Patient) -> Iterator[Finding]:
        yield Finding("y", Grade.OK, "first")
        raise RuntimeError("dizzy")

    first, then = examine(config, looks=(Examination("x", Section.PINS, faints),))
    assert (first.name, first.section) == ("y", Section.PINS)
    assert (then.name, then.grade) == ("x", Grade.BAD)
    assert "RuntimeError: dizzy" in then.text


def test_a_check_that_hangs_does_not_hang_the_doctor(config: Config) -> None:
    hangs_for, well = threading.Event(), Finding("next", Grade.OK, "well")

    def hangs(_: Patient) -> Iterator[Finding]:
        yield Finding("began", Grade.OK, "")
        hangs_for.wait()

    looks = (
        Examination("camera", Section.TABLE, hangs, 1.0),
        Examination("next", Section.PINS, lambda _: iter([well])),
    )
    try:
        began, stuck, after = examine(config, looks=looks)
    finally:
        hangs_for.set()
    assert (began.name, stuck.name, stuck.grade, after.name) == ("began", "camera", Grade.BAD, "next")
    assert "no answer within 1 s" in stuck.text


def test_who_waits_hears_which_check_comes(config: Config) -> None:
    heard: list[str] = []
    looks = tuple(look for look in all_looks() if look.name in ("python", "port"))
    list(examine(config, looks=looks, begin=lambda look: heard.append(look.name)))
    assert heard == ["python", "port"]


def test_sections_come_one_after_the_other() -> None:
    order = [look.section for look in all_looks()]
    assert order == sorted(order, key=list(Section).index)


# ---- the program -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "version", "why"),
    [
        ("gpiozero", "2.0.1", "Raspberry Pi 5"),
        ("gpiozero", "2.0.1.post1", "Raspberry Pi 5"),
        ("gpiozero", "2.0.1.post2", "Raspberry Pi 5"),
        ("pyttsx3", "2.90", "loses sentences"),
        ("lgpio", "0.0.0.2", "empty package"),
        ("opencv-python", "4.9.0.80", "NumPy 1"),
    ],
)
def test_versions_known_to_be_bad(config: Config, root: Path, package: str, version: str, why: str) -> None:
    found = finding(f"package {package}", config, world(root, versions={package: version}))
    assert found.grade is Grade.BAD
    assert version in found.text
    assert why in found.text
    assert found.cure


def test_good_versions_are_one_line(config: Config, root: Path) -> None:
    machine = world(root, versions={"lgpio": "0.2.2.0"})
    assert "gpiozero 2.0.1.post3" in finding("packages", config, machine).text
    assert not any(f.name.startswith("package ") for f in examine(config, machine))


def test_a_missing_package(config: Config, root: Path) -> None:
    found = finding("packages", config, world(root, versions={"segno": None}))
    assert (found.grade, found.text) == (Grade.BAD, "not installed: segno")


def test_two_packages_that_both_bring_opencv(config: Config, root: Path) -> None:
    both = ("opencv-python", "opencv-python-headless")
    found = finding("opencv", config, world(root, providers=lambda module: both))
    assert found.grade is Grade.BAD
    assert "pip uninstall opencv-python opencv-python-headless" in found.cure
    assert findings("opencv", config, world(root)) == []


def test_the_second_library(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctypes.util.find_library", lambda name: None)
    assert "libzbar0" in finding("zbar", config, world(root)).cure


def test_other_systems_are_told_so(config: Config, root: Path) -> None:
    assert finding("system", config, world(root, system="Darwin")).grade is Grade.BAD
    small = finding("system", config, world(root, {"/proc/device-tree/model": PI_5}, is_64_bit=False))
    assert (small.grade, small.cure) == (Grade.BAD, "Install the 64-bit Raspberry Pi OS.")
    assert finding("system", config, world(root)).text.startswith("Raspberry Pi 5 Model B Rev 1.0, Linux")


SHOWN = """\
User=companion
LoadState=loaded
ActiveState={active}
SubState={sub}
Result={result}
NRestarts={again}
UnitFileState={enabled}
"""


def shown(active: str = "active", sub: str = "running", result: str = "success", again: int = 0, enabled: str = "enabled") -> dict[str, str | None]:  # fmt: skip # noqa: E501
    return {"systemctl show companion.service": SHOWN.format(**locals())}


def test_the_service(config: Config, root: Path) -> None:
    assert finding("service", config, world(root, commands=shown())).text == "active (running)"
    failed = finding("service", config, world(root, commands=shown("failed", "failed", "exit-code")))
    assert (failed.grade, failed.text) == (Grade.BAD, "it has failed (exit-code)")
    assert "journalctl -u companion.service" in failed.cure
    again = finding("service", config, world(root, commands=shown(again=4)))
    assert again.grade is Grade.WARN
    assert "4 times" in again.text
    asleep = findings("service", config, world(root, commands=shown("inactive", "dead", enabled="disabled")))
    assert graded(asleep) == [Grade.WARN, Grade.OK]
    assert "systemctl enable" in asleep[0].cure


@pytest.mark.parametrize("said", ["LoadState=not-found\nActiveState=inactive\n", None])
def test_no_service_is_no_finding(config: Config, root: Path, said: str | None) -> None:
    assert findings("service", config, world(root, commands={"systemctl show": said})) == []
    assert findings("service", config, world(root)) == []


def test_a_version_that_is_not_there(config: Config, root: Path) -> None:
    link = root / "opt/companion/current"
    link.parent.mkdir(parents=True)
    link.symlink_to("versions/0.3.0")
    gone = finding("version", config, world(root, commands=shown()))
    assert gone.grade is Grade.BAD
    (root / "opt/companion/versions/0.3.0").mkdir(parents=True)
    assert finding("version", config, world(root, commands=shown())).text == "0.3.0 is used"


# ---- the board -------------------------------------------------------------------------------------------------------

PI = {"/proc/device-tree/model": PI_5}


@pytest.mark.parametrize(
    ("said", "grades", "text"),
    [
        ("throttled=0x0\n", [Grade.OK], "as it should be"),
        ("throttled=0x50005\n", [Grade.BAD], "the supply voltage is too low"),
        ("throttled=0x50000\n", [Grade.WARN], "it was too low since the board was switched on"),
        ("throttled=0xe0008\n", [Grade.OK], "as it should be"),
    ],
)
def test_the_supply_voltage(config: Config, root: Path, said: str, grades: list[Grade], text: str) -> None:
    machine = world(root, PI, {"vcgencmd get_throttled": said})
    found = findings("supply voltage", config, machine)
    assert graded(found) == grades
    assert found[0].text == text
    assert bool(found[0].cure) is (grades != [Grade.OK])


def test_what_holds_the_board_back(config: Config, root: Path) -> None:
    def said(text: str) -> list[str]:
        return [one.text for one in findings("throttled", config, world(root, PI, {"vcgencmd": f"throttled={text}\n"}))]

    assert said("0x6") == ["the processor is held back", "the processor is slowed down"]
    assert said("0x8") == ["the board is at its limit of temperature"]
    assert said("0xe0000") == [
        "it was so since the board was switched on: the processor is held back",
        "it was so since the board was switched on: the processor is slowed down",
        "it was so since the board was switched on: the board is at its limit of temperature",
    ]
    assert said("0x50005") == ["the processor is slowed down"]


@pytest.mark.parametrize(("alarm", "grade"), [("1\n", Grade.BAD), ("0\n", Grade.OK)])
def test_the_kernel_is_asked_where_vcgencmd_may_not(config: Config, root: Path, alarm: str, grade: Grade) -> None:
    files = {
        **PI,
        "/sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
        "/sys/class/hwmon/hwmon1/name": "rpi_volt\n",
        "/sys/class/hwmon/hwmon1/in0_lcrit_alarm": alarm,
    }
    assert finding("supply voltage", config, world(root, files, {"vcgencmd": None})).grade is grade


def test_a_board_that_tells_nothing_and_a_laptop(config: Config, root: Path) -> None:
    assert findings("supply voltage", config, world(root)) == []
    assert finding("supply voltage", config, world(root, PI, {"vcgencmd": "VCHI initialization failed\n"})).grade is (
        Grade.WARN
    )


@pytest.mark.parametrize(("text", "grade"), [("54321", Grade.OK), ("80500", Grade.WARN), ("86000", Grade.BAD)])
def test_temperature(config: Config, root: Path, text: str, grade: Grade) -> None:
    machine = world(root, {"/sys/class/thermal/thermal_zone0/temp": f"{text}\n"})
    assert finding("temperature", config, machine).grade is grade
    assert findings("temperature", config, world(root / "none")) == []


@pytest.mark.parametrize(("kb", "grade"), [(1_500_000, Grade.OK), (150_000, Grade.WARN), (40_000, Grade.BAD)])
def test_memory(config: Config, root: Path, kb: int, grade: Grade) -> None:
    text = f"MemTotal:        2017160 kB\nMemFree:           80000 kB\nMemAvailable:    {kb} kB\n"
    assert finding("memory", config, world(root, {"/proc/meminfo": text})).grade is grade


# ---- the clock -------------------------------------------------------------------------------------------------------

_NTP = "timedatectl show --property=NTPSynchronized"


def test_a_clock_that_is_set(config: Config, root: Path) -> None:
    assert "set by the network" in finding("clock", config, world(root, commands={_NTP: "yes\n"})).text
    told = world(root / "b", {"/run/systemd/timesync/synchronized": ""})
    assert "set by the network" in finding("clock", config, told).text
    assert finding("clock", config, world(root / "c")).grade is Grade.OK, "nobody knows"


def test_a_clock_that_stands_still_without_power(config: Config, root: Path) -> None:
    unset = {_NTP: "no\n"}
    assert finding("clock", config, world(root, commands=unset)).grade is Grade.WARN
    with_battery = world(root, {"/sys/class/rtc/rtc0/name": "rtc-ds1307"}, unset)
    assert finding("clock", config, with_battery).grade is Grade.OK


def test_a_clock_that_is_wrong(config: Config, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_doctor_clock, "_BUILT", datetime(2199, 1, 1, tzinfo=UTC))
    found = finding("clock", config, world(root, commands={_NTP: "yes\n"}))
    assert (found.grade, "cannot be" in found.text) == (Grade.WARN, True)


def test_games_of_the_owners_own_are_looked_at(config: Config) -> None:
    (look,) = [look for look in all_looks() if look.name == "own games"]
    folder = config.data.games_path
    try:
        assert list(look.check(Patient(config))) == []
        owners_game(folder)
        owners_game(folder, "broken", game=("HAND = 2", "HAND = no"))
        sound, broken = look.check(Patient(config))
    finally:
        games.look_in(None)
    assert (sound.grade, sound.text) == (Grade.OK, "High Card 1.0")
    assert (broken.name, broken.grade) == ("own games", Grade.WARN)
    assert broken.text == "broken cannot be played. game.py, line 40: NameError: name 'no' is not defined."
    assert "games/broken" in broken.cure
    assert str(folder) not in broken.cure, "no page says where on the disk it lies"
