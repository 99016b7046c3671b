"""The chess deckbuilder: its pieces, its setup, its phases."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Final

from rules.engine.game import Game, Play
from rules.engine.mat import Layout, read_layout
from rules.engine.own_files import own_text, rules_of, words_of
from rules.engine.table import Table
from rules.engine.words import Words
from rules.games.chess_deckbuilder import acting, buying, start, turns
from rules.games.chess_deckbuilder.faces import draw_board, faces, notes
from rules.games.chess_deckbuilder.names import CARDS, OUT, SPARE, owned_by
from rules.games.chess_deckbuilder.notation import NOTATION
from rules.games.chess_deckbuilder.pieces import decks
from rules.games.chess_deckbuilder.position import GRID
from rules.games.chess_deckbuilder.settings import SETTINGS

PACKAGE: Final = "rules.games.chess_deckbuilder"

PHASES: Final[Mapping[str, Callable[[Table], Play]]] = {
    "colours": start.colours,
    "set_up": start.set_up,
    "turn": turns.begin,
    "action": acting.act,
    "buy": buying.buy,
    "clean_up": turns.clean_up,
    "draw": turns.draw,
    "end": turns.end,
}


def play(t: Table) -> Play:
    """Goes on from the table's phase until the match has a result."""
    while t.result is None:
        yield from PHASES[t.phase](t)


def words(language: str) -> Words:
    """The sentences of a language over the engine's; where there is no such file, the English ones."""
    return words_of(PACKAGE, language)


def layout(seats: int) -> Layout:
    """The mat: the board in the middle, the supply beside it, each player's cards before them."""
    return read_layout(tomllib.loads(own_text(PACKAGE, "layout.toml")), seats, GRID)


def rules_text(words: Words) -> tuple[tuple[str, str], ...]:
    """Every rule of the game, its id and what it says in our words."""
    return rules_of(PACKAGE, "coverage.toml", language=words.language)


def build() -> Game:
    """The game."""
    return Game(
        slug="chess_deckbuilder",
        title="Chess deckbuilder",
        seats=range(2, 3),
        decks=decks,
        setup=start.setup,
        play=play,
        layout=layout,
        words=words,
        faces=faces,
        settings=SETTINGS,
        rules="CD-",
        rules_text=rules_text,
        prominent=frozenset({"actions", "buys"}),
        seldom=frozenset({"accept", "resign", "back"}),
        eager=frozenset({"take"}),
        alike=frozenset({CARDS}),
        reveals=frozenset({"cleaned_up", "showed"}),
        own=owned_by,
        board=draw_board,
        put_away=frozenset({SPARE, OUT, start.BOX}),
        paced=frozenset({"answer_check"}),
        turn_begins=dict.fromkeys(("action", "buy", "clean_up", "draw", "end"), "turn"),
        notes=notes,
        notation=NOTATION,
    )
