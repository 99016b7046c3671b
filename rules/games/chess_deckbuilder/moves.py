"""The moves that a player is offered on the board, and why others are not allowed (CD-020 to CD-047)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Final

import chess

from rules.engine import Option, Refusal, Say, Seat, State, Stood, listed
from rules.games.chess_deckbuilder import names as n, position as chess_at
from rules.games.chess_deckbuilder.pieces import PROMOTIONS
from rules.games.chess_deckbuilder.position import GRID, Move, Position, after, is_check, is_mate, position, steps_after
from rules.games.chess_deckbuilder.settings import ANY_LATER, BY_PAWN_OR_KNIGHT, WAIT, settings_of

Settings = Mapping[str, object]


@dataclass(frozen=True)
class Moved:
    """What a player does on the board with a card of a kind; without a card it is a free escape from check."""

    move: Move
    card: str = ""


def foe(side: str) -> str:
    """The other side."""
    return n.BLACK if side == n.WHITE else n.WHITE


def is_stacked(seen: State) -> bool:
    """Whether the next play of this turn is a second or later one (section 0 of the rule list)."""
    return bool(listed(seen[n.PLAYED], str))


def brought_back(seen: State, seat: Seat) -> tuple[str, ...]:
    """The kinds of the own chessmen that the opponent has captured (CD-034)."""
    side = n.color_of(seen, seat)
    return tuple(dict.fromkeys(n.kind_of(p) for p in seen.pile(n.captured(n.other(seat))) if n.side_of(p) == side))


def last_rank_choices(seen: State, seat: Seat, settings: Settings) -> tuple[str, ...]:
    """What a pawn on the last rank may become (CD-096); nothing where it waits for a King card."""
    match settings["last_rank"]:
        case "standard":
            return PROMOTIONS
        case "captured_only":
            back = brought_back(seen, seat)
            return tuple(kind for kind in PROMOTIONS if kind in back)
    return ()


def result_of(seen: State, side: str, move: Move, becomes: str = "") -> Position:
    """The position that a move leads to, as the opponent finds it: with every pawn that may be taken en passant."""
    return replace(after(position(seen), side, move, becomes), passing=steps_after(seen, move))


def mate_refusal(
    seen: State, side: str, moved: str, leads_to: Callable[[], Position], settings: Settings
) -> Refusal | None:
    """Why a play may not leave the opponent checkmated (CD-044, A-8). `moved`: the kind of chessman that moved."""
    before = listed(seen[n.PLAYED], str)
    forbidden = {
        ANY_LATER: bool(before),
        BY_PAWN_OR_KNIGHT: bool(before) and moved in (n.PAWN, n.KNIGHT),
    }.get(str(settings["stacked_mate"]), bool({n.PAWN, n.KNIGHT} & {*before, moved}))
    if forbidden and is_mate(leads_to(), foe(side)):
        return Refusal("stacked_mate", "CD-044", {})
    return None


def becoming_refusal(seen: State, seat: Seat, move: Move, kind: str, settings: Settings) -> Refusal | None:
    """Why a pawn may not become this on the last rank."""
    side = n.color_of(seen, seat)
    return mate_refusal(seen, side, move.kind, partial(result_of, seen, side, move, kind), settings)


def after_check(seen: State, seat: Seat, settings: Settings) -> Refusal | None:
    """With `check_ends_moves` nothing moves any more in a turn after a move that gives check (CD-043, A-7)."""
    if settings["check_ends_moves"] and is_stacked(seen) and gives_check(seen, seat):
        return Refusal("check_ends_moves", "CD-043", {})
    return None


def move_refusal(seen: State, seat: Seat, move: Move, settings: Settings, *, free: bool = False) -> Refusal | None:
    """Why a legal chess move is not allowed now; a free escape may give mate (CD-070)."""
    if (why := after_check(seen, seat, settings)) is not None:
        return why
    side = n.color_of(seen, seat)
    if move.last_rank and settings["last_rank"] != WAIT:
        choices = last_rank_choices(seen, seat, settings)
        if not choices:
            return Refusal("no_such_captured_piece", "CD-096", {"cell": move.to})
        refusals = [None if free else becoming_refusal(seen, seat, move, kind, settings) for kind in choices]
        return None if None in refusals else refusals[0]
    return None if free else mate_refusal(seen, side, move.kind, partial(result_of, seen, side, move), settings)


@lru_cache(maxsize=4096)
def changes(side: str, move: Move) -> Stood:
    """What a move changes on a board of which one sees only the sides."""
    left = {cell: "" for cell in (move.frm, move.takes, move.rook[0]) if cell}
    return Stood(tuple(sorted((left | {cell: side for cell in (move.to, move.rook[1]) if cell}).items())))


def key_of(move: Move) -> str:
    """A move's part of an option's key: `take` or `move`, from and to."""
    return f"{'take' if move.takes else 'move'}:{move.frm}:{move.to}"


FREE_MOVES: Final[Mapping[str, str]] = {"move": "move_free", "take": "take_free", "castle": "castle_free"}
"""How a move is said that needs no card."""


def saying(move: Move) -> Say:
    """A move in words."""
    facts = {"man": f"man_{move.kind}", "cell": move.frm, "to": move.to}
    if move.is_castling:
        return Say("castle", facts)
    return Say("take" if move.takes else "move", facts)


def option_of(seen: State, seat: Seat, move: Move, settings: Settings, card: str = "") -> Option:
    """A move as an option of the board."""
    side = n.color_of(seen, seat)
    refusal = move_refusal(seen, seat, move, settings, free=not card)
    return Option(
        key_of(move), Moved(move, card), saying(move), changes(side, move), refusal, cell=move.to, from_cell=move.frm
    )


def card_moves(seen: State, seat: Seat, card: str) -> tuple[Option, ...]:
    """What a card of this kind lets its player do with the chessmen of its kind."""
    return seen.once(_MOVES_OF[seat, card])


def _card_moves(seen: State, seat: Seat, card: str) -> tuple[Option, ...]:
    settings = settings_of(seen)
    castles = bool(settings["castle_with_king_card"])
    found = chess_at.moves_with(position_now(seen), n.color_of(seen, seat), card, king_castles=castles)
    return tuple(option_of(seen, seat, move, settings, card) for move in found)


_MOVES_OF: Final = {
    (seat, card): partial(_card_moves, seat=Seat(seat), card=card) for seat in range(2) for card in n.ACTIONS
}
"""Worked out once for each state: the options of a question are asked for again and again."""


def position_now(seen: State) -> Position:
    """The position for the next move of this turn: taking en passant is for the first one alone (CD-094)."""
    at = position(seen)
    return replace(at, passing=()) if is_stacked(seen) else at


def escapes(seen: State, seat: Seat, settings: Settings) -> tuple[Option, ...]:
    """Every legal chess move of a side in check, as a free escape (CD-065)."""
    found = chess_at.legal_moves(position_now(seen), n.color_of(seen, seat))
    options = ((move, option_of(seen, seat, move, settings)) for move in found)
    return tuple(
        replace(o, key=f"escape:{move.frm}:{move.to}", say=replace(o.say, code=FREE_MOVES[o.say.code]))
        for move, o in options
    )


# -- what hands may try ------------------------------------------------------------------------------------------------


def far_moves(seen: State, seat: Seat, settings: Settings, card: str = "") -> Iterator[Option]:
    """Every other way in which an own chessman might stand after a move, with the reason why that is not allowed.
    `card`: the kind of the card that was laid, "" for none."""
    at, side = position_now(seen), n.color_of(seen, seat)
    legal = {(m.frm, m.to): m for m in chess_at.legal_moves(at, side)}
    men = dict(at.men)
    own = [c for c, symbol in at.men if symbol.isupper() == (side == n.WHITE)]
    for frm in own:
        kind = chess.piece_name(chess.PIECE_SYMBOLS.index(men[frm].lower()))
        for to in GRID.cells:
            if to == frm or to in own:
                continue
            move = legal.get((frm, to)) or _tried(kind, frm, to, men)
            why = _why_not(seen, seat, at, move, card, is_legal=(frm, to) in legal, settings=settings)
            if why is not None:
                yield Option(f"far:{frm}:{to}", Moved(move, card), saying(move), changes(side, move), why, cell=to)


def _tried(kind: str, frm: str, to: str, men: Mapping[str, str]) -> Move:
    """What hands that bring a chessman there most likely mean: castling with its rook, a pawn taken in passing."""
    if kind == n.KING and frm[1] == to[1] and abs(ord(frm[0]) - ord(to[0])) == 2:
        corner, beside = ("h", "f") if to > frm else ("a", "d")
        rook = "R" if men[frm].isupper() else "r"
        if frm[0] == "e" and men.get(corner + frm[1]) == rook:
            return Move(kind, frm, to, rook=(corner + frm[1], beside + frm[1]))
    passed = to[0] + frm[1]
    victim = "p" if men[frm].isupper() else "P"
    if kind == n.PAWN and to not in men and _is_step(frm, to) and men.get(passed) == victim:
        return Move(kind, frm, to, takes=passed)
    return Move(kind, frm, to, takes=to if to in men else "")


def _why_not(
    seen: State, seat: Seat, at: Position, move: Move, card: str, *, is_legal: bool, settings: Settings
) -> Refusal | None:
    side = n.color_of(seen, seat)
    if not is_legal:
        return _illegal(at, side, move)
    fits = move.kind == card or (move.is_castling and card in (n.ROOK, n.KING))
    if card and not fits:
        return Refusal("card_piece_mismatch", "CD-012", {"card": card, "man": f"man_{move.kind}"})
    return move_refusal(seen, seat, move, settings)


def _illegal(at: Position, side: str, move: Move) -> Refusal:
    here = chess_at.board(at, side)
    wanted = chess.Move.from_uci(f"{move.frm}{move.to}{'q' if _ends(move) else ''}")
    if here.king(not here.turn) == wanted.to_square:
        return Refusal("king_capture", "CD-041", {"cell": move.to})
    waits = move.kind == n.PAWN and move.frm[1] in "18"
    if not waits and here.is_pseudo_legal(wanted):
        return Refusal("own_king_unsafe", "CD-040", {"man": f"man_{move.kind}", "cell": move.frm, "to": move.to})
    if move.kind == n.KING and abs(ord(move.frm[0]) - ord(move.to[0])) == 2 and move.frm[1] == move.to[1]:
        return Refusal("castling_rights", "CD-092", {})
    if move.takes not in ("", move.to):
        return Refusal("en_passant_expired", "CD-094", {"cell": move.to})
    return Refusal("illegal_chess_move", "CD-040", {"man": f"man_{move.kind}", "cell": move.frm, "to": move.to})


def _ends(move: Move) -> bool:
    return move.kind == n.PAWN and move.to[1] in "18"


def _is_step(frm: str, to: str) -> bool:
    return abs(ord(frm[0]) - ord(to[0])) == 1 and abs(int(frm[1]) - int(to[1])) == 1


def gives_check(seen: State, seat: Seat) -> bool:
    """Whether the opponent's king is attacked as things stand."""
    return is_check(position(seen), foe(n.color_of(seen, seat)))
