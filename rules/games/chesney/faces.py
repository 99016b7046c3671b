"""How the cards look and what they say, for screens. The texts are ours."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rules.engine.game import CardFace
from rules.engine.types import PieceId
from rules.engine.words import Names, Words
from rules.games.chesney.names import ACTIONS, CHARACTERS, DISGUISES, FACTION_CARDS
from rules.games.chesney.pieces import action, character_kinds, decks, disguise_number, faction_of, is_event, number_of

TINTS: Final[Mapping[str, str]] = MappingProxyType({"green": "green", "yellow": "gold", "red": "red", "": "violet"})
FACTION_TINTS: Final[Mapping[str, str]] = MappingProxyType(
    {"fox": "gold", "bear": "red", "deer": "green", "dragon": "blue"}
)
EVERYTHING: Final = MappingProxyType({"mode": "advanced", "masters": True})


def faces(settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """Every card's look, those of the other modes and numbers of players too."""
    found: dict[PieceId, CardFace] = {}
    for seats in (10, 4):
        pieces = decks(EVERYTHING, seats)
        found |= {p: _event(p, words) if is_event(p) else _action(p, words) for p in pieces[ACTIONS]}
        found |= {p: _faction(p, words) for p in pieces[FACTION_CARDS]}
        found |= {p: _character(p, words) for p in pieces[CHARACTERS]}
        found |= {p: _disguise(p, words) for p in pieces[DISGUISES]}
    return found


def _word(words: Words, code: str) -> str:
    return words.word(code, Names())


def _action(piece: PieceId, words: Words) -> CardFace:
    kind = piece.kind.lower()
    card = action(piece)
    shape = card.icon or "drop"
    return CardFace(
        piece,
        _word(words, kind),
        "",
        shape,
        f"icon_{card.icon}" if card.icon else "",
        TINTS[card.colour],
        _word(words, f"text_{kind}"),
    )


def _event(piece: PieceId, words: Words) -> CardFace:
    kind = piece.lower().replace("-", "_")
    return CardFace(piece, _word(words, kind), "!", "scroll", "event_card", "violet", _word(words, f"text_{kind}"))


def _faction(piece: PieceId, words: Words) -> CardFace:
    faction, number = faction_of(piece), number_of(piece)
    title = f"{_word(words, faction)} {number}"
    return CardFace(piece, title, str(number), faction, faction, FACTION_TINTS[faction], _word(words, "text_faction"))


def _character(piece: PieceId, words: Words) -> CardFace:
    kind = piece.lower()
    types = character_kinds()[piece.kind].types
    text = f"{_word(words, f'text_{kind}')} {_word(words, f'honour_{kind}')}"
    return CardFace(piece, _word(words, kind), types, "crown", f"skill_{types.lower()}", "grey", text)


def _disguise(piece: PieceId, words: Words) -> CardFace:
    faction = faction_of(piece)
    number = disguise_number(faction.upper())
    title = f"{_word(words, 'disguise')} {_word(words, faction)}"
    return CardFace(
        piece, title, str(number or "?"), "mask", faction, FACTION_TINTS[faction], _word(words, "text_disguise")
    )
