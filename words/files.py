"""The files of words that lie in a package's own folder.

`text.en.toml` holds sentences in tables by their codes, and `text.de.toml` the same in German.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

Tables = Mapping[str, Mapping[str, Any]]
"""Sentences by table and code, as they stand in a file."""


class WordsError(Exception):
    """A file of words that cannot be used: one sentence that names the place."""


def own_text(package: str, name: str) -> str:
    """The text of a file in a package's folder."""
    return resources.files(package).joinpath(name).read_text("utf-8")


@lru_cache(maxsize=12)  # those of a match in two languages; what other games say is not kept for long
def tables(package: str, name: str) -> Tables:
    """What a file of words holds; nothing where there is no such file. WordsError when it is no TOML."""
    if not has_file(package, name):
        return {}
    try:
        return tomllib.loads(own_text(package, name))
    except tomllib.TOMLDecodeError as error:
        raise WordsError(f"{resources.files(package).joinpath(name)} cannot be read: {error}.") from error


def sentences(package: str, language: str) -> Tables:
    """What a package says in a language: its `text.de.toml`; nothing where there is no such file."""
    return tables(package, f"text.{language}.toml")


def has_file(package: str, name: str) -> bool:
    """Whether a package has a file of that name."""
    return resources.files(package).joinpath(name).is_file()
