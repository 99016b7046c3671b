"""What each kind of action card does: one function a kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine import PieceId, Play, Seat, Table, yes_or_no
from rules.games.chesney.action_cards import green, red, swaps
from rules.games.chesney.characters import magic
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.offers import carried_out
from rules.games.chesney.pieces import icon
from rules.games.chesney.situation import works

Effect = Callable[[Table, Seat, PieceId], Play | None]

_EFFECTS: Final[Mapping[str, Effect]] = {
    "EMISSARY": green.emissary,
    "MEDITATION": green.meditation,
    "NOTICE": green.notice,
    "ROBBERY": green.robbery,
    "INN": green.inn,
    "BEAST": green.beast,
    "TRAP": green.trap,
    "BUTTERFLY": swaps.butterfly,
    "DEED": swaps.deed_of_friendship,
    "NETWORK": swaps.network,
    "PERSUADE": swaps.persuade,
    "PLOT": swaps.plot,
    "REFLECTION": swaps.reflection,
    "RUNESTONE": swaps.runestone,
    "AMBUSH": red.ambush,
    "DUEL": red.duel,
    "SWEEP": red.sweep_card,
    "BETRAY": red.betray,
    "ESTRANGE": red.estrange,
    "ENCOUNTER": red.encounter,
    "BLAST": magic.bursting_blast,
    "FIREBALL": magic.fireball,
}


def resolve(t: Table, seat: Seat, piece: PieceId) -> Play:
    """The effect of a played card; gives whether its user was revived by it. An Agent Rabbit may carry an Intelligence
    card out twice (CH-CHAR-RABBIT-01)."""
    kind = icon(piece, t.settings)
    twice = kind == "intelligence" and works(t.state, seat, "RABBIT")
    done = yield from carried_out(t, seat, _EFFECTS[piece.kind](t, seat, piece))
    if twice and (yield from yes_or_no(t, seat, "again", piece=piece)):
        again = (
            green.emissary(t, seat, piece, done) if piece.kind == "EMISSARY" else _EFFECTS[piece.kind](t, seat, piece)
        )
        yield from carried_out(t, seat, again)
    if kind == "swap":
        t.add("swaps", 1)
        if t.number("swaps") > 1 and t.turn == seat:
            deed(t, seat, "COUNSEL")  # CH-CHAR-COUNSEL-05
    return done is True
