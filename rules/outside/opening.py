"""Loading a game from outside, and trying once whether it opens. Whatever a stranger's code raises becomes a sentence
with file and line: it is listed with it, and harms nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Final

from rules.engine.entries import Header
from rules.engine.game import Game, SettingError
from rules.engine.mat import LayoutError
from rules.engine.match import Match
from rules.engine.parts import CardsError, PhaseError
from rules.engine.table import TableError
from rules.outside.blame import place_of
from rules.outside.importing import files_in
from rules.outside.places import Found
from words import SOURCE, Sentence
from words.files import WordsError

Lend = Callable[[str, Mapping[str, str]], Game | None]
"""A game of ours with cards from these files (name to text) over its own; None where there is none that takes any."""
CARDS: Final = "cards"
"""The folder in which a game without code has its files of cards."""


class NoEnd(BaseException):
    """The game's code has come neither to its end nor to its next question: a sentence that says so. No `Exception`,
    so that no game catches it."""

    def __init__(self, said: str = "It came to no end: let the loop here come to an end, or ask somebody"):
        super().__init__(said)


FAULTS: Final = (Exception, NoEnd)
"""What may come out of a game's code."""


_TELLING: Final = (CardsError, LayoutError, NoEnd, PhaseError, SettingError, SyntaxError, TableError, WordsError)
"""Errors whose text is a sentence for people."""
_OF_ANY_GAME: Final = re.compile(r"(game|layout|text\.\w+|names\.\w+|coverage[\w.]*)\.toml$")
"""The files that a game may have whatever its rules are; any other is for the game whose rules it plays by."""
_MOST_LETTERS: Final = 200
_PATH: Final = re.compile(r"(?<![\w./])/(?:[^/'\":]+/)+")
"""The folders of a path, which may be somebody's home: a sentence that pages show names the file alone."""


class GameUnloaded(Exception):
    """A game that does not open: a `Sentence` that says why, with file and line where there is one."""


def opened(found: Found, owner_files: Mapping[str, str], lend: Lend) -> Game:
    """The game, with an owner's card files over its own, if it takes any. GameUnloaded."""
    try:
        game = _lent(found, owner_files, lend) if found.about.plays else _built(found, owner_files)
    except GameUnloaded:
        raise
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # a stranger's code may raise anything, also SystemExit
        raise GameUnloaded(_why(found, error)) from error
    if tuple(game.seats) != found.about.seats:
        said, has = (", ".join(map(str, seats)) for seats in (found.about.seats, game.seats))
        raise GameUnloaded(
            Sentence("game.toml says that it is for {said} players, and its Game says {has}.", said=said, has=has)
        )
    return game


def tried(found: Found, lend: Lend) -> Game:
    """The game, once it has shown that it opens: it has words, pieces, a mat and a beginning for every number of
    players. GameUnloaded."""
    game = opened(found, {}, lend)
    try:
        _try(game)
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        raise GameUnloaded(_why(found, error)) from error
    return game


# -- inside ------------------------------------------------------------------------------------------------------------


def _built(found: Found, owner_files: Mapping[str, str]) -> Game:
    face = import_module(found.package)
    build, load = getattr(face, "build", None), getattr(face, "load_owner", None)
    if not callable(build):
        raise GameUnloaded(Sentence("{file} has no function build, which gives the game.", file="__init__.py"))
    game = build(load(owner_files)) if owner_files and load else build()
    if not isinstance(game, Game):
        raise GameUnloaded(Sentence("{file}: the function build has to give a Game.", file="__init__.py"))
    if game.folder != found.package:
        raise GameUnloaded(Sentence("Its Game needs package=__name__: that is how its files are found."))
    return game


def _lent(found: Found, owner_files: Mapping[str, str], lend: Lend) -> Game:
    cards = found.folder / CARDS
    inside = [path for path in files_in(cards) if path.suffix == ".toml"] if cards.is_dir() else []
    inside += [path for path in found.folder.glob("*.toml") if path.is_file() and not _OF_ANY_GAME.match(path.name)]
    texts = {path.name: path.read_text("utf-8") for path in inside} | dict(owner_files)
    game = lend(found.about.plays, texts)
    if game is None:
        fault = Sentence("There is no game {other} here that lends its rules to others.", other=found.about.plays)
        raise GameUnloaded(fault)
    made_of = "" if game.definition is None else texts.get(game.definition.file, "")
    made = replace(game, package=found.package, title=found.about.title, lender=game.folder, made_of=made_of)
    few = range(found.about.seats[0], found.about.seats[-1] + 1)
    return replace(made, seats=few) if set(few) <= set(game.seats) else made


def _try(game: Game) -> None:
    settings = game.check_settings({})
    for seats in game.seats:
        if not game.rules.unfit(settings, seats):
            match = Match(game, Header(game.slug, seats, settings))
            game.mat(seats, settings).check_spots(match.state.piles.values())
    game.box.faces(settings, game.words(SOURCE))
    game.rules_text(SOURCE)


def _why(found: Found, error: BaseException) -> Sentence:
    if error.args and isinstance(error.args[0], Sentence):
        return error.args[0]
    what = _PATH.sub("", _line_of_text(error))
    file, line = place_of(found.folder, error)
    if not file:
        return Sentence("It does not open: {what}.", what=what)
    return Sentence("{file}, line {line}: {what}.", file=file, line=line, what=what)


def _line_of_text(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    line = " ".join(text.split())[:_MOST_LETTERS].rstrip(".")
    if isinstance(error, _TELLING) and line:
        return line
    return f"{type(error).__name__}: {line}" if line else type(error).__name__
