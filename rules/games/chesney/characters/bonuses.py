"""Bonuses that count without a question, and the switch with which a player goes without them (CH-CHAR-GEN-17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, Say, Seat, State, Table
from rules.games.chesney.situation import shown_character, works

PASSIVE: Final = ("REAPER", "CHARMER", "DRUID", "MERCHANT")
"""Whose passive skill is a number. The Captain's is switched by the way in which the card is turned up."""


def takes_bonus(state: State, seat: Seat, kind: str) -> bool:
    """Whether this character's number counts for its owner now: the skill works and is not switched off."""
    return works(state, seat, kind) and not state[f"bonus_off/{seat}"]


def switch_options(seen: State, seat: Seat) -> Iterator[Option]:
    """The switch, in the own Plan, for who has such a character lying open; its value says whether it will be off."""
    if shown_character(seen, seat) in PASSIVE:
        verb = "bonus_on" if seen[f"bonus_off/{seat}"] else "bonus_off"
        yield Option(verb, ("bonus", verb == "bonus_off"), Say(verb))


def switch(t: Table, seat: Seat, off: bool) -> None:
    """Bonuses are off, or on again, until it is switched anew or the round ends: everybody hears of it."""
    if t[f"bonus_off/{seat}"] != off:
        t.set(f"bonus_off/{seat}", off)
        t.tell("bonus_off" if off else "bonus_on", seat=seat)
