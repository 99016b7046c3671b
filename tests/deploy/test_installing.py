"""Installing below a folder, twice, and taking away: everything but what only root on a real machine can do."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.settings.config import load_config
from deploy.installer import __main__ as command, versions
from deploy.installer.installing import Wanted, install, start, uninstall
from deploy.installer.machine import refusal
from deploy.installer.places import InstallError, Places
from deploy.installer.tree import WHOLE, files_of, name_of, unpack
from tests.deploy.release import Box, everything, release
from tests.house._source import ROOT

BOOKWORM = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
PI_OS = 'PRETTY_NAME="Raspberry Pi OS"\nID=raspbian\nID_LIKE=debian\n'


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return release(tmp_path / "source")


@pytest.fixture
def box(tmp_path: Path) -> Box:
    return Box(tmp_path / "box")


# -- which machines ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("release_text", "architecture", "python", "says"),
    [
        (BOOKWORM, "amd64", (3, 11), ""),
        (PI_OS, "arm64", (3, 13), ""),
        (PI_OS, "armhf", (3, 11), "64-bit"),
        (BOOKWORM, "riscv64", (3, 11), "64-bit"),
        ('ID=fedora\nPRETTY_NAME="Fedora Linux 43"\n', "amd64", (3, 13), "Fedora Linux 43"),
        ("", "amd64", (3, 11), "an unknown system"),
        ('ID=debian\nPRETTY_NAME="Debian 11"\n', "arm64", (3, 9), "Debian 11 has 3.9"),
        (BOOKWORM, "arm64", (3, 15), "3.11 to 3.14"),
    ],
)
def test_other_machines_are_refused_in_one_sentence(
    release_text: str, architecture: str, python: tuple[int, int], says: str
) -> None:
    why = refusal(release_text, architecture, python, 64)
    assert says in why
    assert bool(why) == bool(says)
    assert why.count(". ") == 0


def test_a_32_bit_python_is_refused() -> None:
    assert "64-bit" in refusal(BOOKWORM, "arm64", (3, 11), 32)


@pytest.mark.parametrize(
    ("dpkg", "python", "says"),
    [("echo armhf", "echo 3.11", "64-bit"), ("echo amd64", "echo 3.9", "Python 3.11"), (None, "echo 3.11", "Debian")],
)
def test_the_script_refuses_before_its_python_starts(tmp_path: Path, dpkg: str | None, python: str, says: str) -> None:
    programs = {"dpkg": dpkg, "python3": python}
    for tool in ("bash", "env", "dirname", "readlink", "id"):
        (tmp_path / tool).symlink_to(f"/usr/bin/{tool}")
    for name, body in programs.items():
        if body is not None:
            (tmp_path / name).write_text(f"#!/bin/bash\n{body}\n")
            (tmp_path / name).chmod(0o755)
    done = subprocess.run(
        [ROOT / "deploy/install.sh"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert says in line


# -- installing --------------------------------------------------------------------------------------------------------


def test_everything_is_there_afterwards(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False, pins="lgpio", port=8090))
    places = box.places
    assert places.current.resolve() == places.versions / name_of(source)
    assert versions.is_whole(places.current.resolve())
    assert not (places.current / "tests").exists(), "nobody tests at a table"
    assert (places.current / "called.log").read_text().splitlines() == ["setup", "selftest"]
    assert all(path.is_file() for path in places.more_units)
    for path in (places.unit, places.avahi, places.udev, places.sticks, places.polkit, places.settings, places.command):
        assert path.is_file(), path
    assert os.access(places.command, os.X_OK)
    assert places.state.stat().st_mode & 0o777 == 0o700
    assert places.settings.stat().st_mode & 0o777 == 0o640
    config = load_config(places.settings, environ={}).config
    assert (config.table.game, config.hardware.pins.value, config.web.port) == ("chronicle", "lgpio", 8090)
    assert config.camera.source == "none", "nothing is rendered for nobody"


def test_a_second_time_nothing_changes(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    before = everything(box.places.root)
    install(box, source, Wanted(start=False, pins="lgpio", port=1234))
    assert everything(box.places.root) == before


def test_a_second_time_what_is_missing_comes_back(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    before = everything(box.places.root)
    box.places.unit.unlink()
    box.places.command.write_text("broken")
    install(box, source, Wanted(start=False))
    after = everything(box.places.root)
    assert {name: found for name, (_, found) in after.items()} == {name: found for name, (_, found) in before.items()}


def test_it_can_be_repaired_from_what_is_installed(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    box.places.unit.unlink()
    install(box, box.places.current.resolve(), Wanted(start=False))
    assert box.places.unit.is_file()
    assert len(box.versions) == 1


def test_own_settings_are_never_written_over(box: Box, source: Path) -> None:
    box.places.settings.parent.mkdir(parents=True)
    box.places.settings.write_text("[web]\nport = 8123\n")
    install(box, source, Wanted(start=False))
    assert box.places.settings.read_text() == "[web]\nport = 8123\n"
    assert "<port>8123</port>" in box.places.avahi.read_text()


def test_what_was_cut_off_is_made_again(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    version = box.places.current.resolve()
    (version / WHOLE).unlink()
    (version / "half").touch()
    (unpacked := box.places.program / f"{versions.UNPACKED}x").mkdir()
    versions.prune(box)  # as the installer does whenever it begins
    assert not unpacked.exists()
    install(box, source, Wanted(start=False))
    assert versions.is_whole(version)
    assert not (version / "half").exists()


def test_while_no_link_leads_anywhere_no_whole_version_is_removed(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    version = box.places.current.resolve()
    box.places.current.unlink()
    box.places.current.symlink_to("versions/gone")
    versions.prune(box)
    assert versions.is_whole(version)


def test_a_version_that_cannot_be_set_up_is_not_installed(box: Box, source: Path) -> None:
    (source / "companion/breaks.toml").touch()
    with pytest.raises(InstallError, match="could not be set up"):
        install(box, source, Wanted(start=False))
    assert not box.places.current.is_symlink()
    assert box.versions == []


def test_a_version_that_lacks_a_file_is_not_installed(
    box: Box, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (source / "companion/lacks.toml").touch()
    with pytest.raises(InstallError, match="not whole"):
        install(box, source, Wanted(start=False))
    assert "a file is missing." in capsys.readouterr().out
    assert box.versions == []


def test_a_copy_that_differs_is_not_installed(box: Box, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = shutil.copyfile

    def bad_disk(one: Path, other: Path) -> Path:
        plain(one, other)
        if other.name == "cards.toml":
            other.write_text("x")
        return other

    monkeypatch.setattr(shutil, "copyfile", bad_disk)
    with pytest.raises(InstallError, match="not what was copied"):
        install(box, source, Wanted(start=False))
    assert box.versions == []


# -- repairing ---------------------------------------------------------------------------------------------------------


def unfit(version: Path) -> None:
    """An environment that is no more, as after an upgrade of the system's Python."""
    shutil.rmtree(version / ".venv")


def test_what_is_installed_repairs_itself_beside_itself(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    before = box.places.current.resolve()
    unfit(before)
    shutil.rmtree(source)
    install(box, before, Wanted(start=False))
    after = box.places.current.resolve()
    assert after != before
    assert (after / ".venv/bin/python").exists()
    assert name_of(after) == name_of(before)
    install(box, after, Wanted(start=False))
    versions.prune(box)
    assert len(box.versions) == 1, "and a second time there is nothing to do"


def test_a_repair_that_fails_removes_nothing(box: Box, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(box, source, Wanted(start=False))
    version = box.places.current.resolve()
    unfit(version)
    before = everything(box.places.root)
    monkeypatch.setenv("RELEASE_BREAKS", "setup")  # such as a network that is not there
    with pytest.raises(InstallError, match="could not be set up"):
        install(box, version, Wanted(start=False))
    assert versions.current(box.places) == version
    assert everything(box.places.root) == before


def test_a_version_whose_files_changed_says_that_it_cannot_repair_itself(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    version = box.places.current.resolve()
    (version / "companion/data/cards.toml").write_text("one bad bit")
    with pytest.raises(InstallError, match="companion update FILE"):
        install(box, version, Wanted(start=False))
    install(box, source, Wanted(start=False))
    assert name_of(box.places.current.resolve()) == name_of(source), "but from its source it comes back"


def test_pins_are_a_wish_unless_somebody_asks_for_them(box: Box, source: Path, tmp_path: Path) -> None:
    (source / "companion/no-pins.toml").touch()
    with pytest.raises(InstallError, match=r"^there is no library\. Everything else can be installed"):
        install(box, source, Wanted(start=False, pins="lgpio"))
    assert not box.places.program.exists()
    box.shows_pins = True
    install(box, source, Wanted(start=False))
    assert "setup --pins" in (box.places.current / "called.log").read_text()
    other = Box(tmp_path / "other")
    other.shows_pins = True
    install(other, source, Wanted(start=False, pins="none"))
    assert "--pins" not in (other.places.current / "called.log").read_text()


def test_another_version_is_an_update(box: Box, source: Path, tmp_path: Path) -> None:
    install(box, source, Wanted(start=False))
    with pytest.raises(InstallError, match="--update"):
        install(box, release(tmp_path / "other", "2.0.0"), Wanted(start=False))
    assert box.versions == ["1.0.0"]


def test_settings_that_cannot_be_read_are_named(box: Box, source: Path) -> None:
    box.places.settings.parent.mkdir(parents=True)
    box.places.settings.write_text("[web\n")
    with pytest.raises(InstallError, match=r"companion\.toml cannot be read"):
        install(box, source, Wanted(start=False))


def test_taking_away_keeps_matches_and_settings(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    box.places.journal.write_text("matches")
    box.places.portal.parent.mkdir(parents=True)
    box.places.connections.mkdir()
    for name in ("own", "try", "home"):
        (box.places.connections / f"companion-{name}.nmconnection").write_text(name)
    box.places.portal.write_text("every name")
    uninstall(box, purge=False, is_sure=False)
    left = sorted(str(p.relative_to(box.places.root)) for p in box.places.root.rglob("*") if p.is_file())
    home = "etc/NetworkManager/system-connections/companion-home.nmconnection"  # without it the box is in no network
    assert left == [home, "etc/companion/companion.toml", "var/lib/companion/companion.db"]
    install(box, source, Wanted(start=False))
    assert box.places.journal.read_text() == "matches"


def test_it_is_taken_away_also_where_its_link_leads_nowhere_and_what_stays_is_named(
    box: Box, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(box, source, Wanted(start=False))
    assert (box.places.installer / "__main__.py").is_file(), "the command finds an installer without any version"
    shutil.rmtree(box.places.current.resolve())
    box.places.own_unit.mkdir()
    capsys.readouterr()
    uninstall(box, purge=False, is_sure=False)
    assert not box.places.program.exists()
    said = capsys.readouterr().out
    for what in (box.places.state, box.places.settings.parent, box.places.own_unit, "the user companion", "gpio"):
        assert str(what) in said


def test_only_whoever_is_sure_removes_matches(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    box.places.journal.write_text("matches")
    with pytest.raises(InstallError, match="Nothing was removed"):
        uninstall(box, purge=True, is_sure=False)
    assert box.places.journal.exists()
    assert box.places.current.exists()
    uninstall(box, purge=True, is_sure=True)
    assert [path for path in box.places.root.rglob("*") if path.is_file()] == []


def test_the_command_line_does_it_all(tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "HERE", source)
    monkeypatch.setattr(os, "umask", lambda mask: 0)  # it is that of this process, and others' tests
    root = str(tmp_path / "box")
    assert command.main(["--root", root, "install", "--no-start", "--port", "8111"]) == 0
    assert command.main(["--root", root, "rollback"]) == 1
    assert command.main(["--root", root, "uninstall", "--purge"]) == 1, "nobody is there to be asked"
    assert command.main(["--root", root, "uninstall"]) == 0


def test_two_installers_do_not_work_at_once(
    tmp_path: Path, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "HERE", source)
    monkeypatch.setattr(os, "umask", lambda mask: 0)
    with command.alone(Places(tmp_path / "box")):
        assert command.main(["--root", str(tmp_path / "box"), "install", "--no-start"]) == 1
    assert "Another installation is going on" in capsys.readouterr().out
    assert command.main(["--root", str(tmp_path / "box"), "install", "--no-start"]) == 0


def test_repairing_starts_what_does_not_run_and_disturbs_no_game(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    box.done.clear()
    start(box, is_outdated=False)
    assert box.done == ["start 1.0.0"]
    start(box, is_outdated=False)
    assert box.done == ["start 1.0.0"], "it runs already"
    start(box, is_outdated=True)
    assert box.done == ["start 1.0.0", "start 1.0.0"]
    (box.places.state / "playing").touch()
    start(box, is_outdated=True)
    assert box.done == ["start 1.0.0", "start 1.0.0"]
    box.broken.add("1.0.0")
    box.runs = False
    with pytest.raises(InstallError, match="its last words"):
        start(box, is_outdated=False)


def test_where_sound_goes_to_a_desktop_the_service_has_its_own_way(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    assert not box.places.sound.exists()
    box.places.pipewire.parent.mkdir(parents=True)
    box.places.pipewire.touch()
    install(box, source, Wanted(start=False))
    assert "sysdefault" in box.places.sound.read_text()
    box.places.sound.write_text("my own")
    install(box, source, Wanted(start=False))
    assert box.places.sound.read_text() == "my own"


# -- which files -------------------------------------------------------------------------------------------------------


def test_only_what_belongs_to_the_program_is_taken(source: Path) -> None:
    before = files_of(source)
    for leaving in (".venv/bin/python", "__pycache__/x.pyc", ".mypy_cache/x", "companion.db", "data/x", "note.log"):
        (source / leaving).parent.mkdir(parents=True, exist_ok=True)
        (source / leaving).touch()
    (source / "docs").mkdir()
    (source / "docs/link.md").symlink_to("/etc/passwd")
    assert files_of(source) == before
    assert Path("tests/test_much.py") not in before
    assert {Path("run"), Path("companion/data/cards.toml"), Path("deploy/files/companion.service")} <= set(before)


def test_the_same_program_has_the_same_name_wherever_it_is(source: Path, tmp_path: Path) -> None:
    name = name_of(source)
    assert name.startswith("1.0.0-")
    assert name_of(release(tmp_path / "again")) == name
    subprocess.run(["git", "-C", str(source), "init", "-q"], check=True)
    assert name_of(source) == name, "with git or without"
    (source / "companion/__main__.py").write_text("changed")
    assert name_of(source) != name


def test_what_is_not_the_companion_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="is not the companion"):
        files_of(tmp_path)


def packed(path: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for member in members:
            archive.addfile(member, io.BytesIO(b"x" * member.size))
    return path


def member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.size = kind, link, 1 if kind == tarfile.REGTYPE else 0
    return info


def test_a_release_comes_out_of_its_archive(source: Path, tmp_path: Path) -> None:
    archive = tmp_path / "release.tar.gz"
    with tarfile.open(archive, "w:gz") as opened:
        opened.add(source, "companion-1.0.0")
    (tmp_path / "out").mkdir()
    assert name_of(unpack(archive, tmp_path / "out")) == name_of(source)


@pytest.mark.parametrize(
    "bad",
    [
        member("../outside"),
        member("/etc/passwd"),
        member("a/../../b"),
        member("link", tarfile.SYMTYPE, "/etc/passwd"),
        member("hard", tarfile.LNKTYPE, "/etc/passwd"),
        member("device", tarfile.CHRTYPE),
    ],
)
def test_an_archive_that_would_write_elsewhere_is_refused(tmp_path: Path, bad: tarfile.TarInfo) -> None:
    (tmp_path / "out").mkdir()
    with pytest.raises(InstallError, match="is no release"):
        unpack(packed(tmp_path / "bad.tar.gz", bad), tmp_path / "out")
    assert list((tmp_path / "out").iterdir()) == []


def test_a_broken_archive_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "bad.tar.gz").write_bytes(b"\x1f\x8b no archive")
    with pytest.raises(InstallError, match="cannot be unpacked"):
        unpack(tmp_path / "bad.tar.gz", tmp_path)


# -- the files for the system ------------------------------------------------------------------------------------------


def test_what_is_announced_can_be_read_by_avahi(box: Box, source: Path) -> None:
    install(box, source, Wanted(start=False))
    service = ElementTree.fromstring(box.places.avahi.read_text()).find("service")
    assert service is not None
    assert service.findtext("type") == "_http._tcp"
    assert service.findtext("port") == "8080"
    box.places.settings.write_text('[web]\ncertificate = "/etc/companion/table.pem"\n')
    box.places.chosen.write_text("[web]\nport = 8443\n")
    install(box, source, Wanted(start=False))
    text = box.places.avahi.read_text()
    assert "_https._tcp" in text
    assert "<port>8443</port>" in text


def test_the_unit_says_what_the_program_relies_on() -> None:
    text = (ROOT / "deploy/files/companion.service").read_text()
    lines = [line for line in text.splitlines() if "=" in line and not line.startswith("#")]
    for wanted in (
        "Type=notify",
        "NotifyAccess=main",
        "WatchdogSec=30",
        "Restart=on-failure",
        "User=companion",
        "StateDirectory=companion",
        "StateDirectoryMode=0700",
        "RuntimeDirectory=companion",
        "WorkingDirectory=%t/companion",
        "Environment=LG_WD=%t/companion",
        "Environment=GPIOZERO_PIN_FACTORY=lgpio",
        "LimitCORE=0",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "DevicePolicy=closed",
    ):
        assert wanted in lines
    places = Places()
    assert f"ExecStart={places.current}/run play" in lines
    assert f"Environment=COMPANION_CONFIG={places.settings}" in lines


SCRIPTS = ("deploy/install.sh", "deploy/files/companion", "deploy/access_point.sh", "deploy/check_installing.sh")


@pytest.mark.parametrize("script", SCRIPTS)
def test_scripts_are_sound_and_executable(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)
    assert subprocess.run(["bash", "-n", ROOT / script], check=False).returncode == 0


def test_the_power_rule_is_the_one_of_the_documents() -> None:
    rule = (ROOT / "deploy/files/60-companion-power.rules").read_text().partition("\n")[2]
    assert rule in (ROOT / "docs/host.md").read_text()


def test_the_settings_as_delivered_are_toml() -> None:
    text = (ROOT / "deploy/files/companion.toml.in").read_text().replace("@pins@", "none").replace("@port@", "8080")
    assert tomllib.loads(text)["play"]["autoplay"] == "off", "a box that stands there does not play with itself"
