"""A deck is registered by laying its cards under a camera: rendered frames, the real eye, the real store."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from tests.companion.shelf import pieces_of
from tests.vision._table import Table, card
from vision import TableReport
from web.pages.pieces.views import PiecesAct, PiecesCommand, Registration


class Desk:
    """A camera over an empty table, and the page that asks for one card after the other."""

    def __init__(self, journal: Journal) -> None:
        self.table = Table(cards=0)
        self.copies = journal.copies
        self.pieces, self.tags = pieces_of(journal, changed=self.table.eye.set_registry, clock=self.table.clock)
        self.table.eye.set_registry(self.tags.registry)
        look = self.table.eye.look
        self.table.eye.look = lambda frame: self.seen(look(frame))  # type: ignore[method-assign]
        self.pieces.act(PiecesCommand(PiecesAct.START, "mine"))

    def seen(self, report: TableReport | None) -> TableReport | None:
        return None if report is None else self.pieces.admit(report).report

    @property
    def now(self) -> Registration:
        now = self.pieces.view().now
        assert now is not None
        return now

    @property
    def lying(self) -> set[str]:
        """What the match is told to lie on the table."""
        assert self.table.last is not None
        return {presence.tag.payload for presence in self.table.last.presences}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Journal.open(tmp_path / "data" / "companion.db") as journal:
        yield Desk(journal)


def test_cards_are_laid_one_after_the_other(desk: Desk) -> None:
    table = desk.table
    table.put(card(0, 120, 200, face_up=False))
    assert (desk.now.done, desk.now.told) == (1, "The back of the cards has its tag. Next: Red 1.")
    table.take(0)
    for number, x_mm in ((1, 120), (2, 300), (3, 480)):
        table.put(card(number, x_mm, 200))
        assert (desk.now.done, desk.now.told_ok) == (number + 1, True), desk.now.told
    assert {payload: known.tag.piece for payload, known in desk.copies.known().items()} == {
        "BACK1": "cards",
        "CARD001": "RED-1",
        "CARD002": "RED-2",
        "CARD003": "RED-3",
    }
    assert desk.lying == set(), "cards that lie there to be registered are no business of the match"
    table.take(2)
    table.put(card(2, 300, 200))
    assert desk.now.told == "You have shown that tag before: it is Red 2 in this copy."
    desk.pieces.act(PiecesCommand(PiecesAct.LATER))
    table.put(card(2, 300, 220))
    assert desk.lying == {"CARD001", "CARD002", "CARD003"}


def test_two_at_once_are_taken_away_and_shown_singly(desk: Desk) -> None:
    table = desk.table
    table.put(card(1, 120, 200), card(2, 480, 200))
    assert (desk.now.done, desk.now.told_ok) == (0, False)
    assert "2 new tags at once" in desk.now.told
    assert {one.key for one in desk.now.seen} == {"CARD001", "CARD002"}
    table.take(1, 2)
    table.put(card(2, 480, 200))
    assert desk.now.done == 1
