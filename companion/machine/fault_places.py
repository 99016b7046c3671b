"""Where a fault of the program happened, for the log and the report of a problem.

A traceback with its texts would tell secrets: the message of an error names the card, key or name that it failed on.
So only what stands in the program itself is told: kinds of errors, files, lines and functions.
"""

from __future__ import annotations

import re
import traceback
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from companion.machine.log import facts
from rules.engine.game import Game
from rules.outside import own_frames
from words import SOURCE

_ROOT: Final = Path(__file__).resolve().parents[2]
_RULE: Final = re.compile(r"[A-Za-z0-9][\w.-]*\w")
_MOST_CALLERS: Final = 4


def fault_facts(error: BaseException, **where: object) -> str:
    """The facts of a fault for the end of a log line: the kind of error, `where` (kinds and numbers, never a value of
    the game), the place in our own code that it came from, and its callers, the nearest first."""
    frames = [(frame, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    own = [(frame, line) for frame, line in frames if _own_path(frame) is not None] or frames
    places = [_place(frame, line) for frame, line in reversed(own)]
    told: dict[str, object] = {"error": type(error).__name__, **where, "at": places[0] if places else "unknown"}
    if len(places) > 1:
        told["called_by"] = ",".join(places[1 : _MOST_CALLERS + 1])
    if own and own[-1] is not frames[-1]:
        told["inside"] = _place(*frames[-1])
    return facts(**told)


@dataclass(frozen=True)
class GameFault:
    """Where in a game's own files an error arose: no value of the game, so everybody may know it."""

    error: str  # its kind
    file: str
    line: int
    function: str
    rule: str  # that this function, or one that called it, says in its docstring that it is; "": none does


def game_fault(error: BaseException, game: Game) -> GameFault | None:
    """The place in a game's files that an error came from, the innermost; None where none of them had a part in it."""
    try:
        folder = Path(str(resources.files(game.folder)))
    except ImportError:  # a game without files
        return None
    own = own_frames(folder, error)
    if not own:
        return None
    code, file, line = own[0]
    rules = [rule for rule, _ in game.rules_text(SOURCE)]
    said = (rule for outer, *_ in own for rule in _RULE.findall(_docstring(outer)) if rule in rules)
    return GameFault(type(error).__name__, file, line, code.co_name, next(said, ""))


def _docstring(code: CodeType) -> str:
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else ""


def _place(frame: FrameType, line: int) -> str:
    path = _own_path(frame) or Path(frame.f_code.co_filename).name  # of others no folder: it may be somebody's home
    return f"{path}:{line}:{frame.f_code.co_name}"


def _own_path(frame: FrameType) -> str | None:
    """The file of a frame below the program's folder; None where it belongs to somebody else."""
    path = Path(frame.f_code.co_filename)
    if not path.is_relative_to(_ROOT) or "site-packages" in path.parts:
        return None
    return path.relative_to(_ROOT).as_posix()
