"""Keeps the calibration of one camera: looks for the markers when there is a reason, and notices that it was bumped."""

from __future__ import annotations

from vision._sight import is_same_place, mean
from vision.gate import GateView
from vision.mat import Calibration, MarkerMemory, calibrate, find_markers, remembered
from vision.types import Frame, MatLayout

_SEARCH_AGAIN_S = 5.0


class Calibrator:
    """Where the mat is in the picture now. Without a layout, or with one without markers, it stays unknown."""

    def __init__(self, layout: MatLayout | None) -> None:
        self._layout = layout
        self._markers = MarkerMemory({})
        self._searched_s = 0.0  # when the markers were last looked for
        self.calibration: Calibration | None = None

    def step(self, frame: Frame, view: GateView) -> bool:
        """Looks for the markers at the start, and when something settled at one of them or all over the picture.
        Whether `calibration` is another one now."""
        layout = self._layout
        if layout is None or not layout.markers:
            return False
        if self.calibration is not None:
            near = [
                view.settled[view.around(*mean(corners), 2 * view.cell_px)].any()
                for corners in self._markers.corners_px.values()
            ]
            is_missing = len(self._markers.corners_px) < len(layout.markers)
            is_due = is_missing and frame.taken_s - self._searched_s > _SEARCH_AGAIN_S
            if not any(near) and not is_due and view.settled.mean() < 0.5:
                return False
        self._searched_s = frame.taken_s
        self._markers = remembered(self._markers, find_markers(frame.image, list(layout.markers)))
        new, old = calibrate(self._markers, layout), self.calibration
        if new is None or (old is not None and is_same_place(old, new, layout)):
            return False
        self.calibration = new
        return True
