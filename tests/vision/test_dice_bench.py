"""The dice bench and the trainer measure what they say; their figures are not judged here."""

from __future__ import annotations

import cv2
import numpy as np

from bench._dice_cuts import cuts_of, laid_cuts
from bench._dice_photos import dice_photos, ground_photos
from bench.dice_bench import OWN_PHOTOS, Marked, Score, blobs, by_blobs, line, matched, with_place
from bench.train_dice import Truth, lot_of, photo_truths, scene_truths
from vision.dice.reader import DiceReader
from vision.dice.render import ThrownDie, TrayView, draw_dice, render_tray
from vision.types import DieReading


def a_row() -> Marked:
    dice = [ThrownDie(value, x, 0.0, 10.0) for value, x in ((3, -40.0), (5, 0.0), (4, 40.0))]
    seen = render_tray(dice, TrayView(camera_mm=(0.0, 0.0, 800.0)))
    return Marked(seen.image, tuple((d.value, *m, 30.0) for d, m in zip(dice, seen.middles_px, strict=True)), 64.0)


def test_the_usual_way_reads_dice_from_straight_above():
    picture = a_row()
    assert len(blobs(picture.image)) >= 12
    assert matched(picture, by_blobs(picture)).right == 3
    assert with_place([picture], DiceReader()) == (3, 3, 3)


def test_a_score_tells_wrong_missing_false_and_sure():
    picture = Marked(np.zeros((10, 10), np.uint8), ((3, 10.0, 10.0, 5.0), (4, 50.0, 10.0, 5.0)))
    told = [
        DieReading(3, 6, 0.9, True, (11.0, 10.0), 20.0),
        DieReading(5, 6, 0.9, True, (50.0, 11.0), 20.0),
        DieReading(1, 6, 0.4, False, (90.0, 90.0), 20.0),
    ]
    score = matched(picture, told)
    assert score == Score(1, 2, 1, 3, 1, 2, 1, 0.0)
    assert "read  50.00%" in line("x", score)
    assert "false   1" in line("x", score)
    assert score + score == Score(2, 4, 2, 6, 2, 4, 2, 0.0)


def test_what_is_told_of_an_unreadable_die_does_not_count():
    picture = Marked(np.zeros((10, 10), np.uint8), ((0, 10.0, 10.0, 5.0), (4, 50.0, 10.0, 5.0)))
    told = [DieReading(3, 6, 0.9, True, (11.0, 10.0), 20.0), DieReading(4, 6, 0.9, True, (50.0, 11.0), 20.0)]
    assert matched(picture, told) == Score(1, 1, 1, 1, 0, 1, 1, 0.0)


def test_dice_cut_out_of_photographs_are_read_where_they_were_laid():
    cuts = cuts_of(dice_photos(OWN_PHOTOS))
    assert cuts
    assert all(cut.cover.min() >= 0.0 and cut.cover.max() <= 1.0 for cut in cuts)
    right = dice = 0
    for seed in range(3):
        laid = laid_cuts(np.random.default_rng(seed), cuts, [])
        score = matched(
            Marked(laid.image, tuple((v, x, y, side / 2) for v, x, y, side in laid.dice)), DiceReader().read(laid.image)
        )
        right, dice = right + score.right, dice + score.dice
    assert dice >= 3
    assert right >= 0.6 * dice


def test_a_photograph_as_another_camera_gives_it_keeps_its_dice():
    photo = dice_photos(OWN_PHOTOS)[0]
    image, truths = photo_truths(photo, np.random.default_rng(3))
    scale = image.shape[1] / photo.image().shape[1]
    assert [truth.value for truth in truths] == [value for value, *_ in photo.dice]
    assert all(abs(t.x_px - x * scale) < 2.0 for t, (_, x, _, _, _) in zip(truths, photo.dice, strict=True))


def test_grounds_held_out_are_none_of_the_others(tmp_path):
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((8, 8, 3), 10 * number, np.uint8))
    held, others = (ground_photos(tmp_path, 1, is_held_out=held_out) for held_out in (True, False))
    assert [int(ground[0, 0, 0]) for ground in held] == [10]
    assert len(others) == 5
    assert len(ground_photos(tmp_path, None, is_held_out=False)) == 6


def test_the_trainer_labels_middles_and_leaves_the_doubtful_out():
    picture = a_row()
    truths = [Truth(value, x, y, 64.0) for value, x, y, _ in picture.dice]
    rng = np.random.default_rng(1)
    found = np.concatenate([lot.values for lot in lot_of(picture.image, truths, rng)])
    assert set(found.tolist()) == {0, 3, 4, 5}
    unreadable = [Truth(0, truth.x_px, truth.y_px, truth.side_px) for truth in truths]
    assert not np.concatenate([lot.values for lot in lot_of(picture.image, unreadable, rng)]).any()


def test_training_scenes_hold_dice():
    rng = np.random.default_rng(4)
    scenes = [scene_truths(rng, []) for _ in range(4)]
    assert all(image.ndim == 3 and truths for image, truths in scenes)


def test_dice_are_drawn_on_a_picture_of_the_mat():
    mat = np.full((300, 400, 3), 120, np.uint8)
    to_px = np.diag([4.0, 4.0, 1.0])
    drawn = draw_dice(mat, [ThrownDie(5, 50.0, 40.0, 30.0)], to_px, (50.0, 40.0, 800.0))
    assert np.array_equal(mat, np.full((300, 400, 3), 120, np.uint8))
    (reading,) = DiceReader().read(drawn)
    assert reading.value == 5
    assert abs(reading.centre_px[0] - 200) < 4
    assert abs(reading.centre_px[1] - 160) < 4
    assert np.array_equal(draw_dice(mat, [], to_px, (0.0, 0.0, 800.0)), mat)
