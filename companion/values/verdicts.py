"""What the referee answers to a command: done or not and why, as a code. The pages' door puts it into words, in the
language of the phone that asked."""

from __future__ import annotations

from dataclasses import dataclass

from companion.values.notices import Notice
from rules.engine.types import Refusal


@dataclass(frozen=True)
class Verdict:
    """`what` says what was done or why not; `version` is the table's version now. `noted`: taken, and kept back."""

    ok: bool
    what: Notice | Refusal
    version: int
    noted: bool = False
