"""Where in the broker a table speaks and listens."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass

from companion.settings.mqtt import MqttConfig

ON, OFF = "online", "offline"


@dataclass(frozen=True)
class Topics:
    """The topics of one table, all below `base`."""

    base: str

    @property
    def online(self) -> str:
        """`online`, or `offline` as the last will; kept by the broker."""
        return f"{self.base}/online"

    @property
    def table(self) -> str:
        """A `TableStatus`, kept by the broker."""
        return f"{self.base}/table"

    @property
    def said(self) -> str:
        """A `Said` at a time."""
        return f"{self.base}/said"

    @property
    def commands(self) -> str:
        """Below it the commands come in."""
        return f"{self.base}/command"

    @property
    def answered(self) -> str:
        """An `Answered` for each command."""
        return f"{self.base}/answered"

    @property
    def ident(self) -> str:
        """The same table in one word."""
        return re.sub(r"\W+", "_", self.base, flags=re.ASCII).strip("_").lower()


def topics_of(settings: MqttConfig) -> Topics:
    """Those of the settings; without any, by the name of the machine."""
    return Topics(settings.topic or f"tabletop/{re.sub(r'[^A-Za-z0-9_-]+', '-', socket.gethostname()) or 'table'}")
