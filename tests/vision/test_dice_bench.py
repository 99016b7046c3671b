"""The dice bench and the trainer measure what they say; their figures are not judged here."""

from __future__ import annotations

import cv2
import numpy as np

from bench._dice_photos import ground_photos
from bench._dice_pictures import Pictures, read_pictures, rendered
from bench.dice_bench import Marked, Score, blobs, by_blobs, line, matched, with_place
from bench.train_dice import Windows
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
    assert score == Score(1, 2, 1, 3, 1, 2, 1, 0, 0.0)
    assert score.missed == 0
    assert "read  50.00%" in line("x", score)
    assert "false   1 (0 sure)" in line("x", score)
    assert score + score == Score(2, 4, 2, 6, 2, 4, 2, 0, 0.0)


def test_a_score_tells_dice_that_were_missed_and_what_is_no_die_for_sure():
    picture = Marked(np.zeros((10, 10), np.uint8), ((3, 10.0, 10.0, 5.0),))
    score = matched(picture, [DieReading(3, 6, 0.9, True, (90.0, 90.0), 20.0)])
    assert (score.missed, score.false, score.false_sure) == (1, 1, 1)


def test_what_is_told_of_an_unreadable_die_does_not_count():
    picture = Marked(np.zeros((10, 10), np.uint8), ((0, 10.0, 10.0, 5.0), (4, 50.0, 10.0, 5.0)))
    told = [DieReading(3, 6, 0.9, True, (11.0, 10.0), 20.0), DieReading(4, 6, 0.9, True, (50.0, 11.0), 20.0)]
    assert matched(picture, told) == Score(1, 1, 1, 1, 0, 1, 1, 0, 0.0)


def test_grounds_held_out_are_none_of_the_others(tmp_path):
    for number in range(6):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((8, 8, 3), 10 * number, np.uint8))
    held, others = (ground_photos(tmp_path, is_held_out=held_out) for held_out in (True, False))
    assert [int(ground[0, 0, 0]) for ground in held] == [0, 50]
    assert [int(ground[0, 0, 0]) for ground in others] == [10, 20, 30, 40]


def one_die(value: float, side: float) -> Windows:
    return Windows(Pictures(np.zeros((1, 320, 420, 3), np.uint8), np.asarray([[0, value, 200, 150, side]], np.float32)))


def test_the_trainer_labels_middles_and_leaves_what_is_beside_them_out():
    windows, rng = one_die(4, 40), np.random.default_rng(1)
    labels = [windows.drawn(rng)[1] for _ in range(40)]
    shown = {float(value) for label in labels for value in np.unique(label[0])}
    assert shown == {0.0, -1.0, 4.0}
    for label in labels:
        for row, column in zip(*np.nonzero(label[0] == 4), strict=True):  # every cell of a face leads to its middle
            middle = np.asarray([column, row]) + label[1:3, row, column]
            first = np.argwhere(label[0] == 4)[0]
            assert np.allclose(middle, first[::-1] + label[1:3, first[0], first[1]], atol=1e-3)


def test_a_die_that_may_be_unreadable_teaches_nothing():
    dice = np.asarray([[0, 4, 200, 150, 40], [0, 0, 232, 150, 40]], np.float32)
    windows, rng = Windows(Pictures(np.zeros((1, 320, 420, 3), np.uint8), dice)), np.random.default_rng(2)
    alone, rng_alone = one_die(4, 40), np.random.default_rng(2)
    left_out = 0
    for _ in range(20):
        both, one = windows.drawn(rng)[1][0], alone.drawn(rng_alone)[1][0]
        assert np.isin(both[both != one], -1).all()
        left_out += int((both != one).sum())
    assert left_out


def test_pictures_to_learn_from_come_back_from_their_files(tmp_path):
    made = rendered(3, [], 5)
    for number in range(2):
        made.saved(tmp_path / f"{number}.npz")
    both = read_pictures([tmp_path / "0.npz", tmp_path / "1.npz"])
    assert np.array_equal(both.images, np.concatenate([made.images, made.images]))
    assert len(both.dice) == 2 * len(made.dice) > 0
    assert both.dice[:, 0].max() >= 3
    assert made.dice[:, 1].max() <= 6


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
