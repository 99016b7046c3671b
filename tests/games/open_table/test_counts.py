"""Every ready table played by chance to its end, and the cards of each zone against a count of the test's own, which
knows nothing but the answers that were given."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.kit.laws.playing import Tape
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal
from rules.engine.sampling import pick
from rules.games.open_table.definition import TEMPLATES, template
from rules.games.open_table.table_rules import Kind
from tests.games.open_table._table import begin


class Tally:
    """How many cards lie in each pile, by the answers."""

    def __init__(self, match: Match, table: str):
        self.rules = template(table)
        self.seats = match.state.seats
        self.piles: Counter[str] = Counter()
        self._open = ""
        self.fill()

    def fill(self) -> None:
        self.piles.clear()
        for pack in self.rules.packs:
            self.piles[pack.zone] = sum(row.count for row in pack.rows)

    def pile(self, zone: str, seat: int | None) -> str:
        return f"{zone}/{seat}" if self.rules.zone(zone).each else zone

    def shift(self, frm: str, to: str, count: int = 1) -> None:
        self.piles[frm] -= count
        self.piles[to] += count

    def answered(self, match: Match, answer: Answer) -> None:
        """Counts what an answer does, before it is given."""
        verb, *rest = answer.key.split(":")
        kind = match.question.kind if match.question else ""
        if isinstance(match.question, Deal):
            for pile, count in match.question.counts.items():
                self.shift(match.question.pile, pile, count)
        elif kind == "draw":
            self.shift(match.question.pile, match.question.to)  # type: ignore[union-attr]
        elif kind == "turn":
            self.shift(match.question.pile, self._open)  # type: ignore[union-attr]
        elif kind in ("act", "your_turn") and verb in ("lay", "back", "move", "take"):
            self.shift(self.pile(rest[0], answer.seat), self.pile(rest[1], answer.seat))
        elif kind in ("act", "your_turn") and verb == "give":
            self.shift(self.pile(rest[0], answer.seat), self.pile(rest[0], int(rest[1])))
        elif verb == "turn":
            self._open = self.pile(rest[1], answer.seat)
        elif verb == "all":
            frm = self.pile(rest[0], answer.seat)
            self._open = f"{frm}>{self.pile(rest[1], answer.seat)}"
            if not self.rules.zone(rest[1]).is_blind:
                self._moved_all()
        elif kind == "shuffle":
            self._moved_all()
        elif verb == "pass":
            hands = {seat: self.piles[self.pile(rest[0], seat)] for seat in self.seats}
            for seat, count in hands.items():
                self.piles[self.pile(rest[0], (seat + 1) % len(self.seats))] = count
        elif kind == "gather":
            self.fill()
        elif kind == "together" and len(match.waiting) == 1:
            hand = next(zone for zone in self.rules.zones if zone.kind is Kind.HAND)
            for seat in match.question.asked if match.question else ():
                self.shift(self.pile(hand.key, seat), self.pile(self.rules.together, seat))

    def _moved_all(self) -> None:
        frm, _, to = self._open.partition(">")
        self.shift(frm, to, self.piles[frm]) if to else None
        self._open = ""


@pytest.mark.parametrize("seats", [1, 2, 4, 6])
@pytest.mark.parametrize("table", TEMPLATES)
def test_every_zone_holds_what_the_answers_come_to(table: str, seats: int) -> None:
    match, tape = begin(table, seats), Tape(seats)
    own = Tally(match, table)
    while match.question is not None:
        answer = pick(match, tape)
        own.answered(match, answer)
        match.submit(answer)
        counted = {key: len(pile) for key, pile in match.state.piles.items()}
        assert counted == {key: own.piles[key] for key in counted}, answer.key
        assert match.version < 3000
    assert match.state.result is not None
