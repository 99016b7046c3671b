"""The chess of one moment: which moves are legal, what they lead to, whether it is mate.

Movement comes from python-chess; ours is what it cannot express: several pawns that may be taken en passant at once,
the same side moving again, kings that are never captured (CD-040 to CD-045, CD-094).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

import chess

from rules.engine import PieceId, State, listed, squares
from rules.games.chess_deckbuilder import names as n

GRID: Final = squares(8, 8)
_SQUARES: Final = tuple((cell, n.square(cell)) for cell in GRID.cells)
TYPES: Final[Mapping[str, chess.PieceType]] = {
    kind: number for number, kind in enumerate(chess.PIECE_NAMES) if kind is not None
}
COLORS: Final[Mapping[str, chess.Color]] = {n.WHITE: chess.WHITE, n.BLACK: chess.BLACK}


@dataclass(frozen=True)
class Position:
    """Who stands where, with the rights to castle and to take en passant. `men` maps squares to letters as in FEN;
    `passing` are the pawns that the side to move may take en passant."""

    men: tuple[tuple[str, str], ...]
    castling: tuple[str, ...] = ()
    passing: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """One move of a chessman. `takes`: the square of what it captures, "" for nothing; `rook`: where the rook goes from
    and to when it is castling; `last_rank`: a pawn that has come to its end."""

    kind: str
    frm: str
    to: str
    takes: str = ""
    rook: tuple[str, str] = ("", "")
    last_rank: bool = False

    @property
    def is_castling(self) -> bool:
        """Whether a rook goes with it."""
        return self.rook[0] != ""

    @property
    def is_double_step(self) -> bool:
        """Whether it is a pawn's two squares."""
        return self.kind == n.PAWN and abs(int(self.to[1]) - int(self.frm[1])) == 2


def position(state: State) -> Position:
    """The position as the state has it; all of it is public (CD-I01)."""
    return state.once(_position)


def _position(state: State) -> Position:
    men, piles = [], state.piles
    for cell, key in _SQUARES:
        for slot in piles[key].slots:
            if isinstance(slot.piece, PieceId) and slot.deck == n.MEN:
                men.append((cell, letter(slot.piece)))
    return Position(tuple(men), listed(state[n.CASTLING], str), listed(state[n.PASSING], str))


@cache
def letter(piece: PieceId) -> str:
    """A chessman as FEN writes it."""
    return chess.Piece(TYPES[n.kind_of(piece)], COLORS[n.side_of(piece)]).symbol()


@lru_cache(maxsize=4096)
def _board(at: Position, side: str) -> chess.Board:
    """The board with this side to move, without en passant. Shared: copy it before changing it."""
    board = chess.Board(None)
    for cell, symbol in at.men:
        board.set_piece_at(chess.parse_square(cell), chess.Piece.from_symbol(symbol))
    board.turn = COLORS[side]
    board.castling_rights = chess.SquareSet(map(chess.parse_square, at.castling)).mask
    board.castling_rights = board.clean_castling_rights()
    return board


def board(at: Position, side: str) -> chess.Board:
    """A board of python-chess with this side to move, and no square of en passant."""
    return _board(at, side).copy(stack=False)


@lru_cache(maxsize=4096)
def legal_moves(at: Position, side: str) -> tuple[Move, ...]:
    """Every legal move of a side, in the order of the squares; a pawn's last step is one move, whatever it becomes."""
    here = _board(at, side)
    able = chess.BB_ALL & ~(here.pawns & chess.BB_BACKRANKS)  # a pawn that waits there for a King card stays
    usual = (m for m in here.generate_legal_moves(able) if not _takes_king(here, m))
    found = {(m.from_square, m.to_square): _as_move(here, m) for m in usual}
    for pawn in at.passing:
        for m in _en_passant(here, pawn):
            taken = chess.square_name(chess.parse_square(pawn))
            found[m.from_square, m.to_square] = Move(n.PAWN, *_names(m), takes=taken)
    return tuple(found[key] for key in sorted(found))


def _en_passant(here: chess.Board, pawn: str) -> Iterator[chess.Move]:
    at = chess.parse_square(pawn)
    victim = here.piece_at(at)
    if victim != chess.Piece(chess.PAWN, not here.turn):
        return
    passed = here.copy(stack=False)
    passed.ep_square = at + (8 if here.turn == chess.WHITE else -8)
    yield from passed.generate_legal_ep()


def _takes_king(here: chess.Board, move: chess.Move) -> bool:
    return bool(here.kings & here.occupied_co[not here.turn] & chess.BB_SQUARES[move.to_square])


def _names(move: chess.Move) -> tuple[str, str]:
    return chess.square_name(move.from_square), chess.square_name(move.to_square)


def _as_move(here: chess.Board, move: chess.Move) -> Move:
    frm, to = _names(move)
    kind = chess.piece_name(here.piece_type_at(move.from_square) or chess.PAWN)
    if here.is_castling(move):
        rank, short = frm[1], here.is_kingside_castling(move)
        return Move(kind, frm, to, rook=(f"h{rank}", f"f{rank}") if short else (f"a{rank}", f"d{rank}"))
    return Move(kind, frm, to, to if here.is_capture(move) else "", last_rank=move.promotion is not None)


def moves_with(at: Position, side: str, card: str, *, king_castles: bool) -> tuple[Move, ...]:
    """The legal moves that a card of this kind lets a side make (CD-020, CD-090, CD-091)."""
    cards = {n.KING: king_castles, n.ROOK: True}
    return tuple(m for m in legal_moves(at, side) if (cards.get(card, False) if m.is_castling else m.kind == card))


def after(at: Position, side: str, move: Move, becomes: str = "") -> Position:
    """The position after a move of this side. `becomes`: what a pawn on the last rank turns into, "" for none.
    `passing` are then the pawns of this side that the opponent may take because of this move alone."""
    white = COLORS[side] == chess.WHITE
    men = dict(at.men)
    symbol = men.pop(move.frm)
    if becomes:
        symbol = chess.Piece(TYPES[becomes], white).symbol()
    if move.takes:
        men.pop(move.takes)
    men[move.to] = symbol
    if move.is_castling:
        men[move.rook[1]] = men.pop(move.rook[0])
    return Position(_ordered(men), castling_after(at, move), (move.to,) if move.is_double_step else ())


def promoted(at: Position, side: str, cell: str, kind: str) -> Position:
    """The position after a King card has turned the pawn on this square into another piece (CD-033)."""
    men = {**dict(at.men), cell: chess.Piece(TYPES[kind], COLORS[side]).symbol()}
    return Position(_ordered(men), at.castling, ())


def _ordered(men: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple((cell, men[cell]) for cell in GRID.cells if cell in men)


def castling_after(at: Position, move: Move) -> tuple[str, ...]:
    """The rooks that may still castle: those that have not moved, nor their king, and were not captured (CD-092)."""
    kept = [rook for rook in at.castling if rook not in (move.frm, move.to, move.rook[0])]
    if move.kind == n.KING:
        kept = [rook for rook in kept if rook[1] != move.frm[1] or move.frm not in ("e1", "e8")]
    return tuple(kept)


def is_check(at: Position, side: str) -> bool:
    """Whether the king of this side is attacked."""
    return _board(at, side).is_check()


def is_mate(at: Position, side: str) -> bool:
    """Whether this side is checkmated: cards never decide that, and taking en passant may save it (CD-068, CD-069)."""
    return is_check(at, side) and not legal_moves(at, side)


def steps_after(at: State, move: Move) -> tuple[str, ...]:
    """The pawns that have made a double step in this turn and have not moved since, after one more move (CD-095)."""
    kept = [cell for cell in listed(at[n.STEPPED], str) if cell not in (move.frm, move.takes)]
    return (*kept, move.to) if move.is_double_step else tuple(kept)


def king_square(at: Position, side: str) -> str:
    """Where the king of a side stands, "" where there is none."""
    found = _board(at, side).king(COLORS[side])
    return "" if found is None else chess.square_name(found)
