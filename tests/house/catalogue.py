"""Every sentence of the pages that has to be in the catalogues, collected from the source as translators' tools do.

`python -m tests.house.catalogue` brings the catalogues up to date: what is new is added without a translation, what is
no longer said is dropped. Sentences stand in the order of the files that say them, and a file is named at its first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from jinja2.ext import babel_extract

ROOT = Path(__file__).resolve().parents[2]
TRANSLATIONS = ROOT / "words/translations"
ERRORS = (
    *("VisionError", "JournalError", "CopyError", "TagsFileError", "TakenError", "RepeatedRequest"),
    *("DamagedJournal", "DamagedMatch", "JournalLocked"),
)
KEYWORDS: dict[str, None] = dict.fromkeys(("_", "N_", "Sentence", *ERRORS))
Method = str | Callable[..., Any]
PLACE = re.compile(r"\{(\w+)")


def sentences() -> dict[str, str]:
    """The English sentences with the file that each stands in first."""
    found: dict[str, str] = {}
    for file, text in _all():
        found.setdefault(text, file.relative_to(ROOT).as_posix())
    return found


def _all() -> Iterator[tuple[Path, str]]:
    for package in ("web", "companion", "vision", "hardware", "rules"):
        for file in sorted((ROOT / package).rglob("*.py")):
            yield from _of(file, "python", KEYWORDS)
    for file in sorted((ROOT / "web/pages").rglob("*.html")):
        yield from _of(file, babel_extract, {"_": None})
    for file in sorted((ROOT / "web/pages").rglob("*.js")):
        yield from _of(file, "javascript", {"t": None})


def _of(file: Path, method: Method, keywords: dict[str, None]) -> Iterator[tuple[Path, str]]:
    for _line, message, _comments, _context in extract_from_file(method, str(file), keywords=keywords):
        text = message[0] if isinstance(message, tuple) else message
        if text and any(letter.isalpha() for letter in PLACE.sub("", text)):
            yield file, text


def catalogue(file: Path) -> Catalog:
    """A file of translations as it is."""
    with file.open("rb") as opened:
        return read_po(opened)


def update(file: Path) -> int:
    """Brings a file of translations up to date; gives how many sentences lack a translation."""
    old = {str(m.id): str(m.string or "") for m in catalogue(file) if m.id}
    fresh = Catalog(locale=file.stem, project="Tabletop Companion", version="1", fuzzy=False)
    before = ""
    for text, place in sorted(sentences().items(), key=lambda pair: (pair[1], pair[0])):
        added = fresh.add(text, old.get(text, ""), locations=[] if place == before else [(place, 0)])
        added.flags.clear()  # "python-format" and the like, by guess: our braces are none of Python's
        before = place
    with file.open("wb") as opened:
        write_po(opened, fresh, width=0, omit_header=False, include_lineno=False)
    return sum(not m.string for m in fresh if m.id)


if __name__ == "__main__":
    for each in sorted(TRANSLATIONS.glob("*.po")):
        print(f"{each.name}: {update(each)} sentences without a translation")
