"""Where in a game's own files an error came from."""

from __future__ import annotations

import traceback
from pathlib import Path
from types import CodeType


def own_frames(folder: Path, error: BaseException) -> tuple[tuple[CodeType, str, int], ...]:
    """What an error came through of the game whose files lie in `folder`, the innermost first: the code, its file
    within the folder, and the line."""
    frames = [(f.f_code, Path(f.f_code.co_filename), line) for f, line in traceback.walk_tb(error.__traceback__)]
    own = [(code, p.relative_to(folder).as_posix(), line) for code, p, line in frames if p.is_relative_to(folder)]
    return tuple(reversed(own))


def place_of(folder: Path, error: BaseException) -> tuple[str, int]:
    """The file within the game's folder and the line that an error came from; ("", 0) where it came from none."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        return Path(error.filename).relative_to(folder).as_posix(), error.lineno or 1
    return next(((file, line) for _, file, line in own_frames(folder, error)), ("", 0))
