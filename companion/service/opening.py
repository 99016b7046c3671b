"""Opening the devices of a table: pins, the table's camera, the reader box.

A lenient table, which a service is, starts without those that are missing and tells it as a fault. A camera that comes
later is then opened by the loop that reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from companion.camera.absent import Absent
from companion.camera.table_source import box_maker
from companion.referee.box import Box
from companion.referee.inbox import DeviceBack, Inbox
from companion.service.cameras import FAST
from companion.service.parts import Ground
from companion.settings.config import Config
from companion.settings.safe_mode import without_pins
from companion.telling.board import Board
from hardware import HardwareError, PinMap, Rig, open_rig
from hardware.types import Fault, PinFactory
from vision import Eye, EyeSettings, MatLayout, TagRegistry, VisionError
from vision.cameras.phone import PhoneInbox
from vision.types import FrameSource, TableReport, Tag

log = logging.getLogger("companion.opening")


@dataclass(frozen=True)
class Opening:
    """How one service opens its devices. What is opened is closed with `closing`."""

    config: Config
    inbox: Inbox
    clock: Callable[[], float]
    closing: ExitStack
    is_lenient: bool = False

    @classmethod
    def of(cls, ground: Ground) -> Opening:
        """Of what a table stands on."""
        return cls(ground.config, ground.inbox, ground.clock, ground.closing, ground.lenient)

    def rig(self, pressed: Callable[[object], None]) -> tuple[Rig, Config]:
        """The pins, and the settings: without any wiring where they could not be opened. HardwareError unless it is
        lenient."""
        wiring = self.config.hardware
        config = self.config
        try:
            rig = open_rig(wiring.pins, wiring.pin_map, self.clock, pressed, on_fault=self._failed)
        except HardwareError as error:
            if not self.is_lenient:
                raise
            log.error("the table starts without its pins: %s", error)
            self._failed(Fault("buttons", str(error)))
            config = without_pins(config)
            rig = open_rig(PinFactory.NONE, PinMap(), self.clock, pressed)
        self.closing.callback(rig.close)
        return rig, config

    def eye(
        self,
        make: Callable[[], FrameSource] | None,
        layout: MatLayout,
        registry: TagRegistry,
        label: Callable[[Tag], str],
        note: Callable[[TableReport], None] = lambda report: None,
    ) -> Eye | None:
        """What looks at the table; None without a camera. `note` gets every report too. VisionError unless it is
        lenient."""
        if make is None:
            return None

        def told(report: TableReport) -> None:
            note(report)
            self.inbox.put(report)

        return Eye(
            self._opened(make, self.config.camera.source),
            layout,
            registry,
            None,
            self.clock,
            told,
            self._camera_fault,
            make,
            label,
            EyeSettings(read_all_s=1.0) if self.config.play.speed >= FAST else EyeSettings(),
        )

    def box(
        self, tags: Callable[[], TagRegistry], board: Callable[[], Board | None], phone: PhoneInbox | None = None
    ) -> Box | None:
        """The reader box; None without one. `phone`: where the pictures of a phone come in, if one is the box.
        VisionError unless it is lenient."""
        make = box_maker(self.config, phone)
        if make is None:
            return None
        source = self._opened(make, self.config.camera.box_source)
        return Box(source, make, tags, lambda: _is_dealing(board()), self.inbox, self.clock)

    def _opened(self, make: Callable[[], FrameSource], name: str) -> FrameSource:
        source: FrameSource
        try:
            source = make()
        except VisionError as error:
            if not self.is_lenient:
                raise
            log.error("the table starts without the camera %s: %s", name, error)
            source = Absent(name, error)
        self.closing.callback(source.close)
        return source

    def _failed(self, fault: Fault) -> None:
        self.inbox.put(fault)

    def _camera_fault(self, sentence: str | None) -> None:
        self.inbox.put(DeviceBack("camera") if sentence is None else Fault("camera", sentence))


def _is_dealing(board: Board | None) -> bool:
    return board is not None and board.is_dealing and not board.around.paused
