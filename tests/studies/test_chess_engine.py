"""The study that has a chess engine move the men: what the engine is asked, and what comes of its answer."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import chess
import chess.engine

from companion.players.stage import Stage
from companion.players.turn import Turn
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.recall import Recalls
from rules.engine.redact import Seen
from rules.engine.sampling import pick
from rules.games import game
from studies.chess_deckbuilder.engine import SLUG, Engine


class Last:
    """An engine that likes the last move best."""

    def __init__(self) -> None:
        self.asked: list[list[chess.Move]] = []

    def play(
        self, board: chess.Board, limit: chess.engine.Limit, root_moves: Iterable[chess.Move]
    ) -> chess.engine.PlayResult:
        self.asked.append(list(root_moves))
        assert all(board.is_legal(move) for move in self.asked[-1])
        return chess.engine.PlayResult(self.asked[-1][-1], None)


def test_the_engine_chooses_among_what_the_hand_allows_and_its_move_is_made() -> None:
    rules, choose, inside = game(SLUG), Random(4).randrange, Last()
    match = Match(rules, Header(SLUG, 2, rules.check_settings({})))
    recalls, engine = Recalls(match), Engine(inside, 1, Stage(rules, match.header))  # type: ignore[arg-type]
    moved = 0
    while match.version < 120 and match.question is not None:
        answer = pick(match, choose)
        if (seat := answer.seat) is not None and match.question.kind in ("action", "use_card"):
            turn = Turn(rules, match.header, Seen(seat, match.seen(seat)), match.options(seat), recalls.of(seat))
            asked = len(inside.asked)
            option = engine(turn, choose)
            if option is not None and len(inside.asked) > asked:
                wanted = inside.asked[-1][-1]
                if option.cell:
                    moved += 1
                    assert (option.from_cell, option.cell) == (
                        chess.square_name(wanted.from_square),
                        chess.square_name(wanted.to_square),
                    )
                else:
                    assert chess.square_name(wanted.from_square) in option.reach
        match.submit(answer)
        recalls.note(answer)
    assert moved
