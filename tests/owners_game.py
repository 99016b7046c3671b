"""A game of an owner, as a folder: the one of docs/own_game/ground_up.md, which runs anywhere as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

from tests.house._source import ROOT

_NAMED_FILES = re.compile(r"^`(high_card/[\w.]+)`:\n\n```\w+\n(.*?)^```", re.MULTILINE | re.DOTALL)

EDITION = """slug = "{slug}"
title = "Our Chronicle"
version = "1.0"
api = 1
author = "Ada"
licence = "CC0-1.0"
seats = [3, 4, 5, 6]
plays = "chronicle"
"""


def owners_game(games: Path, slug: str = "high_card", **changes: tuple[str, str]) -> Path:
    """Writes the game into a folder of games under a name, with a text for another in files: `game="a", "b"` changes
    game.py, `game_toml` game.toml. Gives its folder."""
    folder = games / slug
    folder.mkdir(parents=True)
    for name, text in _NAMED_FILES.findall((ROOT / "docs/own_game/ground_up.md").read_text("utf-8")):
        (folder / Path(name).name).write_text(text, "utf-8")
    change(folder, game_toml=('slug = "high_card"', f'slug = "{slug}"'))
    change(folder, **changes)
    return folder


def change(folder: Path, **changes: tuple[str, str]) -> None:
    """Puts a text for another into files of a game."""
    for name, (old, new) in changes.items():
        file = folder / (name.replace("_toml", ".toml") if name.endswith("_toml") else f"{name}.py")
        text = file.read_text("utf-8")
        assert old in text, f"{file.name} does not say {old!r}"
        file.write_text(text.replace(old, new), "utf-8")


def owners_edition(games: Path, slug: str = "our_chronicle") -> Path:
    """Writes a game without code, which goes by the rules of Chronicle. Gives its folder."""
    folder = games / slug
    folder.mkdir(parents=True)
    (folder / "game.toml").write_text(EDITION.format(slug=slug), "utf-8")
    (folder / "text.en.toml").write_text('[about]\nsentence = "The people of our village."\n', "utf-8")
    return folder
