"""The link that hands a finished match to the app BG Stats.

The format is the app's own, "Push plays to BG Stats from other apps or websites":
https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
Its required fields are sourceName, sourcePlayId, playDate (the end, UTC, "yyyy-MM-dd HH:mm:ss"), game with name and
sourceGameId, and players with name and sourcePlayerId. On Android the app also stops at a player without `winner` or
`startPlayer`, and at a game without `highestWins` or `noPoints`, so those are always given.
"""

from __future__ import annotations

from datetime import UTC
from typing import Any, Final
from urllib.parse import quote

from web.door.wire import encode
from web.pages.history.views import PastRow

ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE: Final = "Tabletop Companion"
LONGEST_COMMENT: Final = 160  # the link has to fit into a code that a phone can read from a screen


def app_link(row: PastRow, bgg: int | None, comment: str) -> str:
    """The address that opens the app with this match, or its page where the app is not installed. Empty for a match
    that has no result. `bgg`: the game's number at BoardGameGeek, None where that is not known."""
    if not row.known or row.given_up:
        return ""
    counts = all(one.score is not None for one in row.players)
    game: dict[str, Any] = {"name": row.title, "sourceGameId": row.game, "highestWins": True, "noPoints": not counts}
    if bgg is not None:
        game["bggId"] = bgg
    ended = row.ended.astimezone(UTC)
    play = {
        "sourceName": SOURCE,
        "sourcePlayId": f"{row.started.astimezone(UTC):%Y%m%d%H%M%S}-{row.match}",
        "playDate": f"{ended:%Y-%m-%d %H:%M:%S}",
        "durationMin": max(1, round((row.ended - row.started).total_seconds() / 60)),
        "game": game,
        "players": [
            {
                "name": one.name,
                "sourcePlayerId": one.name.casefold() if one.named else f"seat-{one.seat + 1}",
                "winner": one.won,
                "startPlayer": False,
                **({"score": one.score} if counts else {}),
            }
            for one in row.players
        ],
        "comments": comment[:LONGEST_COMMENT],
    }
    return ADDRESS + quote(encode(play), safe="")
