"""What a game brings, beside play, for owners who type in content of their own: a folder `tools` with a value `TOOLS`.
The command line offers it as `companion content` and knows of no game what its content is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.drawing import Picture

Files = Mapping[str, str]
"""An owner's files: name to text."""


class ToolError(Exception):
    """What was asked of a tool cannot be done: one sentence that says why."""


@dataclass(frozen=True)
class Verdict:
    """What came of checking files: every problem as `FILE:LINE: sentence`; when there is none, what the files add."""

    problems: tuple[str, ...]
    summary: tuple[str, ...]


@dataclass(frozen=True)
class Thing:
    """One thing that can be chosen, and whether it stands in an owner's file."""

    ident: str
    name: str
    is_owners: bool


@dataclass(frozen=True, kw_only=True)
class Tools:
    """A game's tools for content. All but `check` raise ToolError, also for files that have problems."""

    about: str  # what owners can type in, in a sentence
    kinds: tuple[str, ...]  # what a file can be begun for
    models: Mapping[str, tuple[str, ...]]  # of kinds that come in several models: these, first the usual one
    drawn: tuple[str, ...]  # kinds of which there are drawings
    check: Callable[[Files], Verdict]
    begin: Callable[[str, str, str], str]  # kind, id and model ("": the usual one) to a commented example
    draw: Callable[[str, str, Files], Picture]  # kind, id and an owner's files
    listed: Callable[[Files], Mapping[str, tuple[Thing, ...]]]  # all that can be chosen, by what its kind is called
    schema: Callable[[], object]  # the JSON Schema of the files
