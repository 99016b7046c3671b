"""A camera that is not there yet."""

from __future__ import annotations

from vision.types import Frame, VisionError


class Absent:
    """A camera that was not there at the start: it fails at the first look, so that the loop that reads it says so, and
    opens the real one as soon as it is there."""

    def __init__(self, name: str, why: VisionError) -> None:
        self.name = name
        self.ended = False
        self._why = why

    def read(self, timeout_s: float) -> Frame | None:
        """Raises VisionError with the sentence of the start."""
        raise self._why

    def close(self) -> None:
        """There is nothing to close."""
