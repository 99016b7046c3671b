"""How the devices of the table are: what has failed since the start and has not come back."""

from __future__ import annotations

import threading
from typing import Final

from companion.settings.config import CameraKind, Config
from companion.telling.voice import Voice
from companion.values.notices import Notice
from hardware.types import Fault, PinFactory, SpeechSink
from web.pages.host.hosting_views import DeviceView

_CAMERAS: Final = ("camera", "box")
_ELSEWHERE: Final = ("recording",)
_VOICE: Final = ("speaker", "voice", "speech", "pyttsx3", "espeak")


class DeviceHealth:
    """Hears of every fault. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: dict[str, str] = {}

    def failed(self, fault: Fault) -> None:
        """A device has stopped working."""
        with self._lock:
            self._faults[group_of(fault.device)] = fault.sentence

    def back(self, device: str) -> None:
        """It works again."""
        with self._lock:
            self._faults.pop(group_of(device), None)

    def fault(self, device: str) -> str:
        """The sentence about a device (camera, box, buttons, voice) that has failed; empty while it works."""
        with self._lock:
            return self._faults.get(group_of(device), "")

    def count(self) -> int:
        """How many devices have failed and not come back, but for the voice, without which a match goes on as well."""
        with self._lock:
            return len(self._faults.keys() - {"voice"})

    def failed_devices(self) -> tuple[str, ...]:
        """Which those are, the voice too: camera, box, buttons, voice, or what else there is."""
        with self._lock:
            return tuple(sorted(self._faults))

    def view(self, config: Config, voice: Voice) -> tuple[DeviceView, ...]:
        """Every device that this table has, or could have, in words."""
        camera, pins, sink = config.camera, config.hardware.pins, config.voice.sink
        found = [self._camera(config, voice)]
        if camera.box_source:
            found.append(self._device("box", True, "works", voice))
        states = {PinFactory.NONE: (False, "none"), PinFactory.MOCK: (True, "mock"), PinFactory.LGPIO: (True, "works")}
        found.append(self._device("buttons", *states[pins], voice))
        is_silent = sink is SpeechSink.OFF
        found.append(self._device("voice", not is_silent, "off" if is_silent else "works", voice))
        return tuple(found)

    def _camera(self, config: Config, voice: Voice) -> DeviceView:
        kind = config.camera.kind
        if kind is CameraKind.NONE:
            return self._device("camera", False, "none", voice)
        state = "virtual" if kind is CameraKind.VIRTUAL else "works"
        return self._device("camera", True, state, voice)

    def _device(self, device: str, is_there: bool, state: str, voice: Voice) -> DeviceView:
        with self._lock:
            fault = self._faults.get(device, "")
        name = voice.notice(Notice(f"set_device_{device}"))
        if is_there and fault:
            return DeviceView(name, False, voice.sentence(fault))
        return DeviceView(name, True if is_there else None, voice.notice(Notice(f"set_state_{state}")))


def group_of(device: str) -> str:
    """The device as the page names it: every part of the voice is the voice, and a pin is one of the buttons."""
    if device in _CAMERAS or device in _ELSEWHERE:
        return device
    return "voice" if device.startswith(_VOICE) else "buttons"
