"""A match written down in its field's own notation, for other programs: made only from what everybody knew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rules.engine.types import Event, State
from rules.engine.words import Words


@dataclass(frozen=True)
class PublicMoment:
    """The table after an entry that counts as everybody knew it, and what everybody heard of that entry. Both are
    redacted for `PUBLIC` by whoever makes it, so that a notation cannot tell what it was never handed."""

    state: State
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Record:
    """A match, finished or not, as it is handed to a notation. `moments` begin with the start; what was taken back is
    not among them. `names` are the players' by seat, "" where nobody gave one; `date` is the day as "2026-11-22", ""
    when it is not known; comments are in the language of `words`."""

    title: str
    settings: Mapping[str, object]
    moments: Sequence[PublicMoment]
    names: tuple[str, ...]
    words: Words
    date: str = ""


@dataclass(frozen=True)
class Notation:
    """The form in which a game's matches are written down: the file's suffix without the dot, its media type, and what
    writes a record as the text of such a file. The same record gives the same text."""

    suffix: str
    media: str
    write: Callable[[Record], str]
