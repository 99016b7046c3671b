"""A match as PGN: every game of the file is lawful chess, and comments tell of the cards.

Null moves stand for turns without a move and between the moves of one turn. Where chess has no such move (a second move
after a check, a King card's promotion, a pawn that waits on the last rank, one of several pawns that may be taken en
passant), the file goes on with a further game that begins at the position then: `Round` 1.2, 1.3 and so on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import chess
import chess.pgn

from rules.engine import Event, Names, Notation, Record, Say, Seat, State, listed
from rules.games.chess_deckbuilder import names as n, position as chess_at
from rules.games.chess_deckbuilder.position import COLORS, TYPES, position
from rules.games.chess_deckbuilder.settings import WAIT

MOVES: Final = frozenset({"moved", "took", "took_en_passant", "castled"})
TOLD: Final = frozenset(
    {
        *("laid", "escapes", "keeps_hand", "stopped", "drew", "drew_nothing", "reshuffled", "trashed", "gained"),
        *("showed", "bought", "draw_offered", "draw_refused", "irregular_accepted"),
    }
)
"""Events that become comments. Whatever is not named here stays out."""

CORRECTIONS: Final = frozenset({"corrected_move", "corrected_name", "corrected_track", "corrected_turn"})
FATES: Final = frozenset({"check", "checkmate"})
HARMLESS: Final = chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK
"""What a position may have that no single move of chess brings about: several moves of a turn do, and a side in check
may move from there as from any other."""

_PLAIN: Final = str.maketrans({'"': "'", "\\": "/", "{": "(", "}": ")", "[": "(", "]": ")"})


def write(record: Record) -> str:
    """The match as the text of a PGN file, lines of at most 255 characters, one game or several."""
    scribe = _Scribe(record)
    before = record.moments[0].state
    scribe.begin(before)
    for moment in record.moments:
        for event in moment.events:
            scribe.hear(event, before, moment.state)
        scribe.compare(moment.state)
        before = moment.state
    return scribe.finished(before)


class _Exporter(chess.pgn.StringExporter):
    """Breaks the lines of comments too."""

    def visit_comment(self, comment: str) -> None:
        for word in ("{", *comment.split(), "}"):
            self.write_token(f"{word} ")
        self.force_movenumber = True


@dataclass(frozen=True)
class _Waiting:
    """A move on the board that is not written yet, and the table before it."""

    event: Event
    before: State


class _Scribe:
    """Follows a match and writes its games. `board` is where the open game stands, None while none is open."""

    def __init__(self, record: Record):
        self._record = record
        self._names = Names(tuple(self._side_of(seat) for seat in record.moments[-1].state.seats))
        self._games: list[chess.pgn.Game] = []
        self._node: chess.pgn.GameNode | None = None
        self._board: chess.Board | None = None
        self._number = 1  # of the move that a new game begins with
        self._early: list[str] = []  # what is said before there is a game
        self._said: list[str] = []  # what is said of the move that comes, or after the last one of the turn
        self._side = ""  # whose turn it is
        self._made = False  # whether this side has changed the board in this turn
        self._waiting: _Waiting | None = None  # a pawn on the last rank: what does it become?

    def _side_of(self, seat: Seat) -> str:
        side = n.color_of(self._record.moments[-1].state, seat)
        return self._record.words.word(side)

    def begin(self, state: State) -> None:
        """The first game, from where the match begins, if chess has such a position."""
        side = n.WHITE if state.turn is None else n.color_of(state, state.turn)
        board = self._fresh(state, side)
        if board is not None:
            self._open(board)

    # -- following ---------------------------------------------------------------------------------------------------

    def hear(self, event: Event, before: State, after: State) -> None:
        """One event: a move, something to be said, or the end of a turn. `before` and `after`: the table before and
        after the entry that it came from."""
        kind = event.kind
        if kind == "turn_begins":
            self._end_turn(after)
            self._side, self._made = n.color_of(after, _seat(event)), False
            self._note("notation_turn", number=after.number(n.TURN_NUMBER))
        elif kind in MOVES:
            self._move(event, before)
        elif kind == "promoted":
            if not self._write_move(str(event.facts["man"]).removeprefix("man_")):
                self._say(event)
                self._leave()
        elif kind == "promoted_by_king":
            self._say(event)
            self._leave()
            self._made = True
        elif kind == "took_back":
            self._said.pop()  # the card that was laid just before
        elif kind in CORRECTIONS:
            self._note("notation_corrected")
        elif kind in TOLD or (kind in FATES and self._board is None):
            if kind == "laid" and self._made:
                self._flush()
            self._say(event)

    def compare(self, state: State) -> None:
        """Leaves the open game when it no longer stands as the table does: somebody corrected it."""
        if self._board is not None and self._waiting is None and not self._stands_as(state):
            self._leave()

    def finished(self, state: State) -> str:
        """The whole file; `state`: the table at the end."""
        self._settle()
        self._flush()
        if self._board is None or not self._stands_as(state):
            self._last_position(state)
        result = state.result
        if result is None or not (result.winners or result.lines):
            self._note("notation_unfinished")
        else:
            self._said += [self._record.words.say("result", line, self._names) for line in result.lines]
        self._flush()
        for number, game in enumerate(self._games, start=1):
            game.headers.update(self._headers(state, number))
        self._games[-1].headers["Result"] = _result(state)
        return "\n".join(game.accept(_Exporter(columns=80)) + "\n" for game in self._games)

    # -- moves -------------------------------------------------------------------------------------------------------

    def _move(self, event: Event, before: State) -> None:
        self._settle()
        self._side = self._side or n.color_of(before, _seat(event))
        self._waiting = _Waiting(event, before)
        ends = event.facts["man"] == f"man_{n.PAWN}" and str(event.facts["to"])[1] in "18"
        if not ends or self._record.settings["last_rank"] == WAIT:
            self._settle()

    def _settle(self) -> None:
        """Writes the move that waits as it is; says it in words when it is none of chess."""
        if self._waiting is not None and not self._write_move(""):
            self._leave()

    def _write_move(self, becomes: str) -> bool:
        """Writes the move that waits; says it in words and gives False when it is none of chess."""
        step, self._waiting = self._waiting, None
        if step is None:
            return False
        facts = step.event.facts
        move = chess.Move(
            chess.parse_square(str(facts["cell"])), chess.parse_square(str(facts["to"])), TYPES.get(becomes)
        )
        self._made = True
        passed = move.to_square if step.event.kind == "took_en_passant" else None
        if self._goes_on(move, step.before, passed):
            return True
        self._say(step.event)
        return False

    def _goes_on(self, move: chess.Move, before: State, passed: chess.Square | None = None) -> bool:
        """Writes a move of the side whose turn it is, in the open game or else in a new one from the table before."""
        color = COLORS[self._side]
        if self._board is not None:
            board, between = self._board.copy(stack=False), self._board.turn != color
            if not between or _is_lawful(board, chess.Move.null()):
                if between:
                    board.push(chess.Move.null())
                if _is_lawful(board, move):
                    for one in (chess.Move.null(), move)[not between :]:
                        self._add(one)
                    self._flush()
                    return True
        fresh = self._fresh(before, self._side, passed)
        if fresh is None or not _is_lawful(fresh, move):
            return False
        self._open(fresh)
        self._add(move)
        self._flush()
        return True

    def _end_turn(self, state: State) -> None:
        """A side that moved nothing has made a null move, where chess allows one."""
        self._settle()
        if self._side and not self._made:
            self._goes_on(chess.Move.null(), state)
        self._flush()

    # -- games -------------------------------------------------------------------------------------------------------

    def _fresh(self, state: State, side: str, passed: chess.Square | None = None) -> chess.Board | None:
        """The table as a position of chess with this side to move; None when it is none. `passed`: the square on which
        a pawn is taken en passant."""
        board = chess_at.board(position(state), side)
        board.fullmove_number = self._next_number(board.turn)
        if passed is None:
            board.ep_square = _passed(board, state)
            if board.status() & chess.STATUS_INVALID_EP_SQUARE:
                board.ep_square = None
        else:
            board.ep_square = passed
        return board if board.status() | HARMLESS == HARMLESS else None

    def _next_number(self, turn: chess.Color) -> int:
        if self._board is None:
            return self._number
        return self._board.fullmove_number + (self._board.turn == chess.BLACK and turn == chess.WHITE)

    def _open(self, board: chess.Board) -> None:
        said, self._said = self._said, []
        if self._games:
            self._note("notation_goes_on")
            self._flush()
        game = chess.pgn.Game()
        game.setup(board)
        self._games.append(game)
        self._node, self._board = game, board.copy(stack=False)
        if len(self._games) == 1:
            self._note("notation_intro")
            self._said += self._early
        else:
            self._note("notation_part", number=len(self._games))
        self._flush()
        self._said = said

    def _leave(self) -> None:
        """The open game cannot go on: what was said belongs to its last move."""
        if self._board is None:
            return
        self._note("notation_no_move")
        self._flush()
        self._number = self._board.fullmove_number
        self._board = None

    def _last_position(self, state: State) -> None:
        """A game without moves at the end, so that the last position is in the file."""
        first = self._side or n.WHITE
        order = (_other(first), first) if self._made else (first, _other(first))
        boards = (self._fresh(state, side) for side in order)
        board = next((board for board in boards if board is not None), None)
        if board is not None:
            self._open(board)
            return
        if not self._games:
            self._open(chess.Board())
        self._note("notation_position", fen=chess_at.board(position(state), first).board_fen())

    def _stands_as(self, state: State) -> bool:
        here, there = chess_at.board(position(state), n.WHITE), self._board
        assert there is not None
        same_men = chess.BaseBoard.__eq__(here, there)  # without the side to move
        return same_men and here.clean_castling_rights() == there.clean_castling_rights()

    def _add(self, move: chess.Move) -> None:
        assert self._node is not None
        assert self._board is not None
        self._node = self._node.add_variation(move)
        self._board.push(move)

    # -- words -------------------------------------------------------------------------------------------------------

    def _say(self, event: Event) -> None:
        self._said.append(self._record.words.say("event", Say(event.kind, event.facts), self._names))

    def _note(self, code: str, **facts: object) -> None:
        self._said.append(self._record.words.say("note", Say(code, facts), self._names))

    def _flush(self) -> None:
        """What was said becomes the comment of the last move that was written."""
        text = " ".join(self._said)
        if self._node is None:
            self._early += self._said
        elif text:
            self._node.comment = f"{self._node.comment} {text}".strip().translate(_PLAIN)
        self._said = []

    def _headers(self, state: State, number: int) -> Mapping[str, str]:
        names = {side: self._record.names[n.seat_of(state, side)] for side in n.SIDES}
        several = len(self._games) > 1
        options = ",".join(f"{key}={_word(value)}" for key, value in self._record.settings.items())
        return {
            "Event": _plain(self._record.title),
            "Date": self._record.date.replace("-", ".") or "????.??.??",
            "Round": f"1.{number}" if several else "1",
            "White": _plain(names[n.WHITE]) or "?",
            "Black": _plain(names[n.BLACK]) or "?",
            "Options": options,
        }


def _seat(event: Event) -> Seat:
    seat = event.facts["seat"]
    assert isinstance(seat, Seat)
    return seat


def _other(side: str) -> str:
    return n.BLACK if side == n.WHITE else n.WHITE


def _is_lawful(board: chess.Board, move: chess.Move) -> bool:
    """Whether the side to move may do that; it may leave its move out when it is not in check."""
    return board.is_legal(move) if move else not board.is_check()


def _passed(board: chess.Board, state: State) -> chess.Square | None:
    """The square that the last of the opponent's double steps went over, if it may be taken there."""
    victim = chess.Piece(chess.PAWN, not board.turn)
    squares = map(chess.parse_square, (*listed(state[n.PASSING], str), *listed(state[n.STEPPED], str)))
    pawns = [square for square in squares if board.piece_at(square) == victim]
    return pawns[-1] + (8 if board.turn == chess.WHITE else -8) if pawns else None


def _result(state: State) -> str:
    """How PGN writes the result; a match that the host ended has none."""
    result = state.result
    if result is None or not (result.winners or result.lines):
        return "*"
    if not result.winners:
        return "1/2-1/2"
    return "1-0" if n.color_of(state, result.winners[0]) == n.WHITE else "0-1"


def _plain(text: str) -> str:
    """A text that cannot end a header or begin another one."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).translate(_PLAIN).split())


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


NOTATION: Final = Notation("pgn", "application/vnd.chess-pgn", write)
"""How a match of the chess deckbuilder is written down."""
