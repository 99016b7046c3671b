"""Who may import whom: the contracts of pyproject.toml, and that they would notice a breach."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house._source import PACKAGES, ROOT, Source, sources

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests

RUN_LINTER = "from importlinter.cli import lint_imports_command; lint_imports_command()"

GROUND = ("words/peek.py", "import rules\n")
"""The second breach of the contract between hub, leaves and ground."""
BREACHES = {
    "hub and leaves": ("vision/eye.py", "import web\n"),
    "rooms of the companion": ("companion/values/peek.py", "import companion.cli\n"),
    "rooms of hardware": ("hardware/sound/peek.py", "import hardware.pins\n"),
    "no page knows": ("web/pages/seat/peek.py", "import web.pages.host\n"),
    "rooms of the pages": ("web/views/peek.py", "import web.pages\n"),
    "a venue is no table": ("companion/venue/peek.py", "import companion.journal\n"),
    "only a venue has": ("companion/past/peek.py", "import sqlalchemy\n"),
    "the rules engine": ("rules/engine/peek.py", "import rules.games.one\n"),
    "the hub knows no game": ("companion/cli/favourite.py", "import rules.games.one\n"),
    "no game knows": ("rules/games/two.py", "import rules.games.one\n"),
    "nothing that is shipped knows": ("hardware/peek.py", "import studies\n"),
    "only web speaks": ("companion/doors/page.py", "from flask import Flask\n"),
    "only vision reads": ("web/door/preview.py", "import cv2\n"),
    "only hardware touches": ("companion/wiring/button.py", "from gpiozero import Button\n"),
    "rules have no clock": (
        "rules/engine/luck.py",
        "def roll():\n    from random import randint\n    return randint\n",
    ),
}


def _lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", RUN_LINTER, "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)


def _verdicts(output: str) -> str:
    """The report with its line breaks undone: long contract names are wrapped."""
    return " ".join(output.split())


def test_the_contracts_hold() -> None:
    result = _lint(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


def test_each_contract_notices_a_breach(tmp_path: Path) -> None:
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    divided = (
        face
        for package in ("companion", "hardware", "web", "web/pages")
        for face in (ROOT / package).glob("*/__init__.py")
    )
    rooms = (face.parent.relative_to(ROOT).as_posix() for face in divided)
    for package in (*PACKAGES, "studies", *rooms, "rules/engine", "rules/games"):
        (tmp_path / package).mkdir()
        (tmp_path / package / "__init__.py").touch()
    (tmp_path / "rules/games/one.py").touch()
    (tmp_path / "companion/__main__.py").touch()
    for module in ("pin_map", "parts", "rows", "types"):
        (tmp_path / f"hardware/{module}.py").touch()
    (tmp_path / "web/wording.py").touch()
    for path, text in (*BREACHES.values(), GROUND):
        (tmp_path / path).write_text(text)
    result = _lint(tmp_path)
    report = _verdicts(result.stdout)
    assert result.returncode != 0
    assert f"0 kept, {len(BREACHES)} broken" in report, report
    assert all(name in report for name in BREACHES), report
    assert "words.peek -> rules" in report, report


def _imported(source: Source) -> Iterator[str]:
    """Top names of all absolute imports, also those inside functions."""
    for node in ast.walk(source.tree):
        match node:
            case ast.Import(names=names):
                yield from (name.name.split(".")[0] for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.split(".")[0]


OF_ONE_GAME = {"chess": "rules/games/chess_deckbuilder/"}
"""A library that one game alone is made of, and its folder."""


def _strangers(source: Source) -> list[str]:
    own = {name for name, folder in OF_ONE_GAME.items() if str(source.path).startswith(folder)}
    known = {"rules", "words", *own, *sys.stdlib_module_names}
    return [f"{source.path} imports {name}" for name in _imported(source) if name not in known]


def test_rules_stand_on_the_standard_library_and_words_alone() -> None:
    assert not [stranger for source in sources("rules") for stranger in _strangers(source)]


def test_imports_inside_functions_are_seen() -> None:
    planted = Source("x.py", "def f():\n    import numpy.linalg\n    from . import y\n    from cv2 import imread\n")
    assert _strangers(planted) == ["x.py imports numpy", "x.py imports cv2"]
    assert _strangers(Source("rules/engine/x.py", "import chess")) == ["rules/engine/x.py imports chess"]


def _past_the_face(source: Source) -> list[str]:
    return [
        f"{source.path} imports {node.module}"
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("rules.engine.")
        if node.module not in ("rules.engine.parts", "rules.engine.definitions")  # faces of their own
    ]


def test_games_need_nothing_but_the_face_of_the_engine() -> None:
    assert not [found for source in sources("rules/games") for found in _past_the_face(source)]
    assert _past_the_face(Source("rules/games/x.py", "from rules.engine.table import Table")) == [
        "rules/games/x.py imports rules.engine.table"
    ]
