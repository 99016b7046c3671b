"""Opening the devices of a table: pins, the table's camera, the reader box.

A lenient table, which a service is, starts without those that are missing and tells it as a fault. A camera that comes
later is then opened by the loop that reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack
from dataclasses import dataclass

from companion.camera.absent import Absent
from companion.camera.table_source import box_maker
from companion.mqtt import Link, Orders, open_link
from companion.referee.box import Box
from companion.referee.inbox import DeviceBack, HostSaid, Inbox
from companion.service.cameras import FAST
from companion.service.parts import Ground
from companion.settings.config import Config
from companion.settings.safe_mode import without_pins
from companion.telling.board import Board
from companion.telling.live_voice import LiveVoice
from companion.telling.outlets import Way, to_die, to_lights, to_voice
from companion.values.notices import Notice
from companion.values.own_version import own_version
from companion.values.verdicts import Verdict
from hardware import HardwareError, PinMap, Rig, open_rig
from hardware.types import Fault, PinFactory
from vision import Eye, EyeSettings, MatLayout, TagRegistry, VisionError
from vision.cameras.phone import PhoneInbox
from vision.types import FrameSource, TableReport, Tag
from web.pages.host.views import HostAct, HostCommand

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

    def link(self, board: Callable[[], Board | None], troubles: Callable[[], int]) -> Link | None:
        """The line to the broker; None without one. It is not there yet, and nobody waits for it. ConfigError for a
        certificate that cannot be read."""
        config, inbox = self.config, self.inbox
        found = open_link(
            config.mqtt,
            lambda: config.table.name,
            own_version(),
            troubles,
            Orders(_announcing(inbox), _pausing(inbox, board)),
        )
        if found is not None:
            self.closing.callback(found.close)
        return found

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


def ways(rig: Rig, speech: LiveVoice, link: Link | None) -> tuple[Way, ...]:
    """All ways out of the box beside the pages, in the order in which they are told."""
    here = (to_lights(rig.lights.show), to_die(rig.die), to_voice(speech.say))
    return here if link is None else (*here, link.way)


def _announcing(inbox: Inbox) -> Callable[[str], Future[tuple[bool, str]]]:
    def announce(text: str) -> Future[tuple[bool, str]]:
        inbox.put(Notice("mqtt_said", {"text": text}, aloud=True))
        return _settled(True, text)

    return announce


def _pausing(inbox: Inbox, board: Callable[[], Board | None]) -> Callable[[bool], Future[tuple[bool, str]]]:
    def pause(wanted: bool) -> Future[tuple[bool, str]]:
        now = board()
        if now is None or now.around.gathering:
            return _settled(False, "Nobody has started a match.")
        verdict, done = Future[Verdict](), Future[tuple[bool, str]]()
        inbox.put(HostSaid(HostCommand(HostAct.PAUSE if wanted else HostAct.RESUME), verdict))
        verdict.add_done_callback(lambda said: done.set_result(_worded(said.result(), now)))
        return done

    return pause


def _worded(verdict: Verdict, board: Board) -> tuple[bool, str]:
    reply = board.tongues.nameless.screens.reply(verdict)
    return reply.ok, reply.sentence


def _settled(is_done: bool, sentence: str) -> Future[tuple[bool, str]]:
    done = Future[tuple[bool, str]]()
    done.set_result((is_done, sentence))
    return done
