"""The script `run` on machines that are not this one: its programs are replaced by stand-ins on a PATH of our own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.asked_again import without_groups
from tests.house._source import ROOT

TOOLS = (
    "bash",
    "env",
    "dirname",
    "readlink",
    "sha256sum",
    "cut",
    "grep",
    "flock",
    "tr",
    "mkdir",
    "rm",
    "mv",
    "cat",
    "sed",
    "wc",
)
LOG = 'echo "$(basename "$0") $*" >>"$LOG"\n'

# An interpreter that says yes to every question of the script and "installs" by writing down what it was told.
PYTHON = """
[[ $* == *'-m venv'* ]] && { mkdir -p "${@: -1}/bin"; cp "$0" "${@: -1}/bin/python"; touch "${@: -1}/pyvenv.cfg"; }
[[ $* == '-I -' ]] && echo "$0"
[[ $* == *sys.version_info* ]] && echo 3.11
[[ $* == *"changes.py lacking"* ]] && cat "${@: -1}"
[[ -z ${TABLETOP_CALLED-} ]] || echo "called $TABLETOP_CALLED"
[[ $* == *"${PIP_BREAKS:-never}"* ]] && exit 1
exit 0
"""


@dataclass(frozen=True)
class Machine:
    """A checkout in a folder with a blank in its name, and a PATH that holds only what the test puts there."""

    folder: Path
    programs: Mapping[str, str] = field(default_factory=dict)

    @property
    def checkout(self) -> Path:
        return self.folder / "a checkout"

    @property
    def log(self) -> list[str]:
        """What the stand-ins were called with."""
        path = self.folder / "log"
        return path.read_text().splitlines() if path.exists() else []

    def build(self) -> Machine:
        shutil.copytree(
            ROOT / "requirements", self.checkout / "requirements", ignore=shutil.ignore_patterns("node_modules")
        )
        shutil.copy(ROOT / "run", self.checkout)
        path = self.folder / "bin"
        path.mkdir()
        for tool in (*TOOLS, "basename", "cp", "touch"):
            (path / tool).symlink_to(shutil.which(tool) or f"/usr/bin/{tool}")
        for name, body in self.programs.items():
            (path / name).write_text(f"#!/bin/bash\n{LOG}{body}\n")
            (path / name).chmod(0o755)
        return self

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        variables = {"PATH": str(self.folder / "bin"), "LOG": str(self.folder / "log"), "CI": "true", **more}
        return subprocess.run(
            [str(self.checkout / "run"), *words],
            cwd="/",
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )


DEBIAN = {
    "apt-get": "",
    "apt-cache": "[[ $* != *t64* ]]",
    "dpkg": "echo arm64",
    "dpkg-query": "echo installed",
    "id": "echo 1000",
    "sudo": "exit 1",
    "python3": PYTHON,
    "shellcheck": "",
}


def _machine(folder: Path, **programs: str | None) -> Machine:
    renamed = {name.replace("_", "-"): body for name, body in programs.items()}
    return Machine(folder, {name: body for name, body in {**DEBIAN, **renamed}.items() if body is not None}).build()


def _sentence(result: subprocess.CompletedProcess[str]) -> str:
    """The only line that the script said before it gave up."""
    assert result.returncode == 1, result.stderr
    (line,) = result.stderr.splitlines()
    return line


def test_it_is_sound_and_executable() -> None:
    for script in ("run", ".ci/run", "requirements/compile.sh"):
        assert os.access(ROOT / script, os.X_OK), script
        assert subprocess.run(["bash", "-n", str(ROOT / script)], check=False).returncode == 0, script


def test_help_sets_nothing_up(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    assert "./run play chronicle" in machine.run().stdout
    assert machine.log == []


def test_another_kind_of_system_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "Debian" in _sentence(_machine(tmp_path, apt_get=None).run("play"))


def test_a_32_bit_system_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "64-bit" in _sentence(_machine(tmp_path, dpkg="echo armhf").run("play"))


def test_missing_packages_without_a_way_to_be_root_give_the_command(tmp_path: Path) -> None:
    sentence = _sentence(_machine(tmp_path, dpkg_query="[[ $* != *zbar* ]] && echo installed").run("play"))
    assert sentence.endswith("run: sudo apt-get install -y libzbar0")


def test_missing_packages_are_added_and_no_others(tmp_path: Path) -> None:
    sudo = '[[ $1 == -n ]] && shift; [[ $1 == true ]] || exec "$@"'
    machine = _machine(tmp_path, dpkg_query="[[ $* != *zbar* && $* != *glib* ]] && echo installed", sudo=sudo)
    assert machine.run("setup").returncode == 0
    asked = [line for line in machine.log if line.startswith("apt-get")]
    assert [line.split()[4] for line in asked] == ["update", "install"]
    assert asked[1].endswith(" libzbar0 libglib2.0-0")
    assert any(line.startswith("sudo -n env DEBIAN_FRONTEND=noninteractive apt-get") for line in machine.log)


def test_root_needs_no_sudo(tmp_path: Path) -> None:
    machine = _machine(tmp_path, dpkg_query="[[ $* != *zbar* ]] && echo installed", sudo=None, id="echo 0")
    assert machine.run("setup").returncode == 0
    assert any("install -y" in line for line in machine.log)


def test_a_failing_apt_is_told_with_the_command(tmp_path: Path) -> None:
    machine = _machine(tmp_path, dpkg_query="[[ $* != *zbar* ]] && echo installed", id="echo 0", apt_get="exit 100")
    result = machine.run("play")
    assert result.returncode == 1
    assert "sudo apt-get install -y libzbar0" in result.stderr.splitlines()[-1]


def test_without_a_browser_the_tests_go_on(tmp_path: Path) -> None:
    machine = _machine(tmp_path, dpkg_query="[[ $* != *chromium* ]] && echo installed")
    result = machine.run("test", "-k", "house")
    assert result.returncode == 0
    assert "going on without a browser" in result.stderr
    assert machine.log[-1] == "python -m pytest -k house"


def _browsers(log: list[str]) -> list[str]:
    """The browsers that apt was asked for, in turn."""
    return [line.split()[-1] for line in log if line.startswith("apt-get") and "chromium" in line]


@pytest.mark.parametrize(
    ("there", "known", "asked"),
    [
        ("chromium", "yes", ["chromium-headless-shell"]),  # half the work is worth a second browser
        ("chromium", "no", []),
        ("none", "yes", ["chromium-headless-shell"]),
        ("none", "no", ["chromium"]),
    ],
)
def test_the_browser_without_windows_is_taken_where_there_is_one(
    tmp_path: Path, there: str, known: str, asked: list[str]
) -> None:
    query = f"[[ ${{@: -1}} == {there} || $* != *chromium* ]] && echo installed"
    cache = f"[[ $* != *headless* || {known} == yes ]]"
    machine = _machine(tmp_path, dpkg_query=query, apt_cache=cache, id="echo 0")
    assert machine.run("test", "-k", "house").returncode == 0
    assert _browsers(machine.log) == asked


def test_without_eyes_for_prints_the_tests_go_on(tmp_path: Path) -> None:
    machine = _machine(tmp_path, dpkg_query="[[ $* != *poppler* ]] && echo installed")
    result = machine.run("test", "-k", "house")
    assert result.returncode == 0
    assert "going on without pdftoppm" in result.stderr
    assert machine.log[-1] == "python -m pytest -k house"


def test_a_pi_gets_its_pins_from_the_system(tmp_path: Path) -> None:
    without = "[[ $* == *find_spec* ]] && exit 1\n" + PYTHON
    machine = _machine(tmp_path, dpkg_query="[[ $* != *lgpio* ]] && echo installed", id="echo 0", python3=without)
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    script = machine.checkout / "run"
    text = script.read_text().replace("/proc/device-tree/model", str(model)).replace("/dev/gpiochip0", str(model))
    script.write_text(text.replace("/usr/bin/python3", str(tmp_path / "bin/python3")))
    assert machine.run("setup").returncode == 0
    assert any(line.endswith("install -y --no-install-recommends python3-lgpio") for line in machine.log)
    assert any("-m venv --system-site-packages" in line for line in machine.log)


def test_pins_are_set_up_on_any_board_where_they_are_asked_for(tmp_path: Path) -> None:
    """Debian 12 has no package for them, so there the locked wheel is taken."""
    without = "[[ $* == *find_spec* ]] && exit 1\n" + PYTHON
    machine = _machine(tmp_path, apt_cache="[[ $* != *t64* && $* != *lgpio* ]]", python3=without)
    script = machine.checkout / "run"
    script.write_text(script.read_text().replace("/usr/bin/python3", str(tmp_path / "bin/python3")))
    assert machine.run("setup").returncode == 0
    assert not [line for line in machine.log if "pins.txt" in line]
    assert machine.run("setup", "--pins").returncode == 0
    assert [line for line in machine.log if "pip install" in line and "--require-hashes" in line and "pins.txt" in line]
    assert not [line for line in machine.log if line.startswith("apt-get") and "lgpio" in line]


def _without_lgpio(folder: Path, python: str) -> Machine:
    """A system whose apt knows no lgpio, with that version of Python."""
    stand_in = f"[[ $* == *find_spec* ]] && exit 1\n{PYTHON.replace('3.11', python)}"
    machine = _machine(folder, apt_cache="[[ $* != *t64* && $* != *lgpio* ]]", python3=stand_in, id="echo 0")
    script = machine.checkout / "run"
    script.write_text(script.read_text().replace("/usr/bin/python3", str(folder / "bin/python3")))
    return machine


def test_where_no_library_for_pins_can_be_had_the_rest_is_set_up_and_it_is_said_once(tmp_path: Path) -> None:
    """Debian 13 has no package for them, and there is no wheel for its Python."""
    machine = _without_lgpio(tmp_path, "3.13")
    result = machine.run("setup", "--pins")
    assert result.returncode == 0
    (line,) = [line for line in result.stderr.splitlines() if "going on without" in line]
    assert "no package python3-lgpio" in line
    assert "Python 3.13" in line
    assert "network" not in line
    assert machine.run("setup", "--check").returncode == 0
    assert not [line for line in machine.log if line.startswith("apt-get")]


def test_whoever_wants_pins_is_told_beforehand_that_there_can_be_none(tmp_path: Path) -> None:
    (tmp_path / "13").mkdir()
    (tmp_path / "12").mkdir()
    refused = _without_lgpio(tmp_path / "13", "3.13").run("setup", "--ask-pins")
    assert "no package python3-lgpio" in _sentence(refused)
    assert _without_lgpio(tmp_path / "12", "3.12").run("setup", "--ask-pins").returncode == 0


def test_looking_changes_nothing(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    assert machine.run("setup", "--check").returncode == 1
    assert not (machine.checkout / ".venv").exists()
    machine.run("setup")
    before = len(machine.log)
    assert machine.run("setup", "--check").returncode == 0
    assert machine.log[before:] == []


SAME = "[[ $* == *changes.py* ]] && exit 0\n"  # nothing is lacking, and nothing too much


def test_packages_that_another_checkout_has_are_not_fetched_again(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    old, new = _machine(tmp_path / "old"), _machine(tmp_path / "new", python3=SAME + PYTHON)
    python = new.folder / "bin/python3"
    python.unlink()
    (old.folder / "bin/python3").write_text(f"#!/bin/bash\n{LOG}{SAME}{PYTHON}")
    python.symlink_to(old.folder / "bin/python3")
    old.run("setup")
    stamp = old.checkout / ".venv/companion-stamp"
    made_with = f"python={python.resolve()}"
    stamp.write_text(re.sub(r"python=\S+", made_with, stamp.read_text()))  # a real .venv has a link to it
    package = old.checkout / ".venv/lib/python3.11/site-packages/here.py"
    package.parent.mkdir(parents=True)
    package.write_text("there already")
    result = new.run("setup", "--like", str(old.checkout))
    assert result.returncode == 0, result.stderr
    assert not [line for line in new.log if "pip download" in line or "pip install" in line]
    taken = new.checkout / ".venv/lib/python3.11/site-packages/here.py"
    assert taken.stat().st_ino == package.stat().st_ino, "it takes no room"
    assert "no package has changed" in result.stderr


def _changes(act: str, lock: Path) -> str:
    command = [sys.executable, "-I", "-B", str(ROOT / "requirements/changes.py"), act, str(lock)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_only_what_differs_from_the_lock_is_fetched(tmp_path: Path) -> None:
    text = (ROOT / "requirements/test.txt").read_text("utf-8")
    lock = tmp_path / "lock.txt"
    lock.write_text(text)
    assert _changes("lacking", lock) == ""
    lock.write_text(re.sub(r"^flask==\S+", "flask==9.9.9", text, flags=re.MULTILINE))
    first, *hashes = _changes("lacking", lock).splitlines()
    assert first.startswith("flask==9.9.9")
    assert hashes
    assert all(line.strip().startswith("--hash=sha256:") for line in hashes)
    lock.write_text(re.sub(r"^segno==.*(?:(?<=\\)\n.*)*\n", "", text, flags=re.MULTILINE))
    assert "segno" in _changes("beyond", lock).splitlines()
    assert "flask" not in _changes("beyond", lock).splitlines()


def test_a_full_machine_asks_apt_for_nothing_and_installs_by_hash(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    result = machine.run("setup")
    assert result.returncode == 0, result.stderr
    assert not [line for line in machine.log if line.startswith(("apt-get", "sudo"))]
    installs = [line for line in machine.log if " install " in line]
    assert len(installs) == 1
    assert "--require-hashes" in installs[0]
    (asked,) = [line for line in machine.log if "changes.py lacking" in line]
    assert asked.endswith("requirements/run.txt")


def test_the_second_start_goes_straight_to_the_companion(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    machine.run("setup")
    before = len(machine.log)
    result = machine.run("play", "chronicle", "a b")
    assert (result.stdout, result.stderr) == ("called ./run\n", "")
    assert machine.log[before:] == ["python -P -m companion play chronicle a b"]


def test_what_is_set_up_for_tests_also_plays(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    machine.run("setup", "--test")
    before = len(machine.log)
    machine.run("play")
    assert machine.log[before:] == ["python -P -m companion play"]


def test_a_new_lock_is_installed_at_the_next_start(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    machine.run("setup")
    before = len(machine.log)
    with (machine.checkout / "requirements/run.txt").open("a") as lock:
        lock.write("# another\n")
    assert machine.run("setup").returncode == 0
    new = machine.log[before:]
    assert [line for line in new if " install " in line]
    assert not [line for line in new if "-m venv" in line]


def test_a_network_that_fails_costs_no_environment_that_works(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    machine.run("setup")
    assert machine.run("setup", "--test", PIP_BREAKS="pip download").returncode == 1
    before = len(machine.log)
    assert machine.run("play").returncode == 0
    assert machine.log[before:] == ["python -P -m companion play"]


def test_an_interrupted_installation_begins_again_from_nothing(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    assert machine.run("setup", PIP_BREAKS="pip install").returncode == 1
    before = len(machine.log)
    assert machine.run("setup").returncode == 0
    assert [line for line in machine.log[before:] if "-m venv" in line]


def test_an_environment_of_the_developer_is_kept(tmp_path: Path) -> None:
    machine = _machine(tmp_path)
    home = machine.checkout / ".venv/bin"
    home.mkdir(parents=True)
    shutil.copy(tmp_path / "bin/python3", home / "python")
    assert machine.run("setup").returncode == 0
    assert not [line for line in machine.log if "-m venv" in line]


def _testing(
    tmp_path: Path, *, alone: int, failed: int, **more: str
) -> tuple[Machine, subprocess.CompletedProcess[str]]:
    """The tests on a machine where so many fail among all, and which ends with this code where they are run alone."""
    names = "; ".join(f"echo tests/test_some.py::test_{number}" for number in range(failed))
    asked = f"[[ $* == *lastfailed ]] && {{ {names}; exit 0; }}\n[[ $* == *--last-failed* ]] && exit {alone}\n"
    python = asked + "[[ $* == *'-m pytest'* ]] && exit 1\n" + PYTHON
    machine = _machine(tmp_path, python3=python)
    return machine, machine.run("test", "tests", **more)


def test_what_failed_among_others_and_passes_alone_is_named(tmp_path: Path) -> None:
    machine, result = _testing(tmp_path, alone=0, failed=2)
    assert result.returncode == 0
    assert "--last-failed" in machine.log[-1]
    assert result.stderr.splitlines()[-2:] == ["tests/test_some.py::test_0", "tests/test_some.py::test_1"]


def test_a_test_of_a_group_is_found_again_by_its_own_name(tmp_path: Path) -> None:
    """Asked by real runs with the tests' own set-up, which writes the group behind the name."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = soak: long\n  browser: a browser\n  dear: costly\n")
    (tmp_path / "test_some.py").write_text(
        "import os, pytest\n"
        "@pytest.mark.xdist_group('browser')\n"
        "@pytest.mark.parametrize('n', ['a@b', 'c'])\n"
        "def test_grouped(n): assert n == 'c' or 'ALONE' in os.environ\n"
        "def test_other(): pass\n"
    )
    words = [sys.executable, "-m", "pytest", "-q", "-p", "tests.conftest", "--dist", "loadgroup", str(tmp_path)]
    first = _real([*words, "-n", "2", "-c", str(tmp_path / "pytest.ini")])
    assert "1 failed, 2 passed" in first
    note = tmp_path / ".pytest_cache/v/cache/lastfailed"
    assert "_browser" in note.read_text("utf-8"), "else nobody needs this any more"
    assert without_groups(note) == ["test_some.py::test_grouped[a@b]"]
    again = ["-n", "1", "--last-failed", "--last-failed-no-failures", "none"]
    assert "1 passed" in _real([*words, *again, "-c", str(tmp_path / "pytest.ini")], ALONE="yes")


def _real(words: Sequence[str], **more: str) -> str:
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_what_fails_alone_too_has_failed(tmp_path: Path) -> None:
    assert _testing(tmp_path, alone=1, failed=2)[1].returncode == 1


def test_many_that_fail_are_no_accident(tmp_path: Path) -> None:
    machine, result = _testing(tmp_path, alone=0, failed=6)
    assert result.returncode == 1
    assert not any("--last-failed" in line for line in machine.log)


def test_who_works_here_sees_each_failure_as_it_is(tmp_path: Path) -> None:
    machine, result = _testing(tmp_path, alone=0, failed=1, CI="")
    assert result.returncode == 1
    assert not any("--last-failed" in line for line in machine.log)


def test_without_node_the_checks_go_on_here_and_fail_where_nobody_looks(tmp_path: Path) -> None:
    machine = _machine(tmp_path, dpkg_query="[[ $* != *nodejs* && $* != *npm* ]] && echo installed")
    here = machine.run("check", CI="")
    assert here.returncode == 0, here.stderr
    assert "sudo apt-get install -y nodejs npm" in here.stderr
    assert "scripts are not checked" in here.stderr
    unseen = machine.run("check")
    assert unseen.returncode == 1
    assert unseen.stderr.splitlines()[-1] == "run: not clean: scripts"


def test_the_tools_of_node_are_fetched_once_by_hash_and_again_when_their_lock_changes(tmp_path: Path) -> None:
    tools = "for one in tsc eslint; do ln -sf /usr/bin/true node_modules/.bin/$one; done"
    fetched = f"mkdir -p node_modules/.bin; {tools}"
    machine = _machine(tmp_path, node="", npm=fetched)
    (machine.folder / "bin/ln").symlink_to("/usr/bin/ln")
    machine.run("setup", "--test")
    assert machine.run("check").returncode == 0
    assert [line for line in machine.log if line.startswith("npm")] == ["npm ci --no-audit --no-fund --loglevel=error"]
    with (machine.checkout / "requirements/script/package-lock.json").open("a") as lock:
        lock.write("\n")
    assert machine.run("check").returncode == 0
    assert len([line for line in machine.log if line.startswith("npm")]) == 2
