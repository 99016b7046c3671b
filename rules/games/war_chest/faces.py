"""How the pieces and the board look on screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import (
    PUBLIC,
    BoardState,
    CardFace,
    Field,
    Names,
    Note,
    PieceId,
    Say,
    Seat,
    SideLook,
    State,
    Words,
    listed,
)
from rules.games.war_chest import names as n
from rules.games.war_chest.board import start_of
from rules.games.war_chest.outlook import nobody_can_win
from rules.games.war_chest.pieces import coins_of, markers_of, royals, units
from rules.games.war_chest.position import position

EMBLEMS: Final[Mapping[str, str]] = {
    "archer": "bow",
    "berserker": "axe",
    "cavalry": "horse",
    "crossbowman": "crossbow",
    "ensign": "flag",
    "footman": "boots",
    "knight": "helmet",
    "lancer": "lance",
    "light_cavalry": "light_horse",
    "marshall": "baton",
    "mercenary": "purse",
    "pikeman": "pike",
    "royal_guard": "shield",
    "scout": "spyglass",
    "swordsman": "sword",
    "warrior_priest": "staff",
}
"""The shape that stands for each unit on a screen."""

LOOKS: Final[Mapping[str, SideLook]] = {
    n.RAVEN: SideLook("raven", "violet", "stripes"),
    n.WOLF: SideLook("wolf", "gold", "plain"),
}


def faces(settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """Every piece: the coins and the card of each unit, Royal Coins, control markers, the marker of initiative."""
    found: dict[PieceId, CardFace] = {}
    for unit in units():
        title, emblem = words.word(unit), EMBLEMS[unit]
        text = words.say("note", Say(f"unit_{unit}"), Names())
        for coin in coins_of(unit):
            found[coin] = CardFace(coin, title, suit=emblem, text=text, mark="house")
        card = n.card_of(unit)
        found[card] = CardFace(card, title, suit=emblem, tint="blue", text=text, mark="house")
    for side in n.FACTIONS:
        look = LOOKS[side]
        for coin in royals(side, 4):
            found[coin] = CardFace(coin, words.word(str(coin)), suit="crown", tint=look.tint)
        for piece in markers_of(side, 4):
            found[piece] = CardFace(piece, words.word(n.marker(side)), suit=look.shape, suit_code=side, tint=look.tint)
    found[n.MARKER_PIECE] = CardFace(n.MARKER_PIECE, words.word(str(n.MARKER_PIECE)), suit="star", tint="green")
    return found


def draw_board(seen: State) -> BoardState:
    """The board with its locations, markers and units; all of it is public (WC-I03, WC-I04)."""
    at, seats = position(seen), len(seen.seats)
    fields = []
    for cell in at.grid.cells:
        side = start_of(seats, cell)
        ground = f"start_{side}" if side else "location" if cell in at.locations else ""
        stack = at.stacks.get(cell)
        pieces = tuple(s.piece for s in seen.pile(n.field(cell)).slots)
        owner = None if stack is None else stack.owner
        holder = "" if stack is None else stack.side
        fields.append(Field(cell, ground, at.markers.get(cell, ""), pieces, holder, owner))
    return BoardState(at.grid, tuple(fields), LOOKS, listed(seen[n.LAST], str))


def notes(seen: State, reader: Seat) -> tuple[Note, ...]:
    """What everybody may be reminded of: that nobody can win any more (A-12)."""
    is_over = reader == PUBLIC and seen.once(nobody_can_win)
    return (Note(Say("nobody_can_win"), rule="A-12"),) if is_over else ()
