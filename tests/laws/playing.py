"""The games that the laws are held against in the tests, and scripts of them by their names."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from companion.kit.laws.playing import Script, every_setting
from rules.engine.game import Game
from tests.laws import shipped
from tests.laws.lantern import lantern
from tests.laws.toys import high_card

TOYS = ("high_card", "lantern")
GAMES = (*TOYS, *shipped.slugs())


def game_of(slug: str) -> Game:
    """A toy, a toy with a fault (`high_card:FAULT`), or a game of the house."""
    name, _, fault = slug.partition(":")
    if name == "high_card":
        return high_card(fault)
    return lantern() if name == "lantern" else shipped.game(slug)


def script_of(slug: str, seats: int, seed: int = 0, **rest: Any) -> Script:
    """A script of one of them."""
    return Script(game_of(slug), seats, seed, **rest)


def scripts(slug: str, longest: int = 0) -> st.SearchStrategy[Script]:
    """Scripts of one game; they shrink to fewer players, plain options, small choices and short matches."""
    game = game_of(slug)
    tables = [(seats, settings) for settings in every_setting(game) for seats in game.seats]
    fit = [(n, options) for n, options in tables if not game.rules.unfit(game.check_settings(options), n)]
    return st.builds(
        lambda table, **rest: Script(game, seats=table[0], settings=table[1], **rest),
        table=st.sampled_from(fit),
        seed=st.integers(0, 2**32 - 1),
        first=st.lists(st.integers(0, 40), max_size=20).map(tuple),
        length=st.integers(1, longest) if longest else st.just(0),
    )
