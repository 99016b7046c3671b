"""One seed for all that chance decides in a run of the tests: drawn anew each time, told at its end, and repeated with
SOAK_SEED."""

from __future__ import annotations

import os
import secrets
from random import Random

VARIABLE = "SOAK_SEED"


def of_this_run() -> int:
    """The seed of the whole run. Workers inherit it from the process that started them."""
    return int(os.environ.setdefault(VARIABLE, str(secrets.randbits(32))))


def seed_of(part: str) -> int:
    """The seed of one part of the run, the same again in every run with the same seed."""
    return Random(f"{of_this_run()} {part}").getrandbits(32)
