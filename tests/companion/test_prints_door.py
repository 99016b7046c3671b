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
from web.pages.prints.views import PrintPart
from web.views import Role, Session

HOST = Session(Role.HOST)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "companion.db") as opened:
        yield opened


@needs_poppler
def test_the_first_page_has_as_many_known_fronts_as_was_said(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    assert prints.prints_view(HOST).copies == ()
    assert not prints.prints_copy(Session(Role.SEAT, 0)).ok
    assert prints.prints_copy(HOST).ok
    view = prints.prints_view(HOST)
    (copy,) = view.copies
    first = prints.prints_pdf(HOST, PrintPart.FIRST, int(copy.key))
    assert first is not None
    (page,) = pages(first)
    read = {raw.payload for raw in read_tags(page.image)}
    known = {tag.payload: tag for tag in journal.copies.tags(int(copy.key))}
    assert read <= known.keys()
    assert len(read) == len({tag.payload for tag in known.values()})
    assert view.stickers >= view.first >= len(read)
    used = prints.prints_pdf(HOST, PrintPart.USED, int(copy.key))
    assert used is not None
    assert len(pages(used)) == view.pages


def test_markers_and_mat_need_no_copy_and_a_strange_copy_has_no_stickers(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    markers = prints.prints_pdf(HOST, PrintPart.MARKERS, 0)
    assert markers is not None
    assert markers.startswith(b"%PDF")
    assert prints.prints_pdf(HOST, PrintPart.ALL, 7) is None


def test_where_no_piece_carries_a_sticker_a_sentence_says_so(journal: Journal) -> None:
    prints = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.prints
    assert isinstance(prints, PrintsDoor)
    sheet = begin()
    ground = replace(prints.ground, game=sheet.game, seats=3, settings=sheet.settings)
    without = replace(prints, ground=ground)
    assert without.prints_view(HOST).stickers == 0
    assert "no pieces that carry stickers" in without.prints_copy(HOST).sentence
