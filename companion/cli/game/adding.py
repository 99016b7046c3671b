"""Matches that several processes play, added up while somebody looks."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import click

from companion.cli.game.named import progress

if TYPE_CHECKING:
    from companion.kit.tally import Tally

WRONG: Final = 1
_STOPPED: Final = 130


@dataclass(frozen=True)
class Played:
    """What the matches came to, and the exit code: other than 0 where they were stopped before all were played."""

    tally: Tally
    code: int


def added_up(parts: Generator[Tally, None, None], count: int) -> Played:
    """Adds up the parts of so many matches as they come. Stopped by Ctrl-C, or when a process was ended from outside,
    it says so and gives what there is so far."""
    from companion.kit.simulating import ProcessLost
    from companion.kit.tally import Tally

    tally, code = Tally(), 0
    try:
        for part in parts:
            tally.add(part)
            progress(f"{tally.count} of {count} matches")
    except KeyboardInterrupt:
        code = _STOPPED
    except ProcessLost:
        code = WRONG
    finally:
        parts.close()  # and with it whoever still plays
    progress("")
    if code == WRONG:
        click.echo("A process that played was ended from outside; mostly that is because the memory is full.")
    if code:
        click.echo(f"Stopped after {tally.count} of {count} matches.")
    return Played(tally, code)
