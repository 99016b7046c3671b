"""The face of every game says where things are: each of its files and folders is named in its map."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.laws import shipped


def unnamed(folder: Path) -> set[str]:
    """Files and folders with code of a game that its face does not name."""
    face = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    named = set(re.findall(r"`(\w+)`", face))
    return {file.stem for file in folder.rglob("*.py") if file.stem != "__init__"} - named - _inside(folder, named)


def _inside(folder: Path, named: set[str]) -> set[str]:
    """Files of folders whose own face is the place to look."""
    own = {"heroes", "player", "reading", "tools"} & named
    return {file.stem for name in own for file in (folder / name).glob("*.py")}


@pytest.mark.parametrize("slug", shipped.slugs())
def test_the_map_of_a_game_names_every_file(slug: str) -> None:
    assert not unnamed(shipped.folder(slug))


def test_a_file_that_is_not_on_the_map_is_found(tmp_path: Path) -> None:
    (tmp_path / "rounds").mkdir()
    (tmp_path / "__init__.py").write_text('"""A game: `game`, `rounds`."""\n')
    for name in ("game.py", "rounds/__init__.py", "rounds/drawing.py", "luck.py"):
        (tmp_path / name).touch()
    assert unnamed(tmp_path) == {"drawing", "luck"}
