"""War Chest: bag building on hexes, for two players or two teams of two."""
