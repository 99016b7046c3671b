"""The games that there are: one word for each."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.resources import files
from typing import Final

from rules.engine import About, Game, GameLook, about_of, read_look, sentence_of
from rules.tools import Tools

OwnerFiles = Mapping[str, str]


class UnknownGame(Exception):
    """There is no game of that name: one sentence with those that there are."""


_GAMES: Final = ("chronicle", "chesney", "war_chest", "chess_deckbuilder", "chain_mail")
_WITH_TOOLS: Final = ("chain_mail",)


def slugs() -> tuple[str, ...]:
    """The names by which games are chosen."""
    return _GAMES


def game(slug: str, owner_files: OwnerFiles | None = None) -> Game:
    """A game, with an owner's card files (file name to text) over its own, if it takes any. It is loaded when it is
    first wanted: a table plays one, and the others would stay in its memory. UnknownGame lists the games; a card file
    with a mistake raises the game's own error, one sentence long."""
    if slug not in _GAMES:
        raise UnknownGame(f"There is no game '{slug}'; the games are: {', '.join(_GAMES)}.")
    folder = import_module(f"rules.games.{slug}")
    load = getattr(folder, "load_owner", None)
    made: Game = folder.build(load(owner_files)) if owner_files and load else folder.build()
    return made


def look(slug: str) -> GameLook | None:
    """The colours and drawings of one of those games, None where it brings none. The game is not loaded for them."""
    folder = files(__name__) / slug / "look"
    return read_look(folder) if folder.is_dir() else None


def about(slug: str) -> About:
    """What stands on the shelf of a game, which is not loaded for it."""
    found = about_of(f"{__name__}.{slug}")
    assert found is not None  # every game of ours has its file
    return found


def in_a_sentence(slug: str, language: str) -> str:
    """A game in one sentence, in that language or else in English."""
    return sentence_of(f"{__name__}.{slug}", language)


def with_tools() -> tuple[str, ...]:
    """The names of the games that bring tools for content that owners type in."""
    return _WITH_TOOLS


def tools(slug: str) -> Tools:
    """The tools of one of those games."""
    made: Tools = import_module(f"rules.games.{slug}.tools").TOOLS
    return made
