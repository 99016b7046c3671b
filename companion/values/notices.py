"""A notice: something the companion says about the table itself, as a code and public facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True)
class Notice:
    """One notice for all screens; `aloud` also for the voice. Facts are public."""

    code: str
    facts: Mapping[str, object] = field(default_factory=dict)
    aloud: bool = False


OPENED: Final = Notice("buttons_tested")
