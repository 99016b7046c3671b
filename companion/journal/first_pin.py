"""The host's PIN where there is no terminal to show it in: in a file beside the journal until it is another one.

Only the service's account and root can read it, and both can read the journal too. `companion pin` prints it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.journal.file import JournalError
from companion.journal.people import People
from companion.values.durable import write_whole

_NAME: Final = "first-pin"
_LONGEST: Final = 64


class FirstPin:
    """The file beside one journal."""

    def __init__(self, journal: Path):
        self.path = journal.with_name(_NAME)

    def keep(self, fresh: str, people: People) -> None:
        """Writes a PIN that was just made; with an empty one, only lets an outdated one go. JournalError when it cannot
        be written."""
        if not fresh:
            self.read(people)
            return
        try:
            write_whole(self.path, f"{fresh}\n")
        except OSError as error:
            raise JournalError(
                "The PIN could not be kept in {path}: {why}.", path=self.path, why=error.strerror
            ) from error

    def waiting(self, people: People) -> str:
        """The PIN that whoever set the machine up laid here before its first start; empty once there is any PIN."""
        if people.has_pin:
            return ""
        try:
            pin = self.path.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return pin if pin.isascii() and pin.isdigit() and 4 <= len(pin) <= _LONGEST else ""

    def read(self, people: People) -> str:
        """The PIN, if it still opens the host's page; empty when there is none. One that does not is removed."""
        try:
            pin = self.path.read_text("utf-8").strip()[:_LONGEST]
        except (OSError, UnicodeDecodeError):
            return ""
        if people.check_pin(pin):
            return pin
        self.drop()
        return ""

    def drop(self) -> None:
        """Removes it."""
        self.path.unlink(missing_ok=True)
