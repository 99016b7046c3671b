"""Opening the cameras: the one that looks at the table, and that of the reader box."""

from __future__ import annotations

from collections.abc import Callable

from companion.settings.config import CameraConfig, CameraKind, Config
from vision import (
    CsiSettings,
    open_source,
)
from vision.cameras.network import Login
from vision.cameras.phone import PhoneInbox, PhoneSource
from vision.types import Clock, FrameSource


def open_table_source(camera: CameraConfig, source: str, fps: float) -> FrameSource:
    """Opens what `source` names with the settings of the table's camera. VisionError when it cannot be opened."""
    csi = CsiSettings(camera.fps, camera.mains_hz, camera.lens)
    login = Login(camera.user, camera.password)
    return open_source(source, camera.width, camera.height, fps, csi=csi, colour=camera.colour, login=login)


def box_maker(config: Config, phone: PhoneInbox | None = None) -> Callable[[], FrameSource] | None:
    """How the reader box's camera is opened; None without a box. `phone`: where the pictures of a phone come in, if one
    is the box."""
    camera = config.camera
    if phone is not None:
        return lambda: PhoneSource(phone)
    if not camera.box_source:
        return None
    csi = CsiSettings(camera.fps, camera.mains_hz, camera.box_lens, holds_light=False)
    login = Login(camera.user, camera.password)
    return lambda: open_source(camera.box_source, fps=camera.fps, csi=csi, colour=False, login=login)


def phone_inboxes(camera: CameraConfig, clock: Clock) -> tuple[PhoneInbox | None, PhoneInbox | None]:
    """Where the pictures of phones come in: of the one above the table, and of the one that is the reader box; None for
    what is to be no phone."""
    above = PhoneInbox(clock, camera.colour) if camera.kind is CameraKind.PHONE else None
    return above, PhoneInbox(clock, colour=False) if camera.box_source == CameraKind.PHONE.value else None
