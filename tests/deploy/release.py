"""A small release of the companion, and a machine below a folder that it is installed on."""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from deploy.installer.machine import Machine
from deploy.installer.places import Places
from tests.house._source import ROOT

# What `run` does, as far as the installer asks for it; the environment is a script that knows its journal's format.
RUN = """#!/bin/bash
here=$(cd "$(dirname "$0")" && pwd)
echo "$*" >>"$here/called.log"
case $1 in
  setup)
    if [[ $* == *--ask-pins* ]]; then
      [[ -e $here/companion/no-pins.toml ]] || exit 0
      echo "run: there is no library." >&2
      exit 1
    fi
    [[ $* != *--check* ]] || { [[ -e $here/.venv/bin/python ]]; exit; }
    [[ ! -e $here/companion/breaks.toml && ${RELEASE_BREAKS:-} != setup ]] || exit 1
    mkdir -p "$here/.venv/bin"
    printf '#!/bin/sh\\ncat "%s/companion/format.toml"\\n' "$here" >"$here/.venv/bin/python"
    chmod +x "$here/.venv/bin/python"
    ;;
  selftest) [[ ! -e $here/companion/lacks.toml ]] || { echo "a file is missing."; exit 2; } ;;
  status) [[ ! -e $STATE_DIRECTORY/playing ]] || { echo "A game is going on."; exit 1; } ;;
esac
"""


def release(folder: Path, number: str = "1.0.0", journal_format: int = 3) -> Path:
    """An unpacked release of that number, with the project's own files for the system."""
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    for path, text in {
        "run": RUN,
        "pyproject.toml": re.sub(r'^version = ".+"$', f'version = "{number}"', project, flags=re.MULTILINE),
        "requirements/run.txt": "",
        "companion/__init__.py": "",
        "companion/__main__.py": "",
        "companion/format.toml": str(journal_format),
        "companion/data/cards.toml": "",
        "tests/test_much.py": "",
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    (folder / "run").chmod(0o755)
    for part in ("files", "installer"):
        shutil.copytree(ROOT / "deploy" / part, folder / "deploy" / part, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


class Box(Machine):
    """A machine below a folder. Its service runs when it was started, unless the version is one of `broken`."""

    def __init__(self, root: Path):
        super().__init__(Places(root))
        self.runs = False
        self.else_state = "inactive"
        self.shows_pins = False
        self.broken: set[str] = set()
        self.silent: set[str] = set()
        self.done: list[str] = []

    def systemctl(self, *words: str) -> bool:
        self.done.append(" ".join(words))
        return True

    def has_pins(self) -> bool:
        return self.shows_pins

    def state(self) -> str:
        return "active" if self.runs else self.else_state

    def stop(self) -> None:
        self.done.append("stop")
        self.runs = False

    def start(self) -> bool:
        self.done.append(f"start {self.version}")
        self.runs = self.version not in self.broken
        return self.runs

    def answers(self) -> bool:
        return self.runs and self.version not in self.silent

    def last_words(self) -> str:
        return "its last words"

    @property
    def version(self) -> str:
        """The number of the version that the link leads to."""
        return self.places.current.resolve().name.partition("-")[0]

    @property
    def versions(self) -> list[str]:
        """The numbers of all that lie there."""
        return sorted(path.name.partition("-")[0] for path in self.places.versions.iterdir())


def journal(places: Places, journal_format: int, content: str) -> None:
    """A database in the journal's place, in that format, with one line in it."""
    places.state.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(places.journal)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE IF NOT EXISTS lines (text TEXT)")
        db.execute("INSERT INTO lines VALUES (?)", (content,))
        db.execute(f"PRAGMA user_version = {journal_format}")
        db.commit()


def lines(path: Path) -> list[str]:
    """What stands in such a database."""
    with closing(sqlite3.connect(path)) as db:
        return [str(row[0]) for row in db.execute("SELECT text FROM lines")]


def everything(folder: Path) -> dict[str, tuple[int, Sequence[object]]]:
    """Every file and link below a folder with its time, rights and content."""
    found: dict[str, tuple[int, Sequence[object]]] = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "called.log" or (path.is_dir() and not path.is_symlink()):
            continue
        status = path.lstat()
        content: object = path.readlink() if path.is_symlink() else path.read_bytes()
        found[str(path.relative_to(folder))] = (status.st_mtime_ns, (status.st_mode, content))
    return found
