"""Setting the camera up: what rendered looks through it are said to be worth, and a lens that is measured and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.camera.camera_setup import CameraSetup
from companion.camera.lens_files import LensFiles
from companion.prints.stickers.probes import PROBE_SIZES_MM, probe_payload
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay, Config
from companion.telling.voices import hub_words
from hardware.types import SpeechSink
from rules.engine.types import Say
from rules.engine.words import Names
from tests.companion.high_card import HIGH_CARD
from tests.evenings.table import wait_until
from tests.vision._views import LAYOUT, Camera, board_sheet, mat, sticker
from vision.calibration.lens import LENS_BOARD, Lens
from vision.calibration.mat import Glance, MarkerMemory, calibrate, find_markers
from vision.types import CameraNote, Frame, Image, Point, TableReport, VisionError
from web.pages.camera.views import CameraAct, CameraView, LensStage, Tone, Zone
from web.views import Role, Session

CAMERA = Camera((1280, 960), 0.9, 1000, 5, 60, 2)
MAT = mat()
LENS = Lens(CAMERA.matrix, (-0.1, 0.02, 0.0, 0.0, 0.0), 0.31, (1280, 960))
WORDS = hub_words("en")


def say(code: str, facts: Mapping[str, object]) -> str:
    assert ("notice", code) in WORDS, f"there is no sentence for {code}"
    return WORDS.say("notice", Say(code, facts), Names((), {}))


class FixedEye:
    """Looks at the pictures that it is shown, and calibrates each by itself."""

    def __init__(self) -> None:
        self.latest: Glance | None = None
        self.lenses: tuple[Lens, ...] = ()
        self.number = self.cards = 0

    def show(self, picture: Image, *notes: CameraNote) -> None:
        self.number += 1
        seen = find_markers(picture, list(LAYOUT.markers))
        size = (picture.shape[1], picture.shape[0])
        found = calibrate(MarkerMemory(seen), LAYOUT, None, size)
        frame = Frame(picture, 3.0 * self.number, self.number)
        self.latest = Glance(frame, found, seen, frozenset(notes), (24.0, 15.0))

    def glance(self) -> Glance | None:
        return self.latest

    def recognised(self) -> int:
        return self.cards

    def set_lenses(self, lenses: tuple[Lens, ...]) -> None:
        self.lenses = tuple(lenses)


class Bench:
    """The setup of one camera, with an eye and a clock of its own."""

    def __init__(self, directory: Path, camera: str = "device:0") -> None:
        self.eye = FixedEye()
        self.now_s = 100.0
        self.files = LensFiles(directory, camera)
        eye: Callable[[], object] = lambda: self.eye  # noqa: E731
        self.setup = CameraSetup(eye, LAYOUT, self.files, say, lambda: self.now_s)  # type: ignore[arg-type]

    def view(self, picture: Image, *notes: CameraNote) -> CameraView:
        self.now_s += 3.0
        self.eye.show(picture, *notes)
        return self.setup.view()

    def line(self, view: CameraView, key: str) -> tuple[Tone, str]:
        (found,) = [one for one in view.advice if one.key == key]
        return found.tone, found.text


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


@pytest.fixture(scope="module")
def plain() -> Image:
    return (CAMERA.picture(MAT, 4.0) * 0.92).astype(np.uint8)


def test_a_plain_look_tells_scale_markers_and_stand(bench: Bench, plain: Image):
    bench.eye.cards = 3
    view = bench.view(plain)
    assert (view.has_camera, view.width_px, view.height_px, view.cards) == (True, 1280, 960, 3)
    assert view.marker_text == "All 4 markers of the mat are in view."
    assert all(marker.found for marker in view.markers)
    assert view.table is not None
    large, small = view.table.stickers
    assert (large.sticker_mm, small.sticker_mm) == (24.0, 15.0)
    # 0.9 * 1280 px / 1000 mm = 1.15 px/mm, 0.96 and 0.6 mm a module
    assert large.px_per_module[75] == pytest.approx(1.15 * 0.96, rel=0.06)
    assert set(small.zones) == {Zone.NOT}
    assert "Stickers of 15 mm will not be read nearly everywhere" in small.summary
    assert "at least" in small.summary
    assert len(view.table.grid) == (view.table.columns + 1) * (view.table.rows + 1)
    assert bench.line(view, "focus")[0] is Tone.GOOD
    assert bench.line(view, "light") == (Tone.GOOD, "White paper is bright and not burnt out.")
    assert bench.line(view, "stand")[0] is Tone.GOOD
    assert (view.tone, view.headline) == (Tone.BAD, "Something here will keep stickers from being read.")
    assert bench.setup.picture()[:2] == b"\xff\xd8"  # type: ignore[index]


def test_a_close_camera_is_good_and_says_so(bench: Bench):
    near = Camera((2560, 1920), 0.9, 1000, 0, 60, 0)
    picture = (near.picture(MAT, 4.0) * 0.92).astype(np.uint8)
    bench.eye.show(picture)
    assert bench.eye.latest is not None
    bench.eye.latest = replace(bench.eye.latest, sticker_mm=(30.0,))
    view = bench.setup.view()
    assert view.table is not None
    assert view.table.stickers[0].tone is Tone.GOOD
    assert view.table.stickers[0].summary.startswith("Stickers of 30 mm are read well on the whole table")
    assert (view.tone, view.headline) == (Tone.GOOD, "The camera is set up well.")


@pytest.mark.parametrize(
    ("gain", "lift", "tone", "words"),
    [(1.25, 0, Tone.BAD, "burnt out"), (0.3, 0, Tone.BAD, "Make more light"), (0.25, 140, Tone.FAIR, "looks grey")],
)
def test_light_is_judged_at_the_white_of_the_markers(
    bench: Bench, plain: Image, gain: float, lift: float, tone: Tone, words: str
):
    view = bench.view(np.clip(plain.astype(float) * gain + lift, 0, 255).astype(np.uint8))
    found = bench.line(view, "light")
    assert found[0] is tone
    assert words in found[1]


def test_uneven_and_flickering_light_are_told(bench: Bench, plain: Image):
    lamp = np.linspace(1.0, 0.35, plain.shape[1])[None, :, None]
    uneven = (plain * lamp).astype(np.uint8)
    tone, text = bench.line(bench.view(uneven), "even")
    assert tone is Tone.BAD
    assert "marker 1" in text or "marker 2" in text
    assert bench.line(bench.view(plain), "flicker")[0] is Tone.UNKNOWN
    for gain in (1.0, 0.8, 1.0, 0.8, 1.0, 0.8):
        view = bench.view((plain * gain).astype(np.uint8))
    assert bench.line(view, "flicker") == (
        Tone.BAD,
        "The light flickers. Set the exposure to a multiple of 10 ms (8.3 ms in America), or take another lamp.",
    )


def test_blur_leaning_and_missing_markers_are_told(bench: Bench):
    soft = Camera((1280, 960), 0.9, 1000, 5, 60, 2, blur_px=2.2)
    assert bench.line(bench.view(soft.picture(MAT, 4.0)), "focus")[0] is Tone.BAD
    leaning = Camera((1280, 960), 0.9, 1300, 32, 60, 2)
    tone, text = bench.line(bench.view(leaning.picture(MAT, 4.0)), "stand")
    assert tone is Tone.FAIR
    assert "leans a lot" in text
    hidden = CAMERA.picture(MAT, 4.0)
    x, y = (round(float(v)) for v in CAMERA.pixels(np.array([[22.0, 22.0, 0.0]]))[0])
    hidden[max(0, y - 30) : y + 30, max(0, x - 30) : x + 30] = 90
    view = bench.view(hidden)
    assert view.marker_text == "3 of 4 markers are in view. Missing: 0."
    (missing,) = [marker for marker in view.markers if not marker.found]
    true = CAMERA.pixels(np.array([[22.0, 22.0, 0.0]]))[0] / CAMERA.size_px
    assert np.mean(missing.corners, axis=0) == pytest.approx(true, abs=0.01), "the page shows where to look for it"


def test_a_lost_mat_a_mirror_image_and_no_camera_have_their_sentences(bench: Bench, plain: Image):
    nothing = np.full((960, 1280, 3), 120, np.uint8)
    view = bench.view(nothing)
    assert view.table is None
    assert "At least three of its 4 markers" in view.headline
    assert bench.line(view, "light")[0] is Tone.UNKNOWN
    assert "mirrored" in bench.view(plain[:, ::-1].copy(), CameraNote.MIRRORED).headline
    bench.eye.latest = None
    assert bench.setup.view().headline == "The camera has given no picture yet."
    blind = CameraSetup(lambda: None, LAYOUT, bench.files, say, lambda: 0.0)
    assert blind.view().has_camera is False
    assert blind.picture() is None


def test_test_tags_are_read_live(bench: Bench):
    near = Camera((1600, 1200), 0.9, 500, at=Point(250, 150))
    sides = (30, 24, 8)
    places = [Point(120 + 90 * n, 130) for n in range(3)]
    sheets = [(MAT, 4.0, Point(0, 0), 0.0)]
    sheets += [(sticker(probe_payload(side), side), 8.0, at, 0.0) for side, at in zip(sides, places, strict=True)]
    view = bench.view(near.pictures(sheets))
    tests = {test.size_mm: test for test in view.tests}
    assert tuple(tests) == tuple(sorted(PROBE_SIZES_MM, reverse=True))
    assert [size for size, test in tests.items() if test.read][:2] == [30, 24]
    assert tests[30].px_per_module == pytest.approx(0.9 * 1600 / 500 * 30 / 25, rel=0.05)
    assert "smallest test tag" in view.test_text
    assert "No test tag" in bench.view(np.full((960, 1280, 3), 120, np.uint8)).test_text


TRUE = Lens(Camera((1024, 768), 0.85).matrix, (-0.12, 0.02, 0.0, 0.0, 0.0), 0.0, (1024, 768))
SHEET = board_sheet(LENS_BOARD)
HOLDS = [(25, 0, 0), (30, -90, 60), (32, 90, 60), (28, -90, -70), (34, 90, -70), (22, 0, 95), (30, 0, -95)]


def test_a_lens_is_gathered_measured_kept_and_found_again(bench: Bench, tmp_path: Path):
    assert bench.setup.act(CameraAct.LENS_BEGIN) == "Hold the board in the picture, still for a moment each time."
    with pytest.raises(VisionError, match="6 different views"):
        bench.setup.act(CameraAct.LENS_MEASURE)
    for n, (tilt, dx, dy) in enumerate(HOLDS):
        at = Point(LENS_BOARD.width_mm / 2 + 8 + dx, LENS_BOARD.height_mm / 2 + 8 + dy)
        picture = Camera((1024, 768), 0.85, 400, tilt, 51.0 * n, 67.0 * n, at, TRUE).picture(SHEET, 4.0, n)
        assert bench.view(picture).lens.text == "Hold still…"
        assert bench.view(picture).lens.views == n + 1
    work = bench.view(picture).lens
    assert work.stage is LensStage.GATHERING
    assert "That view is already there" in work.text
    assert sum(work.parts) >= 8
    assert len(work.outline) == 4
    assert "Measured" in bench.setup.act(CameraAct.LENS_MEASURE)
    assert bench.setup.view().lens.stage is LensStage.MEASURED
    assert bench.setup.act(CameraAct.LENS_KEEP) == "The lens is saved and used from now on."
    assert len(bench.eye.lenses) == 1
    assert bench.setup.view().lens.stage is LensStage.KEPT
    again = Bench(tmp_path).setup.lenses
    assert [lens.size_px for lens in again] == [(1024, 768)]
    assert Bench(tmp_path, "device:1").setup.lenses == ()
    bench.setup.act(CameraAct.LENS_FORGET)
    assert Bench(tmp_path).setup.lenses == ()
    assert not bench.eye.lenses


def test_a_lens_of_another_size_is_said_not_to_be_used(bench: Bench, plain: Image):
    bench.files.keep(replace(LENS, size_px=(640, 480)))
    other = Bench(bench.files.directory)
    assert "another picture size" in other.view(plain).lens.text
    with pytest.raises(VisionError, match="no measured lens"):
        other.setup.act(CameraAct.LENS_KEEP)


def test_a_damaged_lens_file_is_left_out(tmp_path: Path):
    files = LensFiles(tmp_path / "data", "csi:0")
    assert files.load() == ()
    files.keep(LENS)
    (tmp_path / "data" / "lens-csi-0-9x9.json").write_text("{", "utf-8")
    assert [lens.size_px for lens in files.load()] == [(1280, 960)]
    (tmp_path / "data").chmod(0o755)
    files.forget((1280, 960))
    assert files.load() == ()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    base = Config()
    config = replace(
        base,
        table=replace(base.table, players=2, seed=3),
        camera=replace(base.camera, source="none"),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(tmp_path / "data")),
        play=replace(base.play, autoplay=Autoplay.OFF),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )
    running = build(config, HIGH_CARD)
    running.start()
    yield running
    running.stop()


def test_every_note_of_the_camera_becomes_a_notice(service: Service):
    session = Session(Role.SPECTATOR)
    told: set[str] = set()
    for note in CameraNote:
        assert ("notice", f"camera_{note.value}") in WORDS
        service.inbox.put(TableReport((), (), True, 1.0, notes=(note,)))
        known = frozenset({*told, ""})

        def is_new(known: frozenset[str] = known) -> bool:
            return service.pages.match.packet(session).notice not in known

        wait_until(is_new, what=note.value)
        told.add(service.pages.match.packet(session).notice)
    assert any("found its place again" in notice for notice in told)
    assert len(told) == len(CameraNote)


def test_the_page_of_a_table_without_a_camera(service: Service):
    host = Session(Role.HOST)
    assert service.pages.camera.camera_view(host).headline == "This table has no camera. Set camera.source first."
    assert service.pages.camera.camera_picture(host) is None
    assert not service.pages.camera.camera_act(Session(Role.SEAT, 0), CameraAct.LENS_BEGIN).ok
    assert service.pages.camera.camera_act(host, CameraAct.LENS_STOP).ok
