"""Sheets of stickers as an independent program draws them: every tag reads, in its place, and nothing is in the way."""

from __future__ import annotations

import math
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from companion.journal.copies import Copy, CopyTag
from companion.prints.stickers.fonts import load_letters
from companion.prints.stickers.label import MARGIN_MM, label_height_mm, plan_label
from companion.prints.stickers.paper import Correction
from companion.prints.stickers.pieces import game_pieces
from companion.prints.stickers.print_run import SHORT, Backs, CodeForm, print_run
from companion.prints.stickers.printing import PrintJob, Sticker, copy_stickers, stickers_pdf
from companion.prints.stickers.sheet import Sheet, StickerError, cut_sheet, own_sheet, preset
from companion.reading.tags import human_code
from rules.engine.types import PieceId
from tests.companion.high_card import HIGH_CARD
from tests.companion.printed import Page, needs_poppler, pages, words, zbar_text
from tests.toy import changed
from vision import read_tags
from vision.codes import code_modules
from vision.sticker import QUIET_MODULES, sticker_modules
from vision.types import Side

pytestmark = needs_poppler

ADDRESS = CodeForm("C.LOCAL")
NAMES = ("Fool", "The Merchant of the Far Isles", "Wisdom 10", "Émilie", "W", "A Time of Darkness, Continued", "Knight")
TITLES = {f"P{number}": name for number, name in enumerate(NAMES)} | {"deck": "Character cards"}
DECKS = {"deck": tuple(PieceId(f"P{number}") for number in range(len(NAMES)))}
CAMERA_DPI = 110  # 4.3 pixels a millimetre, as a camera of 12 megapixels above a mat of 90 cm sees it

SHEETS = [
    pytest.param(preset("avery-7160"), SHORT, None, id="avery-7160"),
    pytest.param(preset("avery-7160"), ADDRESS, 34.0, id="avery-7160-address-large"),
    pytest.param(preset("herma-4103"), ADDRESS, None, id="herma-4103-address"),
    pytest.param(preset("avery-3274"), SHORT, None, id="avery-3274-round"),
    pytest.param(preset("avery-5193"), ADDRESS, None, id="avery-5193-round-address"),
    pytest.param(cut_sheet("a4", 20, label_height_mm(20)), ADDRESS, 20.0, id="cut-20-address"),
    pytest.param(cut_sheet("letter", 40, label_height_mm(40)), SHORT, 40.0, id="cut-40-letter"),
    pytest.param(own_sheet("4x6,30x30,25x40,40x35", "a4"), SHORT, None, id="own-square"),
]


def printed_copy(form: CodeForm, tag_mm: float | None, backs: Backs = Backs.SHARED) -> tuple[CopyTag, ...]:
    return print_run(DECKS, Random(5), form, tag_mm, backs)


def job_of(sheet: Sheet, form: CodeForm, tag_mm: float | None, start: int = 1, **more: Correction) -> PrintJob:
    tags = printed_copy(form, tag_mm)
    stickers = copy_stickers(Copy(0, "toy", "ours", "Ada"), "Toy", tags, TITLES, {"deck": 3})
    return PrintJob("Toy · ours", sheet, stickers, tag_mm, start, **more)


def placed(job: PrintJob) -> list[tuple[int, float, float, Sticker]]:
    """Page, and left and top edge of its label in millimetres, of every sticker."""
    spots = job.sheet.places(len(job.stickers), job.start)
    return [(page, *job.sheet.corner(place), s) for (page, place), s in zip(spots, job.stickers, strict=True)]


def read_at(page: Page) -> list[tuple[str, float, float]]:
    """What our reader sees on a page, and where the middle of each code is, in millimetres."""
    colour = np.repeat(page.image[:, :, None], 3, axis=2)
    found = []
    for tag in read_tags(colour):
        x, y = np.mean(np.array(tag.corners_px), axis=0) / page.px_per_mm
        found.append((tag.payload, float(x), float(y)))
    return found


def expected(job: PrintJob) -> list[tuple[str, float, float]]:
    plan = plan_label(job.sheet, job.tag_mm)
    half = plan.tag_mm / 2
    return [(s.payload, x + plan.tag_x_mm + half, y + plan.tag_y_mm + half) for _, x, y, s in placed(job)]


def assert_read(seen: list[tuple[str, float, float]], wanted: list[tuple[str, float, float]]) -> None:
    """Every wanted tag is seen where it should be, within half a millimetre, and nothing else is."""
    assert sorted(payload for payload, _, _ in seen) == sorted(payload for payload, _, _ in wanted)
    for payload, x, y in wanted:
        near = min(math.dist((x, y), (u, v)) for other, u, v in seen if other == payload)
        assert near < 0.5, payload


@pytest.mark.parametrize(("sheet", "form", "tag_mm"), SHEETS)
@pytest.mark.parametrize("dpi", [300, CAMERA_DPI])
def test_every_tag_reads_where_it_was_to_be(sheet: Sheet, form: CodeForm, tag_mm: float | None, dpi: int) -> None:
    job = job_of(sheet, form, tag_mm)
    (page,) = pages(stickers_pdf((job,), load_letters()), dpi, last=1)
    assert_read(read_at(page), expected(job))
    plan = plan_label(sheet, tag_mm)
    for _, x, y, sticker in placed(job):
        tag = page.part(x + plan.tag_x_mm, y + plan.tag_y_mm, plan.tag_mm, plan.tag_mm)
        assert zbar_text(tag) == [sticker.payload]


def test_the_smallest_tags_read_at_two_and_a_half_pixels_a_module() -> None:
    job = job_of(cut_sheet("letter", 10, label_height_mm(10)), ADDRESS, 10.0)
    dpi = 2.5 * 25 / 10 * 25.4
    (page,) = pages(stickers_pdf((job,), load_letters()), dpi)
    assert_read(read_at(page), expected(job))


@pytest.mark.parametrize(("sheet", "form", "tag_mm"), SHEETS)
def test_every_module_is_as_it_should_be(sheet: Sheet, form: CodeForm, tag_mm: float | None) -> None:
    """Black and white in the middle of every module, and no white line where two black ones touch."""
    job = job_of(sheet, form, tag_mm)
    (page,) = pages(stickers_pdf((job,), load_letters()), 300, last=1)
    plan = plan_label(sheet, tag_mm)
    for _, x, y, sticker in placed(job):
        dark = np.asarray(sticker_modules(sticker.payload) == 0)
        step = plan.tag_mm / len(dark) * page.px_per_mm
        left, top = (x + plan.tag_x_mm) * page.px_per_mm, (y + plan.tag_y_mm) * page.px_per_mm
        middles = (np.arange(len(dark)) + 0.5) * step
        grid = page.image[np.ix_((top + middles).astype(int), (left + middles).astype(int))]
        assert np.array_equal(grid < 128, dark)
        modules = code_modules(sticker.payload)
        assert modules is not None
        assert np.array_equal(dark[QUIET_MODULES:-QUIET_MODULES, QUIET_MODULES:-QUIET_MODULES], modules)
        seams = np.arange(1, len(dark)) * step
        between = page.image[np.ix_((top + middles).astype(int), (left + seams).astype(int))]
        assert int(between[dark[:, :-1] & dark[:, 1:]].max()) < 20
        between = page.image[np.ix_((top + seams).astype(int), (left + middles).astype(int))]
        assert int(between[dark[:-1] & dark[1:]].max()) < 20


@pytest.mark.parametrize("size_mm", [10, 20, 24, 40])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_but_marks_lies_on_a_cut(paper: str, size_mm: float) -> None:
    sheet = cut_sheet(paper, size_mm, label_height_mm(size_mm))
    tag = printed_copy(SHORT, size_mm)[1]
    full = tuple(Sticker(tag.payload, TITLES[tag.piece], "ours", Side.FRONT) for _ in range(sheet.labels))
    (page,) = pages(stickers_pdf((PrintJob("Toy", sheet, full, size_mm),), load_letters()), 300)
    across, down = sheet.cuts()
    stray, cross = 0.6, 1.1  # a blade may go that far beside the line; marks stand where two lines meet
    for x in across:
        for upper, lower in pairwise(down):
            assert page.is_white(x - stray, upper + cross, 2 * stray, lower - upper - 2 * cross), (x, upper)
    for y in down:
        for left, right in pairwise(across):
            assert page.is_white(left + cross, y - stray, right - left - 2 * cross, 2 * stray), (left, y)
    for x in across:
        assert page.part(x - 0.3, down[0] - 3, 0.6, 0.2).min() < 128  # the mark at the end of the cut
        assert page.part(x - 0.3, down[-1] + 3, 0.6, 0.2).min() < 128
    for place in range(sheet.labels):  # and no mark inside a sticker: all around its edge there is nothing
        left, top = sheet.corner(place)
        rim = 0.2
        assert page.is_white(left, top, sheet.label_w_mm, rim)
        assert page.is_white(left, top, rim, sheet.label_h_mm)
        assert page.is_white(left + sheet.label_w_mm - rim, top, rim, sheet.label_h_mm)
        assert page.is_white(left, top + sheet.label_h_mm - rim, sheet.label_w_mm, rim)


@pytest.mark.parametrize("name", ["avery-7160", "herma-4103", "avery-3274", "avery-5193"])
def test_labels_keep_a_white_rim(name: str) -> None:
    """All ink of the labels stays off their edges, where a printer may be off by a millimetre."""
    sheet = preset(name)
    job = job_of(sheet, SHORT, None)
    (page,) = pages(stickers_pdf((job,), load_letters()), 300, last=1)
    ink = np.argwhere(page.image < 200) / page.px_per_mm
    rim = MARGIN_MM - 0.3
    head = sheet.top_mm - 3
    ink = ink[ink[:, 0] > head]
    assert len(ink) > 1000
    place_y, place_x = (ink[:, 0] - sheet.top_mm) % sheet.pitch_y_mm, (ink[:, 1] - sheet.left_mm) % sheet.pitch_x_mm
    if sheet.is_round:
        half = sheet.label_w_mm / 2
        assert np.hypot(place_x - half, place_y - half).max() < half - rim
    else:
        assert rim < place_x.min() <= place_x.max() < sheet.label_w_mm - rim
        assert rim < place_y.min() <= place_y.max() < sheet.label_h_mm - rim


@pytest.mark.parametrize(("sheet", "form", "tag_mm"), SHEETS)
def test_name_and_code_stand_inside_the_label_and_off_the_tag(
    sheet: Sheet, form: CodeForm, tag_mm: float | None
) -> None:
    job = job_of(sheet, form, tag_mm)
    plan = plan_label(sheet, tag_mm)
    seen = words(stickers_pdf((job,), load_letters()))
    for page, x, y, sticker in placed(job):
        inside = [
            word
            for word in seen
            if word.page == page
            and x < (word.left_mm + word.right_mm) / 2 < x + sheet.label_w_mm
            and y < (word.top_mm + word.bottom_mm) / 2 < y + sheet.label_h_mm
        ]
        texts = [word.text for word in inside]
        assert human_code(sticker.payload) in texts
        first = sticker.title.split()[0]
        assert any(text.rstrip("…") and first.startswith(text.rstrip("…")) for text in texts)
        for word in inside:
            assert x <= word.left_mm
            assert word.right_mm <= x + sheet.label_w_mm
            assert y <= word.top_mm
            assert word.bottom_mm <= y + sheet.label_h_mm + 0.2  # room for tails of letters that codes do not have
            beside = word.left_mm >= x + plan.tag_x_mm + plan.tag_mm
            # the box of a word has room for accents; its letters do not reach into the tag's white rim
            assert beside or word.bottom_mm > y + plan.tag_y_mm + plan.tag_mm + 1


def test_backs_carry_only_the_name_of_their_deck() -> None:
    job = job_of(preset("avery-7160"), SHORT, None)
    backs = [sticker for sticker in job.stickers if sticker.side is Side.BACK]
    assert [back.title for back in backs] == ["Character cards"] * 3
    assert len({back.payload for back in backs}) == 1
    single = copy_stickers(Copy(0, "toy", "ours"), "Toy", printed_copy(SHORT, None, Backs.SINGLE), TITLES, {})
    marked = [sticker for sticker in single if sticker.side is Side.BACK]
    assert {back.title for back in marked} == {"Toy"}
    assert len({back.payload for back in marked}) == len(NAMES)


def test_a_sheet_that_was_begun_goes_on_at_its_first_free_label() -> None:
    sheet = preset("avery-7160")
    job = job_of(sheet, SHORT, None, start=20)
    assert job.pages == 2
    first, second = pages(stickers_pdf((job,), load_letters()), CAMERA_DPI)
    wanted = expected(job)
    assert_read(read_at(first), wanted[:2])
    assert_read(read_at(second), wanted[2:])


@pytest.mark.parametrize(
    "fault", [Correction(3.0, -2.0), Correction(1.0, 2.0, 0.96, 1.03)], ids=["moved", "moved-and-scaled"]
)
def test_a_printer_that_is_off_is_corrected(fault: Correction) -> None:
    """What the printer does to the page (about its cross) and what the correction does undo each other."""
    job = job_of(preset("avery-7160"), SHORT, None, correction=fault)
    (page,) = pages(stickers_pdf((job,), load_letters()), 150)
    seen = [
        (payload, 20 + fault.right_mm + (x - 20) * fault.scale_x, 20 + fault.down_mm + (y - 20) * fault.scale_y)
        for payload, x, y in read_at(page)
    ]
    assert_read(seen, expected(job))


def test_a_name_that_no_font_has_leaves_the_code_alone() -> None:
    letters = load_letters()
    strange = "魔法使い"
    assert letters.unprintable(["Fool", strange, "Łódź", "Ωμέγα"])[0] == strange
    sheet = preset("avery-7160")
    sticker = Sticker("ABCD2345", strange, "Toy · ours", Side.FRONT)
    pdf = stickers_pdf((PrintJob(strange, sheet, (sticker,)),), letters)
    texts = {word.text for word in words(pdf)}
    assert "ABCD-2345" in texts
    assert not any(set(text) & set(strange) for text in texts)
    assert [payload for payload, _, _ in read_at(pages(pdf, CAMERA_DPI)[0])] == ["ABCD2345"]


def test_the_page_says_what_it_is() -> None:
    job = job_of(preset("avery-7160"), SHORT, None)
    texts = " ".join(word.text for word in words(stickers_pdf((job,), load_letters())) if word.top_mm < 12)
    assert texts.startswith("Toy · ours · 7 fronts and 3 backs · page 1 of 1 · Avery 7160")
    assert "print at 100 %" in texts


def test_the_same_print_gives_the_same_file() -> None:
    job = job_of(preset("avery-7160"), SHORT, None)
    assert stickers_pdf((job,), load_letters()) == stickers_pdf((job,), load_letters())


def test_a_game_without_pieces_is_one_sentence() -> None:
    bare = changed(HIGH_CARD, decks=lambda settings, seats: {})
    with pytest.raises(StickerError, match="High Card has no pieces that carry stickers"):
        game_pieces(bare, {}, "en")
