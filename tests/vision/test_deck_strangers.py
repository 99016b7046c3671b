"""The deck reader never tells a wrong identity: strange codes, covered, overlapping, cut and hardly visible ones."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from bench._troubles import Trouble
from bench.near_strangers import Pool, Tally, judged, scene
from vision import Image, RawTag
from vision.codes import LETTERS, choose_codes, code_distance
from vision.deck._alone import Seen, apart, on_one_tile
from vision.deck._atlas import Tile, straightened
from vision.deck._match import MatchSettings
from vision.deck.find import FindSettings, from_finders
from vision.deck.reader import DeckReader, DeckSettings
from vision.reading._stages import merge_tags
from vision.reading._tag_scale import flat_scale
from vision.reading.photo import read_tags_hard
from vision.sticker import sticker_image

# of 1,500 random addresses those that look most like each other: 34 and 36 of 239 modules differ
DECK = tuple(f"HTTP://C.LOCAL/{end}" for end in ("EHXEG", "J5GMS", "392SP"))
NEAR = tuple(f"HTTP://C.LOCAL/{end}" for end in ("R0KF7", "6EHAJ", "YHN3D"))


def strangers(count: int, seed: int) -> tuple[str, ...]:
    random = Random(seed)
    return tuple("HTTP://C.LOCAL/" + "".join(random.choices(LETTERS, k=5)) for _ in range(count))


POOLS = (
    Pool("a few addresses", DECK, (*NEAR, *strangers(20, 1))),
    Pool("names", tuple(f"CARD{n:03d}" for n in range(12)), tuple(f"CARD{n:03d}" for n in range(12, 60))),
    Pool("chosen apart", choose_codes(60, Random(1)), strangers(30, 2)),
)


@pytest.mark.parametrize("kind", Trouble)
def test_in_no_trouble_is_a_wrong_identity_told(kind: Trouble):
    whole = Tally()
    for number, pool in enumerate(POOLS):
        whole += judged(DeckReader(pool.deck), *scene(pool, kind, 40 + number))
    assert whole.wrong == 0
    assert whole.right > 0
    assert whole.compared > whole.right


def alone(payload: str, module_px: float, *covers: tuple[tuple[int, int, int, int], int]) -> Image:
    """One sticker on a table, rectangles of it (in modules) covered with something of this light."""
    code = sticker_image(payload, 25 * 8)
    for (x, y, w, h), light in covers:
        code[8 * y : 8 * (y + h), 8 * x : 8 * (x + w)] = light
    small = cv2.resize(code, None, fx=module_px / 8, fy=module_px / 8, interpolation=cv2.INTER_AREA)
    picture = np.full((small.shape[0] + 60, small.shape[1] + 60), 90, np.uint8)
    picture[30:-30, 30:-30] = small
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def told(reader: DeckReader, picture: Image, module_px: float) -> list[str]:
    box = (0, 0, picture.shape[1], picture.shape[0])
    return [tag.payload for tag in reader.read(picture, [box], flat_scale(module_px)) if tag.reader == reader.name]


ON_ONE = ((0, 0, 3, 8), (0, 0, 8, 3), (0, 0, 4, 9), (0, 0, 9, 4))
ON_ANOTHER = ((20, 0, 5, 9), (16, 0, 9, 5), (0, 16, 5, 9), (0, 20, 9, 5))


def test_a_near_stranger_does_not_pass_with_fingers_on_its_finder_patterns():
    def taken(text: str, settings: MatchSettings) -> int:
        reader = DeckReader(DECK, DeckSettings(match=settings))
        pictures = (alone(text, 1.5, (one, 15), (other, 190)) for one in ON_ONE for other in ON_ANOTHER)
        return sum(bool(told(reader, picture, 1.5)) for picture in pictures)

    assert all(min(code_distance(text, known) for known in DECK) <= 36 for text in NEAR)
    assert all(taken(text, MatchSettings()) == 0 for text in NEAR)
    # were the demand on the fixed modules laxer, it would not pass either: modules that say the opposite give it away
    lax = MatchSettings(share_of_fixed=0.85, share_of_finder=0.0)
    assert taken(NEAR[1], replace(lax, most_against=1.0)) > 0
    assert taken(NEAR[1], lax) == 0
    # codes of the deck are known all the same, with something light on one of theirs
    for text in DECK:
        for one in (*ON_ONE, *ON_ANOTHER):
            assert told(DeckReader(DECK), alone(text, 1.5, (one, 190)), 1.5) == [text]


def test_finder_patterns_of_two_places_are_no_code():
    leg = 28.0
    middles = np.array([(40, 40), (40 + leg, 40), (40, 40 + leg)], np.float32)
    clear = np.ones(3, np.float32)
    whole = from_finders(middles, clear, np.zeros(3, np.int64), FindSettings())
    assert len(whole.grids) == 1
    # side by side on the sheet, far apart in the picture
    assert len(from_finders(middles, clear, np.array([0, 1, 0]), FindSettings()).grids) == 0


def test_a_grid_over_the_edge_of_its_tile_is_dropped():
    picture = np.full((200, 200), 128, np.uint8)
    tiles = [Tile((0, 0, 60, 60), np.eye(2) * 2.0), Tile((100, 100, 60, 60), np.eye(2) * 2.0)]
    atlas = straightened(picture, tiles)
    middle = np.array([[2.0, 0, 30], [0, 2.0, 30], [0, 0, 1]])
    over = middle + np.array([[0, 0, 20], [0, 0, 0], [0, 0, 0]])
    outside = middle - np.array([[0, 0, 20], [0, 0, 0], [0, 0, 0]])
    grids = np.array([middle, over, outside, middle], np.float32)
    assert on_one_tile(atlas, grids, np.array([0, 0, 0, 1])).tolist() == [True, False, False, False]


def at(payload: str, x: float, y: float, match: float = 0.9, reader: str = "deck") -> Seen:
    corners = ((x, y), (x + 42, y), (x + 42, y + 42), (x, y + 42))
    return Seen(RawTag(payload, corners, reader), match, 0.4, 0.9, 0.9, 0.0)


def payloads(found: list[RawTag]) -> list[str]:
    return sorted(tag.payload for tag in found)


def test_of_codes_in_one_place_the_better_is_kept_and_none_where_they_are_alike():
    assert payloads(apart([at("A", 0, 0, 0.8), at("B", 15, 5, 0.95), at("C", 50, 0, 0.75)], 0.1)) == ["B", "C"]
    assert payloads(apart([at("A", 0, 0, 0.88), at("B", 15, 5, 0.95)], 0.1)) == []
    assert payloads(apart([at("A", 0, 0, 0.88), at("A", 15, 5, 0.95)], 0.1)) == ["A"]
    assert payloads(apart([at("A", 0, 0), at("A", 60, 0), at("B", 0, 44)], 0.1)) == ["A", "A", "B"]
    assert apart([], 0.1) == []


def test_likeness_does_not_speak_against_a_decoder():
    decoded = at("A", 0, 0, reader="zxing-cpp").tag
    for reader, expected in (("deck", ["A", "C"]), ("zbar", ["A", "B", "C"])):
        found = [decoded]
        merge_tags(found, [at("B", 10, 5, reader=reader).tag, at("C", 60, 0, reader=reader).tag])
        assert payloads(found) == expected


def hand(cards: list[str], step_deg: float, shrunk: float, seed: int) -> Image:
    """A fan of cards, each over a part of the one before, with thumbs and another ground behind."""
    rng = np.random.default_rng(seed)
    ground = rng.uniform(30, 190, (10, 14)).astype(np.float32)
    photo = np.asarray(np.clip(cv2.resize(ground, (1100, 760), interpolation=cv2.INTER_CUBIC), 0, 255), np.uint8)
    for place, payload in enumerate(cards):
        turn = cv2.getRotationMatrix2D((550, 900), ((len(cards) - 1) / 2 - place) * step_deg, 1.0)
        layer, card = np.zeros_like(photo), np.zeros_like(photo)
        layer[160:480, 485:615] = 205
        layer[175:275, 495:595] = sticker_image(payload, 100)
        card[160:480, 485:615] = 255
        is_card = cv2.warpAffine(card, turn, (1100, 760)) > 200
        photo = np.where(is_card, cv2.warpAffine(layer, turn, (1100, 760)), photo)
    for _ in range(2):
        middle = int(rng.integers(250, 850)), int(rng.integers(150, 420))
        cv2.ellipse(photo, middle, (20, 45), float(rng.uniform(0, 180)), 0, 360, 140, -1)
    small = cv2.resize(photo, None, fx=shrunk, fy=shrunk, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.9), np.uint8)


@pytest.mark.parametrize(("step_deg", "shrunk"), [(4.0, 0.45), (7.0, 0.45), (9.0, 0.45)])
def test_a_hand_with_covered_stickers_shows_no_card_that_is_not_in_it(step_deg: float, shrunk: float):
    held = ["CARD004", "CARD120", "CARD017", "CARD008", "CARD131", "CARD002"]
    registered = [f"CARD{n:03d}" for n in range(60)]
    seen = [tag.payload for tag in read_tags_hard(hand(held, step_deg, shrunk, 6), registered)]
    assert set(seen) <= set(held)
    assert len(seen) == len(set(seen))
    assert seen
