"""Keeps the calibration of one camera: looks for the markers when there is a reason, notices that it was bumped, and
judges its light and focus.

When the camera was moved, all markers that are seen lie elsewhere than before. With three of them or more the places
are found again at once (MOVED). With fewer the calibration is withdrawn (NO_MARKERS): no place at all is better than a
wrong one, which would be taken for a move in the game. Markers that are merely gone (a cloth, an arm, a lamp out) do
not show that the camera moved: the places stay, and after a while NO_MARKERS says that nobody can check them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import median

from vision.calibration.advice import Notes, is_mirrored, sharpness_px
from vision.calibration.heat import STICKER_MODULES
from vision.calibration.lens import Lens
from vision.calibration.markers import Corners, follow_markers, middle_px, side_px
from vision.calibration.mat import (
    Calibration,
    MarkerMemory,
    calibrate,
    find_markers,
    is_same_place,
    moved,
    relaid,
    remembered,
)
from vision.sticker import STICKER_MM
from vision.table.gate import GateView
from vision.types import CameraNote, Frame, MatLayout

_SEARCH_AGAIN_S = 5.0
_TRY_AGAIN_S = 1.0
_MISSING_S = 20.0  # so long all markers may be out of sight before it is told
_SHARP_PX = 1.1
_START_S = 5.0  # the same at the beginning, when there are no places yet


class Calibrator:
    """Where the mat is in the picture now. Without a layout, or with one without markers, it stays unknown.

    `lenses`: the camera's lens as measured; each is used for pictures of the size that it was measured at.
    """

    def __init__(self, layout: MatLayout | None, lenses: Sequence[Lens] = ()) -> None:
        self._layout = layout
        self._lenses = {lens.size_px: lens for lens in lenses}
        self._is_lens_new = False
        self._markers = MarkerMemory({})
        self._relaid: set[int] = set()  # markers that were moved on the mat: not to be trusted until the next start
        self._size_px = (0, 0)
        self._seen: tuple[float, tuple[Corners, ...]] = (-math.inf, ())  # when the markers were last seen, and where
        self._searched_s = -math.inf  # when the markers were last looked for
        self._missing_since_s: float | None = None  # since when none is seen
        self._is_lost = False  # the camera was moved and the places have not been found again
        self._notes = Notes()
        self.calibration: Calibration | None = None
        self.sticker_mm = STICKER_MM  # the smallest in use: how much blur may be depends on it

    @property
    def markers(self) -> Mapping[int, Corners]:
        """Where each marker was last seen, corners in pixels."""
        return self._markers.corners_px

    @property
    def wrong_now(self) -> frozenset[CameraNote]:
        """What is wrong with the picture now, as it was told."""
        return self._notes.now

    def seen_in(self, frame: Frame) -> tuple[Corners, ...]:
        """The markers that the latest step saw, if it looked at this frame."""
        return self._seen[1] if self._seen[0] == frame.taken_s else ()

    def set_lenses(self, lenses: Sequence[Lens]) -> None:
        """Other lenses, used from the next step on."""
        self._lenses = {lens.size_px: lens for lens in lenses}
        self._is_lens_new = True

    def notes(self) -> tuple[CameraNote, ...]:
        """What is to be told about the picture since this was asked last; each only once."""
        return self._notes.take()

    def step(self, frame: Frame, view: GateView) -> bool:
        """Looks for the markers at the start, and when something settled at one of them or all over the picture.
        Whether `calibration` is another one now (None when it had to be withdrawn)."""
        layout = self._layout
        size = frame.size_px
        if layout is None or not layout.markers:
            self._notes.look(view.small, None, frame.taken_s)
            return False
        if size != self._size_px:
            self._size_px, self._markers = size, MarkerMemory({})  # another mode of the camera: nothing is known
        if not self._has_reason(frame, view, layout):
            return False
        self._searched_s = frame.taken_s
        seen = self._look(frame, view, layout)
        self._seen = frame.taken_s, tuple(seen.values())
        self._notes.look(view.small, self._blur_modules(frame, seen, layout), frame.taken_s)
        was_moved = moved(self._markers, seen)
        if not was_moved:
            self._relaid |= relaid(self._markers, seen)
        self._markers = remembered(self._markers, seen)
        return self._take_over(was_moved, layout)

    def _has_reason(self, frame: Frame, view: GateView, layout: MatLayout) -> bool:
        is_everywhere = bool(view.settled.mean() >= 0.5)
        if self._is_lens_new or is_everywhere:
            return True
        waited_s = frame.taken_s - self._searched_s
        if self.calibration is None or not self._markers.corners_px:
            return waited_s > _TRY_AGAIN_S  # a table without a mat must not be searched with every card
        near = [
            view.settled[view.around(*middle_px(corners), 2 * view.cell_px)].any()
            for corners in self._markers.corners_px.values()
        ]
        is_missing = len(self._markers.corners_px) < len(layout.markers)
        return any(near) or (is_missing and waited_s > _SEARCH_AGAIN_S)

    def _look(self, frame: Frame, view: GateView, layout: MatLayout) -> Mapping[int, Corners]:
        """The markers that are seen: where they were, else anywhere. Tells when none is there for long."""
        seen: dict[int, Corners] = follow_markers(frame.image, self._markers.corners_px)
        if len(seen) < len(layout.markers):
            seen = {**seen, **find_markers(view.halves, list(layout.markers))}
        if seen:
            self._missing_since_s = None
            self._notes.end(CameraNote.MIRRORED)
            return seen
        if self._missing_since_s is None:
            self._missing_since_s = frame.taken_s
        if not self._markers.corners_px and is_mirrored(frame.image, list(layout.markers)):
            self._notes.begin(CameraNote.MIRRORED)
        elif frame.taken_s - self._missing_since_s >= (_START_S if self.calibration is None else _MISSING_S):
            self._notes.begin(CameraNote.NO_MARKERS)
        return seen

    def _take_over(self, was_moved: bool, layout: MatLayout) -> bool:
        """Makes the calibration from the markers as they are remembered now."""
        lens = self._lenses.get(self._size_px)
        trusted = {n: c for n, c in self._markers.corners_px.items() if n not in self._relaid}
        use = MarkerMemory(trusted if len(trusted) >= 3 else self._markers.corners_px)
        new, old = calibrate(use, layout, lens, self._size_px), self.calibration
        was_lens_new, self._is_lens_new = self._is_lens_new, False
        if new is None:
            if not was_moved or old is None:
                return False
            self.calibration, self._is_lost = None, True
            self._notes.begin(CameraNote.NO_MARKERS)
            return True
        if self._missing_since_s is None:
            self._notes.end(CameraNote.NO_MARKERS)
            if self._is_lost or (was_moved and old is not None):
                self._notes.once(CameraNote.MOVED)
            self._is_lost = False
        if old is not None and not was_lens_new and is_same_place(old, new, layout):
            return False
        self.calibration = new
        return True

    def _blur_modules(self, frame: Frame, seen: Mapping[int, Corners], layout: MatLayout) -> float | None:
        blur = sharpness_px(frame.image, seen)
        if blur is None or blur < _SHARP_PX:
            return None if blur is None else 0.0  # no lens does better: if that is too soft, the camera is too far away
        px_per_mm = median(side_px(corners) for corners in seen.values()) / layout.marker_size_mm
        return blur / (px_per_mm * self.sticker_mm / STICKER_MODULES)
