"""A table in a thread, whose services follow one another as games are picked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.service.running import Table
from companion.service.service import Service
from companion.settings.chosen_game import prepare, shelved
from companion.settings.config import Loaded, Override, load_config

WITHIN_S = 60.0


class Room(Table):
    """A table whose services follow one another in a thread; whoever tests waits for each."""

    def __init__(self, loaded: Loaded):
        super().__init__(loaded, lambda again: prepare(again, shelved(again)))
        self.changed = threading.Condition()
        self.starts = 0
        self.service: Service | None = None

    def _announce(self, service: Service) -> None:
        with self.changed:
            self.service, self.starts = service, self.starts + 1
            self.changed.notify_all()

    def _take_leave(self, service: object) -> None:
        """Nobody has to hear an answer."""

    def at(self, start: int) -> Service:
        """The service of that start, as soon as it runs."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.starts >= start, WITHIN_S)
        assert self.service is not None
        return self.service


def settings_for(data: Path, *more: Override) -> Loaded:
    given = (("data.directory", str(data)), ("web.host", "127.0.0.1"), ("web.port", "0"), ("camera.source", "none"))
    flags = [Override(key, text, "--set") for key, text in (*given, ("voice.sink", "off"))]
    return load_config(None, [*flags, *more], {})


@contextmanager
def room(loaded: Loaded) -> Iterator[Room]:
    table = Room(loaded)
    thread = threading.Thread(target=table.run, args=(False,), name="room")
    thread.start()
    try:
        yield table
    finally:
        table.end()
        thread.join(WITHIN_S)
