"""Chronicle (3 to 6 players): meetings decide who gains which allies, history decides what they are worth."""

from rules.games.chronicle.game import build
from rules.games.chronicle.packs import PackError, load_owner

__all__ = ["PackError", "build", "load_owner"]
