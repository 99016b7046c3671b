"""What a host prints from the pages: files whose stickers are known, and how much of them there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.doors.setup_doors import PrintsDoor
from companion.journal.journal import Journal
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.companion.printed import needs_poppler, pages
from tests.games.score_sheet._match import begin
from vision import read_tags
from web.pages.prints.views import CopyPrints, PrintPart, PrintsPort, PrintsView, PrintWish
from web.views import Role, Session

HOST = Session(Role.HOST)
USUAL = PrintWish()


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        yield opened


def seen(prints: PrintsPort, wish: PrintWish = USUAL) -> PrintsView:
    view = prints.prints_view(HOST, wish)
    assert view is not None
    return view


def printed(prints: PrintsPort, part: PrintPart, copy: CopyPrints, wish: PrintWish = USUAL) -> bytes:
    found = prints.prints_pdf(HOST, part, int(copy.key), wish)
    assert found is not None
    return found


@needs_poppler
def test_the_first_page_has_as_many_known_fronts_as_was_said(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    assert seen(prints).copies == ()
    assert not prints.prints_copy(Session(Role.SEAT, 0), USUAL).ok
    assert prints.prints_copy(HOST, USUAL).ok
    (copy,) = seen(prints).copies
    (page,) = pages(printed(prints, PrintPart.FIRST, copy))
    read = {raw.payload for raw in read_tags(page.image)}
    known = {tag.payload: tag for tag in journal.copies.tags(int(copy.key))}
    assert read <= known.keys()
    assert len(read) == len({tag.payload for tag in known.values()})
    assert copy.stickers >= copy.first >= len(read)
    assert len(pages(printed(prints, PrintPart.USED, copy))) == copy.pages


@needs_poppler
def test_size_and_paper_are_chosen_and_a_copy_keeps_the_size_that_it_was_made_in(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    small = PrintWish(size_mm=16)
    assert seen(prints, PrintWish(size_mm=40)).fresh.pages > seen(prints).fresh.pages
    assert prints.prints_copy(HOST, small).ok
    (copy,) = seen(prints, PrintWish(paper="letter")).copies
    assert copy.size_mm == 16
    assert {tag.sticker_mm for tag in journal.copies.tags(int(copy.key))} == {16}
    (letter, *_) = pages(printed(prints, PrintPart.USED, copy, PrintWish(paper="letter")))
    high, wide = letter.image.shape[:2]
    assert abs(wide / high - 215.9 / 279.4) < 0.01
    labels = seen(prints, PrintWish(paper="avery-7160"))
    assert (labels.copies[0].first, labels.copies[0].pages) == (21, 2)
    assert next(paper.labels for paper in labels.papers if paper.key == "avery-7160") == 21
    large = seen(prints, PrintWish(paper="avery-3274", size_mm=40)).fresh
    assert large.stickers == 0, "these labels have no room for that"
    assert prints.prints_view(HOST, PrintWish(paper="a5")) is None


@needs_poppler
def test_chosen_cards_are_printed_alone(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    assert prints.prints_copy(HOST, USUAL).ok
    (copy,) = seen(prints).copies
    assert "Red 1" in seen(prints).pieces
    (page,) = pages(printed(prints, PrintPart.CHOSEN, copy, PrintWish(only=("Red 1", "Blu 2"))))
    known = {tag.payload: tag.piece for tag in journal.copies.tags(int(copy.key))}
    assert {known[raw.payload] for raw in read_tags(page.image)} == {"RED-1", "BLU-2"}
    assert prints.prints_pdf(HOST, PrintPart.CHOSEN, int(copy.key), PrintWish(only=("No card",))) is None


def test_markers_and_mat_need_no_copy_and_a_strange_copy_has_no_stickers(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    markers = prints.prints_pdf(HOST, PrintPart.MARKERS, 0, PrintWish(paper="avery-3274"))
    assert markers is not None
    assert markers.startswith(b"%PDF")
    assert prints.prints_pdf(HOST, PrintPart.ALL, 7, USUAL) is None


def test_where_no_piece_carries_a_sticker_a_sentence_says_so(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    assert isinstance(prints, PrintsDoor)
    sheet = begin()
    ground = replace(prints.ground, game=sheet.game, seats=3, settings=sheet.settings)
    without = replace(prints, ground=ground)
    assert (seen(without).fresh.stickers, seen(without).pieces) == (0, ())
    assert "no pieces that carry stickers" in without.prints_copy(HOST, USUAL).sentence
