"""Players that think aside, in a process of their own for each question: what else goes on is never kept waiting."""

from __future__ import annotations

import logging
import os
import pickle
import select
import signal
import threading
import time
from collections.abc import Callable
from random import Random
from typing import Final, TypeVar, cast

from companion.players.hints import Hint, Until, hints
from companion.players.stage import Stage
from companion.players.strength import PLAYOUTS, Player
from companion.players.turn import Turn
from companion.values.strength import Strength
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.packets import Asked
from rules.engine.questions import Option
from rules.engine.recall import Recall
from rules.engine.redact import Seen
from rules.engine.types import Seat

log = logging.getLogger("companion.players")
WITHIN_S: Final = 3.0
"""How long a player thinks at most."""
_LATE_S: Final = 1.0  # how much later its answer may come: one playout, on a busy machine
_SLICE_S: Final = 0.2
_NICE: Final = 15
_AT_ONCE: Final = 65536
T = TypeVar("T")


class NoRoom(Exception):
    """The machine has no room for one more process."""


class Minds:
    """The players at one table. Whose answer does not come in time leaves it to chance."""

    def __init__(
        self,
        game: Game,
        header: Callable[[], Header],
        strength: Callable[[Seat], Strength],
        within_s: float = WITHIN_S,
        playouts: int = PLAYOUTS,
    ):
        """`strength` says how well a seat plays now; one that thinks makes so many `playouts`, if there is time."""
        self._game, self._header, self._strength = game, header, strength
        self._within_s, self._playouts = within_s, playouts
        self._hinting = threading.BoundedSemaphore(1)

    def choose(
        self,
        seen: Seen,
        options: tuple[Option, ...],
        recall: Recall | None,
        random: Random,
        is_ended: Callable[[], bool] = lambda: False,
        asked: Asked | None = None,
    ) -> Option | None:
        """What the player of that seat answers; None to leave it to chance. It waits for that, not longer than said."""
        strength = self._strength(seen.seat)
        if strength is Strength.CHANCE or len(options) < 2:
            return None
        turn = Turn(self._game, self._header(), seen, options, recall, asked)
        chance = Random(random.getrandbits(32))
        until_s = time.monotonic() + self._within_s

        def think() -> str | None:
            player = Player(strength, Stage(turn.game, turn.header), self._playouts)
            chosen = player.choose(turn, chance.randrange, lambda: time.monotonic() < until_s)
            return None if chosen is None else chosen.key

        try:
            key = aside(think, self._within_s + _LATE_S, is_ended)
        except NoRoom:
            return None
        return next((option for option in options if option.key == key), None)

    def hints(
        self, seen: Seen, options: tuple[Option, ...], recall: Recall | None, seed: str
    ) -> tuple[Hint, ...] | None:
        """What a player that thinks ahead would look at first in the place of that seat: none where it has no opinion,
        None when it had none in time. One at a time: who asks meanwhile waits, so that nobody hears of the other.
        NoRoom."""
        if not self._hinting.acquire(timeout=self._within_s + 2 * _LATE_S):
            return None
        try:
            return self._hints(Turn(self._game, self._header(), seen, options, recall), Random(seed))
        finally:
            self._hinting.release()

    def _hints(self, turn: Turn, chance: Random) -> tuple[Hint, ...] | None:
        until_s = time.monotonic() + self._within_s

        def think() -> tuple[Hint, ...]:
            stage = Stage(turn.game, turn.header)
            until = Until(lambda: time.monotonic() < until_s, lambda: time.monotonic() < until_s + _LATE_S)
            return hints(stage, turn, chance.randrange, until, self._playouts)

        return aside(think, self._within_s + 2 * _LATE_S)


def aside(think: Callable[[], T], within_s: float, is_ended: Callable[[], bool] = lambda: False) -> T | None:
    """What a function gives that is carried out in a copy of this process, which has all that it needs in its memory
    and takes the processor only when nobody else wants it; None when it gives nothing in time. NoRoom."""
    heard, said, child = _begun()
    if child == 0:
        _think_and_end(think, said)
    os.close(said)
    try:
        until_s, read = time.monotonic() + within_s, b""
        while time.monotonic() < until_s and not is_ended():
            if not select.select([heard], [], [], _SLICE_S)[0]:
                continue
            if not (more := os.read(heard, _AT_ONCE)):
                return cast("T", pickle.loads(read)) if read else None  # what our own copy wrote
            read += more
        log.info("a player has thought too long")
        return None
    finally:
        os.close(heard)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _begun() -> tuple[int, int, int]:
    """A copy of this process: where what it says is heard, where it is said, and its number, 0 in the copy."""
    ends: tuple[int, ...] = ()
    try:
        ends = os.pipe()
        return (*ends, os.fork())
    except OSError as error:
        for end in ends:
            os.close(end)
        log.warning("no player can think: %s", error)
        raise NoRoom from error


def _think_and_end(think: Callable[[], object], said: int) -> None:
    """In the copy: nothing of what the other threads had open is touched, and nothing is cleaned up in the end."""
    try:
        os.nice(_NICE)
        os.closerange(3, said)
        os.closerange(said + 1, os.sysconf("SC_OPEN_MAX"))
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        told = pickle.dumps(think())
        while told:
            told = told[os.write(said, told) :]
    finally:
        os._exit(0)
