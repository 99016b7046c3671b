"""Opening the cameras: the one that looks at the table, and that of the reader box."""

from __future__ import annotations

from collections.abc import Callable

from companion.settings.config import CameraConfig, Config
from vision import (
    CsiSettings,
    open_source,
)
from vision.cameras.network import Login
from vision.types import FrameSource


def open_table_source(camera: CameraConfig, source: str, fps: float) -> FrameSource:
    """Opens what `source` names with the settings of the table's camera. VisionError when it cannot be opened."""
    csi = CsiSettings(camera.fps, camera.mains_hz, camera.lens)
    login = Login(camera.user, camera.password)
    return open_source(source, camera.width, camera.height, fps, csi=csi, colour=camera.colour, login=login)


def box_maker(config: Config) -> Callable[[], FrameSource] | None:
    """How the reader box's camera is opened; None without a box."""
    camera = config.camera
    if not camera.box_source:
        return None
    csi = CsiSettings(camera.fps, camera.mains_hz, camera.box_lens, holds_light=False)
    login = Login(camera.user, camera.password)
    return lambda: open_source(camera.box_source, fps=camera.fps, csi=csi, colour=False, login=login)
