"""The log: standard logging to standard error, one line a message, facts as key=value.

Under systemd every line carries its priority (`<3>` is an error), so that the system's journal can be searched by it.

Secrets are kept out of the log by never being given to it: no hand, token, PIN, join code, cookie or whole request is
ever an argument of a log call. There is deliberately no filter that would strike them out afterwards: it would miss the
next form in which one appears, and its presence would invite careless calls.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO

_PRIORITIES: Final = ((logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
_DEBUG_PRIORITY: Final = 7
_NOISY: Final = ("waitress", "werkzeug")


def start_logging(
    level: int = logging.INFO, stream: TextIO | None = None, environ: Mapping[str, str] | None = None
) -> None:
    """Sends all messages from `level` up to `stream` (standard error); a second call replaces the first."""
    out = sys.stderr if stream is None else stream
    root = logging.getLogger()
    for old in [old for old in root.handlers if isinstance(old.formatter, Lines)]:
        root.removeHandler(old)
    output = logging.StreamHandler(out)
    with_priority = _is_for_systemd(os.environ if environ is None else environ, out)
    output.setFormatter(Lines(with_priority=with_priority, for_people=out.isatty()))
    root.addHandler(output)
    root.setLevel(level)
    for name in _NOISY:
        logging.getLogger(name).setLevel(max(level, logging.WARNING))


def facts(**values: object) -> str:
    """Facts for the end of a message: `log.info("match started %s", facts(match=3, game="chess"))`. Never a secret."""
    return " ".join(f"{key}={_quoted(str(value))}" for key, value in values.items())


class Lines(logging.Formatter):
    """One line a message: time, level and place; under systemd, which notes the time itself, the priority; for people
    at a terminal the minute and the sentence alone, unless it is a fault. A traceback follows on lines of its own, each
    with the priority."""

    def __init__(self, *, with_priority: bool, for_people: bool = False) -> None:
        super().__init__()
        self._with_priority = with_priority
        self._for_people = for_people

    def format(self, record: logging.LogRecord) -> str:
        """The record as text without a line end."""
        message = record.getMessage().replace("\r", "\\r").replace("\n", "\\n")  # nobody forges a second line
        if self._with_priority:
            start = f"<{_priority(record.levelno)}>"
            first = f"{record.name}: {message}"
        elif self._for_people and record.levelno < logging.ERROR:
            start, first = "", f"{self.formatTime(record, '%H:%M')} {message}"
        else:
            start = ""
            first = f"{self.formatTime(record)} {record.levelname.lower()} {record.name}: {message}"
        trace = "" if record.exc_info is None else self.formatException(record.exc_info)
        return "\n".join(start + line for line in (first, *trace.splitlines()))


def _is_for_systemd(environ: Mapping[str, str], stream: TextIO) -> bool:
    """systemd's variables are inherited by terminals that it started, where the priorities would only disturb."""
    return bool(environ.get("JOURNAL_STREAM") or environ.get("INVOCATION_ID")) and not stream.isatty()


def _priority(level: int) -> int:
    return next((number for least, number in _PRIORITIES if level >= least), _DEBUG_PRIORITY)


def _quoted(text: str) -> str:
    if text and not any(c.isspace() or c in '"=' for c in text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
