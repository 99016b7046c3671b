"""Inputs that are no answers: cards shown to the companion, and the host's corrections."""

from __future__ import annotations

from typing import Final, assert_never

from rules.engine.entries import Correction, EndMatch, Identify, MovePiece, NameCard, Redefine, SetTrack, SetTurn
from rules.engine.table import Table, TableError
from rules.engine.types import PieceId, Refusal

ENDED_BY_HOST: Final = "ended_by_host"
"""The kind of the event that says so."""


def apply_identify(table: Table, entry: Identify) -> Refusal | None:
    """Makes unseen cards of a pile known to the companion. All or nothing."""
    if entry.pile not in table.state.piles:
        return Refusal("no_such_pile", "", {"pile": entry.pile})
    pile = table.pile(entry.pile)
    new = [p for p in dict.fromkeys(_as_noted(table, entry)) if p not in pile]
    for piece in new:
        if not any(piece in deck for deck in table.decks.values()):
            return Refusal("no_such_piece", "", {"piece": piece})
        if table.state.where(piece) is not None:
            return Refusal("cannot_be_there", "", {"piece": piece})
    if len(new) > pile.unseen:
        return Refusal("too_many_cards", "", {"count": len(pile), "got": len(pile.pieces) + len(new)})
    for piece in new:
        table.name(entry.pile, piece)
    return None


def _as_noted(table: Table, entry: Identify) -> list[PieceId]:
    """The cards shown, by the names of the notes. Of a shared deck one copy is as good as another: one that the pile
    holds already, else one whose place is not known."""
    free = [*table.pile(entry.pile).pieces, *(p for deck in table.shared for p in table.state.unaccounted(deck))]
    found: list[PieceId] = []
    for piece in entry.pieces:
        like = [p for p in free if p.kind == piece.kind and any(p in table.decks[deck] for deck in table.shared)]
        found.append(like[0] if like else piece)
        free = [p for p in free if p != found[-1]]
    return found


def apply_correction(table: Table, entry: Correction) -> Refusal | None:
    """Carries out a host's correction and tells it, with its reason; or says why it is not possible."""
    if not entry.reason.strip():
        return Refusal("reason_missing", "", {})
    try:
        _correct(table, entry)
    except TableError as error:
        return Refusal(error.code, "", error.facts)
    return None


def _correct(table: Table, entry: Correction) -> None:
    match entry:
        case MovePiece():
            if entry.to not in table.state.piles:
                raise TableError(f"this game has no pile '{entry.to}'", "no_such_pile", pile=entry.to)
            if isinstance(entry.piece, PieceId):
                table.deck_of(entry.piece)
            table.move(entry.piece, entry.to, frm=entry.frm or None, face_up=entry.face_up)
            table.tell("corrected_move", piece=entry.piece, pile=entry.to, reason=entry.reason)
        case NameCard():
            table.name(entry.pile, entry.piece)
            table.tell("corrected_name", piece=entry.piece, pile=entry.pile, reason=entry.reason)
        case SetTrack():
            value = table.fitting(entry.track, entry.value)
            table.set(entry.track, value)
            seat = table.state.tracks[entry.track].owner
            table.tell("corrected_track", track=entry.track, seat=seat, value=value, reason=entry.reason)
        case SetTurn():
            if entry.seat not in table.seats:
                raise TableError(f"there is no seat {entry.seat + 1}", "no_such_seat", number=entry.seat + 1)
            table.go(table.phase, entry.seat)
            table.tell("corrected_turn", seat=entry.seat, reason=entry.reason)
        case EndMatch():
            table.tell(ENDED_BY_HOST, reason=entry.reason)
            table.finish(())
        case Redefine():
            pass  # the match itself goes on otherwise: see `Match`
        case _ as never:
            assert_never(never)
