"""Which modules of ours the referee's thread enters for one tap on a phone: a real service, two phones over HTTP."""

from __future__ import annotations

import secrets
import sys
import threading
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from companion.service.building import build
from companion.settings.config import Config
from hardware.types import PinFactory, SpeechSink
from tests.alike.plan import game_of
from tests.evenings.phone import Phone

_ROOT = Path(__file__).resolve().parents[2]
_TAPS = 6
_SEATS = 2


class Entered:
    """The modules that one thread enters, from one look to the next."""

    def __init__(self, thread: str):
        self._thread = thread
        self._files: set[str] = set()

    def note(self, frame: FrameType, event: str, argument: object) -> None:
        """Hears of each call, from every thread that is started from now on."""
        if event == "call" and threading.current_thread().name == self._thread:
            self._files.add(frame.f_code.co_filename)

    def taken(self) -> frozenset[str]:
        """The modules of this checkout that were entered since the last look, apart from tests."""
        files, self._files = self._files, set()
        paths = (Path(file) for file in files)
        ours = (path.relative_to(_ROOT) for path in paths if path.is_relative_to(_ROOT))
        return frozenset(str(path) for path in ours if path.parts[0] not in ("tests", ".venv"))


def entered_by_one_tap(slug: str) -> frozenset[str]:
    """The modules entered by that one of the first taps of a match that enters most."""
    entered = Entered("companion-referee")
    threading.setprofile(entered.note)
    with TemporaryDirectory() as folder:
        service = build(_config(Path(folder), slug), game_of(slug))
        try:
            service.start()
            phones = [Phone(f"http://127.0.0.1:{service.port_number}") for _ in range(_SEATS)]
            for seat, phone in enumerate(phones):
                phone.join(service.joining.code, f"P{seat + 1}", seat)
            found = []
            for _ in range(_TAPS):
                entered.taken()
                if not _tap(phones):
                    break
                found.append(entered.taken())
        finally:
            service.stop()
            threading.setprofile(None)
            sys.setprofile(None)
    return max(found, key=len)


def _tap(phones: list[Phone]) -> bool:
    """The first seat that can answers by the first option that is allowed."""
    for phone in phones:
        packet = phone.packet()
        question: dict[str, Any] = packet["question"] or {}
        allowed = [o["key"] for o in question.get("options", ()) if not o["why_not"]]
        if allowed:
            body = {"key": allowed[0], "version": packet["version"], "request": secrets.token_hex(8)}
            return bool(phone.post("/api/answer", body)["reply"]["ok"])
    return False


def _config(folder: Path, slug: str) -> Config:
    base = Config()
    return replace(
        base,
        table=replace(base.table, game=slug, players=_SEATS, seed=1),
        camera=replace(base.camera, source="none"),
        web=replace(base.web, host="127.0.0.1", port=0, host_pin="4711"),
        hardware=replace(base.hardware, pins=PinFactory.NONE),
        voice=replace(base.voice, sink=SpeechSink.OFF),
        data=replace(base.data, directory=str(folder)),
    )
