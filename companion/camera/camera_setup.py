"""The page for setting the camera up: what one look through it is worth, in words, and the measuring of the lens."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from companion.camera.advice import advice, sticker_maps
from companion.camera.lens_files import LensFiles
from companion.prints.stickers.probes import PROBE_SIZES_MM, probe_payload
from vision import Eye, MatLayout, Side, Tag, TagRegistry, table_reader
from vision.calibration.capture import WANTED_VIEWS, BoardSight, Capture
from vision.calibration.lens import Lens, solve_lens
from vision.calibration.mat import Glance
from vision.calibration.setup import SetupLook, flat_jpeg, look_through, picture_jpeg, tags_read
from vision.spots import outline_of
from vision.types import CameraNote, VisionError
from web.pages.camera.views import (
    CameraAct,
    CameraMarker,
    CameraView,
    LensStage,
    LensWork,
    Place,
    TableMap,
    TestTag,
    Tone,
)

Words = Callable[[str, Mapping[str, object]], str]
"""A sentence of the companion for a code and its facts."""

_HISTORY: Final = 8  # looks by which flicker is judged
_REREAD_S: Final = 2.0  # so often the test tags are read again


@dataclass(frozen=True)
class _Lights:
    """How bright the white of the markers was at one look."""

    frame: int
    white: float


class CameraSetup:
    """For the host only. Safe from any thread; pages that ask at the same time wait for each other."""

    def __init__(
        self,
        eye: Callable[[], Eye | None],
        layout: MatLayout,
        files: LensFiles,
        words: Words,
        clock: Callable[[], float],
    ):
        self._eye = eye
        self._layout = layout
        self._files = files
        self._say = partial(_sentence, words)
        self._clock = clock
        self._lock = threading.Lock()
        self.lenses = files.load()  # those that are kept for this camera
        self._capture: Capture | None = None
        self._measured: Lens | None = None
        self._lights: deque[_Lights] = deque(maxlen=_HISTORY)
        self._tests: dict[str, float] = {}
        self._tests_of: tuple[int, float] = (-1, 0.0)  # frame and time of the last reading
        sizes = [Tag(probe_payload(side), probe_payload(side), Side.FRONT, sticker_mm=side) for side in PROBE_SIZES_MM]
        self._test_reader = table_reader(TagRegistry(sizes))

    def in_words_of(self, words: Words) -> CameraSetup:
        """The same, speaking the language of the host who looks or acts now."""
        self._say = partial(_sentence, words)
        return self

    def picture(self) -> bytes | None:
        """The latest picture as a JPEG; None without a camera or before its first frame."""
        glance = self._glance()
        return None if glance is None else picture_jpeg(glance)

    def flat(self, width_mm: float, height_mm: float) -> bytes | None:
        """The mat in the latest picture as from straight above, a JPEG; None while it is not seen."""
        glance = self._glance()
        return None if glance is None else flat_jpeg(glance, width_mm, height_mm)

    def outlines(self) -> dict[str, tuple[Place, ...]]:
        """Where each spot of the mat is in the latest picture, by its name; nothing while the mat is not seen. Fields
        of a board show themselves."""
        glance = self._glance()
        if glance is None or glance.calibration is None:
            return {}
        wide, high = _size(glance)
        fields = frozenset[str]() if self._layout.board is None else self._layout.board.fields
        found: dict[str, tuple[Place, ...]] = {}
        for spot in self._layout.spots:
            if spot.name not in fields:
                corners = map(glance.calibration.pixel, outline_of(spot))
                found[spot.name] = tuple((round(x / wide, 4), round(y / high, 4)) for x, y in corners)
        return found

    def view(self) -> CameraView:
        """Everything that the page draws, measured in the latest frame."""
        with self._lock:
            eye, glance = self._eye(), self._glance()
            if glance is None:
                code = "no_camera" if eye is None else "no_picture"
                return _empty(eye is not None, self._say(code), self._lens_work(None))
            look = look_through(glance, self._layout)
            self._remember_light(glance.frame.number, look)
            self._gather(glance)
            self._read_tests(glance)
            return replace(self._view(glance, look), cards=0 if eye is None else eye.recognised())

    def act(self, act: CameraAct) -> str:
        """Carries an act out; a sentence. VisionError with one sentence when it cannot be."""
        with self._lock:
            match act:
                case CameraAct.LENS_BEGIN:
                    self._capture, self._measured = Capture(), None
                    return self._say("lens_begun")
                case CameraAct.LENS_STOP:
                    self._capture = self._measured = None
                    return self._say("lens_stopped")
                case CameraAct.LENS_MEASURE:
                    self._measured = solve_lens(() if self._capture is None else self._capture.views)
                    return self._say("lens_measured", error=f"{self._measured.error_px:.2f}")
                case CameraAct.LENS_KEEP:
                    return self._keep()
                case CameraAct.LENS_FORGET:
                    return self._forget()

    # -- the lens ----------------------------------------------------------------------------------------------------

    def _keep(self) -> str:
        lens = self._measured
        if lens is None:
            raise VisionError(self._say("lens_nothing"))
        self._files.keep(lens)
        self._use((*(one for one in self.lenses if one.size_px != lens.size_px), lens))
        self._capture = self._measured = None
        return self._say("lens_kept")

    def _forget(self) -> str:
        glance = self._glance()
        if glance is not None:
            size = _size(glance)
            self._files.forget(size)
            self._use(tuple(one for one in self.lenses if one.size_px != size))
        return self._say("lens_forgotten")

    def _use(self, lenses: tuple[Lens, ...]) -> None:
        self.lenses = lenses
        eye = self._eye()
        if eye is not None:
            eye.set_lenses(lenses)

    def _gather(self, glance: Glance) -> None:
        if self._capture is not None and self._measured is None:
            self._capture = self._capture.look(glance.frame)

    def _lens_work(self, glance: Glance | None) -> LensWork:
        capture = self._capture
        if self._measured is not None:
            text = self._say("lens_measured", error=f"{self._measured.error_px:.2f}")
            views, parts = (0, ()) if capture is None else (len(capture.views), capture.parts)
            return LensWork(
                stage=LensStage.MEASURED, views=views, wanted=WANTED_VIEWS, parts=parts, ready=True, text=text
            )
        if capture is not None:
            text = self._say("lens_enough") if capture.is_enough else self._say(f"board_{capture.sight.value}")
            return LensWork(
                stage=LensStage.GATHERING,
                views=len(capture.views),
                wanted=WANTED_VIEWS,
                parts=capture.parts,
                ready=capture.is_enough,
                text=text,
                outline=()
                if glance is None or capture.sight is BoardSight.NONE
                else capture.outline_shares(_size(glance)),
            )
        lens = None if glance is None else next((one for one in self.lenses if one.size_px == _size(glance)), None)
        if lens is not None:
            return LensWork(
                stage=LensStage.KEPT,
                views=0,
                wanted=WANTED_VIEWS,
                parts=(),
                ready=False,
                text=self._say("lens_used", error=f"{lens.error_px:.2f}"),
            )
        code = "lens_other_size" if self.lenses else "lens_none"
        return LensWork(stage=LensStage.NONE, views=0, wanted=WANTED_VIEWS, parts=(), ready=False, text=self._say(code))

    # -- what is measured --------------------------------------------------------------------------------------------

    def _glance(self) -> Glance | None:
        eye = self._eye()
        return None if eye is None else eye.glance()

    def _remember_light(self, frame: int, look: SetupLook) -> None:
        if look.looks and (not self._lights or self._lights[-1].frame != frame):
            self._lights.append(_Lights(frame, sum(one.white for one in look.looks) / len(look.looks)))

    def _read_tests(self, glance: Glance) -> None:
        if self._capture is not None:
            return  # a chessboard is full of things that might be codes
        frame, at_s = self._tests_of
        now_s = self._clock()
        if glance.frame.number != frame and now_s - at_s >= _REREAD_S:
            self._tests = tags_read(glance, self._test_reader, PROBE_SIZES_MM)
            self._tests_of = glance.frame.number, now_s

    def _view(self, glance: Glance, look: SetupLook) -> CameraView:
        say = self._say
        maps = () if look.heat is None else sticker_maps(look.heat, glance.sticker_mm, say)
        table = None if look.heat is None else TableMap(look.heat.columns, look.heat.rows, look.grid, maps)
        lines = advice(look, glance, tuple(one.white for one in self._lights), say)
        missing = [marker.number for marker in look.markers if not marker.is_found]
        tests = tuple(
            TestTag(side, probe_payload(side) in self._tests, round(self._tests.get(probe_payload(side), 0.0), 2))
            for side in sorted(PROBE_SIZES_MM, reverse=True)
        )
        tones = [*(one.tone for one in maps), *(one.tone for one in lines), *([Tone.FAIR] if missing else [])]
        tone, headline = self._headline(glance, tones)
        return CameraView(
            has_camera=True,
            frame=glance.frame.number,
            width_px=look.size_px[0],
            height_px=look.size_px[1],
            headline=headline,
            tone=tone,
            markers=tuple(CameraMarker(m.number, m.is_found, m.corners) for m in look.markers),
            marker_text=self._marker_text(len(look.markers), missing),
            table=table,
            advice=lines,
            tests=tests,
            test_text=self._test_text(tests),
            lens=self._lens_work(glance),
        )

    def _marker_text(self, total: int, missing: Sequence[int]) -> str:
        if not missing:
            return self._say("markers_all", total=total)
        return self._say("markers_missing", found=total - len(missing), total=total, which=", ".join(map(str, missing)))

    def _test_text(self, tests: Sequence[TestTag]) -> str:
        sizes = [test.size_mm for test in tests if test.read]
        return self._say("tests_read", size=min(sizes)) if sizes else self._say("tests_none")

    def _headline(self, glance: Glance, tones: Sequence[Tone]) -> tuple[Tone, str]:
        if CameraNote.MIRRORED in glance.notes:
            return Tone.BAD, self._say("is_mirrored")
        if glance.calibration is None:
            return Tone.BAD, self._say("is_lost", total=len(self._layout.markers))
        if Tone.BAD in tones:
            return Tone.BAD, self._say("is_poor")
        if Tone.FAIR in tones:
            return Tone.FAIR, self._say("is_fair")
        return Tone.GOOD, self._say("is_good")


def _sentence(words: Words, code: str, **facts: object) -> str:
    return words(f"cam_{code}", facts)


def _size(glance: Glance) -> tuple[int, int]:
    height, width = glance.frame.image.shape[:2]
    return width, height


def _empty(has_camera: bool, headline: str, lens: LensWork) -> CameraView:
    return CameraView(
        has_camera=has_camera,
        frame=0,
        width_px=0,
        height_px=0,
        headline=headline,
        tone=Tone.UNKNOWN,
        markers=(),
        marker_text="",
        table=None,
        advice=(),
        tests=(),
        test_text="",
        lens=lens,
    )
