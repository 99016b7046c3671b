"""Choosing codes for a printed copy, sheets and labels as numbers, and pages that measure."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from companion.journal.copies import CopyTag
from companion.prints.stickers.fonts import load_letters, shrunk, wrapped
from companion.prints.stickers.label import MARGIN_MM, USUAL_MM, LabelPlan, label_height_mm, plan_label
from companion.prints.stickers.outline import outlines
from companion.prints.stickers.print_run import Backs, CodeForm, only_pieces, print_run, reprinted
from companion.prints.stickers.sheet import Sheet, StickerError, cut_sheet, own_sheet, preset, presets
from companion.prints.stickers.tiles import OVERLAP_MM, tiling
from companion.reading.tags import human_code, same_code
from rules.engine.types import PieceId
from vision.codes import LEAST_DISTANCE, code_distance, code_modules
from vision.types import Side

DECKS = {"heroes": tuple(PieceId(f"H{n}") for n in range(8)), "coins": tuple(PieceId(f"C{n}") for n in range(3))}
TITLES = {f"H{n}": f"Hero {n}" for n in range(8)} | {f"C{n}": "Coin" for n in range(3)} | {"heroes": "The heroes"}


# -- codes -------------------------------------------------------------------------------------------------------------


def test_every_front_has_a_code_and_every_deck_one_back() -> None:
    tags = print_run(DECKS, Random(1), sticker_mm=20.0)
    fronts = [tag for tag in tags if tag.side is Side.FRONT]
    assert [tag.piece for tag in fronts] == [*TITLES][:11]
    assert [(tag.piece, tag.shared) for tag in tags[len(fronts) :]] == [("heroes", True), ("coins", True)]
    assert all(tag.sticker_mm == 20.0 for tag in tags)
    assert not any(tag.shared for tag in fronts)
    assert all(re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{8}", tag.payload) for tag in tags)


def test_backs_by_card_and_no_backs() -> None:
    single = [tag for tag in print_run(DECKS, Random(1), backs=Backs.SINGLE) if tag.side is Side.BACK]
    assert [tag.piece for tag in single] == [*TITLES][:11]
    assert not any(tag.shared for tag in single)
    assert all(tag.side is Side.FRONT for tag in print_run(DECKS, Random(1), backs=Backs.NONE))


def test_a_code_depends_on_chance_and_not_on_its_piece() -> None:
    other = {"heroes": tuple(reversed(DECKS["heroes"])), "coins": DECKS["coins"]}
    one, two = print_run(DECKS, Random(4)), print_run(other, Random(4))
    assert [tag.payload for tag in one] == [tag.payload for tag in two]
    assert {tag.piece: tag.payload for tag in one} != {tag.piece: tag.payload for tag in two}
    assert {tag.payload for tag in one}.isdisjoint(tag.payload for tag in print_run(DECKS, Random(5)))


@pytest.mark.parametrize("form", [CodeForm(), CodeForm("C.LOCAL"), CodeForm("pi")])
def test_codes_are_small_and_far_from_each_other_and_from_those_in_use(form: CodeForm) -> None:
    taken = [tag.payload for tag in print_run(DECKS, Random(1), form)]
    tags = print_run(DECKS, Random(2), form, taken=taken)
    everything = [*taken, *(tag.payload for tag in tags)]
    assert all(code_modules(payload) is not None for payload in everything)
    pairs = [(a, b) for n, a in enumerate(everything) for b in everything[n + 1 :]]
    assert min(code_distance(a, b) for a, b in pairs) >= LEAST_DISTANCE


def test_an_address_fills_the_twenty_characters() -> None:
    (tag, *_) = print_run(DECKS, Random(1), CodeForm("c.local"))
    assert re.fullmatch(r"HTTP://C\.LOCAL/[0-9A-Z]{5}", tag.payload)
    assert human_code(tag.payload) == tag.payload[-5:]


@pytest.mark.parametrize(
    ("host", "sentence"),
    [
        ("COMPANION.LOCAL", "The host 'COMPANION.LOCAL' has 15 characters, and an address that is to fit on a small"),
        ("two words", "The host 'two words' cannot stand in an address"),
        ("http://c", "The host 'http://c' cannot stand in an address"),
    ],
)
def test_a_host_that_does_not_fit_is_one_sentence(host: str, sentence: str) -> None:
    with pytest.raises(StickerError) as caught:
        CodeForm(host)
    assert str(caught.value).startswith(sentence)
    assert str(caught.value).count(". ") == 0


def test_nothing_to_print_is_one_sentence() -> None:
    with pytest.raises(StickerError, match=r"^There is no piece to print a sticker for\.$"):
        print_run({"empty": ()}, Random(1))


@pytest.mark.parametrize(
    ("payload", "shown", "typed"),
    [
        ("K7RT2M9X", "K7RT-2M9X", "k7rt 2m9x"),
        ("K0RT1M9X", "K0RT-1M9X", "kort-lm9x"),
        ("HTTP://C.LOCAL/7K2M9", "7K2M9", "7k2m9"),
        ("https://example.org/coffee/12345678", "1234-5678", "https://example.org/coffee/12345678"),
        ("a voucher of some café", "...ome café", "ome café"),
    ],
)
def test_a_worn_tag_can_be_typed_in(payload: str, shown: str, typed: str) -> None:
    assert human_code(payload) == shown
    assert same_code(payload, shown)
    assert same_code(payload, typed)
    assert same_code(payload, payload)
    assert not same_code(payload, "K7RT-2M9Y")
    assert not same_code(payload, "")
    assert not same_code(payload, "--")


def test_pieces_and_decks_are_chosen_by_name() -> None:
    assert only_pieces(DECKS, (), TITLES) == DECKS
    assert only_pieces(DECKS, ("hero 3", "C1"), TITLES) == {"heroes": (PieceId("H3"),), "coins": (PieceId("C1"),)}
    assert only_pieces(DECKS, ("the heroes",), TITLES) == {"heroes": DECKS["heroes"]}
    assert only_pieces(DECKS, ("Coin",), TITLES) == {"coins": DECKS["coins"]}
    with pytest.raises(StickerError, match="'Villain'; take a title, such as 'Hero 0'"):
        only_pieces(DECKS, ("Villain",), TITLES)


def test_worn_tags_are_printed_again_with_their_codes() -> None:
    tags = print_run(DECKS, Random(1))
    worn = tags[3]
    assert reprinted(tags, (human_code(worn.payload).lower(),), TITLES) == (worn,)
    assert reprinted(tags, ("hero 3", "H3"), TITLES) == (worn,)
    assert reprinted(tags, ("the heroes",), TITLES) == (tags[11],)
    assert len(reprinted(tags, ("coin",), TITLES)) == 3
    assert reprinted(tags, ("ALL",), TITLES) == tags
    with pytest.raises(StickerError, match="This copy has no tag 'ZZZZ-ZZZZ'"):
        reprinted(tags, ("hero 1", "ZZZZ-ZZZZ"), TITLES)


def test_a_single_back_of_its_own_is_found_by_its_card() -> None:
    tags = print_run(DECKS, Random(1), backs=Backs.SINGLE)
    assert [tag.side for tag in reprinted(tags, ("hero 3",), TITLES)] == [Side.FRONT, Side.BACK]
    assert [*reprinted((CopyTag("X", "gone"),), ("gone",), TITLES)] == [CopyTag("X", "gone")]


# -- sheets and labels -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", presets())
def test_presets_lie_in_the_middle_of_their_pages(name: str) -> None:
    sheet = preset(name)
    right = sheet.corner(sheet.labels - 1)[0] + sheet.label_w_mm
    bottom = sheet.corner(sheet.labels - 1)[1] + sheet.label_h_mm
    assert sheet.page_w_mm - right == pytest.approx(sheet.left_mm, abs=1.5)
    assert sheet.page_h_mm - bottom == pytest.approx(sheet.top_mm, abs=1.5)


GOOD = Sheet("mine", 210, 297, 3, 7, 64, 38, 7, 15, 66, 38)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"columns": 4}, "reach from 7 to 269 mm across and from 15 to 281 mm down, and the page is 210 x 297 mm"),
        ({"left_mm": -1.0}, "reach from -1 to 195 mm across"),
        ({"pitch_y_mm": 30.0}, "overlap: their height is 38 mm and their pitch 30 mm"),
        ({"pitch_x_mm": 3.0}, "overlap: their width is 64 mm and their pitch 3 mm"),
        ({"rows": 0}, "has no labels"),
        ({"label_w_mm": 0.0}, "has no labels"),
        ({"is_round": True}, "round labels, so width and height must be the same"),
    ],
)
def test_an_impossible_sheet_is_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(StickerError) as caught:
        replace(GOOD, **change)
    assert sentence in str(caught.value)
    assert str(caught.value).startswith("The")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("3x7,64x38", "is no sheet: give columns x rows"),
        ("3x7,64x38,7x15,66", "is no sheet: give columns x rows"),
        ("3x7,64xwide,7x15,66x38", "is no sheet: give columns x rows"),
        ("3.5x7,64x38,7x15,66x38", "columns and rows are whole numbers"),
        ("3x7,64xnan,7x15,66x38", "columns and rows are whole numbers"),
        ("1e9x1,64x38,7x15,66x38", "columns and rows are whole numbers"),
        ("9x7,64x38,7x15,66x38", "and the page is 210 x 297 mm"),
    ],
)
def test_own_labels_that_cannot_be_are_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(StickerError) as caught:
        own_sheet(text, "a4")
    assert sentence in str(caught.value)


def test_own_labels_are_the_numbers_that_were_given() -> None:
    own = own_sheet("3x7,64x38.1,7.5x15.5,66.04x38.1", "a4")
    assert replace(own, title="") == replace(preset("avery-7160"), title="")


def test_unknown_names_are_one_sentence() -> None:
    with pytest.raises(StickerError, match=r"^There is no sheet 'avery-1'; those are: avery-7160, herma-4103, "):
        preset("avery-1")
    with pytest.raises(StickerError, match=r"^There is no page size 'a5' here; those are: a4, a3, letter\.$"):
        cut_sheet("a5", 20, 20)
    with pytest.raises(StickerError, match="labels 1 to 21, so none is number 22"):
        list(preset("avery-7160").places(1, 22))


def plan_or_none(sheet: Sheet, tag_mm: float | None) -> LabelPlan | None:
    try:
        return plan_label(sheet, tag_mm)
    except StickerError:
        return None


def boxes(plan: LabelPlan) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of the tag and of the texts."""
    texts = [box for box in (plan.name, plan.code, plan.note) if box is not None]
    tag = (plan.tag_x_mm, plan.tag_y_mm, plan.tag_x_mm + plan.tag_mm, plan.tag_y_mm + plan.tag_mm)
    return [tag, *((box.x_mm, box.y_mm, box.x_mm + box.w_mm, box.y_mm + box.h_mm) for box in texts)]


@given(st.floats(12, 120), st.floats(12, 120), st.booleans(), st.one_of(st.none(), st.floats(8, 40)))
def test_a_plan_keeps_inside_its_label(wide: float, tall: float, is_round: bool, tag: float | None) -> None:
    tall = wide if is_round else tall
    sheet = Sheet("any", 210, 297, 1, 1, wide, tall, 10, 10, wide, tall, is_round=is_round)
    plan = plan_or_none(sheet, tag)
    if plan is None:
        return
    places = boxes(plan)
    for left, top, right, bottom in places:
        assert left < right
        assert top < bottom
        for x, y in ((left, top), (right, top), (left, bottom), (right, bottom)):
            if is_round:
                assert math.dist((x, y), (wide / 2, wide / 2)) <= wide / 2 - MARGIN_MM + 1e-6
            else:
                assert MARGIN_MM - 1e-6 <= x <= wide - MARGIN_MM + 1e-6
                assert MARGIN_MM - 1e-6 <= y <= tall - MARGIN_MM + 1e-6
    for number, (left, top, right, bottom) in enumerate(places):
        for u, v, w, z in places[number + 1 :]:
            assert right <= u + 1e-6 or w <= left + 1e-6 or bottom <= v + 1e-6 or z <= top + 1e-6
    assert plan.tag_mm == tag if tag is not None else plan.tag_mm <= USUAL_MM


@pytest.mark.parametrize("name", presets())
def test_the_largest_tag_that_a_sentence_names_does_fit(name: str) -> None:
    with pytest.raises(StickerError, match="take at most") as caught:
        plan_label(preset(name), 40.0)
    largest = float(re.findall(r"at most ([\d.]+) mm", str(caught.value))[0])
    assert plan_label(preset(name), largest).tag_mm == largest
    with pytest.raises(StickerError):
        plan_label(preset(name), largest + 0.5)


@given(st.floats(10, 40), st.sampled_from(["a4", "letter"]))
def test_stickers_to_be_cut_come_in_every_size(side: float, page: str) -> None:
    sheet = cut_sheet(page, side, label_height_mm(side))
    assert plan_label(sheet, side).tag_mm == side
    across, down = sheet.cuts()
    assert len(across) == sheet.columns + 1
    assert len(down) == sheet.rows + 1
    assert min(across[0], down[0], sheet.page_w_mm - across[-1], sheet.page_h_mm - down[-1]) > 10


def test_a_label_without_room_is_one_sentence() -> None:
    tiny = Sheet("tiny", 210, 297, 1, 1, 10, 10, 10, 10, 10, 10)
    with pytest.raises(StickerError, match=r"^A label of 10 x 10 mm has no room for a tag of 8 mm and its code\.$"):
        plan_label(tiny)


LETTERS = load_letters()


# -- letters and outlines ----------------------------------------------------------------------------------------------


@given(st.text(st.characters(codec="latin-1", exclude_categories=["C"]), max_size=60), st.floats(8, 60))
def test_names_are_made_to_fit(text: str, width_mm: float) -> None:
    face = LETTERS.face_for(text)
    assert face is not None
    for lines in (1, 2, 3):
        rows, size = wrapped(face, text, width_mm, 3.0, lines)
        assert len(rows) <= lines
        assert all(face.width(row, size) <= width_mm + 1e-6 for row in rows)
        assert 2.2 <= size <= 3.0


def test_nothing_of_a_code_is_left_out() -> None:
    face = LETTERS.bold
    size = shrunk(face, "WWWW-MMMM", 10.0, 2.4)
    assert face.width("WWWW-MMMM", size) == pytest.approx(10.0)
    assert shrunk(face, "1111", 10.0, 2.4) == 2.4


def test_a_file_that_is_no_font_is_one_sentence(tmp_path) -> None:
    wrong = tmp_path / "letters.ttf"
    wrong.write_bytes(b"no font")
    for path in (wrong, tmp_path / "none.ttf"):
        with pytest.raises(StickerError, match=r"^The font .* cannot be used \(.*\): take a TrueType font"):
            load_letters(path)


def covered(shapes: tuple[tuple[tuple[int, int], ...], ...], x: float, y: float) -> bool:
    """Whether a point is inside by the even-odd rule."""
    crossings = 0
    for shape in shapes:
        for (x1, y1), (x2, y2) in zip(shape, (*shape[1:], shape[0]), strict=True):
            crossings += x1 == x2 and x1 > x and min(y1, y2) < y < max(y1, y2)
    return crossings % 2 == 1


@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=5))
def test_outlines_hold_the_dark_squares_and_no_others(dark: list[list[bool]]) -> None:
    shapes = outlines(dark)
    for y, row in enumerate(dark):
        for x, is_dark in enumerate(row):
            assert covered(shapes, x + 0.5, y + 0.5) == is_dark
    assert all(len(shape) >= 4 for shape in shapes)


# -- tiles -------------------------------------------------------------------------------------------------------------


@given(st.floats(20, 2000), st.floats(20, 2000), st.sampled_from([(210.0, 297.0), (215.9, 279.4), (297.0, 420.0)]))
def test_tiles_cover_the_drawing_and_overlap(wide: float, tall: float, page: tuple[float, float]) -> None:
    ways = tiling(wide, tall, page)
    assert sorted(ways.page_mm) == sorted(page)
    first, last = ways.tiles[0], ways.tiles[-1]
    assert (first.x_mm, first.y_mm) == (0, 0)
    assert (last.x_mm + last.w_mm, last.y_mm + last.h_mm) == pytest.approx((wide, tall))
    assert (last.column, last.row) == (last.columns, last.rows)
    for tile in ways.tiles:
        assert tile.w_mm <= ways.page_mm[0] - 20 + 1e-6
        assert tile.h_mm <= ways.page_mm[1] - 20 + 1e-6
    for one, other in zip(ways.tiles, ways.tiles[1:], strict=False):
        if one.row == other.row:
            assert one.x_mm + one.w_mm - other.x_mm >= OVERLAP_MM - 1e-6
        else:
            assert one.y_mm + one.h_mm - other.y_mm >= OVERLAP_MM - 1e-6
