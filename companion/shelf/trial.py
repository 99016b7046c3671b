"""A game opened in a process of its own before it is installed: one that hangs or falls takes nobody with it. It keeps
no game from anything: what is opened here is a program that may do whatever the companion may."""

from __future__ import annotations

import secrets
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from rules import games
from rules.outside import Found, GameUnloaded
from words import Sentence

WITHIN_S: Final = 60.0


def try_out(found: Found, within_s: float = WITHIN_S) -> None:
    """GameUnloaded says why the game does not open."""
    word = secrets.token_hex(8)  # what a game prints by itself says nothing
    command = [sys.executable, "-m", "companion.shelf.trial", str(found.folder), word]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            errors="replace",
            timeout=within_s,
            check=False,
            cwd=_ROOT,
        )
    except subprocess.TimeoutExpired:
        raise GameUnloaded(
            Sentence("It had not opened after {count} seconds. Look for a loop that never ends.", count=round(within_s))
        ) from None
    except OSError as error:
        raise GameUnloaded(Sentence("It does not open: {what}.", what=error.strerror or "OSError")) from error
    if done.stdout.splitlines()[-1:] != [word]:
        raise GameUnloaded(Sentence("The program that was to open it ended before it had."))
    games.game_of(found)  # says in words why it does not open


_ROOT: Final = Path(__file__).resolve().parents[2]


def _main(folder: str, word: str) -> None:
    with suppress(GameUnloaded):
        games.game_of(games.find(Path(folder)))
    print(f"\n{word}")


if __name__ == "__main__":
    _main(*sys.argv[1:])
