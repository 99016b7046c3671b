"""What looks after the journal while the service runs: puts what waits beside it into the file, makes copies, and looks
for what was damaged and for the copy that has it.

All of it happens in a thread of its own and on connections of its own, so that no answer waits for it: SQLite lets
readers, and a checkpoint that waits for nobody, go beside whoever writes.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Final

from companion.journal.backups import Backups, CopyKind
from companion.journal.damage import Damage, DamageKind
from companion.journal.file import Store
from companion.journal.journal import DamagedJournal, Journal, JournalError
from companion.machine.fault_places import fault_facts
from companion.values.notices import Notice

log = logging.getLogger("companion.caretaker")

EVERY_S: Final = 240.0
"""At the end of a match, and so often besides."""
COPIED_A_S: Final = 20_000_000 / 3600
"""How many bytes of copies there may be for a second of an evening: a memory card bears only so many. Of a journal that
is larger than that of one round some rounds make none: of 5 MB it is copied every twelve minutes."""
_NOT: Final = (-1, -1)
_CONTENT: Final = (
    "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM matches WHERE ended_utc IS NULL),"
    " (SELECT count(*) FROM entries), (SELECT count(*) FROM copies), (SELECT count(*) FROM copy_tags)"
)


class Caretaker:
    """Of one journal. `ring` may be called from any thread, the rest by one at a time."""

    def __init__(
        self,
        journal: Journal,
        backups: Backups,
        tell: Callable[[Notice], None] = lambda notice: None,
        before: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`tell`: everybody at the table; `before`: what is to be written before a round copies it; `clock` counts
        seconds."""
        self._tell = tell
        self._before = before
        self._journal = journal
        self._backups = backups
        self._bell = threading.Event()
        self._clock = clock
        self._copied: tuple[int, ...] | None = None
        self._next_s = -math.inf  # no copy before
        self._is_rung = False

    def ring(self) -> None:
        """Something was finished that is worth a copy now, however lately one was made; returns at once."""
        self._is_rung = True
        self._bell.set()

    def run(self, ended: threading.Event) -> None:
        """Rounds until `ended` is set and the bell rung. For a thread of its own, which no fault of ours ends."""
        self._do(self.examine)
        while not ended.is_set():
            self._do(self._before)
            self._do(self.go_round)
            self._bell.wait(EVERY_S)
            self._bell.clear()

    def go_round(self) -> None:
        """Puts what waits into the file, and keeps a copy where there is something new. Never raises: the evening is
        worth more."""
        is_rung, self._is_rung = self._is_rung, False
        try:
            find_copies(self._journal, self._backups)
            self._checkpoint()
            content = self._content()  # before it is copied: what comes meanwhile is for the next round
            if self._backups.daily():
                self._note_copied(content)
            elif content != self._copied and (is_rung or self._clock() >= self._next_s):
                self._backups.keep(CopyKind.EVENING)
                self._note_copied(content)
        except (JournalError, OSError) as error:
            log.error("the journal could not be copied: %s", error)
            if isinstance(error, DamagedJournal):
                self._note(DamageKind.PLACE)

    def examine(self) -> None:
        """Looks at every match, notes which are not as they were written, and finds the copies that have what is lost.
        Never raises."""
        try:
            with Journal.look(self._journal.path) as journal:
                broken = journal.broken()
            for match, number in broken.items():
                self._note(DamageKind.MATCH, match, number)
            find_copies(self._journal, self._backups)
            if self._journal.damages.unread():
                self._tell(Notice("journal_damaged"))
        except DamagedJournal as error:
            log.error("%s", error)
            self._note(DamageKind.PLACE)
        except (JournalError, OSError) as error:
            log.error("the journal could not be looked through: %s", error)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _do(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # the next round is another chance: without them the evening has no copy
            log.error("the journal was not looked after %s", fault_facts(error))

    def _note_copied(self, content: tuple[int, ...]) -> None:
        self._copied = content
        size = self._journal.path.stat().st_size
        self._next_s = self._clock() + max(0.0, size / COPIED_A_S - EVERY_S)

    def _checkpoint(self) -> None:
        store = Store(self._journal.path)
        try:
            with store.reading() as db:
                db.execute("PRAGMA wal_checkpoint(PASSIVE)")
        finally:
            store.close()
        self._journal.sync_witness()

    def _content(self) -> tuple[int, ...]:
        """What changes with everything that is worth a copy."""
        store = Store(self._journal.path, read_only=True)
        try:
            with store.reading() as db:
                return tuple(db.execute(_CONTENT).fetchone())
        finally:
            store.close()

    def _note(self, kind: DamageKind, match: int | None = None, count: int = 0) -> None:
        try:
            self._journal.damages.note(kind, match, count)
        except JournalError as error:
            log.error("that the journal is damaged could not be noted: %s", error)


def find_copies(journal: Journal, backups: Backups) -> None:
    """Offers for every damage that the host has not read of the copy that has what is lost, and of several the one that
    goes furthest; its date says little where the clock was wrong."""
    offers = {}
    for damage in journal.damages.unread():
        found = backups.offers.get(damage.number)
        if found is None or not found.exists():
            reached = {copy.path: _reached(copy.path, damage, journal) for copy in backups.copies()}
            found = max(reached, key=lambda path: reached[path], default=None)
            if found is None or reached[found] == _NOT:
                continue
        offers[damage.number] = found
    backups.offers = offers


def _reached(copy: Path, damage: Damage, journal: Journal) -> tuple[int, int]:
    """How far a copy goes that can be brought back and has what is lost; `_NOT` for any other."""
    try:
        with Journal.look(copy) as kept:
            has_it = damage.kind is not DamageKind.RULES and kept.is_sound() and _has_it(kept, damage, journal)
            return kept.reached() if has_it else _NOT
    except JournalError:
        return _NOT


def _has_it(kept: Journal, damage: Damage, journal: Journal) -> bool:
    broken = kept.broken()
    if damage.match is None:
        # Of a journal that was begun anew since then a copy is no help.
        begun_since = frozenset() if damage.kind is DamageKind.PLACE else _starts(journal)
        return not broken and bool(_starts(kept) - begun_since)
    there, here = kept.match_entries(damage.match), journal.match_entries(damage.match)
    return damage.match not in broken and (there > here if damage.kind is DamageKind.TAIL else there > 0)


def _starts(journal: Journal) -> frozenset[datetime]:
    """What tells the matches of two journals apart: their numbers begin anew in a new one."""
    return frozenset(one.started for one in journal.matches())
