"""What a script or a style goes out as: one file with all that it imports, without the remarks for those who read it.

A page is made of dozens of small files. A phone on a weak Wi-Fi would have to ask for each of them, and each packs less
well alone. Only the lines that import and export are written anew; every other line is as it stands in the repository.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from web.door.settings import WebError
from words.catalogue import catalogue
from words.plurals import forms
from words.sentence import SOURCE

WORDS: Final = "/words.js"
"""What a script imports to say sentences in the reader's language; there is no such file."""
_IMPORT: Final = re.compile(r'^@?import (?:(.+) from )?"([^"]+)";\n', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
_REMARK: Final = re.compile(r"^\s*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/)\n|^\s+", re.MULTILINE)
"""Whole lines of remarks, empty lines, and how far a line is moved in. No text of ours runs over several lines."""
_ASIDE: Final = re.compile(r" // [^\"'`\n]*$|/\*\* @type [^*\n]*\*/ ", re.MULTILINE)
"""Remarks behind a line, and types within it."""
_PLACE: Final = re.compile(r'url\("(?![#/]|data:)([^"]+)"\)')


def script(path: Path, language: str) -> str:
    """A script as one module, which exports what the script exports. Raises `WebError` where scripts import each other
    in a circle."""
    *imported, (_, own) = texts = list(_with_imported(path).items())
    numbers = {each: number for number, (each, _) in enumerate(texts)}
    modules = [_module(each, text, numbers) for each, text in imported]
    whole = "".join([*modules, _bound(path, own, numbers)])
    return f"const $words = {_words(whole, language)};\n{whole}"


def style(path: Path, address: Callable[[Path], str]) -> str:
    """A style after all those that it imports. `address`: where a browser finds a file."""

    def placed(text: str, folder: Path) -> str:
        return _PLACE.sub(lambda found: f'url("{address((folder / found[1]).resolve())}")', text)

    return "".join(placed(_IMPORT.sub("", text), each.parent) for each, text in _with_imported(path).items())


def _with_imported(path: Path) -> dict[Path, str]:
    """The texts of a file and of all that it imports, each once and after those that it needs itself."""
    found: dict[Path, str] = {}
    _collect(path, found, ())
    return found


def _collect(path: Path, found: dict[Path, str], above: tuple[Path, ...]) -> None:
    if path in found:
        return
    if path in above:
        raise WebError(f"These files import each other in a circle: {', '.join(each.name for each in above)}.")
    text = _ASIDE.sub("", _REMARK.sub("", path.read_text("utf-8")))
    for _, place in _IMPORT.findall(text):
        if place != WORDS:
            _collect((path.parent / place).resolve(), found, (*above, path))
    found[path] = text


def _module(path: Path, text: str, numbers: dict[Path, int]) -> str:
    """A script in a room of its own, known to those below it by its number."""
    body = _EXPORT.sub("", _bound(path, text, numbers))
    return f"const ${numbers[path]} = (() => {{\n{body}return {{ {', '.join(_EXPORT.findall(text))} }};\n}})();\n"


def _bound(path: Path, text: str, numbers: dict[Path, int]) -> str:
    """The script with its imports taken from the modules above it."""

    def taken(found: re.Match[str]) -> str:
        names, place = found.groups()
        if names is None:
            return ""
        of = "$words" if place == WORDS else f"${numbers[(path.parent / place).resolve()]}"
        return f"const {names.replace('* as ', '').replace(' as ', ': ')} = {of};\n"

    return _IMPORT.sub(taken, text)


def sentences(language: str) -> Mapping[str, str]:
    """The sentences of a language by the English ones; none for English, whose catalogue nobody needs to read."""
    return {} if language == SOURCE else catalogue(language).sentences


def _words(text: str, language: str) -> str:
    """The sentences that stand in a script, by the English ones, and how the language counts."""
    every = sentences(language).items()
    table = {english: own for english, own in every if json.dumps(english, ensure_ascii=False) in text}
    return json.dumps({"language": language, "forms": forms(language), "table": table}, ensure_ascii=False)
