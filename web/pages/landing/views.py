"""What the first page asks."""

from __future__ import annotations

from typing import Protocol

from web.views import Packets, Session


class LandingPort(Packets, Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def virtual_scene(self, session: Session) -> object | None: ...  # None: no virtual table in this match
    def is_new_table(self) -> bool: ...  # nobody has set the table up yet
    def is_damaged(self) -> bool: ...  # something of the journal, and the host has not read of it
