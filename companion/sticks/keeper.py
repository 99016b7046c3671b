"""Which sticks get copies of the journal, and that they get each new one by themselves.

The host allows a stick once: a small file on it names it, and the journal's settings keep the name, with the key where
copies are to be encrypted. Those settings stand in no copy. Onto any other stick nothing is written.
"""

from __future__ import annotations

import logging
import re
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from companion.journal.backups import LIMIT_BYTES, Backups, CopyKind
from companion.journal.journal import Journal, JournalError
from companion.machine.fault_places import fault_facts
from companion.sticks import plugged
from companion.sticks.plugged import Plugged, Stick
from companion.sticks.sealed import Key, key_of, opened, salt_of, sealed
from words import Sentence

log = logging.getLogger("companion.sticks")

LATEST: Final = 4
DAYS: Final = 7
"""A stick keeps the latest copies of one table, and the last one of each of so many days."""
LEAST_LETTERS: Final = 8
"""Of a password: whoever finds a stick can try as many as they like."""
_LOOK_S: Final = 4.0
_PATIENCE_S: Final = 3.0
_SETTING: Final = "sticks"
_STAMP: Final = "%Y%m%d-%H%M%S"
_NAME: Final = re.compile(r"(?:daily|evening|before-restore|by-hand)-(\d{8}-\d{6})-([0-9a-f]{4})\.db(\.sealed)?")


class Known(msgspec.Struct, frozen=True):
    """What is kept of all sticks: what this table is called on them, and the salt and key of each, by its mark; no key
    where copies are not encrypted."""

    table: str
    keys: dict[str, tuple[bytes, bytes] | None] = {}


@dataclass(frozen=True)
class StickCopy:
    """A copy on a stick. `is_own`: of this table."""

    name: str
    made: datetime
    size: int
    is_own: bool
    is_sealed: bool


@dataclass(frozen=True)
class StickState:
    """A stick as the host sees it. `said`: how it went the last time."""

    stick: Stick
    is_allowed: bool
    is_sealed: bool
    free: int
    copies: tuple[StickCopy, ...]
    said: str = ""


class Sticks:
    """The copies on sticks. Safe from any thread; acts give a sentence, or raise JournalError with one."""

    def __init__(self, journal: Journal, backups: Backups, machine: Plugged | None = None) -> None:
        self._journal = journal
        self._backups = backups
        self.machine = machine or Plugged()
        self._lock = threading.RLock()
        self._states: tuple[StickState, ...] = ()
        self._said: dict[str, str] = {}  # by stick: how it went
        self._tried: dict[str, str] = {}  # by stick: the copy that it was given last, or was to be
        self._seen: dict[str, StickState] = {}  # what was found on it: the host's page asks often, and would wake it

    # -- what the host sees --------------------------------------------------------------------------------------------

    def states(self) -> tuple[StickState, ...]:
        """Every stick that is plugged in; as they were when one keeps everybody waiting."""
        if self._lock.acquire(timeout=_PATIENCE_S):
            try:
                self._states = tuple(self._state(stick) for stick in self.machine.sticks())
            finally:
                self._lock.release()
        return self._states

    def has_copies(self) -> bool:
        """Whether a stick with copies is plugged in."""
        return any(state.copies for state in self.states())

    # -- what the host does --------------------------------------------------------------------------------------------

    def allow(self, key: str, password: str) -> Sentence:
        """From now on this stick gets each new copy, encrypted where there is a password; and one of now."""
        if password and len(password) < LEAST_LETTERS:
            raise JournalError("A password for a stick needs at least {count} letters.", count=LEAST_LETTERS)
        with self._held():
            stick = self._stick(key)
            self._seen.clear()
            secret = key_of(password) if password else None
            mark, known = plugged.mark(stick), self._known()
            kept = None if secret is None else (secret.salt, secret.secret)
            self._keep(Known(known.table, {**known.keys, mark: kept}))
            return self.copy(key)

    def forget(self, key: str) -> Sentence:
        """This stick gets no more copies. What is on it stays there."""
        with self._held():
            mark, known = plugged.mark_of(self._stick(key)), self._known()
            self._seen.clear()
            self._keep(Known(known.table, {one: kept for one, kept in known.keys.items() if one != mark}))
            self._said.pop(key, None)
        return Sentence("Nothing more is written onto this stick. What is on it stays there.")

    def copy(self, key: str) -> Sentence:
        """A copy of now goes onto a stick that is allowed."""
        with self._held():
            stick = self._stick(key)
            if plugged.mark_of(stick) not in self._known().keys:
                raise JournalError("This stick is not known here: allow it first.")
            self._give(stick, self._backups.keep(CopyKind.BY_HAND))
        return Sentence("A copy of now is on the stick.")

    def take(self, key: str, name: str, password: str) -> bytes:
        """A copy from a stick, to be brought back; the password where it is encrypted and this table does not know
        it."""
        if _NAME.fullmatch(name) is None:
            raise JournalError("That file is no copy of a journal: choose one that was downloaded here.")
        with self._held():
            stick = self._stick(key)
            content = plugged.take(stick, name)
            if not name.endswith(".sealed"):
                return content
            kept = self._known().keys.get(plugged.mark_of(stick))
            if password:
                return opened(content, key_of(password, salt_of(content)))
            if kept is not None and kept[0] == salt_of(content):
                return opened(content, Key(*kept))
        raise JournalError("This copy is encrypted: type the password that was chosen when the stick was allowed.")

    # -- by itself -----------------------------------------------------------------------------------------------------

    def run(self, ended: threading.Event) -> None:
        """Looks until `ended` is set. For a thread of its own, which no fault of ours ends."""
        while not ended.wait(_LOOK_S):
            try:
                self.look()
            except Exception as error:  # the next look is another chance
                log.error("the sticks were not looked after %s", fault_facts(error))

    def look(self) -> None:
        """Gives each allowed stick the newest copy, unless it has it. Where there is nothing new no stick is woken."""
        with self._lock:
            there = self.machine.sticks()
            self.machine.strange()  # it tells those that are there for some time
            newest = self._backups.newest()
            for kept in (self._tried, self._said, self._seen):
                for gone in set(kept) - {stick.key for stick in there}:
                    del kept[gone]
            for stick in there:
                if newest is not None and self._tried.get(stick.key) != newest.name:
                    self._tried[stick.key] = newest.name
                    self._try(stick, newest)

    # -- inside --------------------------------------------------------------------------------------------------------

    @contextmanager
    def _held(self) -> Iterator[None]:
        if not self._lock.acquire(timeout=_PATIENCE_S):
            raise JournalError(
                "A stick is busy or does not answer: wait a little, or pull it out and plug it in again."
            )
        try:
            yield
        finally:
            self._lock.release()

    def _try(self, stick: Stick, newest: Path) -> None:
        try:
            if plugged.mark_of(stick) in self._known().keys:
                self._give(stick, newest)
        except JournalError as error:
            log.warning("a stick did not get its copy: %s", error)
            self._said[stick.key] = error.args[0]

    def _give(self, stick: Stick, newest: Path) -> None:
        """The newest copy, onto an allowed stick."""
        self._seen.pop(stick.key, None)
        known = self._known()
        kept = known.keys[plugged.mark_of(stick)]
        self._tried[stick.key] = newest.name
        name = f"{newest.stem}-{known.table}.db{'' if kept is None else '.sealed'}"
        if any(copy.name == name for copy in self._copies(stick)):
            return
        try:
            content = newest.read_bytes()
        except OSError as error:
            raise JournalError(
                "The copy {path} cannot be read: {why}.", path=newest.name, why=error.strerror
            ) from error
        if len(content) > LIMIT_BYTES:
            raise JournalError(
                "The journal is larger than {most} MB, so no copy of it could be brought back from a stick: end the "
                "companion and copy its file companion.db instead.",
                most=LIMIT_BYTES // 1_000_000,
            )
        content = content if kept is None else sealed(content, Key(*kept))
        plugged.lay(stick, name, content, lambda: self._made_room(stick, name))
        self._thin_out(stick, name)
        self._said[stick.key] = Sentence("The newest copy is on it.")

    def _own(self, stick: Stick, fresh: str) -> list[StickCopy]:
        """This table's copies on a stick, the newest first; at the end those of a time to come, before the clock was
        set back."""
        own = [copy for copy in self._copies(stick) if copy.is_own]
        now = (_NAME.fullmatch(fresh) or [""] * 2)[1]
        return sorted(own, key=lambda copy: copy.made.strftime(_STAMP) <= now, reverse=True)

    def _made_room(self, stick: Stick, fresh: str) -> bool:
        """Takes this table's oldest copy away, unless it is the only one; whether it did."""
        own = self._own(stick, fresh)
        for copy in own[1:][-1:]:
            plugged.remove(stick, copy.name)
        return len(own) > 1

    def _thin_out(self, stick: Stick, fresh: str) -> None:
        """Takes this table's copies away that are neither of the latest nor the last of a day. The fresh one stays."""
        own = self._own(stick, fresh)
        days = {copy.made.date(): copy for copy in reversed(own)}  # the last of each
        kept = {fresh, *(copy.name for copy in (*own[:LATEST], *list(days.values())[-DAYS:]))}
        for copy in own:
            if copy.name not in kept:
                plugged.remove(stick, copy.name)

    def _copies(self, stick: Stick) -> tuple[StickCopy, ...]:
        """The copies on a stick, the newest first."""
        table, found = self._known().table, []
        for name, size in plugged.files_on(stick):
            if match := _NAME.fullmatch(name):
                try:
                    made = datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC)
                except ValueError:  # digits that are no date: none of ours
                    continue
                found.append(StickCopy(name, made, size, match[2] == table, bool(match[3])))
        return tuple(sorted(found, key=lambda copy: (copy.made, copy.name), reverse=True))

    def _state(self, stick: Stick) -> StickState:
        said = self._said.get(stick.key, "")
        if stick.key in self._seen:
            return replace(self._seen[stick.key], said=said)
        try:
            keys, mark = self._known().keys, plugged.mark_of(stick)
            free, copies = plugged.free_on(stick), self._copies(stick)
        except JournalError as error:
            return StickState(stick, False, False, 0, (), error.args[0])
        self._seen[stick.key] = StickState(stick, mark in keys, keys.get(mark) is not None, free, copies)
        return replace(self._seen[stick.key], said=said)

    def _stick(self, key: str) -> Stick:
        for stick in self.machine.sticks():
            if stick.key == key:
                return stick
        raise JournalError("That stick is not plugged in any more: plug it in again.")

    def _known(self) -> Known:
        kept = self._journal.setting(_SETTING)
        try:
            return msgspec.json.decode(kept or "", type=Known)
        except msgspec.MsgspecError:
            known = Known(secrets.token_hex(2))
            self._keep(known)
            return known

    def _keep(self, known: Known) -> None:
        self._journal.set_setting(_SETTING, msgspec.json.encode(known).decode())
