"""What is acknowledged and no entry of a match yet, beside its entries: answers that are noted and do not count yet,
that the table is paused, an undo that it is asked about, what the host has chosen for it.

Like the hidden cards it is nobody's to read but the referee's: no export, report or copy of a journal holds it.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Mapping
from typing import Final, TypeVar

from companion.journal.file import Store

log = logging.getLogger("companion.unsettled")
T = TypeVar("T")

Changes = Mapping[str, str | None]
"""By name what is kept from now on; None: it is settled."""

ANSWER: Final = "answer/"


def name_of(seat: int | None) -> str:
    """What the noted answer of a seat is kept under. It goes with the first answer of that seat that counts."""
    return f"{ANSWER}{seat}"


class Unsettled:
    """The same in one journal, match by match. Every call is safe from any thread."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def of(self, match: int) -> dict[str, str]:
        """What is not settled in a match, by name, in the order in which it came."""
        with self._store.reading() as db:
            query = "SELECT name, body FROM unsettled WHERE match = ? ORDER BY number"
            return {str(name): str(body) for name, body in db.execute(query, (match,))}

    def change(self, match: int, changes: Changes) -> None:
        """All of it is on disk when this returns, or nothing: JournalError. What is kept anew comes last."""
        with self._store.writing() as db:
            for name, body in changes.items():
                db.execute("DELETE FROM unsettled WHERE match = ? AND name = ?", (match, name))
                if body is not None:
                    db.execute("INSERT INTO unsettled (match, name, body) VALUES (?, ?, ?)", (match, name, body))


LIMIT: Final = "window_limit"


BOTS: Final = "bots"


LASTING: Final = frozenset({LIMIT, BOTS})
"""What goes on with the next match of the same people."""


def choice_body(configured: str, chosen: str) -> str:
    """What the host has chosen on the page in place of what the settings say, as the journal keeps it."""
    return json.dumps([configured, chosen])


def choice_in(kept: Mapping[str, str], name: str, configured: str, read: Callable[[str], T]) -> T | None:
    """What was chosen, by `read`, unless the settings were changed since: whoever did that meant it. One that cannot be
    read is as good as none."""
    try:
        before, chosen = json.loads(kept[name]) if name in kept else ("", None)
        return read(str(chosen)) if before == configured and chosen is not None else None
    except (TypeError, ValueError) as error:
        log.error("a choice of the host cannot be read: %s", type(error).__name__)
        return None
