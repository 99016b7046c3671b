"""What pictures and letters hold in memory: counted in bytes, by the kernel or by Python."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path

from tests.vision._held import grown_mb
from vision import CameraSettings, Eye, MatLayout, ScenePiece, SceneState, TagRegistry, VirtualCamera
from vision.types import Point, Spot
from vision.virtual.spare import SparePictures

PROJECT = Path(__file__).resolve().parents[2]
CORNERS = (Point(20, 20), Point(680, 20), Point(680, 480), Point(20, 480))
MAT = MatLayout(700, 500, (Spot("deck", 200, 200, 70, 95),), dict(enumerate(CORNERS)))
WRITING = {"vision/sticker.py", "vision/virtual/mat.py", "vision/table/_snapshot.py"}


def scene(version: int) -> SceneState:
    cards = (ScenePiece(n, f"CARD000{n}", "BACK0000", 100.0 + 90 * n, 150.0 + 20 * version, 0.0) for n in range(5))
    return SceneState(version, tuple(cards))


def test_a_virtual_table_holds_four_pictures_and_no_more():
    state = [scene(0)]
    times = iter(n / 8 for n in range(100_000))
    settings = CameraSettings(px_per_mm=2.5, fps=0.0, heartbeat_s=0.0)
    tracemalloc.start()
    try:
        camera = VirtualCamera(MAT, lambda: state[0], settings, lambda: next(times))
        eye = Eye(camera, MAT, TagRegistry(), None, lambda: next(times), lambda report: None)
        for version in range(6):
            state[0] = scene(version)
            for _ in range(3):
                frame = camera.read(1.0)
                assert frame is not None
                eye.look(frame)
                eye.snapshot()
        held, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert frame is not None
    picture = frame.image.nbytes
    other = 9_000_000  # the patch of noise, the cards, the reader's tables
    assert held < 4.2 * picture + other, (
        "the table as it is, the latest frame, the one before it, and what the eye accepted"
    )
    assert peak < 6.5 * picture + other


def test_the_noise_of_a_virtual_camera_covers_the_whole_picture():
    camera = VirtualCamera(MAT, lambda: SceneState(0, ()), CameraSettings(px_per_mm=2.5, noise=4.0), lambda: 0.0)
    frame = camera.read(1.0)
    assert frame is not None
    rough = frame.image[1:].astype(int) - frame.image[:-1]
    for part in (rough[:90, :90], rough[-90:, -90:], rough[500:590, 500:590], rough[-90:, :90]):
        assert 3.0 < abs(part).mean() < 40.0


def test_a_picture_is_drawn_on_again_only_when_nobody_has_a_part_of_it():
    spare = SparePictures()
    first = spare.picture((8, 6, 3))
    part = first[2:4]
    first[:] = 7
    del first
    second = spare.picture((8, 6, 3))
    second[:] = 9
    assert (part == 7).all()
    del part, second
    kept = [spare.picture((8, 6, 3)) for _ in range(5)]
    assert len({id(one) for one in kept}) == 5
    assert spare.picture((4, 4, 3)).shape == (4, 4, 3)


def test_threads_that_draw_letters_keep_no_fonts_of_their_own():
    before = "from vision.sticker import Art, card_image\ncard_image('CARD0001', Art('Warm', 'W'), 3.0)"
    assert grown_mb(before, "in_threads(16, lambda: card_image('CARD0002', Art('Card', 'C'), 3.0))") < 30.0


def test_letters_are_drawn_only_in_modules_that_hand_it_to_the_one_thread():
    """By name, so that a new one is thought about: see vision/_lettering.py."""
    texts = {
        file.relative_to(PROJECT).as_posix(): file.read_text("utf-8")
        for folder in ("vision", "companion", "web", "hardware")
        for file in (PROJECT / folder).rglob("*.py")
    }
    writing = {name for name, text in texts.items() if re.search(r"cv2\.(putText|getTextSize)", text)}
    assert writing == WRITING
    for name in WRITING:
        assert re.search(r"^@lettered\ndef [a-z]", texts[name], re.MULTILINE), name


def test_a_frame_is_made_a_picture_for_pages_once():
    camera = VirtualCamera(MAT, lambda: scene(0), CameraSettings(px_per_mm=1.5, fps=0.0, heartbeat_s=0.0), lambda: 0.0)
    eye = Eye(camera, MAT, TagRegistry(), None, lambda: 0.0, lambda report: None)
    pictures = []
    for _ in range(2):
        frame = camera.read(1.0)
        assert frame is not None
        eye.look(frame)
        pictures.append(eye.snapshot())
        assert eye.snapshot() is pictures[-1]
    assert pictures[0] != pictures[1]
