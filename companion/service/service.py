"""A table that can be started and stopped."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from companion.doors.host_office import Office
from companion.journal.caretaker import Caretaker
from companion.journal.first_pin import FirstPin
from companion.machine.fault_places import fault_facts
from companion.referee.inbox import Stop
from companion.service.parts import Parts
from companion.settings.config import ConfigError
from companion.sticks.keeper import Sticks
from hardware.types import Fault
from web import Pages, Server

log = logging.getLogger("companion.service")
_AGAIN_S = (0.5, 5.0)  # pauses before a camera's loop that ended by a fault of ours is run again
_WELL_S = 60.0  # one that ran so long begins anew with them
_END_S = 2.0  # for all threads together: systemd, and somebody at the switch, do not wait for ever


@dataclass(frozen=True, kw_only=True)
class Service(Parts):
    """One table with all of its parts. `start` returns when everything runs; `stop` ends it in a few seconds; both are
    called once."""

    office: Office
    caretaker: Caretaker
    sticks: Sticks
    pages: Pages
    server: Server
    stopping: threading.Event = field(default_factory=threading.Event)
    threads: list[threading.Thread] = field(default_factory=list)

    @property
    def port_number(self) -> int:
        """The port that the pages are served at."""
        return self.server.port

    def start(self) -> None:
        """Starts every thread. The pages open when the first packets are there. ConfigError, with everything ended
        again, when the referee cannot begin."""
        self.keeper.enter()  # only a start that came so far ends the match before, and uses up the showing of the PIN
        laid = FirstPin(self.journal.path).waiting(self.journal)
        self.journal.ensure_pin(self.config.web.host_pin, laid)
        self._run("companion-referee", self.referee.run)
        if not self.publisher.wait_for(lambda: self.outlet.board is not None, 10.0):
            self.stop()
            raise ConfigError("The table could not be set up; the log says why.")
        for device, looking in (("camera", self.eye), ("box", self.box)):
            if looking is not None:
                self._run(f"companion-{device}", partial(self._looking, device, looking.run))
        if self.bots is not None:
            self.bots.start()
        if self.link is not None:
            self.link.start()
        if self.sender is not None:
            self.sender.start()
        self._run("companion-copies", lambda: self.caretaker.run(self.stopping))
        self._run("companion-sticks", lambda: self.sticks.run(self.stopping))
        self._run("companion-history", self.past.settle)
        self.server.start()

    def stop(self) -> None:
        """Ends everything; what was acknowledged is on disk already."""
        self.stopping.set()
        self.caretaker.ring()
        self.publisher.close()
        self.server.stop()
        if self.bots is not None:
            self.bots.stop()
        if self.table is not None:
            self.table.changed()  # wakes a waiting virtual camera
        self.inbox.put(Stop())
        until_s = time.monotonic() + _END_S
        for thread in self.threads:
            thread.join(max(0.05, until_s - time.monotonic()))  # one that hangs in a driver is left to the system
        self.closing.close()

    def _looking(self, device: str, run: Callable[[threading.Event], None]) -> None:
        """Runs a camera's loop, again after a fault of ours, which one picture among thousands may bring to light. The
        fault is logged without what was in the picture; told when it goes on coming."""
        pauses = list(_AGAIN_S)
        while True:
            began_s = time.monotonic()
            try:
                return run(self.stopping)
            except Exception as error:  # the evening goes on by phone
                if self.stopping.is_set():
                    return None  # what it works with may be closed already
                log.error("camera thread failed %s", fault_facts(error, device=device))
            if time.monotonic() - began_s > _WELL_S:
                pauses = list(_AGAIN_S)
            if not pauses:
                self.inbox.put(Fault(device, self.voice.say("notice", f"{device}_ended", {})))
                return None
            self.stopping.wait(pauses.pop(0))

    def _run(self, name: str, target: Callable[[], object]) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        self.threads.append(thread)
        thread.start()
