"""The end of a round: it stops everything that is pending, wherever it happens (CH-TURN-22)."""

from __future__ import annotations

from rules.engine import Seat
from rules.games.chesney.names import Faction


class RoundOver(Exception):
    """The round ends now. `last`: the Last Faction, None when there is none; `declarer`: whose Declare ended it."""

    def __init__(self, last: Faction | None, declarer: Seat | None = None):
        super().__init__(last or "")
        self.last = last
        self.declarer = declarer
