"""What is printed for: the match on the table, and the copies on the shelf."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.journal.copies import Copies
from rules.engine.game import Game


@dataclass(frozen=True, kw_only=True)
class PrintGround:
    """The game with the settings of the match, for so many seats. `alone`: held while a file is drawn, which takes
    seconds."""

    game: Game
    seats: int
    settings: Mapping[str, object]
    copies: Copies
    alone: threading.Lock = field(default_factory=threading.Lock)
