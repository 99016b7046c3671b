"""The players of the program under the law of swapped worlds: what one answers follows from what its seat knows."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.kit.laws.worlds import Chooses
from companion.players.hints import hints
from companion.players.stage import Stage
from companion.players.strength import Player
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import asked
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import Chooser
from rules.engine.types import PUBLIC, Seat

PLAYOUTS, ANSWERS = 5, 2
"""As little thinking as shows what it goes by."""


def choosing(
    game: Game, header: Header, strength: Strength, at: Callable[[int], bool] = lambda version: True
) -> Chooses:
    """A player for every seat of one match, asked at some versions of it, with the same chance for the same version."""
    player = Player(strength, Stage(game, header), PLAYOUTS, ANSWERS)

    def says(turn: Turn, choose: Chooser) -> str:
        chosen = player.choose(turn, choose)
        return "" if chosen is None else chosen.key

    return _asking(game, header, says, at)


def hinting(game: Game, header: Header, at: Callable[[int], bool] = lambda version: True) -> Chooses:
    """The hint that every seat of one match would be given, whole with its reasons, in the same way."""
    stage = Stage(game, header)
    return _asking(
        game, header, lambda turn, choose: repr(hints(stage, turn, choose, playouts=PLAYOUTS, answers=ANSWERS)), at
    )


def _asking(game: Game, header: Header, says: Callable[[Turn, Chooser], str], at: Callable[[int], bool]) -> Chooses:
    def chooses(match: Match, recalls: Recalls, reader: Seat) -> str:
        if reader == PUBLIC or not at(match.version):
            return ""
        question = asked(match, reader)
        if question is None or not question.yours:
            return ""
        turn = Turn(game, header, Seen(reader, match.seen(reader)), question.options, recalls.of(reader), question)
        return says(turn, Random(f"{match.version} {reader}").randrange)

    return chooses
