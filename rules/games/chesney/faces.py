"""How the cards look and what they say, for screens. The texts are ours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import CardFace, PieceId, Words
from rules.games.chesney.names import ACTIONS, CHARACTERS, DISGUISES, FACTION_CARDS
from rules.games.chesney.pieces import (
    action,
    character_kinds,
    decks,
    disguise_number,
    faction_of,
    icon,
    is_event,
    number_of,
    skill_kinds,
)

TINTS: Final[Mapping[str, str]] = {"green": "green", "yellow": "gold", "red": "red", "": "violet"}
FACTION_TINTS: Final[Mapping[str, str]] = {"fox": "gold", "bear": "red", "deer": "green", "dragon": "blue"}
ICON_SHAPES: Final[Mapping[str, str]] = {
    "intelligence": "eye",
    "hand": "hand",
    "swap": "flip",
    "heal": "heart",
    "preserve": "shield",
    "flash": "bolt",
    "single": "sword",
    "mass": "burst",
    "": "drop",
}
SKILL_SHAPES: Final[Mapping[str, str]] = {"A": "crown", "P": "moon", "S": "skull", "AP": "crown"}
MOST_SEATS: Final = 10


def faces(settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """The look of every card that is in the game with these options, for any number of players."""
    pieces = decks(settings, MOST_SEATS)  # smaller groups leave some of these in the box
    found = {p: _event(p, words) if is_event(p) else _action(p, settings, words) for p in pieces[ACTIONS]}
    found |= {p: _faction(p, words) for p in pieces[FACTION_CARDS]}
    found |= {p: _character(p, words) for p in pieces.get(CHARACTERS, ())}
    return found | {p: _disguise(p, words) for p in pieces.get(DISGUISES, ())}


def _action(piece: PieceId, settings: Mapping[str, object], words: Words) -> CardFace:
    kind = piece.kind.lower()
    colour, shown = action(piece).colour, icon(piece, settings)
    icon_code = f"icon_{shown}" if shown else "skill_card"
    corner = "+" if piece.kind in skill_kinds() else ""
    text = words.word(f"text_{kind}")
    return CardFace(piece, words.word(kind), corner, ICON_SHAPES[shown], icon_code, TINTS[colour], text)


def _event(piece: PieceId, words: Words) -> CardFace:
    kind = piece.lower().replace("-", "_")
    return CardFace(piece, words.word(kind), "!", "scroll", "event_card", "violet", words.word(f"text_{kind}"))


def _faction(piece: PieceId, words: Words) -> CardFace:
    faction, number = faction_of(piece), number_of(piece)
    title, text = f"{words.word(faction)} {number}", words.word("text_faction")
    return CardFace(piece, title, str(number), faction, faction, FACTION_TINTS[faction], text)


def _character(piece: PieceId, words: Words) -> CardFace:
    kind = piece.lower()
    types = character_kinds()[piece.kind].types
    text = f"{words.word(f'text_{kind}')} {words.word(f'honour_{kind}')}"
    return CardFace(piece, words.word(kind), types, SKILL_SHAPES[types], f"skill_{types.lower()}", "grey", text)


def _disguise(piece: PieceId, words: Words) -> CardFace:
    faction = faction_of(piece)
    corner = str(disguise_number(faction.upper()) or "?")
    title, text = f"{words.word('disguise_card')} {words.word(faction)}", words.word("text_disguise_card")
    return CardFace(piece, title, corner, faction, faction, FACTION_TINTS[faction], text)
