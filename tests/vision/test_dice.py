"""Reading dice: rendered trays in every colour, real photographs, and pictures without any."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from bench._dice_photos import dice_photos
from bench._dice_throws import BLACK, INK, LOOKS, WHITE, tray_scene, wild_scene
from bench.dice_bench import matched, photographs, scored, tray_pictures
from vision._pixels import as_image
from vision.dice._looks import found, looked_at
from vision.dice._net import CELL_PX, answers, needed_px, own_weights, read_weights
from vision.dice.reader import DiceReader
from vision.dice.render import DieLook, ThrownDie, TrayView, felt, render_tray
from vision.types import VisionError

PHOTOS = Path(__file__).parent / "photos"


@pytest.fixture(scope="module")
def reader():
    return DiceReader()


def values(readings):
    return [reading.value for reading in readings]


@pytest.mark.dear
@pytest.mark.parametrize("px_per_mm", [4.0, 2.0])
def test_dice_of_all_colours_in_the_tray_are_read_and_never_surely_wrong(reader, px_per_mm):
    score = scored(tray_pictures(45, px_per_mm, 5), lambda p: reader.read(p.image, die_px=p.die_px))
    assert score.dice >= 45
    assert (score.right, score.false) == (score.dice, 0)
    assert score.sure == score.sure_right >= 0.9 * score.dice


def test_the_photographs_of_the_test_data_are_read(reader):
    marked = photographs(PHOTOS / "dice")
    score = scored(marked, lambda p: reader.read(p.image))
    assert score.dice >= 15
    assert (score.right, score.false_sure) == (score.dice, 0)
    assert score.false <= 2  # dice that have no label: out of focus, or cut by the picture's edge
    assert score.sure == score.sure_right > 0.7 * score.dice


def test_photographs_without_dice_give_no_sure_reading(reader):
    for path in sorted(PHOTOS.glob("no-code_*")) + sorted(PHOTOS.glob("qrcode-4_*.png"))[:2]:
        image = as_image(cv2.imread(str(path), cv2.IMREAD_COLOR))
        assert not [reading for reading in reader.read(image) if reading.is_sure], path.name


def test_an_empty_tray_holds_no_dice(reader):
    assert reader.read(felt(640, 480)) == ()
    assert reader.read(np.zeros((480, 640), np.uint8)) == ()
    assert reader.read(np.zeros((5, 7, 3), np.uint8)) == ()


def row_of_dice(look=LOOKS[0]):
    dice = [ThrownDie(value, -60.0 + 24.0 * (value - 1), 0.0, 13.0 * value, look, value) for value in range(1, 7)]
    return render_tray(dice, TrayView())


@pytest.mark.parametrize("look", LOOKS)
def test_readings_go_from_left_to_right(reader, look):
    readings = reader.read(row_of_dice(look).image, die_px=64.0)
    assert values(readings) == [1, 2, 3, 4, 5, 6]


def test_centres_and_sizes_are_those_of_the_upper_faces(reader):
    seen = row_of_dice()
    for reading, middle, side in zip(reader.read(seen.image), seen.middles_px, seen.sides_px, strict=True):
        assert math.dist(reading.centre_px, middle) < 4.0
        assert 0.6 * side < reading.width_px < 1.5 * side


def test_a_region_alone_is_read_and_places_stay_those_of_the_picture(reader):
    seen = row_of_dice()
    x, y = seen.middles_px[4]
    (reading,) = reader.read(seen.image, (int(x) - 45, int(y) - 45, 90, 90))
    assert reading.value == 5
    assert math.dist(reading.centre_px, (x, y)) < 6.0  # a tenth of a side


def test_a_grey_picture_will_do(reader):
    image = as_image(cv2.cvtColor(row_of_dice().image, cv2.COLOR_BGR2GRAY))
    assert values(reader.read(image)) == [1, 2, 3, 4, 5, 6]


def test_a_large_picture_is_read_at_its_own_places(reader):
    seen = row_of_dice()
    large = as_image(cv2.resize(seen.image, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC))
    readings = reader.read(large)
    assert values(readings) == [1, 2, 3, 4, 5, 6]
    for reading, middle in zip(readings, seen.middles_px, strict=True):
        assert math.dist(reading.centre_px, (middle[0] * 3, middle[1] * 3)) < 18.0


def test_other_dice_are_found_and_everybody_is_asked():
    readings = DiceReader(sides=12).read(row_of_dice().image)
    assert len(readings) == 6
    assert {(r.sides, r.confidence, r.is_sure) for r in readings} == {(12, 0.0, False)}


def test_dice_beside_each_other_are_told_apart(reader):
    pairs = list(itertools.pairwise([1, 6, 3, 5, 2, 4]))
    for first, second in pairs:
        dice = [
            ThrownDie(first, -8.1, 5.0, 0.0, DieLook(WHITE, INK)),
            ThrownDie(second, 8.1, 5.0, 0.0, DieLook(BLACK, WHITE)),
        ]
        assert values(reader.read(render_tray(dice).image, die_px=64.0)) == [first, second]


def test_the_middle_of_every_upper_face_is_found_at_the_first_look():
    seen = row_of_dice()
    places = found(seen.image, 20.0, 130.0, own_weights())
    for middle, side in zip(seen.middles_px, seen.sides_px, strict=True):
        nearest = min(places, key=lambda place: math.dist(middle, (place.x, place.y)))
        assert math.dist(middle, (nearest.x, nearest.y)) < 0.15 * side
        assert 0.75 * side < nearest.side < 1.3 * side


def test_a_part_of_a_picture_is_answered_like_the_whole():
    image = row_of_dice().image[:120, :160]
    whole = answers(image[None], own_weights())[0]
    for row, column in ((0, 0), (3, 7), (whole.shape[0] - 1, whole.shape[1] - 1)):
        y, x = row * CELL_PX, column * CELL_PX
        part = image[None, y : y + needed_px(1), x : x + needed_px(1)]
        assert np.allclose(answers(part, own_weights())[0, 0, 0], whole[row, column], atol=1e-3)


def test_many_pictures_are_answered_like_one_after_the_other():
    rng = np.random.default_rng(3)
    pictures = rng.integers(0, 256, (40, needed_px(1), needed_px(1), 3), np.uint8)
    together = answers(pictures, own_weights())
    alone = np.concatenate([answers(picture[None], own_weights()) for picture in pictures])
    assert np.allclose(together, alone, atol=1e-3)


def test_what_was_not_found_is_not_looked_at():
    nothing = np.full((90, 120, 3), 128, np.uint8)
    assert found(nothing, 20.0, 130.0, own_weights()) == []
    assert looked_at(nothing, [], own_weights()).shape[0] == 0


def test_a_missing_or_foreign_weights_file_is_one_clear_sentence(tmp_path):
    with pytest.raises(VisionError, match="cannot be read: install the program again"):
        read_weights(tmp_path / "none.npz")
    np.savez(tmp_path / "other.npz", c0w=np.zeros(3))
    with pytest.raises(VisionError, match="of another version"):
        read_weights(tmp_path / "other.npz")


def test_the_same_seed_gives_the_same_scene():
    one, other = (tray_scene(np.random.default_rng(8)) for _ in range(2))
    assert one.dice == other.dice
    assert np.array_equal(one.seen.image, other.seen.image)


def test_the_score_counts_each_die_and_each_reading_once(reader):
    (picture,) = itertools.islice(tray_pictures(1, 4.0, 9), 1)
    readings = reader.read(picture.image, die_px=picture.die_px)
    score = matched(picture, (*readings, *readings))
    assert (score.dice, score.right, score.false) == (len(picture.dice), len(picture.dice), len(picture.dice))


def test_labels_are_read_as_values_and_pixels(tmp_path):
    cv2.imwrite(str(tmp_path / "p_1.jpg"), felt(40, 20))
    (tmp_path / "p_1.txt").write_text("5 0.5 0.5 0.1 0.1\n", encoding="utf-8")
    cv2.imwrite(str(tmp_path / "p_2.jpg"), felt(40, 20))  # has no labels: left out
    (photo,) = dice_photos(tmp_path)
    assert photo.dice == ((6, 20.0, 10.0, 4.0, 2.0),)


def test_a_plain_cube_is_rendered_without_pips():
    looks = [DieLook(has_pips=has_pips) for has_pips in (True, False)]
    dotted, plain = (render_tray([ThrownDie(1, 0.0, 0.0, 0.0, look)], TrayView(noise=0.0)) for look in looks)
    x, y = (round(v) for v in plain.middles_px[0])
    assert plain.image[y, x].min() > 150 > 60 > dotted.image[y, x].max()


def test_kinds_that_were_not_learned_are_among_no_others():
    def grain(is_other_kind):
        scenes = (wild_scene(np.random.default_rng(n), [], is_other_kind, 100, 80) for n in range(12))
        return [d.look.grain for scene in scenes for d in scene.dice]

    assert max(grain(False)) < 12.0 <= min(grain(True))
