"""Flame Magic, the skill cards that are played like red cards (CH-CHAR-CARD-05 to -09)."""

from __future__ import annotations

from rules.engine import PieceId, Play, Seat, Table
from rules.games.chesney.characters.specials import nameable
from rules.games.chesney.damage import Hit, strike
from rules.games.chesney.offers import NoEffect, choose_seat
from rules.games.chesney.pieces import icon


def bursting_blast(t: Table, seat: Seat, piece: PieceId) -> Play:
    """One other player, both neighbours of that player and the user take 1 each (CH-CHAR-CARD-06, -07; JC-42)."""
    target = yield from choose_seat(t, seat, "blast", nameable(t.state, seat))
    count = len(t.seats)
    struck = [target, Seat((target + 1) % count), Seat((target - 1) % count), seat]
    victims = dict.fromkeys(struck) if t.settings["blast_once"] else struck
    points = {s: struck.count(s) if not t.settings["blast_once"] else 1 for s in victims}
    kind = icon(piece, t.settings)
    yield from strike(t, [Hit(s, points[s], (seat,), "BLAST", seat, kind) for s in points], seat)


def fireball(t: Table, seat: Seat, piece: PieceId) -> Play:
    """Two other players take 1 each (CH-CHAR-CARD-08)."""
    among = nameable(t.state, seat)
    if len(among) > 2:
        first = yield from choose_seat(t, seat, "fireball", among)
        second = yield from choose_seat(t, seat, "fireball_second", [s for s in among if s != first])
        among = tuple(s for s in among if s in (first, second))
    if not among:
        raise NoEffect
    kind = icon(piece, t.settings)
    yield from strike(t, [Hit(s, 1, (seat,), "FIREBALL", seat, kind) for s in among], seat)
