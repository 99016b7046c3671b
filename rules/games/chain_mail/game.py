"""Chain Mail: its pieces, its setup, its phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from rules.engine import Bots, Box, Episodes, Game, Play, Rules, Screens, Table, names_of, questions_of
from rules.games.chain_mail import names as n, spending, start
from rules.games.chain_mail.battle import course
from rules.games.chain_mail.content import RESOURCES, Content
from rules.games.chain_mail.faces import faces, notes
from rules.games.chain_mail.player.party import Party
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.screens import draw_map, draw_sheets
from rules.games.chain_mail.settings import match_settings, unfit
from rules.games.chain_mail.situation import MatchOver, Run, Situation
from rules.games.chain_mail.turn import adventuring, ending, travelling, trouble
from words import SOURCE

PACKAGE: Final = "rules.games.chain_mail"

_SHAPES: Final = ("food", "coin", "experience", "level")
"""How the resources are drawn."""

PHASES: Final[Mapping[str, Callable[[Run], Play | None]]] = {
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

EPISODES: Final = Episodes(
    begins={"turn_begins": "turn", "battle_begins": "battle", "ambush": "battle", "round_begins": "battle_round"},
    decides={"monster_defeated", "target_reached"},
    plain={"turn_begins", "round_begins"},
)


def play(content: Content, t: Table) -> Play:
    """Goes on from the table's phase until the match has a result."""
    run = Run(t, content, spending.spend)
    try:
        while t.result is None:
            yield from questions_of(PHASES[t.phase](run))
    except MatchOver:
        return


def setup(content: Content, t: Table) -> None:
    """Everything in the box, and the tracks at their start."""
    start.setup(content, content.maps[str(t.settings["map"])], t)


def names(content: Content, language: str) -> Mapping[str, str]:
    """What the content calls its things, by their codes. Names of the starter set are translated; what an owner's file
    calls a thing stays as it is written."""
    if language == SOURCE:
        return content.names
    own, starters = names_of(PACKAGE, language), starter().names.values()
    return {key: own.get(name, name) for key, name in content.names.items() if name in own or name not in starters}


def build(content: Content | None = None) -> Game:
    """The game, with an owner's content if there is some."""
    own = starter() if content is None else content
    pips = {kind: (shape, own.constants.resource_max) for kind, shape in zip(RESOURCES, _SHAPES, strict=True)}
    return Game(
        package=__name__,
        title="Chain Mail",
        seats=range(1, 5),
        rules=Rules(
            setup=partial(setup, own),
            play=partial(play, own),
            settings=match_settings(own),
            unfit=lambda given, seats: unfit(own, given),
        ),
        box=Box(
            decks=lambda settings, seats: start.pieces(own),  # the same for any number of players (CM-002)
            faces=partial(faces, own),
            grid=lambda settings: own.maps[str(settings["map"])].grid,
            names=partial(names, own),
        ),
        episodes=EPISODES,
        screens=Screens(
            prominent={n.TIME},
            pips=pips,
            put_away={n.BOX, n.KENNEL, n.SPARE_DOGS, n.HEROES, "battle", "hex", "health"},
            board=lambda state: draw_map(Situation(state, own)),
            sheets=lambda state: draw_sheets(Situation(state, own)),
            notes=lambda seen, reader: notes(Situation(seen, own), reader),
        ),
        bots=Bots(
            seldom={"eat", "level", "item", "relic", "recall", "extra", "linger", "trade", "nothing", "none", "object"},
            eager={"cube", "agree"},
            policy=Party(own),
        ),
    )
