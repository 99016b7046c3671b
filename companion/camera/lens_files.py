"""The measured lenses on disk: one small file for each camera and size of picture, in the data directory."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from pathlib import Path

from companion.values.durable import write_whole
from vision.calibration.lens import Lens, lens_text, read_lens
from vision.types import VisionError

log = logging.getLogger("companion.lens")


@dataclass(frozen=True)
class LensFiles:
    """The lenses of one camera. `camera` is what the configuration calls it; a lens of another one is never used."""

    directory: Path
    camera: str

    def load(self) -> tuple[Lens, ...]:
        """Every lens that was kept for this camera. One that cannot be read is left out, and the log says so: the
        evening goes on without it."""
        found = []
        for path in sorted(self.directory.glob("lens-*.json")):
            try:
                lens, camera = read_lens(path.read_text("utf-8"))
            except (OSError, UnicodeDecodeError, VisionError) as error:
                log.warning("lens file left out name=%s error=%s", path.name, error)
                continue
            if camera == self.camera:
                found.append(lens)
        return tuple(found)

    def keep(self, lens: Lens) -> None:
        """Keeps a lens in place of the one of the same size. VisionError when it cannot be written."""
        path = self._path(lens.size_px)
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
            write_whole(path, lens_text(lens, self.camera))
        except OSError as error:
            raise VisionError("The lens could not be kept ({why}); is the disk full?", why=error.strerror) from error

    def forget(self, size_px: tuple[int, int]) -> None:
        """Forgets the lens for pictures of this size, if there is one. VisionError when it cannot be removed."""
        try:
            self._path(size_px).unlink(missing_ok=True)
        except OSError as error:
            raise VisionError("The lens could not be removed ({why}).", why=error.strerror) from error

    def _path(self, size_px: tuple[int, int]) -> Path:
        name = re.sub(r"[^a-z0-9]+", "-", self.camera.lower()).strip("-")[:60] or "camera"
        return self.directory / f"lens-{name}-{size_px[0]}x{size_px[1]}.json"
