"""The tray watched over time: every throw once, believed only when two frames agree."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from vision import CameraSettings, Eye, SceneState, TagRegistry, VirtualCamera
from vision.calibration.mat import Calibration
from vision.dice.reader import DiceReader
from vision.dice.render import ThrownDie, TrayView, draw_dice, felt, render_tray
from vision.dice.watch import DiceWatch
from vision.table.gate import MotionGate
from vision.types import DieReading, Frame, MatLayout, Point, Spot
from vision.virtual.render import TableRenderer
from vision.virtual.view import view_of

PX_PER_MM = 3.0
TRAY = Spot("tray", 120.0, 100.0, 140.0, 110.0)
LAYOUT = MatLayout(300.0, 200.0, (), tray=TRAY)
TO_PX = np.diag([PX_PER_MM, PX_PER_MM, 1.0])
CALIBRATION = Calibration(np.linalg.inv(TO_PX), TO_PX)
VIEW = TrayView(TRAY.width_mm, TRAY.height_mm, PX_PER_MM, camera_mm=(40.0, -60.0, 800.0))
FELT = felt(420, 330)
ONE_THROW = (ThrownDie(5, -40.0, 10.0, 20.0), ThrownDie(2, 30.0, -20.0, 65.0))


class Table:
    """Frames of a mat with a tray, given one by one to a watch through the motion gate, as the eye does."""

    def __init__(self, reader=None):
        self.watch = DiceWatch(DiceReader() if reader is None else reader, LAYOUT)
        self.gate = MotionGate(2)
        self.numbers = itertools.count()

    def frame(self, dice=(), hand=False):
        number = next(self.numbers)
        image = np.full((600, 900, 3), 170, np.uint8)
        tray = render_tray(dice, VIEW, FELT, np.random.default_rng(number)).image
        image[135 : 135 + tray.shape[0], 150 : 150 + tray.shape[1]] = tray
        if hand:
            image[200:420, 200:500] = (90, 120, 170)
        return Frame(image, number / 8.0, number)

    def see(self, dice=(), hand=False, calibration=CALIBRATION, frame=None):
        frame = self.frame(dice, hand) if frame is None else frame
        view = self.gate.step(frame)
        told = self.watch.step(frame, view, calibration)
        self.gate.accept(view.settled)
        return told

    def told(self, dice=(), frames=6):
        return [told for told in (self.see(dice) for _ in range(frames)) if told is not None]


def values(dice):
    return [die.value for die in dice]


def test_a_throw_is_told_once_with_its_places_on_the_mat():
    table = Table()
    assert table.told(()) == []
    assert table.see(hand=True) is None
    (throw,) = table.told(ONE_THROW, 8)
    assert values(throw) == [5, 2]
    assert all(die.is_sure for die in throw)
    for die, truth in zip(throw, ONE_THROW, strict=True):
        assert die.at is not None
        # the upper face is nearer to the camera than the mat, and is seen a little outward
        assert abs(die.at.x_mm - TRAY.x_mm - truth.x_mm) < 3.0
        assert abs(die.at.y_mm - TRAY.y_mm - truth.y_mm) < 3.0


def test_nothing_is_told_while_something_moves():
    table = Table()
    table.told(())
    moving = [replace(ONE_THROW[0], x_mm=x) for x in (-40.0, -20.0, 0.0, 20.0, 40.0)]
    assert [table.see((die,)) for die in moving] == [None] * 5


def test_a_hand_over_the_tray_is_no_throw():
    table = Table()
    table.told(())
    assert len(table.told(ONE_THROW)) == 1
    assert table.see(ONE_THROW, hand=True) is None
    assert table.told(ONE_THROW) == []


def test_taking_the_dice_away_tells_an_empty_tray():
    table = Table()
    table.told(())
    table.told(ONE_THROW)
    assert table.told(()) == [()]


def test_taking_one_of_the_dice_out_is_no_throw_of_the_others():
    table = Table()
    table.told(())
    table.told(ONE_THROW)
    assert table.told(ONE_THROW[:1]) == []
    assert [values(throw) for throw in table.told(ONE_THROW)] == [[5, 2]]  # it came back: that is one


def test_dice_that_lay_there_from_the_start_are_no_throw():
    table = Table()
    assert table.told(ONE_THROW) == []
    moved = (replace(ONE_THROW[0], x_mm=-10.0, value=6), ONE_THROW[1])
    assert [values(throw) for throw in table.told(moved)] == [[6, 2]]


class Doubtful:
    """A reader that says something else each time."""

    def __init__(self, readings):
        self.readings = iter(readings)

    def read(self, image, region=None, die_px=None):
        return next(self.readings)


def die(value, x=360.0, sure=True, confidence=0.99):
    return DieReading(value, 6, confidence, sure, (x, 300.0), 48.0)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((die(4),), (die(5),)),  # another value
        ((die(4),), (die(4, x=400.0),)),  # another place
        ((die(4), die(2, x=460.0)), (die(4),)),  # another number of dice
        ((die(4, sure=False),), (die(4),)),  # unsure in one
    ],
)
def test_two_frames_that_disagree_are_not_believed(first, second):
    table = Table(Doubtful([(), first, second]))
    table.told(())
    (throw,) = table.told(ONE_THROW)
    assert values(throw) == values(second)
    assert not any(one.is_sure for one in throw)


def test_two_frames_that_agree_are_believed_with_the_lower_confidence():
    table = Table(Doubtful([(), (die(4, confidence=0.98),), (die(4),)]))
    table.told(())
    assert table.told(ONE_THROW) == [(replace(die(4, confidence=0.98), at=CALIBRATION.point(360.0, 300.0)),)]


def test_a_shadow_on_dice_that_lie_still_is_no_throw():
    shaded = (die(5, sure=False, confidence=0.4),)
    table = Table(Doubtful([(), (die(4),), (die(4),), shaded, shaded]))
    table.told(())
    assert len(table.told(ONE_THROW)) == 1
    table.see(ONE_THROW, hand=True)
    assert table.told(ONE_THROW) == []


def test_dice_beside_the_tray_do_not_count():
    table = Table(Doubtful([(), *[(die(4, x=80.0), die(3))] * 2]))
    table.told(())
    assert [values(throw) for throw in table.told(ONE_THROW)] == [[3]]


def test_a_single_photograph_is_read_but_not_believed():
    table = Table()
    throw = table.see(frame=replace(table.frame(ONE_THROW), alone=True))
    assert throw is not None
    assert values(throw) == [5, 2]
    assert not any(one.is_sure for one in throw)


def test_without_a_calibration_or_with_the_tray_out_of_sight_nothing_is_read():
    table = Table(Doubtful([]))
    assert table.see(calibration=None) is None
    away = np.asarray([[PX_PER_MM, 0, 5000.0], [0, PX_PER_MM, 0], [0, 0, 1.0]])
    assert table.see(calibration=Calibration(np.linalg.inv(away), away)) is None


def test_a_mat_without_a_tray_has_no_watch():
    with pytest.raises(ValueError, match="no dice tray"):
        DiceWatch(DiceReader(), MatLayout(300.0, 200.0, ()))


def test_the_eye_reports_a_throw_though_no_tag_moved():
    corners = {0: Point(22.0, 22.0), 1: Point(378.0, 22.0), 2: Point(378.0, 278.0), 3: Point(22.0, 278.0)}
    layout = MatLayout(400.0, 300.0, (), corners, tray=Spot("tray", 200.0, 150.0, 150.0, 110.0))
    view = view_of(layout, 3.2, 4.0)
    mat = TableRenderer(layout, view, 0.5, 0.1).picture
    dice = (ThrownDie(6, 170.0, 140.0, 33.0), ThrownDie(3, 230.0, 165.0, 70.0))
    thrown = draw_dice(mat, dice, view.to_px, (200.0, 150.0, 900.0))
    camera = VirtualCamera(layout, lambda: SceneState(0, ()), CameraSettings(), lambda: 0.0)
    eye = Eye(camera, layout, TagRegistry(), None, lambda: 0.0, lambda report: None)
    reports = [eye.look(Frame(image, number / 8.0, number)) for number, image in enumerate([mat] * 5 + [thrown] * 8)]
    (throw,) = [report.dice for report in reports if report is not None and report.dice is not None]
    assert values(throw) == [6, 3]
    assert all(die.is_sure for die in throw)
