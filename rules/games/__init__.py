"""The games that there are: ours, one word for each, and those that an owner has put beside them.

Games from outside lie in the folder that `look_in` names, and in installed packages that name them as entry points
(`tabletop_companion.games`). One that does not open is among `broken`, with the reason, and is no game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from rules.engine import About, Game, GameLook, read_look, sentence_of
from rules.outside import Broken, Found, GameUnloaded, Shelf, found_in, in_packages, read_about
from rules.tools import Tools

OwnerFiles = Mapping[str, str]


class UnknownGame(Exception):
    """There is no game of that name, or it does not open: one sentence with the reason."""


OURS: Final = (
    *("chronicle", "chesney", "war_chest", "chess_deckbuilder", "chain_mail"),
    *("score_sheet", "open_table", "roles"),
)
_WITH_TOOLS: Final = ("chain_mail",)


def _ours(slug: str, owner_files: OwnerFiles) -> Game:
    folder = import_module(f"rules.games.{slug}")
    load = getattr(folder, "load_owner", None)
    made: Game = folder.build(load(owner_files)) if owner_files and load else folder.build()
    return made


def _lend(slug: str, cards: OwnerFiles) -> Game | None:
    """One of ours that goes by an owner's cards, with these."""
    takes_cards = slug in OURS and hasattr(import_module(f"rules.games.{slug}"), "load_owner")
    return _ours(slug, cards) if takes_cards else None


_OUTSIDE: Final = Shelf(OURS, _lend)


def look_in(folder: Path | None) -> None:
    """From now on the folder with the games of an owner is this one, for the whole process; None: there is none."""
    _OUTSIDE.look_in(folder)


def slugs() -> tuple[str, ...]:
    """The names by which games are chosen: ours, then those from outside."""
    return (*OURS, *_OUTSIDE.look().games)


def outside() -> tuple[Found, ...]:
    """The games from outside that open."""
    return tuple(_OUTSIDE.look().games.values())


def broken() -> tuple[Broken, ...]:
    """The games from outside that cannot be played, and why."""
    return _OUTSIDE.look().broken


def game(slug: str, owner_files: OwnerFiles | None = None) -> Game:
    """A game, with an owner's card files (file name to text) over its own, if it takes any. One of ours is loaded when
    it is first wanted: a table plays one, and the others would stay in its memory. UnknownGame lists the games, or says
    why that one does not open; a card file with a mistake raises the game's own error, one sentence long."""
    if slug in OURS:
        return _ours(slug, owner_files or {})
    try:
        return _OUTSIDE.game(_found(slug), owner_files or {})
    except GameUnloaded as error:
        raise UnknownGame(f"The game '{slug}' cannot be played: {error}") from error


def find(folder: Path) -> Found:
    """The game of a folder anywhere, which need not be among those that people choose from. GameUnloaded."""
    found = found_in(folder.absolute())
    if isinstance(found, Broken):
        raise GameUnloaded(found.why)
    return found


def game_of(found: Found) -> Game:
    """The game that was found, loaded anew when one of its files has changed. GameUnloaded says why not, with file and
    line."""
    return _OUTSIDE.game(found)


def look(slug: str) -> GameLook | None:
    """The colours and drawings of one of those games, None where it brings none. The game is not loaded for them."""
    folder = _folder(slug) / "look"
    lender = "" if slug in OURS else _found(slug).about.plays
    if not folder.is_dir() and lender:
        return look(lender)
    return read_look(folder) if folder.is_dir() else None


def about(slug: str) -> About:
    """What stands on the shelf of a game, which is not loaded for it."""
    return _about_ours(slug) if slug in OURS else _found(slug).about


def in_a_sentence(slug: str, language: str) -> str:
    """A game in one sentence, in that language or else in English."""
    return sentence_of(package(slug), language)


def package(slug: str) -> str:
    """The package of its files, such as "rules.games.chronicle"."""
    return f"{__name__}.{slug}" if slug in OURS else _found(slug).package


def code_folders() -> Iterator[Path]:
    """Where the code of games lies."""
    yield from (Path(__file__).parent / slug for slug in OURS)
    yield from (found.folder for found in in_packages() if isinstance(found, Found))
    if _OUTSIDE.folder is not None:
        yield _OUTSIDE.folder


def with_tools() -> tuple[str, ...]:
    """The names of the games that bring tools for content that owners type in."""
    return (*_WITH_TOOLS, *(one.slug for one in outside() if (one.folder / "tools").is_dir()))


def tools(slug: str) -> Tools:
    """The tools of one of those games."""
    made: Tools = import_module(f"{package(slug)}.tools").TOOLS
    return made


# -- inside ------------------------------------------------------------------------------------------------------------


@cache
def _about_ours(slug: str) -> About:
    return read_about(_folder(slug))


def _found(slug: str) -> Found:
    looked = _OUTSIDE.look()
    if slug in looked.games:
        return looked.games[slug]
    for one in looked.broken:
        if one.name == slug:
            raise UnknownGame(f"The game '{slug}' cannot be played: {one.why}")
    raise UnknownGame(f"There is no game '{slug}'; the games are: {', '.join((*OURS, *looked.games))}.")


def _folder(slug: str) -> Traversable:
    return files(__name__) / slug if slug in OURS else _found(slug).folder
