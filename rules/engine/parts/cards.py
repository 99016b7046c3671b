"""Cards that a file describes: `cards.toml` in a game's folder, a table for each kind of card.

    [lookout]
    name = "Lookout"        # what it is called
    count = 5               # how many copies there are; 1 if left out
    value = 1               # a number, which stands in its corner
    shape = "spyglass"      # the drawing on it, and its colour: see docs/own_game/shapes.md
    tint = "blue"
    text = "Look at another player's cards."

`cards.de.toml` beside it has the German `name` and `text` of each kind, and so on for every language.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.util import find_spec
from typing import Any, Final

from rules.engine.game import Box, CardFace
from rules.engine.types import PieceId
from rules.engine.words import Words
from words import SOURCE
from words.files import has_file, own_text

TINTS: Final = ("red", "gold", "green", "blue", "violet", "grey")
"""The colours that pages and printed cards have."""
_FIELDS: Final[Mapping[str, type]] = {"name": str, "count": int, "value": int, "shape": str, "tint": str, "text": str}
_CODE: Final = re.compile(r"[a-z][a-z0-9_]*")
_TEXT: Final = "text of "


class CardsError(Exception):
    """A file of cards with a mistake: one sentence with the file and the line."""


@dataclass(frozen=True)
class CardKind:
    """What is printed on all copies of a card. `value` None: it has no number; `text` empty: it has none."""

    code: str
    name: str = ""
    count: int = 1
    value: int | None = None
    shape: str = ""
    tint: str = "grey"
    text: str = ""


@dataclass(frozen=True)
class Cards:
    """The cards of a deck, by the file of its name in the folder of `package` (give `__name__`). Copies of a kind look
    alike: players, phones and keys of options speak of the kind, and which copy it is tells nothing."""

    package: str
    deck: str = "cards"

    @cached_property
    def kinds(self) -> Mapping[str, CardKind]:
        """Every kind by its code, in the order of the file. CardsError when the file is not right."""
        return {
            code: CardKind(code, **given) for code, given in _read(self._folder, f"{self.deck}.toml", _kind).items()
        }

    @property
    def pieces(self) -> tuple[PieceId, ...]:
        """Every copy."""
        return tuple(piece for code in self.kinds for piece in self.copies(code))

    def copies(self, *codes: str) -> tuple[PieceId, ...]:
        """All copies of some kinds."""
        return tuple(PieceId(f"{code}#{n}") for code in codes for n in range(1, self.kinds[code].count + 1))

    def value(self, card: str) -> int:
        """The number on a card or a kind of card; 0 where it has none."""
        return self.kinds[card.partition("#")[0]].value or 0

    def faces(self, words: Words) -> dict[PieceId, CardFace]:
        """How every card looks, in a language."""
        return {piece: self._face(piece, words) for piece in self.pieces}

    def _face(self, piece: PieceId, words: Words) -> CardFace:
        kind = self.kinds[piece.kind]
        corner = "" if kind.value is None else str(kind.value)
        text = words.word(_TEXT + kind.code) if kind.text else ""
        return CardFace(piece, words.word(kind.code), corner, kind.shape, "", kind.tint, text)

    def names(self, language: str) -> dict[str, str]:
        """What each kind is called in a language, and what stands on it, as entries of the words' table `word`."""
        name = f"{self.deck}.toml" if language == SOURCE else f"{self.deck}.{language}.toml"
        if not has_file(self._folder, name):
            return {}
        found: dict[str, str] = {}
        for code, said in _read(self._folder, name, _kind if language == SOURCE else self._translated).items():
            found |= {code: said.get("name", code.replace("_", " ").capitalize())}
            found |= {_TEXT + code: said["text"]} if said.get("text") else {}
        return found

    def _translated(self, code: str, said: Mapping[str, Any]) -> tuple[str, str]:
        if code not in self.kinds:
            return f"there is no kind '{code}' in {self.deck}.toml", ""
        more = next((key for key in said if key not in ("name", "text")), "")
        return (f"'{more}' stands in {self.deck}.toml already; here go name and text", more) if more else ("", "")

    @cached_property
    def _folder(self) -> str:
        found = find_spec(self.package)
        if found is None or found.parent is None:
            raise CardsError(f"There is no package '{self.package}'; write Cards(__name__).")
        return found.parent


def boxed(*cards: Cards) -> Box:
    """The box of a game that has these cards and nothing else."""
    decks = {one.deck: one.pieces for one in cards}
    return Box(
        decks=lambda settings, seats: decks,
        faces=lambda settings, words: {p: face for one in cards for p, face in one.faces(words).items()},
        names=lambda language: {code: name for one in cards for code, name in one.names(language).items()},
        alike=frozenset(decks),
        shared=frozenset(decks),
    )


# -- reading the file --------------------------------------------------------------------------------------------------

_Check = Callable[[str, Mapping[str, Any]], tuple[str, str]]
"""What is wrong with an entry, and in which of its fields; two empty texts where nothing is."""


def _read(folder: str, name: str, check: _Check) -> dict[str, dict[str, Any]]:
    text, where = own_text(folder, name), f"{folder.rpartition('.')[2]}/{name}"
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        at = f", line {line[1]}" if line else ""
        raise CardsError(f"{where}{at}: this is not TOML ({str(error).partition(' (at')[0]}).") from error
    if not found:
        raise CardsError(f"{where} has no card; begin with a line such as [lookout].")
    for code, entry in found.items():
        if not isinstance(entry, dict):
            raise CardsError(f"{where}, line {_line(text, '', code)}: '{code}' stands before the first [kind].")
        wrong, key = check(code, entry)
        if wrong:
            raise CardsError(f"{where}, line {_line(text, code, key)}: {wrong}.")
    return found


def _kind(code: str, given: Mapping[str, Any]) -> tuple[str, str]:
    if not _CODE.fullmatch(code):
        return f"a kind of card is called by small letters, digits and _, not '{code}'", ""
    for key, value in given.items():
        if key not in _FIELDS:
            return f"a card has no '{key}'; it has {', '.join(_FIELDS)}", key
        if type(value) is not _FIELDS[key]:
            return f"{key} is {'a number' if _FIELDS[key] is int else 'a text in quotes'}, not {value!r}", key
    if not 1 <= given.get("count", 1) <= 200:
        return f"there are 1 to 200 copies of a card, not {given['count']}", "count"
    if given.get("tint", TINTS[0]) not in TINTS:
        return f"there is no tint '{given['tint']}'; those are: {', '.join(TINTS)}", "tint"
    return "", ""


def _line(text: str, code: str, key: str) -> int:
    """The line on which an entry, or a field of it, stands."""
    lines = text.splitlines()
    head = re.compile(rf"\s*\[\s*[\"']?{re.escape(code)}[\"']?\s*\]")
    start = next((n for n, line in enumerate(lines) if code and head.match(line)), 0)
    named = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
    return 1 + next((n for n, line in enumerate(lines) if key and n >= start and named.match(line)), start)
