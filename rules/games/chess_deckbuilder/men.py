"""Chessmen on their ways: a move is carried out on the table's piles, rights and counters follow (CD-040 to CD-047)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.engine import ALL, PieceId, Seat, Table, TrackData, listed
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.moves import foe
from rules.games.chess_deckbuilder.position import Move, castling_after, is_check, is_mate, position, steps_after


def standing_at(t: Table, cell: str) -> PieceId:
    """The chessman on a square."""
    return next(p for p in reversed(t.pile(n.square(cell)).pieces) if t.deck_of(p) == n.MEN)


def move_man(t: Table, seat: Seat, move: Move) -> None:
    """Carries out a legal move and tells it."""
    facts: dict[str, object] = {"seat": seat, "man": f"man_{move.kind}", "cell": move.frm, "to": move.to}
    at, steps = position(t.state), steps_after(t.state, move)
    if move.takes:
        victim = standing_at(t, move.takes)
        t.move(victim, n.captured(seat), face_up=True)
        facts["victim"] = f"man_{n.kind_of(victim)}"
        _forget_stand_in(t, move.takes)
    t.move(standing_at(t, move.frm), n.square(move.to), face_up=True)
    if move.is_castling:
        t.move(standing_at(t, move.rook[0]), n.square(move.rook[1]), face_up=True)
    _follow_stand_in(t, move)
    t.set(n.CASTLING, castling_after(at, move))
    t.set(n.STEPPED, steps)
    t.set(n.PASSING, ())
    t.set(n.LAST, tuple(cell for cell in (move.frm, move.to, *move.rook) if cell))
    if move.takes or move.kind == n.PAWN:
        _stirred(t)
    t.tell(_event(move), ALL, **facts)


def _event(move: Move) -> str:
    if move.is_castling:
        return "castled"
    if move.takes and move.takes != move.to:
        return "took_en_passant"
    return "took" if move.takes else "moved"


def _stirred(t: Table) -> None:
    """A capture or a pawn's move: no position of before can come again (the fifty-move rule counts anew)."""
    t.set(n.QUIET, 0)
    t.set(n.POSITIONS, ())


def become(t: Table, seat: Seat, cell: str, kind: str, *, from_captured: bool) -> bool:
    """The pawn on a square leaves the game, and an own piece of this kind stands there: a captured one, else a spare
    one. Whether a captured one came back."""
    side = n.color_of(t.state, seat)
    t.move(standing_at(t, cell), n.OUT, face_up=True)
    piece = next(_of_kind(t, n.captured(n.other(seat)), side, kind), None)
    back = piece is not None
    if piece is None:
        if from_captured:
            raise AssertionError(f"no captured {kind} to bring back")
        piece = next(_of_kind(t, n.SPARE, side, kind))
    t.move(piece, n.square(cell), face_up=True)
    t.set(n.STEPPED, tuple(c for c in listed(t.state[n.STEPPED], str) if c != cell))
    t.set(n.LAST, (cell,) if from_captured else t[n.LAST])
    _stirred(t)
    return back


def _of_kind(t: Table, pile: str, side: str, kind: str) -> Iterator[PieceId]:
    return (p for p in t.pile(pile).pieces if t.deck_of(p) == n.MEN and (n.side_of(p), n.kind_of(p)) == (side, kind))


@dataclass(frozen=True)
class StandIn(TrackData):
    """On this square something else stands for a piece of this kind."""

    cell: str
    kind: str
    thing: str


def note_stand_in(t: Table, cell: str, kind: str, thing: str) -> None:
    """Something else than such a piece stands for it on a square (CD-097)."""
    t.set(n.STAND_INS, (*listed(t[n.STAND_INS], StandIn), StandIn(cell, kind, thing)))


def _follow_stand_in(t: Table, move: Move) -> None:
    noted = listed(t[n.STAND_INS], StandIn)
    t.set(n.STAND_INS, tuple(replace(one, cell=move.to) if one.cell == move.frm else one for one in noted))


def _forget_stand_in(t: Table, cell: str) -> None:
    t.set(n.STAND_INS, tuple(one for one in listed(t[n.STAND_INS], StandIn) if one.cell != cell))


def opponents_fate(t: Table, seat: Seat) -> str:
    """What the opponent's king faces after a play: "mate", "check" or "" (CD-018, CD-068)."""
    side = foe(n.color_of(t.state, seat))
    at = position(t.state)
    standing = replace(at, passing=listed(t.state[n.STEPPED], str))
    if is_mate(standing, side):
        return "mate"
    return "check" if is_check(at, side) else ""


def kings_alone(t: Table) -> bool:
    """Whether nothing but the two kings is left on the board (CD-102)."""
    return all(letter.lower() == "k" for _, letter in position(t.state).men)
