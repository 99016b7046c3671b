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
_GUEST: Final = "guest "
_LOCK: Final = threading.Lock()


class Consents:
    """Safe from any thread. One counts for the venue, the phone and the name that it was given with: it ends when the
    table goes to another venue, somebody else takes the seat, or the name changes."""

    def __init__(self, journal: Journal, holder: Callable[[int], Holder | None], venue: str) -> None:
        """`venue`: the address of the one in the settings; empty where there is none."""
        self._journal = journal
        self._holder = holder
        self._venue = venue

    def may_tell(self, seat: int) -> bool:
        """Whether whoever holds this seat now has said so."""
        mark = self._mark(seat)
        return bool(mark) and not self.is_guest(seat) and _kept(self._journal).get(str(seat)) == mark

    def say(self, seat: int, *, told: bool) -> bool:
        """Whoever holds this seat says so, or takes it back. False: that is for nobody to say, since who sits there
        has no phone. JournalError when it cannot be kept."""
        with _LOCK:
            if told and self.is_guest(seat):
                return False
            kept = _kept(self._journal)
            kept.pop(str(seat), None)
            if told and (mark := self._mark(seat)):
                kept[str(seat)] = mark
            _keep(self._journal, kept)
            return True

    def note_guest(self, seat: int) -> None:
        """Who sits there has no phone: the one that holds the seat is another person's. JournalError when that cannot
        be kept."""
        with _LOCK:
            _keep(self._journal, _kept(self._journal) | {f"{_GUEST}{seat}": "yes"})

    def is_guest(self, seat: int) -> bool:
        """Whether somebody without a phone sits there."""
        return f"{_GUEST}{seat}" in _kept(self._journal)

    def _mark(self, seat: int) -> str:
        held = self._holder(seat)
        return "" if held is None or not self._venue else _hash(f"{self._venue} {held.csrf} {held.name}")


def forget_consent(journal: Journal, seat: int) -> None:
    """The seat is free: what was said there is nobody's any more. JournalError when that cannot be kept."""
    with _LOCK:
        kept = _kept(journal)
        less = {key: mark for key, mark in kept.items() if key not in (str(seat), f"{_GUEST}{seat}")}
        if less != kept:
            _keep(journal, less)


def _kept(journal: Journal) -> dict[str, str]:
    try:
        found = json.loads(journal.setting(_KEY) or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _keep(journal: Journal, kept: dict[str, str]) -> None:
    journal.set_setting(_KEY, json.dumps(kept))


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
