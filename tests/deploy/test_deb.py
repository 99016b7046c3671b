"""The Debian package: what dpkg is told, and that it never changes the version in the middle of a game."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deploy.card import bundle
from deploy.deb import __main__ as deb

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="Debian packages are made on Debian")


def field(package: Path, name: str) -> str:
    return subprocess.run(
        ("dpkg-deb", "--field", str(package), name), check=True, capture_output=True, text=True
    ).stdout.strip()


@pytest.mark.parametrize(("system", "zbar", "python"), [("13", "libzbar0t64", "3.13"), ("12", "libzbar0", "3.11")])
def test_a_package_wants_what_the_program_needs_of_its_debian(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, zbar: str, python: str
) -> None:
    def copied(tree: Path, target: Path) -> None:
        (target / "deploy").mkdir(parents=True)
        (target / "deploy/install.sh").write_text("#!/bin/sh\n")

    monkeypatch.setattr(deb, "copy", copied)
    monkeypatch.setattr(deb, "add_wheels", lambda tree, folder, *what: folder.mkdir())
    made = deb.build(deb.HERE, tmp_path / "out", "arm64", system, tmp_path / "work")
    wanted = field(made, "Depends")
    assert {f"python3 (>= {python})", zbar, "openssl"} <= set(wanted.split(", "))
    assert field(made, "Architecture") == "arm64"
    listed = subprocess.run(("dpkg-deb", "--contents", str(made)), check=True, capture_output=True, text=True).stdout
    assert re.search(r"root/root .* ./usr/share/tabletop-companion/program/deploy/install.sh", listed)
    control = tmp_path / "control"
    subprocess.run(("dpkg-deb", "--control", str(made), str(control)), check=True)
    assert {path.name for path in control.iterdir()} == {"control", "md5sums", "preinst", "postinst", "prerm", "postrm"}
    assert all(os.access(control / name, os.X_OK) for name in ("preinst", "postinst", "prerm", "postrm"))


def test_a_later_build_is_a_newer_version(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for at, digest in (("1790000000", "ffff"), ("1790000001", "0000")):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", at)
        made.append(deb.version_of(f"0.1.0-{digest}"))
    assert subprocess.run(("dpkg", "--compare-versions", made[0], "lt", made[1]), check=False).returncode == 0


@pytest.mark.parametrize(
    ("act", "active", "said", "code", "refuses"),
    [
        ("upgrade", 0, "Somebody plays.", 1, True),
        ("upgrade", 0, "Nobody plays.", 0, False),
        ("upgrade", 0, "run: there is no environment", 1, False),  # it would not even start: an upgrade may mend that
        ("upgrade", 3, "Somebody plays.", 1, False),  # it does not run
        ("install", 0, "Somebody plays.", 1, False),
    ],
)
def test_nothing_is_upgraded_in_the_middle_of_a_game(
    tmp_path: Path, act: str, active: int, said: str, code: int, refuses: bool
) -> None:
    for name, text in {"systemctl": f"exit {active}", "companion": f"echo '{said}'; exit {code}"}.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    environ = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    words = ("sh", str(Path(deb.__file__).with_name("preinst")), act, "1")
    done = subprocess.run(words, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode != 0, "after the game" in done.stderr) == (refuses, refuses)


def test_a_package_stands_in_for_mesa_and_is_listed_as_apt_wants_it(tmp_path: Path) -> None:
    made = bundle._made_stand_in(tmp_path, tmp_path)
    assert field(made, "Provides") == "libglx-mesa0"
    stanza = bundle._local(bundle._stanza_of(made), tmp_path)
    assert f"Filename: ./{made.name}\nSize: {made.stat().st_size}\nSHA256: {bundle.sum_of(made)}\n" in stanza
