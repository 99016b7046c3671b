"""Appear and the skills that begin a turn (CH-ADV-02 to -13, CH-CHAR-GEN-06 to -14)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.engine import Choose, Laid, Option, PieceId, Play, Refusal, Say, Seat, State, Table, may_lie_in, yes_or_no
from rules.games.chesney.characters.bonuses import switch
from rules.games.chesney.characters.cards import turn_up_character
from rules.games.chesney.characters.skills import ACTIVE, STARTING, may_start, why_not_appear
from rules.games.chesney.judging import judge_owed
from rules.games.chesney.names import character
from rules.games.chesney.offers import carried_out
from rules.games.chesney.pieces import character_kinds
from rules.games.chesney.situation import character_down, is_advanced, is_wounded, lies_at, shown_character


def appear(t: Table) -> Play:
    """Before Plan the turn player may turn the own character up; an active skill is used at once (CH-ADV-02, -03).
    Everybody with a face-down character is asked, whatever it is."""
    seat = t.player
    if is_advanced(t) and character_down(t.state, seat) and not lies_at(t.state, seat, "TRAP"):
        chosen = yield Choose(kind="appear", seat=seat, choices=partial(appear_options, seat), boundary=True)
        if chosen is not None:
            piece, plain = chosen
            turn_up_character(t, seat, piece)
            if piece.kind == "CAPTAIN":
                switch(t, seat, plain)
            if character_kinds()[piece.kind].active:
                yield from carried_out(t, seat, ACTIVE[piece.kind](t, seat))
                yield from judge_owed(t)
    t.go("turn_end" if is_wounded(t.state, seat) else "start_skill", seat)


def appear_options(seat: Seat, seen: State) -> Iterator[Option]:
    """The own character, or every one that it may be while nobody has told the companion; and staying hidden. The
    Captain may rally without the bonus (CH-CHAR-GEN-17). The value is the card, and whether it is that."""
    yield Option("stay", None, Say("stay_hidden"))
    place = character(seat)
    for piece in may_lie_in(seen, place):
        refusal, laid = _why_not(seen, seat, piece), Laid(place, piece)
        say = Say("appear", {"piece": piece})
        yield Option(f"appear:{piece}", (piece, False), say, laid, refusal, piece=piece, pile=place)
        if piece.kind == "CAPTAIN":
            say = Say("appear_plain", {"piece": piece})
            yield Option(f"appear:{piece}:plain", (piece, True), say, None, refusal, piece=piece, pile=place)


def _why_not(seen: State, seat: Seat, piece: PieceId) -> Refusal | None:
    if character_kinds()[piece.kind].special:
        return Refusal("waits_for_its_moment", "CH-CHAR-GEN-08", {"piece": piece})
    return why_not_appear(seen, seat, piece.kind)


def start_skill(t: Table) -> Play:
    """The passive skills that have their moment between Appear and Plan: Bard and Thief, once a turn
    (CH-CHAR-GEN-14)."""
    seat = t.player
    kind = shown_character(t.state, seat) if is_advanced(t) else ""
    question = f"use_{kind.lower()}"  # use_bard, use_thief
    if kind in STARTING and may_start(t.state, seat, kind) and (yield from yes_or_no(t, seat, question)):
        yield from carried_out(t, seat, STARTING[kind](t, seat))
        yield from judge_owed(t)
    t.go("turn_end" if is_wounded(t.state, seat) else "plan", seat)
