"""The motion gate: what moves, what has come to rest, what does not matter."""

from __future__ import annotations

import numpy as np

from vision import Frame
from vision._pixels import Halves
from vision.table.gate import MotionGate


def picture(seed: int = 0, noise: float = 3.0):
    rng = np.random.default_rng(seed)
    return np.clip(np.full((240, 320, 3), 110.0) + rng.normal(0, noise, (240, 320, 3)), 0, 255).astype(np.uint8)


def shot(image, small=None, alone: bool = False) -> Frame:
    return Frame(image, 0.0, 1, alone=alone, small=small)


def with_thing(image, x: int, level: int = 240):
    changed = image.copy()
    changed[100:160, x : x + 60] = level
    return changed


def settled_gate() -> MotionGate:
    gate = MotionGate(still_frames=2)
    view = gate.step(shot(picture()))
    assert view.settled.all()
    gate.accept(view.settled)
    return gate


def test_noise_is_not_motion():
    gate = settled_gate()
    for seed in range(1, 8):
        view = gate.step(shot(picture(seed)))
        assert not view.moving.any()
        assert not view.settled.any()


def test_a_thing_that_was_left_on_the_table_is_settled_in_its_first_still_frame_and_only_there():
    gate = settled_gate()
    assert gate.step(shot(with_thing(picture(1), 40))).moving.any()
    view = gate.step(shot(with_thing(picture(2), 40)))
    assert view.settled.any()
    assert not view.moving.any()
    (box,) = view.boxes(view.settled)
    x, y, w, h = box
    assert x <= 44
    assert y <= 104
    assert x + w >= 96
    assert y + h >= 156
    assert w < 100
    gate.accept(view.settled)
    assert not gate.step(shot(with_thing(picture(4), 40))).settled.any()


def sleeve_to(x: int, number: int = 0):
    """A table with an arm that comes in from the left edge and reaches as far as `x`."""
    changed = picture(number)
    changed[100:160, :x] = 240
    return changed


def test_an_arm_that_pauses_is_settled_after_the_still_frames():
    gate = settled_gate()
    gate.step(shot(sleeve_to(100, 1)))
    assert not gate.step(shot(sleeve_to(100, 2))).settled.any()
    assert gate.step(shot(sleeve_to(100, 3))).settled.any()


def test_what_a_hand_has_just_bared_is_apart_as_soon_as_no_arm_is_in_the_picture():
    gate = settled_gate()
    for number in range(3):
        card = with_thing(sleeve_to(60, number), 140)
        card[110:150, : 150 + number] = 70  # the hand that lays it down moves a little
        view = gate.step(shot(card))
    view = gate.step(shot(card))
    assert not view.is_apart
    view = gate.step(shot(with_thing(picture(9), 140)))
    assert view.moving.any()
    assert view.is_apart
    assert view.fresh[26:38, 40:48].any()


def test_one_corner_settles_while_another_still_moves():
    gate = settled_gate()
    for step in range(6):
        view = gate.step(shot(with_thing(with_thing(picture(step), 10), 150 + 15 * step, 20)))
    assert view.moving.any()
    assert view.settled.any()
    assert not (view.moving & view.settled).any()
    still = [box for box in view.boxes(view.settled) if box[0] + box[2] < 90]
    assert still, "the thing at the left has come to rest"
    assert not view.moving[:, :8].any()


def test_a_thing_that_passes_leaves_a_doubt_but_no_motion():
    gate = settled_gate()
    gate.step(shot(with_thing(picture(1), 40)))
    gate.step(shot(picture(2)))
    gate.step(shot(picture(3)))
    assert gate.step(shot(picture(4))).settled.any()  # it is read again: something may have been exchanged


def test_slow_light_is_noticed_in_the_end():
    gate = settled_gate()
    hits = [gate.step(shot(np.full((240, 320, 3), 110 + 2 * step, np.uint8))).settled.any() for step in range(14)]
    assert not hits[0]
    assert hits[-1]


def test_a_picture_by_itself_is_settled_at_once():
    gate = settled_gate()
    assert gate.step(shot(with_thing(picture(1), 200), alone=True)).settled.all()


def test_another_size_of_frames_begins_anew():
    gate = settled_gate()
    assert gate.step(shot(picture()[:200])).settled.all()


def test_doubting_all_reads_everything_again():
    gate = settled_gate()
    gate.doubt_all()
    assert gate.step(shot(picture(1))).settled.all()


def test_the_reduced_copies_are_made_once_and_keep_every_place():
    picture = np.zeros((11, 9), np.uint8)
    picture[4:8, 4:8] = 200
    halves = Halves(picture)
    assert halves.at(0) is picture
    assert halves.at(1) is halves.at(1)
    assert [halves.at(times).shape for times in (1, 2)] == [(5, 4), (2, 2)]
    assert halves.at(2).tolist() == [[0, 0], [0, 200]]


def test_where_a_thing_has_only_passed_over_nothing_is_fresh_unless_it_is_doubted():
    gate = MotionGate(still_frames=2)
    gate.accept(gate.step(shot(picture(0, 1.0))).settled)
    gate.step(shot(with_thing(picture(1, 1.0), 40)))
    gate.step(shot(with_thing(picture(2, 1.0), 200)))
    for seed in (3, 4):
        view = gate.step(shot(with_thing(picture(seed, 1.0), 200)))
    assert view.settled.any()
    assert view.same is not None
    fresh = view.boxes(view.fresh)
    assert [x for x, _, w, _ in fresh if x + w < 150] == [], "as it was before"
    assert any(x <= 204 and x + w >= 256 for x, _, w, _ in fresh), "where it lies now"
    gate.accept(view.settled)
    gate.doubt(view.settled)
    again = gate.step(shot(with_thing(picture(5, 1.0), 200)))
    assert (again.fresh == again.settled).all()
    assert again.settled.any(), "what is doubted is read whether it looks the same or not"


def test_in_a_noisy_picture_everything_that_moved_has_changed():
    gate = MotionGate(still_frames=2, threshold=14.0)
    gate.accept(gate.step(shot(picture(0, 20.0))).settled)
    gate.step(shot(with_thing(picture(1, 20.0), 40)))
    for seed in (2, 3, 4):
        view = gate.step(shot(picture(seed, 20.0)))
    assert view.settled.any()
    assert float(view.changed.sum()) > 0.9 * float(view.settled.sum())


def test_what_has_settled_beside_a_moving_hand_is_told_from_what_lies_apart_from_it():
    gate = settled_gate()
    for number in range(7):
        sleeve = sleeve_to(104 + 12 * number, number)  # its end moves on, its inside is at rest
        view = gate.step(shot(sleeve))
        assert view.fresh.any() == (number > 3), "what an arm passes for some frames only need not be looked at"
    assert view.settled.any()
    assert view.moving.any()
    assert not view.is_apart
    for number in range(4):
        card = sleeve.copy()
        card[100:160, 176 : 180 + 12 * number] = 240
        card[20:60, 240:300] = 240
        view = gate.step(shot(card))
    assert view.moving.any()
    assert view.is_apart


def test_lamps_that_flicker_in_bands_move_nothing_and_a_thing_in_their_light_is_still_seen():
    def flickering(step: int, image):
        bands = 1.0 + 0.04 * np.sin(2.4 * step + np.arange(240) / 30.0)
        return np.clip(image * bands[:, None, None], 0, 255).astype(np.uint8)

    table = np.full((240, 320, 3), 220, np.uint8)
    gate = MotionGate(still_frames=2)
    gate.accept(gate.step(shot(flickering(0, table))).settled)
    for step in range(1, 20):
        view = gate.step(shot(flickering(step, table)))
        assert not view.moving.any()
        assert not view.settled.any()
    for step in range(20, 24):
        view = gate.step(shot(flickering(step, with_thing(table, 40, 120))))
    (box,) = view.boxes(view.fresh)
    assert box[0] <= 44
    assert box[0] + box[2] >= 96


def test_the_inside_of_a_sleeve_is_looked_at_once_and_never_taken_for_the_table():
    gate = MotionGate(still_frames=2)
    gate.accept(gate.step(shot(picture(0, 1.0))).settled)
    looks = 0
    for number in range(12):
        view = gate.step(shot(sleeve_to(104 + 16 * number, number)))  # its end moves on, its inside is at rest
        looks += int(view.fresh[26:38, 12:20].any())
        gate.accept(view.fresh, view.beside)
    assert looks == 1
    for number in range(4):
        view = gate.step(shot(picture(number, 1.0)))
    assert view.settled.any()
    assert not view.moving.any()
    assert not view.fresh.any(), "the table looks as it did before the sleeve came"


def test_a_glance_is_enough_for_a_table_at_rest_and_for_nothing_else():
    gate = MotionGate(still_frames=2)
    small = np.full((120, 200), 110, np.uint8)
    assert not gate.is_as_before(shot(picture(), small)), "nothing has been read yet"
    gate.accept(gate.step(shot(picture(), small)).settled)
    gate.step(shot(picture(), small))
    assert gate.is_as_before(shot(picture(), small + np.uint8(2)))
    changed = small.copy()
    changed[40:60, 40:60] = 180
    assert not gate.is_as_before(shot(picture(), changed))
    assert not gate.is_as_before(shot(picture(), small, alone=True))
    assert not gate.is_as_before(shot(picture()))
    gate.doubt_all()
    assert not gate.is_as_before(shot(picture(), small))


def test_the_noise_of_a_bright_thing_in_a_dim_picture_is_no_motion() -> None:
    """What is compared in the light of a brighter picture is lifted with its noise; a hand still moves."""
    gate, image = MotionGate(), np.zeros((960, 1280), np.uint8)
    liveliest = np.random.default_rng(3).choice(1200, 12, replace=False)

    def noisy(number: int) -> np.ndarray:
        cells = np.random.default_rng(number).integers(-3, 4, (30, 40))
        cells.ravel()[liveliest] = 5 * (-1) ** number
        return (120 + cells.repeat(4, 0).repeat(4, 1)).astype(np.uint8)

    for number in range(8):
        view = gate.step(shot(image, noisy(number)))
    assert not view.moving.any()
    small = noisy(8)
    small[40:80, 40:80] += 40
    assert gate.step(shot(image, small)).moving.sum() >= 100
