"""What the running match plays by."""

from __future__ import annotations

from typing import Final

from rules.engine.table import Table
from rules.games.war_chest.house import House

GUARD_CARD: Final = "guard_card"


def house(t: Table) -> House:
    """The table's options, with the Royal Guard card that lies there."""
    return House.of(t.settings, t[GUARD_CARD])
