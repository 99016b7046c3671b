"""The worst habits of sentences, in any language that we know well: what each looks like, and what to write instead."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

_A_NAME: Final = r"\{(?:seat|victim|owner|target|receiver|thief|looker)\}"

HABITS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "en": (
        (rf"\bof {_A_NAME}(?!')", "a name comes first: {seat}'s hand"),
        (r"\b(?:the|an) own\b", "your, their"),
        (r"\b[Ww]ho(?:ever|m)\b", "who; the player who"),
        (r"\b[Bb]y the (?:notes|count)\b|companion's notes", "as far as the companion knows"),
        (r"\b(?:has|have) to be\b", "must be"),
        (r"\banew\b", "again, new"),
        (r"\b(?:is|are) to be (?!seen\b)\w+", "say who does it: you roll, there is nothing to roll"),
        (r"\bto be had\b", "there is"),
        (r"\bas it is\b|\bas they are\b", "say what it is"),
        (r"\boneself\b|\b[Oo]ne (?:plays|draws|discards|picks|chooses)\b", "you"),
        (r"^Who (?!knows|moves|each)[^?:]*\.$", "the player who; if you ..."),
        (r"\b(?:is|are) passed over\b", "is skipped"),
        (r"\bl(?:ie|ies|ay|aid) open\b", "is face up"),
        (r"\bso many\b|\bso much\b", "that many, that much"),
        (r"\bfinds nothing\b", "has no effect, finds none"),
        (r"\bnobody shall\b|\bshall (?:be|it|this)\b", "should, or ask plainly"),
        (r"\b(?:is|are) left out\b", "is skipped, does not score"),
        (r"\bceases? to\b", "stops"),
        (r"\bface-(?:up|down)(?=[.,;:!?]|$)", "face up, face down after a verb"),
    ),
    "de": (
        (r"\b[Nn]ach den Notizen\b|\bNotizen des Companions\b", "soweit der Companion weiß"),
        (r"(?<!\{)\b[Mm]an\b(?!\})", "du, ihr; wer, alle"),
        (r"\bderjenige|\bdiejenige", "wer"),
        (r"\bwelche/r\b|\bder/die\b|\w+/innen\b|\w+\*in\b", "ohne Schrägstrich: wer, alle"),
        (r"(?<=[a-zäöüß,] )Sie (?:haben|können|müssen|sind)\b", "du, ihr"),
        (r"\bes ist nicht möglich\b", "das geht nicht, weil ..."),
    ),
}


_NOT_SAID: Final = frozenset({"exempt", "reasons", "unsaid", "questions"})  # what a list of rules holds for the tests


def sentences(catalogue: Path) -> Iterator[tuple[str, str]]:
    """Key and text of all that a catalogue of a game or of the companion says, or a list of rules."""
    held = tomllib.loads(catalogue.read_text("utf-8"))
    yield from _flat({table: entries for table, entries in held.items() if table not in _NOT_SAID}, "")


def catalogues(folder: Path, language: str) -> list[Path]:
    """The files of sentences below a folder in a language: its catalogues and its lists of rules."""
    own = "" if language == "en" else f".{language}"
    lists = (path for path in folder.rglob(f"coverage*{own}.toml") if own or path.name.count(".") == 1)
    return sorted([*folder.rglob(f"text.{language}.toml"), *lists])


def habits(language: str, text: str) -> list[str]:
    """What is wrong with a sentence, and the cure."""
    return [f"'{found[0]}' -> {cure}" for form, cure in HABITS[language] if (found := re.search(form, text))]


def _flat(table: dict[str, Any], before: str) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", str(value)
