"""Chain Mail: its pieces, its setup, its phases."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Final

from rules.engine.game import Game, Play
from rules.engine.mat import Layout, read_layout, with_board
from rules.engine.own_files import names_of, own_text, rules_of, words_of
from rules.engine.table import Table
from rules.engine.types import PieceId
from rules.engine.words import Words
from rules.games.chain_mail import names as n
from rules.games.chain_mail import spending, start
from rules.games.chain_mail.battle import course
from rules.games.chain_mail.content import RESOURCES, Content
from rules.games.chain_mail.faces import faces, notes
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.screens import draw_map, draw_sheets
from rules.games.chain_mail.settings import match_settings, unfit
from rules.games.chain_mail.situation import MatchOver, Run, Situation
from rules.games.chain_mail.turn import adventuring, ending, travelling, trouble

PACKAGE: Final = "rules.games.chain_mail"
COVERAGE: Final = ("coverage.toml", "coverage_heroes.toml", "coverage_battle.toml")

_SHAPES: Final = ("food", "coin", "experience", "level")
"""How the resources are drawn."""

PHASES: Final[Mapping[str, Callable[[Run], Play]]] = MappingProxyType(
    {
        "cards": start.choose_cards,
        "heroes": start.choose_heroes,
        "lay_out": start.lay_out,
        "begin_turn": travelling.begin_turn,
        "travel": travelling.travel,
        "trouble": trouble.roll_for_trouble,
        "battle": course.battle,
        "adventure": adventuring.adventure,
        "end": ending.end_turn,
        "recover": ending.recover,
    }
)


def play(content: Content, t: Table) -> Play:
    """Goes on from the table's phase until the match has a result."""
    run = Run(t, content, spending.spend)
    try:
        while t.result is None:
            yield from PHASES[t.phase](run)
    except MatchOver:
        return


def setup(content: Content, t: Table) -> None:
    """Everything in the box, and the tracks at their start."""
    start.setup(content, content.maps[str(t.settings["map"])], t)


def decks(content: Content, settings: Mapping[str, object], seats: int) -> Mapping[str, tuple[PieceId, ...]]:
    """The same tokens and cards for any number of players (CM-002)."""
    return start.pieces(content)


def words(content: Content, language: str) -> Words:
    """The sentences of a language, with the names that the content gives to its things. Those of the starter set are
    translated; what an owner's file calls a thing stays as it is written."""
    own, starters = names_of(PACKAGE, language), starter().names.values()
    said = {key: own.get(name, name) for key, name in content.names.items() if name in own or name not in starters}
    return words_of(PACKAGE, language, ({"word": content.names}, {"word": said}))


@cache
def _plain_layout(seats: int) -> Layout:
    return read_layout(tomllib.loads(own_text(PACKAGE, "layout.toml")), seats)


def fitted(content: Content, seats: int, settings: Mapping[str, object]) -> Layout:
    """The mat with the map of the match on it."""
    return with_board(_plain_layout(seats), content.maps[str(settings["map"])].grid)


def layout(content: Content, seats: int) -> Layout:
    """The mat with the first map on it."""
    return with_board(_plain_layout(seats), next(iter(content.maps.values())).grid)


def rules_text(words: Words) -> tuple[tuple[str, str], ...]:
    """Every rule of the game, its id and what it says in our words."""
    return rules_of(PACKAGE, *COVERAGE, language=words.language)


def build(content: Content | None = None) -> Game:
    """The game, with an owner's content if there is some."""
    own = starter() if content is None else content
    return Game(
        slug="chain_mail",
        title="Chain Mail",
        seats=range(1, 5),
        decks=partial(decks, own),
        setup=partial(setup, own),
        play=partial(play, own),
        layout=partial(layout, own),
        words=partial(words, own),
        faces=partial(faces, own),
        settings=match_settings(own),
        rules="CM-",
        rules_text=rules_text,
        prominent=frozenset({n.TIME}),
        pips=MappingProxyType(
            {r: (shape, own.constants.resource_max) for r, shape in zip(RESOURCES, _SHAPES, strict=True)}
        ),
        seldom=frozenset(
            {"eat", "level", "item", "relic", "recall", "extra", "linger", "trade", "nothing", "none", "object"}
        ),
        eager=frozenset({"cube", "agree"}),
        put_away=frozenset({n.BOX, n.KENNEL, n.SPARE_DOGS, n.HEROES, "battle", "hex", "health"}),
        board=lambda state: draw_map(Situation(state, own)),
        sheets=lambda state: draw_sheets(Situation(state, own)),
        fitted=partial(fitted, own),
        unfit=lambda given, seats: unfit(own, given),
        notes=lambda seen, reader: notes(Situation(seen, own), reader),
    )
