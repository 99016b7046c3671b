"""Games without code as they are made and changed on a page: the files of one, and what they say."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from companion.shelf.packing import zipped
from companion.shelf.pictures import FOLDER
from rules import games
from rules.engine import API, is_slug
from rules.engine.about import MANIFEST
from rules.engine.definitions import Definition, has_remarks, is_picture, read, toml_value
from rules.outside import Found, files_in

_FIRST: Final = "1.0"
_PRIVATE: Final = "private"
"""What stands for the licence of a game that its maker has said nothing about."""
_LONGEST: Final = 32
_PICTURES: Final = f"{FOLDER}/"


@dataclass(frozen=True, kw_only=True)
class Sketch:
    """A game that is being made. `values` are those of its definition; `slug` empty: it has no name yet. `kept`: the
    files that it had before, by their names; `remarks`: what people wrote in that of its definition beside it."""

    plays: str
    title: str
    author: str
    seats: tuple[int, ...]
    values: Mapping[str, Any]
    slug: str = ""
    kept: Mapping[str, bytes] = field(default_factory=dict)
    remarks: bool = False


def kinds() -> Mapping[str, Definition[Any]]:
    """The games of ours that a file makes, each with what may stand in it."""
    found = {slug: games.game(slug).definition for slug in games.OURS}
    return {slug: definition for slug, definition in found.items() if definition is not None}


def made_here() -> tuple[Found, ...]:
    """The games from outside that were made so, and open."""
    known = kinds()
    return tuple(one for one in games.outside() if one.about.plays in known and not one.has_code)


def sketch_of(found: Found) -> Sketch:
    """One of them, to be changed. DefinitionError, OSError."""
    definition = kinds()[found.about.plays]
    files = {path.relative_to(found.folder).as_posix(): path.read_bytes() for path in files_in(found.folder)}
    about = found.about
    text = files[definition.file].decode("utf-8")
    entry = read(text, definition.file, definition)
    return Sketch(
        plays=about.plays,
        title=about.title,
        author=about.author,
        seats=about.seats,
        values=entry.plain,
        slug=found.slug,
        kept=files,
        remarks=has_remarks(text),
    )


def zip_of(sketch: Sketch, text: str, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """The game as a file, with `text` for its definition and these pictures, by their names; no others stay in it."""
    before = tomllib.loads(sketch.kept.get(MANIFEST, b"").decode("utf-8"))
    about = {
        "api": API,
        "licence": _PRIVATE,
        **before,
        "slug": sketch.slug,
        "title": sketch.title,
        "version": _next(str(before.get("version", ""))),
        "author": sketch.author,
        "seats": list(sketch.seats),
        "plays": sketch.plays,
    }
    manifest = "".join(f"{key} = {toml_value(value)}\n" for key, value in about.items())
    definition = kinds()[sketch.plays].file
    kept = {name: content for name, content in sketch.kept.items() if not is_picture(name.removeprefix(_PICTURES))}
    beside = {f"{_PICTURES}{name}": content for name, content in (pictures or {}).items()}
    return zipped(sketch.slug, {**kept, **beside, MANIFEST: manifest.encode(), definition: text.encode()})


def slug_for(title: str, taken: Collection[str]) -> str:
    """A name for the folder of a game of that title, which no other has."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:_LONGEST].strip("_")
    word = word if is_slug(word) else f"game_{word}".strip("_")
    tries = (word, *(f"{word}_{number}" for number in range(2, len(taken) + 3)))
    return next(one for one in tries if one not in taken)


def _next(version: str) -> str:
    """The version after this one: its last number goes up."""
    last = re.search(r"\d{1,6}(?=\D*$)", version)
    return _FIRST if last is None else f"{version[: last.start()]}{int(last[0]) + 1}{version[last.end() :]}"
