"""What outlives a start of the service within one run of the program, as when another game is laid out."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from typing import Final

from companion.people.visitors import Visitors

LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # 32, without those that are mixed up when read aloud
CODE_LENGTH: Final = 5


def fresh_code() -> str:
    """A code to join that nobody has been told."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


@dataclass
class Evening:
    """The code to join, and the screens and phones that only look on. Safe from any thread."""

    code: str = field(default_factory=fresh_code, repr=False)
    visitors: Visitors = field(default_factory=Visitors)
