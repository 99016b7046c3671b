"""War Chest: bag building on hexes, for two players or two teams of two."""

from rules.games.war_chest.game import build

__all__ = ["build"]
