"""How far a player that thinks plays on by chance."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.players.stage import Stage
from companion.players.strength import Player
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser
from rules.engine.types import Seat, State
from tests.companion.evening import HANDS
from tests.companion.high_card import HIGH_CARD


def held_against_the_other(state: State, seat: Seat) -> float:
    """How high the cards are that a seat still holds."""
    return float(sum(int(card.partition("-")[2]) for card in state.pile(f"hand/{seat}").pieces))


def thought(game: Game, monkeypatch: pytest.MonkeyPatch) -> tuple[str, int]:
    """What a thinker leads with, and how many answers it gave by chance meanwhile at the beginning of a turn."""
    match = Match(game, Header(game.slug, 2, {}, HANDS))
    turn = Turn(
        game, match.header, Seen(Seat(0), match.seen(Seat(0))), match.options(Seat(0)), Recalls(match).of(Seat(0))
    )
    by_chance, play_on = list[bool](), Stage.play_on

    def noted(stage: Stage, choose: Chooser) -> bool:
        question = stage.match.question
        by_chance.append(question is not None and question.boundary)
        return play_on(stage, choose)

    monkeypatch.setattr(Stage, "play_on", noted)
    chosen = Player(Strength.THINKER, Stage(game, match.header), 20).choose(turn, Random(1).randrange)
    assert chosen is not None
    return chosen.key, sum(by_chance)


def test_where_a_game_says_what_a_table_is_worth_nothing_is_played_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    valued = replace(HIGH_CARD, bots=replace(HIGH_CARD.bots, value=held_against_the_other))
    assert thought(valued, monkeypatch) == ("play:RED-1", 0), "it keeps the higher card, as the value has it"


def test_else_it_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    _, by_chance = thought(HIGH_CARD, monkeypatch)
    assert by_chance
