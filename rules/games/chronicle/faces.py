"""How the cards look and what they say, for screens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import CardFace, PieceId, Words
from rules.games.chronicle.cards import WILD, Character, History, Pack

SHAPES: Final = {"power": "sword", "wisdom": "book", "love": "heart", WILD: "star"}
TINTS: Final = {"power": "blue", "wisdom": "green", "love": "red", WILD: "grey"}


def faces(pack: Pack, settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """Every card's look."""
    found = {c.piece: _character(pack, c, words) for c in pack.characters.values()}
    return {**found, **{h.piece: _history(pack, h, words) for h in pack.histories.values()}}


def title(card: Character, words: Words) -> str:
    """The printed name if the pack has it, else suit and strength."""
    return words.word(card.name) or f"{words.word(card.suit)} {card.strength or ''}".strip()


def _character(pack: Pack, card: Character, words: Words) -> CardFace:
    ability = pack.ability(card.piece)
    return CardFace(
        card.piece,
        title(card, words),
        "W" if card.strength is None else str(card.strength),
        SHAPES[card.suit],
        card.suit,
        TINTS[card.suit],
        words.word(ability.text or f"op_{ability.op}"),
        _mark(ability.source),
    )


def _history(pack: Pack, card: History, words: Words) -> CardFace:
    theme = f"{words.word('theme')}: {title(pack.characters[card.theme], words)}."
    text = " ".join(part for part in (words.word(card.text), theme) if part)
    return CardFace(card.piece, words.word(card.title), "", "scroll", "history", "gold", text, _mark(card.source))


def _mark(source: str) -> str:
    """House: it was made up for the companion and is not what the printed card says."""
    return "house" if "ours" in source else ""
