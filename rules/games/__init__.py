"""The games that there are: one line for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine.game import Game
from rules.games import chain_mail, chesney, chess_deckbuilder, chronicle, war_chest

OwnerFiles = Mapping[str, str]


class UnknownGame(Exception):
    """There is no game of that name: one sentence with those that there are."""


_GAMES: Final[Mapping[str, Callable[[OwnerFiles], Game]]] = {
    "chronicle": lambda files: chronicle.build(chronicle.load_owner(files) if files else None),
    "chesney": lambda files: chesney.build(),
    "war_chest": lambda files: war_chest.build(),
    "chess_deckbuilder": lambda files: chess_deckbuilder.build(),
    "chain_mail": lambda files: chain_mail.build(chain_mail.load_owner(files) if files else None),
}


def slugs() -> tuple[str, ...]:
    """The names by which games are chosen."""
    return tuple(_GAMES)


def game(slug: str, owner_files: OwnerFiles | None = None) -> Game:
    """A game, with an owner's card files (file name to text) over its own. UnknownGame lists the games; a card file
    with a mistake raises the game's own error, one sentence long."""
    if slug not in _GAMES:
        raise UnknownGame(f"There is no game '{slug}'; the games are: {', '.join(_GAMES)}.")
    return _GAMES[slug](owner_files or {})
