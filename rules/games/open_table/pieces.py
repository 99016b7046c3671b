"""The cards of a table as pieces: how they look, and what they and all other things are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rules.engine import TINTS, CardFace, PieceId, Words
from rules.games.open_table.table_rules import TableRules, slug

_SHAPES: Final = ("heart", "diamond", "cross", "drop", "star", "moon", "circle", "triangle", "square", "hexagon")
"""The drawings of the first suits."""
_TEXT: Final = "text of "


def faces_of(rules: TableRules, words: Words) -> Mapping[PieceId, CardFace]:
    """How every card looks, in a language."""
    return {piece: _face(rules, piece, words) for pieces in rules.decks.values() for piece in pieces}


def _face(rules: TableRules, piece: PieceId, words: Words) -> CardFace:
    row, packs = rules.kinds[piece.kind], list(rules.decks)
    at = rules.suits.index(row.suit) if row.suit else packs.index(rules.pack_of[piece.kind]) - 1
    return CardFace(
        piece,
        words.word(piece.kind),
        "" if row.value is None else str(row.value),
        _SHAPES[at % len(_SHAPES)] if row.suit else "",
        suit_word(rules, row.suit) if row.suit else "",
        TINTS[at % len(TINTS)],
        words.word(_TEXT + piece.kind) if row.text else "",
        picture=row.picture,
    )


def zone_word(key: str) -> str:
    """The code in the table `word` of a zone's name, which with its dot is never that of a card."""
    return f"zone.{key}"


def counter_word(key: str) -> str:
    """That of a counter's name."""
    return f"counter.{key}"


def tally_word(key: str) -> str:
    """That of a tally's name."""
    return f"tally.{key}"


def suit_word(rules: TableRules, suit: str) -> str:
    """That of a suit's name; of suits that differ in their signs alone each has its own."""
    plain = slug(suit) or suit
    alike = [one for one in rules.suits if (slug(one) or one) == plain]
    return f"suit.{plain}" + (f".{alike.index(suit) + 1}" if suit != alike[0] else "")


def tables_of(rules: TableRules, called: Mapping[str, str]) -> Mapping[str, Mapping[str, Any]]:
    """What everything is called, as tables of words; `called` translates names and texts that it has."""

    def said(name: str) -> str:
        return called.get(name, name)

    words = {code: said(row.name) for code, row in rules.kinds.items()}
    words |= {_TEXT + code: said(row.text) for code, row in rules.kinds.items() if row.text}
    words |= {suit_word(rules, suit): said(suit) for suit in rules.suits}
    words |= {zone_word(zone.key): said(zone.name) for zone in rules.zones}
    words |= {counter_word(one.key): said(one.name) for one in rules.counters}
    words |= {tally_word(one.key): said(one.name) for one in rules.tallies}
    piles = {zone.key: _of_seat(_plain(said(zone.name)), zone.each) for zone in rules.zones}
    tracks = {counter_word(one.key): _plain(said(one.name)) for one in rules.counters}
    return {"word": words, "pile": piles, "track": tracks}


def _of_seat(name: str, each: bool) -> str | dict[str, str]:
    """What a zone is called: where a player's name stands above it, that is enough."""
    return {"short": name, "long": f"{{seat}}: {name}"} if each else name


def _plain(name: str) -> str:
    """A name in a sentence, where braces would be places of facts."""
    return name.replace("{", "(").replace("}", ")")
