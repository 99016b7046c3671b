"""Worlds of a score sheet: somebody has written another number, and who may not know it must not notice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import Base, World
from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.engine.questions import Answer, Together
from rules.engine.types import PUBLIC, PieceId, Seat


class NumberBase(Base):
    """A match in which single numbers change. A swap names the entry and what is answered there instead."""

    def __init__(self, script: Script):
        super().__init__(script)
        match = Match(self.game, script.header)
        self.others: list[tuple[str, ...]] = []  # by entry, what else could have been answered in secret
        self.waits: list[bool] = []  # by entry, whether its question still waits for others after it
        self.hidden: list[frozenset[str]] = []  # by entry, the numbers that not everybody may know after it
        for entry in self.log:
            question = match.question
            keys: tuple[str, ...] = ()
            if isinstance(entry, Answer) and entry.seat is not None and isinstance(question, Together):
                keys = tuple(o.key for o in match.options(entry.seat) if o.key != entry.key)
            match.submit(entry)
            self.others.append(keys)
            self.waits.append(match.question is question)
            self.hidden.append(
                frozenset(k for k, t in match.state.tracks.items() if PUBLIC not in t.readers and t.value is not None)
            )

    def entry(self, at: int, swap: tuple[PieceId, PieceId]) -> Entry:
        entry = self.log[at]
        return replace(entry, key=str(swap[1])) if isinstance(entry, Answer) and at == int(swap[0]) else entry

    def worlds(self, random: Random, wanted: int) -> list[World]:
        found: list[World] = []
        among = [at for at, keys in enumerate(self.others) if keys]
        for at in random.sample(among, min(wanted, len(among))):
            entry = self.log[at]
            assert isinstance(entry, Answer)
            last = at
            while last < len(self.log) - 1 and self._is_secret(at, last):
                last += 1
            until = {r: last for r in self.readers if not self._is_partner(r, entry.seat) and last > at}
            if until:
                key = random.choice(self.others[at])
                found.append(World((PieceId(str(at)), PieceId(key)), at, until))
        return found

    def _is_partner(self, reader: Seat, seat: Seat | None) -> bool:
        """Whether a reader writes into the same column, or is that seat itself."""
        is_team = bool(self.script.header.settings.get("partners")) and reader != PUBLIC and seat is not None
        return reader == seat or (is_team and seat is not None and reader % 2 == seat % 2)

    def _is_secret(self, at: int, now: int) -> bool:
        """Whether after entry `now` others still may not know what was answered at `at`."""
        if all(self.waits[at : now + 1]):
            return True
        entry = self.log[at]
        assert isinstance(entry, Answer)
        ends = f"/{entry.seat}"
        new = self.hidden[self._complete(at)] - (self.hidden[at - 1] if at else frozenset())
        mine = {key for key in new if key.endswith(ends)}
        return bool(mine & self.hidden[now])

    def _complete(self, at: int) -> int:
        """The entry by which the question of entry `at` was answered by all."""
        return next(now for now in range(at, len(self.log)) if not self.waits[now])
