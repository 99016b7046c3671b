"""How the program's players do against a chess engine that moves the men of the chess deckbuilder.

    python -m studies.chess_deckbuilder.engine --engine /usr/games/stockfish greedy -n 20

The engine knows chess and not this game: of all moves that its hand allows it takes the one that it would play in
chess, and it buys cards as the greedy player does. So this is for the sense of it and no measure of strength.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import chess
import chess.engine

from companion.kit.laws.playing import LONGEST, Tape
from companion.kit.tally import interval
from companion.players.greedy import greedy
from companion.players.seated import Seated
from companion.players.stage import Stage
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine import Option, Seat
from rules.engine.entries import Header
from rules.engine.match import Match
from rules.engine.sampling import Chooser
from rules.games import game
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.moves import Moved, card_moves
from rules.games.chess_deckbuilder.position import board, position

SLUG = "chess_deckbuilder"


@dataclass(frozen=True)
class Engine:
    """Moves the men with an engine that looks at so many positions, and does all else as the greedy player."""

    inside: chess.engine.SimpleEngine
    nodes: int
    stage: Stage

    def __call__(self, turn: Turn, choose: Chooser) -> Option | None:
        """The option that brings the move that the engine likes best."""
        ways: dict[chess.Move, Option] = {}
        for option in turn.options:
            if option.refusal is None:
                for move in _moves(turn, option):
                    ways.setdefault(move, option)
        best = self._best(turn, ways) if ways else None
        return greedy(self.stage, turn, choose) if best is None else ways[best]

    def _best(self, turn: Turn, among: Iterable[chess.Move]) -> chess.Move | None:
        state, seat = turn.seen.state, turn.seen.seat
        here = board(position(state), n.color_of(state, seat))
        moves = [move for move in among if here.is_legal(move)]
        if not moves or not here.is_valid():  # such as a king that was left attacked by a second card
            return None
        return self.inside.play(here, chess.engine.Limit(nodes=self.nodes), root_moves=moves).move


def _moves(turn: Turn, option: Option) -> Iterable[chess.Move]:
    """The moves in chess that an option brings: its own, or those of the card that it lays."""
    state, seat = turn.seen.state, turn.seen.seat
    head, _, card = option.key.partition(":")
    laid = card_moves(state, seat, card) if head == "play" and card in n.ACTIONS else ()
    for one in (option, *laid):
        if one.refusal is None and isinstance(one.value, Moved):
            move = one.value.move
            yield chess.Move.from_uci(move.frm + move.to + ("q" if move.last_rank else ""))


def played(engine: Callable[[Stage], Engine], against: Strength, seed: int, playouts: int) -> bool | None:
    """Whether the engine has won one match; None for a draw. It has each seat in turn."""
    rules = game(SLUG)
    match, tape = Match(rules, Header(SLUG, 2, rules.check_settings({}))), Tape(seed)
    own = engine(Stage(rules, match.header))
    players = Seated(match, [against] * 2, playouts, {seed % 2: own})
    while match.question is not None and match.version < LONGEST:
        answer = players.answer(tape)
        match.submit(answer)
        players.note(answer)
    result = match.state.result
    return None if result is None or len(result.winners) != 1 else result.winners[0] == Seat(seed % 2)


def main() -> None:
    """Plays the matches and prints what they came to."""
    options = argparse.ArgumentParser(description="the chess deckbuilder against a chess engine")
    options.add_argument("against", choices=[one.value for one in Strength])
    options.add_argument("--engine", required=True, help="the engine's program, which speaks UCI")
    options.add_argument("--nodes", type=int, default=2000, help="positions that it looks at for a move")
    options.add_argument("--playouts", type=int, default=20, help="of a thinker, for each question")
    options.add_argument("-n", dest="count", type=int, default=20)
    given = options.parse_args()
    with chess.engine.SimpleEngine.popen_uci(given.engine) as inside:

        def engine(stage: Stage) -> Engine:
            return Engine(inside, given.nodes, stage)

        ends = [played(engine, Strength(given.against), seed, given.playouts) for seed in range(given.count)]
    won, lost = ends.count(True), ends.count(False)
    least, most = interval(lost, given.count)
    print(f"{given.against} against the engine: won {lost} of {given.count} ({least:.0%} to {most:.0%}), lost {won}.")


if __name__ == "__main__":
    main()
