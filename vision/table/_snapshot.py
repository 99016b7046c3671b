"""The picture for the table screen: the latest frame, small, with what was recognised drawn in."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision._lettering import lettered
from vision._pixels import as_image, colour, resized
from vision.table._memory import Lying, Standing
from vision.table._where import centre_px
from vision.types import Frame, Image, Tag

MAX_WIDTH_PX = 1280
_SEEN = (80, 220, 60)
_REMEMBERED = (120, 150, 130)


class Snapshots:
    """The picture of the latest frame, made once for all pages that ask for it. Safe from any thread."""

    def __init__(self, label: Callable[[Tag], str]) -> None:
        self._label = label
        self._lock = threading.Lock()  # held while a picture is made: who asks for the same one waits for it
        self._made: tuple[tuple[int, float], Sequence[Lying], bytes] | None = (
            None  # of which frame, and what lies there
        )

    def of(self, latest: Callable[[], tuple[Frame, Sequence[Lying]] | None]) -> bytes | None:
        """The latest frame as a JPEG with what was recognised drawn in; None where there is none yet. The frame itself
        is let go of at once: a camera may wait to draw on it again."""
        with self._lock:
            now = latest()
            if now is None:
                return None
            frame, lying = now
            which = frame.number, frame.taken_s  # a camera that was opened again counts from one
            if self._made is None or self._made[0] != which or self._made[1] is not lying:
                small, factor = _small(frame.image)
                del now, frame
                self._made = which, lying, drawn_jpeg(small, factor, lying, self._label)
            return self._made[2]


def _small(image: Image) -> tuple[Image, float]:
    """A copy of at most 1280 pixels width, in colour, and its share of the width."""
    factor = min(1.0, MAX_WIDTH_PX / image.shape[1])
    return colour(resized(image, factor) if factor < 1.0 else image.copy()), factor


@lettered
def drawn_jpeg(canvas: Image, factor: float, lying: Sequence[Lying], label: Callable[[Tag], str]) -> bytes:
    """A JPEG of a picture that is drawn on, whose places are `factor` times those of the frame. Seen tags have a solid
    outline and their name. Remembered ones have a dashed dim outline and no name: what lies under other cards (a
    discard pile) is not for a shared screen."""
    for item in lying:
        corners = np.array(item.sighting.corners_px, np.float64) * factor
        is_seen = item.standing is Standing.SEEN
        ink = _SEEN if is_seen else _REMEMBERED
        for index in range(4):
            _line(canvas, corners[index], corners[(index + 1) % 4], ink, not is_seen)
        if not is_seen:
            continue
        text = label(item.tag).encode("ascii", "replace").decode()
        x, y = (round(v * factor) for v in centre_px(item.sighting))
        at = (x - 14, y + round(float(np.ptp(corners[:, 1]))) // 2 + 14)
        cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 3, cv2.LINE_AA)
        cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
    _, packed = cv2.imencode(".jpg", as_image(canvas), [cv2.IMWRITE_JPEG_QUALITY, 80])
    return bytes(packed.tobytes())


def _line(canvas: Image, start: np.ndarray, end: np.ndarray, ink: tuple[int, int, int], dashed: bool) -> None:
    steps = np.linspace(0, 1, 8 if dashed else 2)
    for first, last in list(itertools.pairwise(steps))[:: 2 if dashed else 1]:
        one, two = start + (end - start) * first, start + (end - start) * last
        p, q = (round(one[0]), round(one[1])), (round(two[0]), round(two[1]))
        cv2.line(canvas, p, q, ink, 1 if dashed else 2, cv2.LINE_AA)
