"""Worlds of Roles and Secrets: somebody has chosen otherwise in secret, and nobody else must notice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from companion.kit.laws.playing import Script
from companion.kit.laws.worlds import Base, World
from rules.engine.entries import Entry
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PieceId

SECRET = frozenset({"call", "secret_vote", "mission", "guess"})


class ChoiceBase(Base):
    """A match in which single choices change. A swap names the entry and what is chosen there instead."""

    def __init__(self, script: Script):
        super().__init__(script)
        match = Match(self.game, script.header)
        self.others: list[tuple[str, ...]] = []  # by entry, what else could have been chosen in secret
        self.tells: list[bool] = []  # by entry, whether something is told by it on purpose
        for entry in self.log:
            question = match.question
            keys: tuple[str, ...] = ()
            is_secret = question is not None and question.kind in SECRET
            if is_secret and isinstance(entry, Answer) and entry.seat is not None:
                allowed = (o.key for o in match.options(entry.seat) if o.refusal is None)
                keys = tuple(key for key in allowed if key != entry.key)
            before = len(match.told)
            match.submit(entry)
            self.others.append(keys)
            self.tells.append(any(one.event.kind in self.game.rules.reveals for one in match.told[before:]))

    def entry(self, at: int, swap: tuple[PieceId, PieceId]) -> Entry:
        entry = self.log[at]
        return replace(entry, key=str(swap[1])) if isinstance(entry, Answer) and at == int(swap[0]) else entry

    def worlds(self, random: Random, wanted: int) -> list[World]:
        found: list[World] = []
        among = [at for at, keys in enumerate(self.others) if keys]
        for at in random.sample(among, min(wanted, len(among))):
            entry = self.log[at]
            assert isinstance(entry, Answer)
            last = next((now for now in range(at, len(self.log)) if self.tells[now]), len(self.log) - 1) + 1
            until = {reader: last for reader in self.readers if reader != entry.seat}
            found.append(World((PieceId(str(at)), PieceId(random.choice(self.others[at]))), at, until))
        return found
