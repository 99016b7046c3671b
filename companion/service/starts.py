"""What the next start is tried with, so that nothing chosen on the host's page takes the pages away.

First the choices as they are. Then those with which it ran before: of what counts from a start only, nothing that was
chosen since. Last none at all and no device, as in safe mode. A service that was killed or hung before it ran for a
while begins further down: what it was started with is noted beside the choices, and crossed out once it runs.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from traceback import extract_tb
from typing import Final

from companion.doors.settings_page import LIVE, again, write_chosen
from companion.settings.config import CHOSEN_FILE, ConfigError, Loaded, read_chosen

log = logging.getLogger("companion.starts")

WELL_S: Final = 60.0
"""Whoever serves pages for so long has started well."""
_GOOD: Final = "chosen-before.toml"
_BEGUN: Final = "starting.json"
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_PROGRAM: Final = Path(__file__).resolve().parents[2]
_FORGIVEN: Final = 1  # a start that was cut once says nothing of the choices


class Footing(Enum):
    """What a start stands on."""

    CHOSEN = "chosen"
    BEFORE = "before"
    PLAIN = "plain"
    SAFE = "safe"


@dataclass(frozen=True)
class Try:
    """One way to start: with these choices (None: those in their file)."""

    footing: Footing
    chosen: Mapping[str, object] | None = None

    def load(self, loaded: Loaded) -> Loaded:
        """The settings for it. ConfigError when they cannot be."""
        return again(loaded, self.chosen, safe=self.footing is Footing.SAFE)


class Starts:
    """The starts of one table, kept in its data directory. What cannot be written there is let be: the journal, which
    lies there too, says it in a sentence."""

    def __init__(self, directory: Path, boot: Path = _BOOT):
        self._chosen = directory / CHOSEN_FILE
        self._good = directory / _GOOD
        self._begun = directory / _BEGUN
        self._boot = _text(boot)

    def begin(self) -> int:
        """Notes that a start begins; how many before it were not finished since the machine was switched on. A plug
        that is pulled is no fault."""
        count = self._unfinished()
        try:
            self._begun.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._begun.write_text(json.dumps({"boot": self._boot, "count": count + 1}), "utf-8")
        except OSError as error:
            log.warning("the start cannot be noted: %s", error)
        return count

    def well(self, chosen: Mapping[str, object] | None) -> None:
        """It runs, with these choices (None: with none of those that were made)."""
        try:
            if chosen is not None and chosen != self._before():
                write_chosen(self._good, chosen)
            self._begun.unlink(missing_ok=True)
        except OSError as error:
            log.warning("the good start cannot be noted: %s", error)

    def tries(self, unfinished: int = 0) -> tuple[Try, ...]:
        """What to try, at most three ways and one at least. `unfinished` as `begin` told it."""
        chosen, before = _read(self._chosen), self._before()
        if chosen == {}:
            plain = (Try(Footing.CHOSEN), Try(Footing.SAFE, {}))
            return plain[1:] if unfinished > _FORGIVEN else plain[:1]
        second = Try(Footing.PLAIN, {})
        if before is not None:
            kept = {key: value for key, value in (chosen or {}).items() if key in LIVE}
            kept |= {key: value for key, value in before.items() if key not in LIVE}
            if kept != chosen:
                second = Try(Footing.BEFORE, kept)
        ladder = (Try(Footing.CHOSEN), second, Try(Footing.SAFE, {}))
        return ladder[min(max(0, unfinished - _FORGIVEN), len(ladder) - 1) :]

    def chosen(self) -> Mapping[str, object]:
        """What stands in the file of choices, as far as it can be read."""
        return _read(self._chosen) or {}

    def take_back(self, chosen: Mapping[str, object]) -> None:
        """These choices take the place of those that did not work."""
        try:
            write_chosen(self._chosen, chosen)
        except OSError as error:
            log.warning("the choices cannot be written: %s", error)

    def _before(self) -> Mapping[str, object] | None:
        """The choices of the last good start; None where that is not known."""
        return _read(self._good) if self._good.is_file() else None

    def _unfinished(self) -> int:
        try:
            noted = json.loads(_text(self._begun) or "{}")
            return int(noted["count"]) if noted["boot"] == self._boot else 0
        except (ValueError, KeyError, TypeError):
            return 0


def why(error: Exception, foreseen: tuple[type[Exception], ...]) -> str:
    """What went wrong, for everybody: a sentence that was made for people, else the kind and the place in this program,
    since the text of any other error may quote what is secret."""
    if isinstance(error, foreseen):
        return str(error)
    frames = [frame for frame in extract_tb(error.__traceback__) if Path(frame.filename).is_relative_to(_PROGRAM)]
    return f"{type(error).__name__}" + (
        f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    )


def _read(path: Path) -> dict[str, object] | None:
    """Choices as they stand in a file, none where there is no such file; None when it cannot be read."""
    try:
        return read_chosen(path)
    except ConfigError:
        return None


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
