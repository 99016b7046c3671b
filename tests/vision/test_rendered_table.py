"""The whole way from a rendered scene to the changes that are told."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision._table import CALM, LAYOUT, Table, card, told
from vision import ChangeKind, MatLayout, Point, Tag, TagRegistry
from vision.table._snapshot import drawn_jpeg
from vision.table.track import Standing

PLACED, MOVED, GONE, TURNED = ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED


def test_a_placed_card_is_told_once_with_its_spot_and_place():
    table = Table()
    assert table.begun == []
    changes = table.put(card(1, 300, 200))
    assert told(changes) == [(PLACED, "CARD001", "play", None)]
    at = changes[0].at
    assert at is not None
    # the sticker's middle is 15.5 mm left of and 28 mm above the card's
    assert at.x_mm == pytest.approx(284.5, abs=1.5)
    assert at.y_mm == pytest.approx(172.0, abs=1.5)
    assert table.frames() == []


def test_a_card_that_lies_there_at_the_start_is_placed():
    table = Table(card(1, 120, 200), card(2, 480, 200, angle_deg=180))
    assert {(c.kind, c.payload, c.spot) for c in table.begun} == {
        (PLACED, "CARD001", "left"),
        (PLACED, "CARD002", "right"),
    }
    assert table.lying()["CARD002"].angle_deg == pytest.approx(180, abs=2)
    assert table.lying()["CARD002"].spot == "right"


def test_a_moved_card_is_told_with_both_spots():
    table = Table(card(1, 120, 200))
    assert told(table.move(1, 300, 200)) == [(MOVED, "CARD001", "play", "left")]


def test_a_card_nudged_within_its_spot_is_no_change():
    table = Table(card(1, 300, 200))
    assert table.move(1, 306, 204) == []


def test_a_card_turned_over_and_back():
    table = Table(card(1, 300, 200))
    assert told(table.turn(1)) == [(TURNED, "BACK1", "play", "play")]
    assert told(table.turn(1)) == [(TURNED, "CARD001", "play", "play")]


def test_a_taken_card_is_gone_and_put_back_tells_where_it_had_been():
    table = Table(card(1, 300, 200))
    assert told(table.take(1)) == [(GONE, "CARD001", None, "play")]
    assert table.lying() == {}
    assert told(table.put(card(1, 300, 200))) == [(PLACED, "CARD001", "play", "play")]


def test_a_card_lifted_and_put_back_under_the_hand_is_no_change():
    table = Table(card(1, 300, 200))
    table.camera.wave(300, 200, 3)
    assert table.frames(2) == []
    assert table.put(card(1, 301, 200)) == []


def test_two_cards_at_once():
    table = Table()
    assert sorted(c.payload for c in table.put(card(1, 120, 200), card(2, 300, 200))) == ["CARD001", "CARD002"]
    assert {(c.kind, c.payload) for c in table.take(1, 2)} == {(GONE, "CARD001"), (GONE, "CARD002")}


@pytest.mark.parametrize("frames", [1, 3, 12])
def test_a_hand_over_a_card_changes_nothing(frames: int):
    """Also one that rests there for longer than it takes to be still: the card is remembered."""
    table = Table(card(1, 300, 200), card(2, 120, 200))
    table.camera.wave(290, 180, frames)
    assert table.frames(frames + 8) == []
    assert set(table.lying()) == {"CARD001", "CARD002"}


def test_a_card_laid_over_another_hides_it_and_it_is_remembered():
    table = Table(card(1, 300, 200))
    assert told(table.put(card(2, 303, 203, layer=1))) == [(PLACED, "CARD002", "play", None)]
    assert set(table.lying()) == {"CARD001", "CARD002"}
    assert told(table.take(2)) == [(GONE, "CARD002", None, "play")]
    assert set(table.lying()) == {"CARD001"}


def test_the_lower_card_of_two_stays_remembered_when_both_were_laid_one_after_the_other():
    table = Table()
    table.put(card(1, 300, 200))
    table.put(card(2, 302, 202, layer=1))
    table.put(card(3, 304, 204, layer=2))
    assert set(table.lying()) == {"CARD001", "CARD002", "CARD003"}
    assert {(c.kind, c.payload) for c in table.take(2, 3)} == {(GONE, "CARD002"), (GONE, "CARD003")}
    assert set(table.lying()) == {"CARD001"}


def test_shared_backs_are_told_apart_by_their_places():
    table = Table(card(1, 120, 200, face_up=False), card(2, 300, 200, face_up=False))
    assert sorted(str(p.spot) for p in table.eye_presences()) == ["left", "play"]
    assert told(table.move(2, 480, 200)) == [(MOVED, "BACK1", "right", "play")]
    assert told(table.take(1)) == [(GONE, "BACK1", None, "left")]


def test_a_code_that_should_exist_once_in_two_places_is_doubled():
    table = Table(card(1, 120, 200))
    copy = replace(card(1, 480, 200), ident=77)
    assert told(table.put(copy)) == [(ChangeKind.DOUBLED, "CARD001", "right", "left")]
    assert table.lying()["CARD001"].spot == "left"


def test_a_tag_that_nobody_registered_is_offered_each_time_it_comes_and_placed_once_adopted():
    table = Table()
    stranger = card(99, 300, 200)
    offered = [(ChangeKind.UNKNOWN, "CARD099", None, None)]
    assert told(table.put(stranger)) == offered
    assert table.move(99, 200, 200) == []
    table.camera.wave(200, 200, 5)
    assert table.frames() == []
    assert table.take(99) == []
    assert told(table.put(stranger)) == offered
    tag = table.registry["CARD001"]
    table.eye.set_registry(TagRegistry((*table.registry.values(), replace(tag, payload="CARD099"))))
    assert told(table.frames()) == [(PLACED, "CARD099", "play", None)]


BIG = MatLayout(900, 600, (), {0: Point(22, 22), 1: Point(878, 22), 2: Point(878, 578), 3: Point(22, 578)})


@pytest.mark.parametrize("lean_deg", [0, 37])
def test_thirty_six_cards_in_neat_rows_or_leaning_are_all_read(lean_deg: int):
    cards = [card(n, 85 + 91 * (n % 9), 90 + 140 * (n // 9), lean_deg * (n % 10)) for n in range(36)]
    table = Table(*cards, settings=replace(CALM, px_per_mm=2.8), layout=BIG, cards=36)
    assert {c.payload for c in table.begun} == {f"CARD{n:03d}" for n in range(36)}
    assert all(c.kind is PLACED for c in table.begun)


@pytest.mark.parametrize("angle_deg", range(0, 360, 30))
def test_a_card_at_any_angle(angle_deg: int):
    table = Table()
    (change,) = table.put(card(1, 300, 200, angle_deg=angle_deg))
    assert (change.kind, change.spot) == (PLACED, "play")
    off_deg = (table.lying()["CARD001"].angle_deg - angle_deg + 180) % 360 - 180
    assert abs(off_deg) < 3


def test_a_hand_over_a_corner_marker_keeps_the_calibration():
    table = Table(card(1, 300, 200))
    table.camera.wave(22, 22, 6)
    assert table.frames(3) == []
    assert table.eye.is_calibrated
    assert told(table.put(card(2, 120, 200))) == [(PLACED, "CARD002", "left", None)]


def test_without_markers_cards_are_told_without_places():
    table = Table(card(1, 300, 200), layout=replace(LAYOUT, markers={}))
    (placed,) = table.begun
    assert (placed.kind, placed.spot, placed.at) == (PLACED, None, None)
    assert told(table.take(1)) == [(GONE, "CARD001", None, None)]


def test_lost_and_compressed_frames_do_no_harm():
    rough = replace(CALM, drop_every=3, jpeg_quality=85, noise=6, gradient=0.5, tilt_deg=12, px_per_mm=3.0)
    table = Table(settings=rough)
    assert told(table.put(card(1, 120, 200))) == [(PLACED, "CARD001", "left", None)]
    assert told(table.move(1, 480, 200)) == [(MOVED, "CARD001", "right", "left")]
    assert told(table.take(1)) == [(GONE, "CARD001", None, "right")]


def test_the_snapshot_is_a_picture_of_limited_width():
    table = Table(card(1, 300, 200))
    picture = table.eye.snapshot()
    assert picture is not None
    assert picture[:2] == b"\xff\xd8"
    assert len(picture) < 400_000


def test_the_snapshot_names_no_card_that_lies_covered():
    """A shared screen shows the top of a discard pile, not what lies below (CR-I09)."""
    table = Table(card(1, 300, 200))
    lying = table.eye._reading.memory.lying
    named: list[str] = []
    image = np.zeros((400, 600), np.uint8)

    def label(tag: Tag) -> str:
        named.append(tag.piece)
        return tag.piece

    drawn_jpeg(image, 1.0, [replace(item, standing=Standing.COVERED) for item in lying], label)
    assert lying
    assert named == []
    drawn_jpeg(image, 1.0, lying, label)
    assert named == [item.tag.piece for item in lying]


def fan():
    return [card(n, 150 + 32 * n, 200, layer=n) for n in range(5)]


@pytest.mark.parametrize("is_there_at_the_start", [True, False])
def test_a_fanned_row_with_its_stickers_free_loses_cards_from_both_ends_and_the_middle(is_there_at_the_start: bool):
    table = Table(*fan()) if is_there_at_the_start else Table()
    for piece in () if is_there_at_the_start else fan():
        assert len(table.put(piece)) == 1
    for number in (4, 2, 0):
        assert [(c.kind, c.payload) for c in table.take(number)] == [(GONE, f"CARD{number:03d}")]
    assert set(table.lying()) == {"CARD001", "CARD003"}


def test_a_pile_of_backs_gives_its_top_card_away():
    table = Table()
    for number in range(3):
        table.put(card(number, 300, 330, layer=number, face_up=False))
    assert told(table.move(2, 120, 200)) == [(PLACED, "BACK1", "left", None)]
    assert told(table.turn(2)) == [(TURNED, "CARD002", "left", "left")]
    assert sorted(str(p.spot) for p in table.eye_presences()) == ["left", "pile"]
