"""The installed command `companion`: which program gets which words, as whom, and where files go."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.house._source import ROOT

TOOLS = ("bash", "env", "readlink", "sed", "rm", "cat", "mktemp", "basename")
# The companion: tells what it was called with, and writes or reads a file like the real one.
RUN = """#!/bin/bash
echo "run $* with ${COMPANION_CONFIG:-no settings} and ${STATE_DIRECTORY:-no data}" >>"LOG"
case $1 in
  backup) echo copy >"$2" && echo "The journal is copied to $2." ;;
  restore) cat "$2" ;;
  fails) exit 7 ;;
esac
"""
PROGRAMS = {
    "id": "echo ${UID_OF_TEST:-0}",
    "runuser": 'echo "runuser $1 $2 $3" >>LOG; shift 3; exec "$@"',
    "chown": 'echo "chown $1" >>LOG',
    "install": 'echo "install $*" >>LOG; cat "${@: -2:1}" >"${@: -1}"',
    "python3": 'echo "python3 $*" >>LOG',
}


@dataclass(frozen=True)
class Installed:
    """A folder with the command, a companion and stand-ins for what only root can do."""

    folder: Path

    def run(self, *words: str, uid: str = "0") -> subprocess.CompletedProcess[str]:
        variables = {"PATH": str(self.folder / "bin"), "UID_OF_TEST": uid}
        command = ["/bin/bash", str(self.folder / "companion"), *words]
        return subprocess.run(
            command, cwd=self.folder, env=variables, capture_output=True, text=True, check=False, timeout=30
        )

    @property
    def log(self) -> list[str]:
        path = self.folder / "log"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    (tmp_path / "bin").mkdir()
    (tmp_path / "current").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or f"/usr/bin/{tool}")
    for name, body in PROGRAMS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/bash\n{body.replace('LOG', str(tmp_path / 'log'))}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    run = tmp_path / "current/run"
    run.write_text(RUN.replace("LOG", str(tmp_path / "log")))
    run.chmod(0o755)
    text = (ROOT / "deploy/files/companion").read_text()
    (tmp_path / "companion").write_text(text.replace("/opt/companion", str(tmp_path)))
    return Installed(tmp_path)


def ran(installed: Installed) -> list[str]:
    return [line for line in installed.log if line.startswith("run ")]


def test_what_needs_data_runs_as_the_service(installed: Installed) -> None:
    assert installed.run("doctor", "--json").returncode == 0
    (line,) = ran(installed)
    assert line == "run doctor --json with /etc/companion/companion.toml and /var/lib/companion"
    assert installed.log[0] == "runuser -u companion --"


def test_the_exit_code_is_that_of_the_companion(installed: Installed) -> None:
    assert installed.run("fails").returncode == 7


def test_without_root_there_is_one_sentence(installed: Installed) -> None:
    done = installed.run("doctor", uid="1000")
    assert done.returncode == 2
    assert done.stderr == "companion: this needs the rights of the service: sudo companion doctor\n"
    assert ran(installed) == []


def test_what_needs_no_data_needs_no_root(installed: Installed) -> None:
    assert installed.run("games", uid="1000").returncode == 0
    assert installed.log == ["run games with no settings and no data"]


@pytest.mark.parametrize("words", [("update", "file.tar.gz", "--now"), ("rollback",), ("uninstall", "--purge")])
def test_versions_are_the_installers_matter(installed: Installed, words: tuple[str, ...]) -> None:
    assert installed.run(*words).returncode == 0
    assert installed.log == [f"python3 -P -B -m deploy.installer {' '.join(words)}"]


def test_a_copy_becomes_a_file_of_whoever_asked(installed: Installed) -> None:
    done = installed.run("backup", "my copy.db")
    assert done.returncode == 0, done.stderr
    assert (installed.folder / "my copy.db").read_text() == "copy\n"
    assert "copied to my copy.db." in done.stdout
    (line,) = ran(installed)
    shelf = Path(line.split()[2])
    assert shelf.name == "file"
    assert not shelf.parent.exists(), "nothing is left behind"
    assert installed.run("backup", "my copy.db").returncode == 2, "and is not written over"


def test_a_copy_is_handed_to_the_service(installed: Installed) -> None:
    (installed.folder / "mine.db").write_text("a copy of mine\n")
    done = installed.run("restore", "mine.db")
    assert done.stdout == "a copy of mine\n"
    (line,) = ran(installed)
    assert "mine.db" not in line
    assert not Path(line.split()[2]).parent.exists()


def test_without_a_version_it_says_so(installed: Installed) -> None:
    (installed.folder / "current/run").unlink()
    done = installed.run("doctor")
    assert done.returncode == 2
    assert "run deploy/install.sh again" in done.stderr


@pytest.mark.parametrize("words", [("rollback",), ("update", "file.tar.gz"), ("uninstall",)])
def test_where_the_version_is_gone_the_installer_beside_it_does_the_rest(
    installed: Installed, words: tuple[str, ...]
) -> None:
    shutil.rmtree(installed.folder / "current")
    (installed.folder / "current").symlink_to("versions/gone")
    done = installed.run(*words)
    assert done.returncode == 0, done.stderr
    assert installed.log == [f"python3 -P -B -m deploy.installer {' '.join(words)}"]
    assert installed.run("doctor").returncode == 2
