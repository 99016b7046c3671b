"""What a game says of itself before it is loaded: `game.toml` in its folder."""

from __future__ import annotations

import difflib
import keyword
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from words import Sentence
from words.sentence import N_

API: Final = 1
"""What authors may count on: the names of `rules.engine` and what they mean, and the files of a game's folder. It is
raised when a game that was written for the number before would no longer load, or would play differently; what is only
added leaves it as it is."""

MANIFEST: Final = "game.toml"
WEIGHTS: Final = ("", "light", "medium", "heavy")
_SLUG: Final = re.compile(r"[a-z][a-z0-9_]{0,39}")
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,19}")
_MOST_LETTERS: Final = 80
_PARTS: Final = ("goal", "turn", "end")


class ManifestError(Exception):
    """A `game.toml` that cannot be used: a `Sentence` that names the line."""


@dataclass(frozen=True)
class About:
    """What is known of a game that is not loaded.

    `slug`: the name by which it is chosen; `api`: the engine's number that it is written for. `minutes` of a short
    match and of a long one, `weight` light, medium or heavy, `pictures` the pieces that are drawn beside each part of
    how it is played; what is not known is empty. `plays`: of a game without code, the one whose rules it goes by.
    """

    title: str
    seats: tuple[int, ...]
    minutes: tuple[int, ...] = ()
    weight: str = ""
    pictures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    slug: str = ""
    version: str = ""
    api: int = API
    author: str = ""
    licence: str = ""
    plays: str = ""


def read_about(folder: Traversable) -> About:
    """What stands in the `game.toml` of a folder; nothing of the game is loaded for it. ManifestError."""
    file = folder / MANIFEST
    try:
        text = file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        raise ManifestError(Sentence("The folder has no file game.toml that can be read.")) from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ManifestError(Sentence("game.toml cannot be read: {why}.", why=str(error).rstrip("."))) from None
    _check(found, text)
    return _made(found)


@cache
def about_of(package: str) -> About | None:
    """What a package says of itself in that file, None where it has none. It is not checked."""
    file = resources.files(package) / MANIFEST
    return _made(tomllib.loads(file.read_text("utf-8"))) if file.is_file() else None


def is_slug(text: str) -> bool:
    """Whether a game can be called so: small letters, digits and underscores, and no word of Python's own."""
    return _SLUG.fullmatch(text) is not None and not keyword.iskeyword(text)


# -- inside ------------------------------------------------------------------------------------------------------------


def _made(found: Mapping[str, Any]) -> About:
    return About(**{name: _fixed(value) for name, value in found.items()})


def _fixed(value: Any) -> Any:
    """What a file holds, with tuples for its lists."""
    if isinstance(value, Mapping):
        return {name: _fixed(one) for name, one in value.items()}
    return tuple(value) if isinstance(value, list) else value


def _is_line(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= _MOST_LETTERS and value.isprintable()


def _are_numbers(value: object, least: int, most: int) -> bool:
    return isinstance(value, list) and bool(value) and all(type(n) is int and least <= n <= most for n in value)


def _are_pictures(value: object) -> bool:
    return isinstance(value, dict) and all(
        part in _PARTS and isinstance(pieces, list) and all(isinstance(piece, str) for piece in pieces)
        for part, pieces in value.items()
    )


_TEXT: Final = N_("a text on one line, of at most 80 letters")
_NAME: Final = N_("a name of small letters, digits and underscores, such as harbour_night")
_FORMS: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = {
    "slug": (lambda value: isinstance(value, str) and is_slug(value), _NAME),
    "title": (_is_line, _TEXT),
    "version": (
        lambda value: isinstance(value, str) and _VERSION.fullmatch(value) is not None,
        N_('a text such as "1.0"'),
    ),
    "api": (lambda value: type(value) is int, N_("a number")),
    "author": (_is_line, _TEXT),
    "licence": (_is_line, _TEXT),
    "seats": (
        lambda value: _are_numbers(value, 1, 20) and value == sorted(set(value)),
        N_("a list of numbers of players, such as [2, 3, 4]"),
    ),
    "minutes": (
        lambda value: _are_numbers(value, 1, 6000) and len(value) == 2,
        N_("a list of two numbers, such as [20, 40]"),
    ),
    "weight": (lambda value: value in WEIGHTS, N_('"light", "medium" or "heavy"')),
    "pictures": (_are_pictures, N_("a table with goal, turn and end, each a list of pieces")),
    "plays": (lambda value: isinstance(value, str) and is_slug(value), _NAME),
}
_NEEDED: Final = ("slug", "title", "version", "api", "author", "licence", "seats")


def _check(found: Mapping[str, Any], text: str) -> None:
    api = found.get("api")
    if type(api) is int and api != API:  # said first: the other fields may be those of another number
        raise ManifestError(_other_api(api))
    for name, value in found.items():
        if name not in _FORMS:
            raise ManifestError(_unknown(name, text))
        fits, form = _FORMS[name]
        if not fits(value):
            fault = Sentence(
                'game.toml, line {line}: "{field}" has to be {form}.',
                line=_line(name, text),
                field=name,
                form=Sentence(form),
            )
            raise ManifestError(fault)
    for name in _NEEDED:
        if name not in found:
            raise ManifestError(
                Sentence(
                    'game.toml says no "{field}". It has to be {form}.', field=name, form=Sentence(_FORMS[name][1])
                )
            )


def _other_api(api: int) -> Sentence:
    if api > API:
        return Sentence(
            "It is written for number {api} of the rules engine, and this companion has {own}. Update the companion.",
            api=api,
            own=API,
        )
    return Sentence(
        "It is written for number {api} of the rules engine, and this companion has {own}. "
        "Ask its author for a newer version.",
        api=api,
        own=API,
    )


def _unknown(name: str, text: str) -> Sentence:
    near = difflib.get_close_matches(name, _FORMS, 1)
    line = _line(name, text)
    if near:
        return Sentence(
            'game.toml, line {line}: there is no "{field}". Did you mean "{near}"?',
            line=line,
            field=name[:40],
            near=near[0],
        )
    return Sentence(
        'game.toml, line {line}: there is no "{field}". There are: {fields}.',
        line=line,
        field=name[:40],
        fields=", ".join(_FORMS),
    )


def _line(name: str, text: str) -> int:
    """The line on which a field or table of that name begins, from 1."""
    begins = re.compile(rf"""\s*\[?\s*["']?{re.escape(name)}["']?\s*[\].=]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 1)
