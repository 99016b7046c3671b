"""Texts from elsewhere in one spelling."""

from __future__ import annotations

import unicodedata
from typing import Final

_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


def one_line(text: str) -> str:
    """One line that can be printed."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def composed(text: str) -> str:
    """One spelling of what looks the same: a letter with its accent is one character or two, as a keyboard likes."""
    return unicodedata.normalize("NFC", text)


def alike(name: str) -> str:
    """The same for all spellings of a name."""
    return " ".join(composed(composed(name).casefold()).split())


def harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe in front; numbers stay numbers."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA) else cell
