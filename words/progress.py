"""How much of a language there is, and what it lacks: as files to begin the rest with."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import resources
from typing import Any, Final

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from words.catalogue import catalogue, messages
from words.files import has_file, sentences, tables
from words.languages import language_codes
from words.sentence import SOURCE

PAGES: Final = "pages"
"""The part that has no package of its own: what pages and devices say."""
_ENGLISH_FILE: Final = re.compile(r"coverage\w*\.toml")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Lack:
    """What one part lacks in one language, by the name of the file it belongs to, its table and its key: the English
    entry. `total` counts all that the part says."""

    total: int
    files: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)

    @property
    def missing(self) -> int:
        """How many entries are missing."""
        return sum(len(entries) for held in self.files.values() for entries in held.values())

    @property
    def percent(self) -> int:
        """How much there is; 100 only when nothing is missing."""
        return 100 if not self.total else (self.total - self.missing) * 100 // self.total


def lack(package: str, language: str) -> Lack:
    """What a package's own files lack in a language: `text`, `coverage` and `names` files beside the English ones."""
    total, files = 0, {}
    for file, english, own in _pairs(package, language):
        total += sum(len(entries) for entries in english.values())
        missing = {
            table: {key: entry for key, entry in entries.items() if key not in own.get(table, {})}
            for table, entries in english.items()
        }
        files[file] = {table: entries for table, entries in missing.items() if entries}
    return Lack(total, {file: found for file, found in files.items() if found})


def lack_of_pages(language: str) -> Lack:
    """What the catalogue of the pages lacks in a language."""
    there = catalogue(language).sentences if language != SOURCE else messages()
    missing = {text: "" for text in sorted(messages()) if text not in there}
    return Lack(len(messages()), {f"{language}.po": {"": missing}} if missing else {})


def _pairs(package: str, language: str) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Every file of words that a package has or ought to have in this language: its name, what the English one holds,
    and what it holds itself."""
    if has_file(package, f"text.{SOURCE}.toml"):
        yield f"text.{language}.toml", sentences(package, SOURCE), sentences(package, language)
    found = (file.name for file in resources.files(package).iterdir())
    for name in sorted(name for name in found if _ENGLISH_FILE.fullmatch(name)):
        own = name if language == SOURCE else f"{name.removesuffix('.toml')}.{language}.toml"
        english = tables(package, name)
        yield own, {table: english[table] for table in ("parts", "rules") if table in english}, tables(package, own)
    named = (tables(package, f"names.{code}.toml").get("names", {}) for code in language_codes())
    names = {name: name for each in named for name in each}
    if names and language != SOURCE:
        yield f"names.{language}.toml", {"names": names}, tables(package, f"names.{language}.toml")


def beginning(found: Lack, language: str) -> str:
    """What is missing as the text of files: in English, to be put into the language."""
    if not found.missing:
        return ""
    if f"{language}.po" in found.files:
        return _po(found.files[f"{language}.po"][""], language)
    return "\n".join("\n".join(_toml(file, held)) for file, held in found.files.items()) + "\n"


def _po(missing: Iterable[str], language: str) -> str:
    made, out = Catalog(project="Tabletop Companion", version="1", fuzzy=False), io.BytesIO()
    for text in missing:
        made.add(text)
    write_po(out, made, width=0, omit_header=True)
    head = f'msgid ""\nmsgstr "Language: {language}\\nContent-Type: text/plain; charset=utf-8\\n"'
    return f"{head}\n\n{out.getvalue().decode()}"


def _toml(file: str, held: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    yield f"# {file}"
    for table, entries in held.items():
        yield f"\n[{table}]"
        for key, entry in entries.items():
            yield f"{key if _BARE_KEY.fullmatch(key) else _quoted(key)} = {_value(entry)}"


def _value(entry: str | Mapping[str, str]) -> str:
    if isinstance(entry, str):
        return _quoted(entry)
    return f"{{ {', '.join(f'{length} = {_quoted(text)}' for length, text in entry.items())} }}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
