"""Names say what a thing is for. Some words fit everything and therefore say nothing."""

from __future__ import annotations

import re

import pytest

from tests.house._source import MEASURED, Source, sources

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests

EMPTY_WORDS = frozenset(
    word + ending
    for word in ("manager", "handler", "helper", "util", "utility", "misc", "info")
    for ending in ("", "s")
) | {"utilities"}

_DEFINED = re.compile(r"^[ \t]*(?:async +)?(?:def|class) +(\w+)", re.MULTILINE)


def _words(name: str) -> set[str]:
    """The words of a name: `TagReader`, `tag_reader` and `tag-reader` are made of tag and reader."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def _empty_names(source: Source) -> list[str]:
    names = [*source.path.removesuffix(".py").split("/"), *_DEFINED.findall(source.text)]
    return [f"{source.path}: {name}" for name in names if _words(name) & EMPTY_WORDS]


def test_names_say_something() -> None:
    assert not [found for source in sources(*MEASURED, "tests") for found in _empty_names(source)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("web/utils.py", ""),
        ("misc/x.py", ""),
        ("web/x.py", "class TagManager: ..."),
        ("web/x.py", "def player_info(): ..."),
        ("web/x.py", "class A:\n    async def _handler(self): ..."),
        ("web/x.py", "class HTTPHandler: ..."),
    ],
)
def test_empty_words_are_found(path: str, text: str) -> None:
    assert _empty_names(Source(path, text))


def test_words_that_only_look_alike_are_fine() -> None:
    assert not _empty_names(Source("web/miscount.py", "def inform(): ...\ndef handle(): ..."))
