"""Which of a camera's pictures are worth keeping: what differs from those before, what follows on that, and now and
then one without a change."""

from __future__ import annotations

import cv2

from vision._pixels import as_image, grey
from vision.types import Frame, Image

_CELLS = (48, 32)
_DIFFERENCE = 4.0  # grey levels in the mean of one cell
_FOLLOW = 2  # frames that are kept after one that differed: a change is believed when it lies still


class Worth:
    """Asked once for each frame, in order. `every_s`: so often without a change; `apart_s`: never sooner after the one
    before; `look_s`: so long after a look none is taken. What comes too soon is owed, so that a hand's last picture is
    followed by one of what it left."""

    def __init__(self, every_s: float, apart_s: float = 0.0, look_s: float = 0.0) -> None:
        self._every_s, self._apart_s, self._look_s = every_s, apart_s, look_s
        self._looked_s: float | None = None
        self._before: Image | None = None
        self._follow = 0
        self._is_owed = True
        self._kept_s: float | None = None

    def is_kept(self, frame: Frame) -> bool:
        """Whether this frame is to be kept."""
        if self._looked_s is not None and 0.0 <= frame.taken_s - self._looked_s < self._look_s:
            return False
        self._looked_s = frame.taken_s
        cells = as_image(cv2.resize(grey(_shrunk(frame)), _CELLS, interpolation=cv2.INTER_AREA))
        is_other = self._before is None or float(cv2.absdiff(cells, self._before).max()) > _DIFFERENCE
        self._before = cells if is_other else self._before
        self._follow = _FOLLOW + 1 if is_other else max(0, self._follow - 1)
        gone_s = None if self._kept_s is None else frame.taken_s - self._kept_s
        self._is_owed |= self._follow > 0 or gone_s is None or gone_s >= self._every_s
        if not self._is_owed or (gone_s is not None and 0.0 <= gone_s < self._apart_s):
            return False
        self._is_owed, self._kept_s = False, frame.taken_s
        return True


def _shrunk(frame: Frame) -> Image:
    """The frame small enough to compare; every n-th pixel of a large one, which is plenty for the mean of a cell."""
    if frame.small is not None:
        return frame.small
    step = max(1, frame.image.shape[1] // 640)
    return frame.image[::step, ::step]
