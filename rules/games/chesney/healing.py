"""Regaining HP (CH-ACT-INN-01, CH-WOUND-13)."""

from __future__ import annotations

from rules.engine import Seat, Table, listed
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.names import MAX_HP, hp
from rules.games.chesney.situation import hit_points, is_wounded


def heal(t: Table, seat: Seat, by: Seat) -> bool:
    """+1 HP, at most 3; whether the HP really rose. Who regains HP is a Non-wounded player at once."""
    if hit_points(t.state, seat) >= MAX_HP:
        return False
    revived = is_wounded(t.state, seat)
    t.add(hp(seat), 1)
    t.tell("healed", seat=seat, left=hit_points(t.state, seat))
    if revived:
        t.set("unjudged", tuple(s for s in listed(t["unjudged"], str) if s != str(seat)))
        t.tell("revived", seat=seat)
        if by != seat:
            deed(t, by, "PRIESTESS")  # whoever has that character (CH-CHAR-PRIESTESS-05)
    return True
