"""The lines that wait to be spoken, and what of a text can be spoken. Pure: the clock is injected."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace

from hardware.types import Urgency, Utterance

_LONGEST = 4000  # characters; about four minutes of speech
# Controls steer espeak, surrogates cannot be encoded; format marks ("Cf") stand inside words and simply go.
_UNSPEAKABLE = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})


def clean(text: str) -> str:
    """The text as it can be handed to any voice: one line, no control characters, at most 4,000 characters.

    May be empty: then there is nothing to say.
    """
    kinds = [(c, unicodedata.category(c)) for c in text[: 2 * _LONGEST]]
    spaced = "".join(" " if kind in _UNSPEAKABLE else c for c, kind in kinds if kind != "Cf")
    return " ".join(spaced.split())[:_LONGEST]


def expected_s(text: str, rate_wpm: int) -> float:
    """About how long a voice needs for this text, in s; generous for digits and signs, which are read as words."""
    letters = sum(1 if c.isascii() and not c.isdigit() else 6 for c in text)
    return 1.0 + letters / 5 * 60 / max(rate_wpm, 1)


class LineQueue:
    """Waiting lines: urgent ones first, else in the order told; bounded. Not made for several threads."""

    def __init__(self, clock: Callable[[], float], size: int, stale_s: Mapping[Urgency, float]) -> None:
        """`clock` gives seconds; `size` is the greatest number of waiting lines (1 or more); `stale_s` the age at which
        lines are dropped, by urgency; those that are not named wait for ever."""
        self._clock = clock
        self._size = max(size, 1)
        self._stale_s = stale_s
        self._lines: list[Utterance] = []
        self.dropped = 0
        """How many lines were never spoken because they were replaced, stale, or too many."""

    def __len__(self) -> int:
        return len(self._lines)

    def put(self, line: Utterance) -> None:
        """Add a line. It replaces a waiting line of the same topic; when full, the oldest least urgent line goes."""
        if line.made_s == 0.0:
            line = replace(line, made_s=self._clock())
        if line.topic:
            self._keep([old for old in self._lines if old.topic != line.topic])
        self._lines.append(line)
        if len(self._lines) > self._size:
            self._lines.remove(min(self._lines, key=lambda waiting: waiting.urgency.value))
            self.dropped += 1

    def take(self) -> Utterance | None:
        """The next line to be spoken, None if there is none. Stale lines are dropped."""
        now_s = self._clock()
        self._keep([line for line in self._lines if self._fresh(line, now_s)])
        if not self._lines:
            return None
        line = max(self._lines, key=lambda waiting: waiting.urgency.value)  # the first of the most urgent ones
        self._lines.remove(line)
        return line

    def clear(self) -> None:
        """Drop all lines."""
        self._keep([])

    def _fresh(self, line: Utterance, now_s: float) -> bool:
        return now_s - line.made_s <= self._stale_s.get(line.urgency, math.inf)

    def _keep(self, lines: list[Utterance]) -> None:
        self.dropped += len(self._lines) - len(lines)
        self._lines = lines
