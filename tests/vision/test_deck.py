"""The deck reader and the cascade around it, on rendered tables: small codes are read, and none is invented."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from bench._peers import Score, scored
from bench._tables import GOOD, HARD, Conditions, Table, render
from vision import Image, Side, Tag, TagRegistry, table_reader
from vision._pixels import as_image
from vision.codes import LETTERS
from vision.deck._atlas import Tile, straightened
from vision.deck.find import finder_kernel, finder_map, spreads
from vision.deck.reader import DeckReader, DeckSettings
from vision.reading._stages import ByDeck
from vision.reading._tag_scale import flat_scale
from vision.reading.reader import CascadeReader, cascade

LEANING = replace(GOOD, tilt_deg=35.0)


def some_codes(count: int, seed: int, prefix: str = "", length: int = 8) -> list[str]:
    random = Random(seed)
    return [prefix + "".join(random.choices(LETTERS, k=length)) for _ in range(count)]


DECK = some_codes(120, 1)
OTHERS = some_codes(120, 2)


@pytest.fixture(scope="module")
def reader() -> CascadeReader:
    return cascade(DECK)


def read(reader: CascadeReader, table: Table) -> Score:
    return scored(table, lambda shown: reader.read_tags(shown.image, None, shown.scale))


def upside_down(table: Table) -> Table:
    """The same picture from a camera that hangs the other way round."""
    height, width = table.image.shape
    turn = np.array([[-1.0, 0, width - 1], [0, -1.0, height - 1], [0, 0, 1.0]])
    to_px = turn @ table.scale.calibration.to_px
    calibration = replace(table.scale.calibration, to_px=to_px, to_mm=np.asarray(np.linalg.inv(to_px), np.float64))
    tags = tuple(replace(tag, x_px=width - 1 - tag.x_px, y_px=height - 1 - tag.y_px) for tag in table.tags)
    image = np.ascontiguousarray(table.image[::-1, ::-1])
    return Table(image, tags, replace(table.scale, calibration=calibration))


@pytest.mark.parametrize("px", [1.25, 1.5])
@pytest.mark.parametrize("in_rows", [False, True])
def test_known_codes_are_read_where_no_decoder_can(reader: CascadeReader, px: float, in_rows: bool):
    score = read(reader, render(DECK[:20], px, GOOD, 5, in_rows=in_rows))
    assert (score.right, score.wrong) == (20, 0)


def test_known_codes_are_read_under_hard_conditions(reader: CascadeReader):
    score = read(reader, render(DECK[20:40], 2.0, HARD, 6))
    assert score.right >= 19
    assert score.wrong == 0


@pytest.mark.parametrize(("px", "seen"), [(0.8, GOOD), (1.25, HARD)], ids=["good", "hard"])
def test_codes_too_blurred_for_any_template_are_sharpened_and_known_by_what_explains_them(
    reader: CascadeReader, px: float, seen: Conditions
):
    score = sum((read(reader, render(DECK[20 * n : 20 * n + 20], px, seen, 30 + n)) for n in range(4)), Score())
    assert score.right >= 79
    assert score.wrong == 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_steep_look_is_straightened(reader: CascadeReader, seed: int):
    score = read(reader, render(DECK[40:60], 1.6, LEANING, seed))
    assert (score.right, score.wrong) == (20, 0)


def test_upside_down(reader: CascadeReader):
    score = read(reader, upside_down(render(DECK[:12], 1.4, GOOD, 8)))
    assert (score.right, score.wrong) == (12, 0)


def test_corners_begin_at_the_codes_own_top_left(reader: CascadeReader):
    table = render(DECK[:1], 1.3, replace(GOOD, tilt_deg=0.0), 9, in_rows=True, size_px=(200, 160))
    (tag,) = reader.read_tags(table.image, None, table.scale)
    assert tag.reader == "deck"
    # rows lie at 2 or at 181 degrees
    (x0, y0), (x1, _), (x2, y2), (_, y3) = tag.corners_px
    is_turned = x1 < x0
    assert (y3 < y0) == is_turned
    assert abs(abs(x1 - x0) - 21 * 1.3) < 1.5
    assert abs(abs(y3 - y0) - 21 * 1.3) < 1.5
    assert abs((x0 + x2) / 2 - 0.5 - table.tags[0].x_px) < 0.5
    assert abs((y0 + y2) / 2 - 0.5 - table.tags[0].y_px) < 0.5


@pytest.mark.parametrize("px", [1.25, 1.5, 2.0])
@pytest.mark.parametrize("seen", [GOOD, HARD], ids=["good", "hard"])
def test_a_strange_code_is_never_taken_for_one_of_ours(reader: CascadeReader, px: float, seen):
    for part in range(3):
        table = render(OTHERS[40 * part : 40 * part + 40], px, seen, part, in_rows=part == 1)
        found = reader.read_tags(table.image, None, table.scale)
        assert not {tag.payload for tag in found} - set(OTHERS)


def test_a_code_that_resembles_the_only_one_known_is_not_taken_for_it():
    addresses = some_codes(41, 3, "HTTP://C.LOCAL/", 5)
    only = cascade(addresses[:1])
    for px in (1.25, 1.5, 2.0):
        table = render(addresses[1:], px, GOOD, 4)
        assert addresses[0] not in {tag.payload for tag in only.read_tags(table.image, None, table.scale)}
    table = render(addresses[:1], 1.25, GOOD, 4)
    assert [tag.payload for tag in only.read_tags(table.image, None, table.scale)] == addresses[:1]


def test_unknown_codes_are_told_by_their_text():
    score = read(table_reader(TagRegistry()), render(OTHERS[:20], 2.0, GOOD, 3))
    assert (score.right, score.wrong) == (20, 0)


def test_a_registry_makes_the_reader_and_long_texts_are_left_to_the_decoder():
    long = "https://example.org/of-another-maker/7"
    registry = TagRegistry([Tag(text, text, Side.FRONT) for text in (*DECK[:5], long)])
    table = render(DECK[:5], 1.3, GOOD, 2)
    found = table_reader(registry).read(table.image, None, table.scale).tags
    assert {tag.payload for tag in found} == set(DECK[:5])
    assert DeckReader([long]).deck.payloads == ()


def test_stickers_of_several_sizes(reader: CascadeReader):
    large, small = render(DECK[:6], 2.4, GOOD, 1, 24.0), render(DECK[6:12], 1.3, GOOD, 2, 13.0)
    # both have the same pixels per millimetre, so their pictures may stand side by side
    height = max(large.image.shape[0], small.image.shape[0])
    parts = [
        cv2.copyMakeBorder(t.image, 0, height - t.image.shape[0], 0, 0, cv2.BORDER_REPLICATE) for t in (large, small)
    ]
    image = np.asarray(np.hstack(parts), np.uint8)
    scale = replace(flat_scale(2.4 * 25 / 24), sticker_mm=(24.0, 13.0))
    assert {tag.payload for tag in reader.read_tags(image, None, scale)} == set(DECK[:12])


def test_glare_hides_tags_and_invents_none(reader: CascadeReader):
    seen = 0
    for seed in range(3):
        score = read(reader, render(DECK[:20], 1.75, replace(GOOD, glare=3), seed))
        seen += score.right
        assert score.wrong == 0
    assert 30 <= seen < 60


def pictures() -> dict[str, Image]:
    rng = np.random.default_rng(1)
    soft = cv2.GaussianBlur(rng.normal(0, 1, (300, 400)).astype(np.float32), (0, 0), 1.5)
    stripes = np.sin(np.linspace(0, 200, 400))[None] * np.ones((300, 1))
    checks = np.kron(np.indices((75, 100)).sum(axis=0) % 2, np.ones((4, 4)))
    return {
        "black": np.zeros((300, 400), np.uint8),
        "white": np.full((300, 400), 255, np.uint8),
        "noise": rng.integers(0, 256, (300, 400), dtype=np.uint8),
        "texture": np.asarray(cv2.normalize(soft, soft.copy(), 0, 255, cv2.NORM_MINMAX), np.uint8),
        "stripes": np.asarray(127 + 120 * stripes, np.uint8),
        "checks": np.asarray(20 + 200 * checks, np.uint8),
        "tiny": np.zeros((3, 2), np.uint8),
        "thin": rng.integers(0, 256, (17, 400), dtype=np.uint8),
    }


@pytest.mark.parametrize("name", pictures())
def test_nothing_is_read_where_nothing_is(reader: CascadeReader, name: str):
    image = pictures()[name]
    for module_px in (0.2, 1.0, 1.5, 4.0, 60.0):
        assert reader.read_tags(image, None, flat_scale(module_px)) == ()
    assert reader.read_tags(image) == ()


def test_regions_may_be_empty_tiny_or_partly_outside(reader: CascadeReader):
    table = render(DECK[:6], 1.5, GOOD, 7)
    height, width = table.image.shape
    empty = [(0, 0, 0, 0), (5, 5, 3, 3), (width + 10, 10, 50, 50), (-40, -40, 30, 30)]
    assert reader.read_tags(table.image, empty, table.scale) == ()
    assert reader.read_tags(table.image, [], table.scale) == ()
    whole = [(-20, -20, width + 100, height + 100)]
    assert {tag.payload for tag in reader.read_tags(table.image, whole, table.scale)} == set(DECK[:6])


def test_only_the_region_is_read(reader: CascadeReader):
    table = render(DECK[:6], 1.5, GOOD, 7)
    x, y = round(table.tags[2].x_px), round(table.tags[2].y_px)
    found = reader.read_tags(table.image, [(x - 28, y - 28, 56, 56)], table.scale)
    assert [tag.payload for tag in found] == [DECK[2]]


@pytest.mark.parametrize("px", [1.4, 2.0, 3.0])
def test_in_a_mirror_nothing_of_ours_is_read(reader: CascadeReader, px: float):
    table = render(DECK[:20], px, GOOD, 3)
    mirrored = np.ascontiguousarray(table.image[:, ::-1])
    assert reader.read_tags(mirrored, None, table.scale) == ()


def test_without_calibration_a_tag_that_is_read_gives_the_scale_for_its_neighbours():
    # one large enough for the decoder, the others of the same size but blurred
    table = render(DECK[:12], 2.0, replace(GOOD, tilt_deg=0.0), 3)
    height, width = table.image.shape
    sharp = table.tags[0]
    veil = np.zeros((height, width), np.uint8)
    cv2.circle(veil, (round(sharp.x_px), round(sharp.y_px)), 42, 255, -1)
    image = np.where(veil > 0, table.image, cv2.GaussianBlur(table.image, (0, 0), 1.2))
    known = cascade(DECK)
    plain = CascadeReader(()).read_tags(image)
    assert 0 < len(plain) < 12
    assert {tag.payload for tag in known.read_tags(image)} == set(DECK[:12])


def test_the_work_for_a_poster_is_bounded():
    table = render(OTHERS[:40], 1.3, GOOD, 1, in_rows=True)
    settings = DeckSettings(most_sheet_px=20_000)
    bounded = CascadeReader((ByDeck(DeckReader(OTHERS, settings)),))
    free = CascadeReader((ByDeck(DeckReader(OTHERS)),))
    assert read(free, table).right == 40
    assert read(bounded, table).right < 10


def test_the_map_of_finder_patterns_is_the_correlation_that_opencv_calls_normalised():
    kernel, rng = finder_kernel(), np.random.default_rng(3)
    rough = rng.integers(0, 255, (12, 15), dtype=np.uint8)
    sheet = as_image(np.clip(cv2.resize(rough, (150, 120)).astype(float) + rng.normal(0, 4, (120, 150)), 0, 255))
    side = kernel.shape[0]
    y, x = np.mgrid[side // 2 : 120 - side // 2, side // 2 : 150 - side // 2]
    known = cv2.matchTemplate(sheet.astype(np.float32), kernel, cv2.TM_CCOEFF_NORMED)
    assert np.allclose(finder_map(sheet, kernel)[y, x] / spreads(sheet, side, x, y), known, atol=1e-4)
    flat = np.full((60, 60), 90, np.uint8)
    assert not finder_map(flat, kernel).round(3).any()
    assert not finder_map(flat[:10], kernel).any()


@pytest.mark.parametrize("slant", [0.0, 0.005, 0.1])
def test_a_straightened_part_knows_from_where_in_the_picture_each_of_its_pixels_comes(slant: float):
    picture = np.full((200, 260), 200, np.uint8)
    cv2.circle(picture, (131, 77), 3, 20, -1)
    atlas = straightened(picture, [Tile((60, 30, 121, 97), 1.3 * np.array([[1.0, slant], [slant, 0.9]]))])
    y, x = np.mean(np.argwhere(atlas.sheet < 60), axis=0)
    assert np.allclose(atlas.to_picture[0] @ [x, y, 1.0], (131, 77), atol=0.3)
