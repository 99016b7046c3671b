"""Who lets the venue have their name with the results: said by each person, for the seat that they hold now."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable
from typing import Final

from companion.journal.journal import Holder, Journal

_KEY: Final = "venue_names"
"""What it is kept under, with whoever may sign on: no copy of a journal has it."""


class Consents:
    """Safe from any thread. One counts for the phone and the name that it was given with: it ends when somebody else
    takes the seat, or the name changes."""

    def __init__(self, journal: Journal, holder: Callable[[int], Holder | None]) -> None:
        self._journal = journal
        self._holder = holder
        self._lock = threading.Lock()

    def may_tell(self, seat: int) -> bool:
        """Whether whoever holds this seat now has said so."""
        mark = self._mark(seat)
        return bool(mark) and self._kept().get(str(seat)) == mark

    def say(self, seat: int, *, told: bool) -> None:
        """Whoever holds this seat says so, or takes it back. JournalError when it cannot be kept."""
        with self._lock:
            kept = {key: mark for key, mark in self._kept().items() if key != str(seat)}
            if told and (mark := self._mark(seat)):
                kept[str(seat)] = mark
            self._journal.set_setting(_KEY, json.dumps(kept))

    def _mark(self, seat: int) -> str:
        held = self._holder(seat)
        return "" if held is None else hashlib.sha256(f"{held.csrf} {held.name}".encode()).hexdigest()

    def _kept(self) -> dict[str, str]:
        try:
            found = json.loads(self._journal.setting(_KEY) or "{}")
        except ValueError:
            return {}
        return found if isinstance(found, dict) else {}
