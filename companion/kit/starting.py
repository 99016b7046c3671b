"""A new game: one of the starters under a name of its own."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from rules import games
from rules.engine.about import is_slug
from words import Sentence

KINDS: Final = ("cards", "dice", "board")
_STARTERS: Final = "rules.starters"
_SLUG, _TITLE, _AUTHOR = "my_game", "My Game", 'author = "Me"'


class GameNotBegun(Exception):
    """Why there is no new game: one `Sentence` that says what to do."""


def begin_game(kind: str, slug: str, beside: Path, title: str = "", author: str = "") -> Path:
    """Writes a new game of one of the `KINDS` into the folder `slug` in `beside`, whole or not at all, and gives that
    folder. `title` is what people call it, made of the slug if left out. GameNotBegun."""
    folder = beside.absolute() / slug
    _refuse(slug, folder)
    names = {
        _SLUG: slug,
        _TITLE: _plain(title) or slug.replace("_", " ").title(),
        _AUTHOR: f'author = "{_plain(author) or "Me"}"',
    }
    try:
        beside.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=beside, prefix=".new-") as made:
            part = Path(made) / slug
            for path, text in _texts(files(f"{_STARTERS}.{kind}"), Path()):
                (part / path).parent.mkdir(parents=True, exist_ok=True)
                (part / path).write_text(_renamed(text, names), "utf-8")
            part.rename(folder)
    except OSError as error:
        raise GameNotBegun(
            Sentence("The folder {folder} cannot be written: {why}.", folder=folder, why=error.strerror or error)
        ) from error
    games.find(folder)
    return folder


# -- inside ------------------------------------------------------------------------------------------------------------


def _refuse(slug: str, folder: Path) -> None:
    if not is_slug(slug):
        raise GameNotBegun(
            Sentence("{slug} is no name for a game: take small letters, digits and underscores.", slug=slug)
        )
    if slug in games.OURS:
        raise GameNotBegun(
            Sentence("{slug} is the name of a game that the companion brings. Call yours otherwise.", slug=slug)
        )
    if any(one.slug == slug for one in games.outside()) or folder.exists():
        raise GameNotBegun(Sentence("There is a game {slug} already. Call the new one otherwise.", slug=slug))


def _texts(place: Traversable, below: Path) -> Iterator[tuple[Path, str]]:
    for one in sorted(place.iterdir(), key=lambda one: one.name):
        if one.is_dir() and not one.name.startswith("__"):
            yield from _texts(one, below / one.name)
        elif one.name.endswith((".py", ".toml")):
            yield below / one.name, one.read_text("utf-8")


def _renamed(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def _plain(text: str) -> str:
    """A text as it may stand between quotes, in Python and in TOML."""
    return "".join(letter for letter in text if letter.isprintable()).replace("\\", "/").replace('"', "'").strip()
