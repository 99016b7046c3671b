"""Games of one's own on the host's page: what the panel is tested against."""

from __future__ import annotations

from dataclasses import replace

from web.pages.host.games_views import OwnGame, OwnGamesView, WaitingGame
from web.views import Reply, Session

NIGHT = OwnGame(
    slug="harbour_night", title="Harbour Night", version="1.2", author="Ada", open_matches=1, can_remove=True
)
BROKEN = OwnGame(slug="old", title="old", why="game.py, line 4: NameError: name 'no' is not defined.", can_remove=True)
PROGRAM = WaitingGame(
    title="Night Market", version="2.0", author="Ben", licence="CC0-1.0", before="1.0", has_code=True, open_matches=2
)
GAME = b"PK\x03\x04" + bytes(40)


class FakeGames:
    """See `OwnGamesPort`."""

    own: OwnGamesView = OwnGamesView(games=(NIGHT, BROKEN), waiting=None, limit_bytes=8_000_000)

    def own_games(self, session: Session) -> OwnGamesView:
        return self.own

    def bring_game(self, session: Session, content: bytes) -> Reply:
        if content != GAME:
            return Reply(False, "This is no zip.", 0)
        self.own = replace(self.own, waiting=PROGRAM)
        return Reply(True, "Night Market is here.", 0)

    def answer_game(self, session: Session, yes: bool) -> Reply:
        self.own = replace(self.own, waiting=None)
        return Reply(True, "Night Market is installed." if yes else "Night Market was not installed.", 0)

    def remove_game(self, session: Session, slug: str) -> Reply:
        self.own = replace(self.own, games=tuple(one for one in self.own.games if one.slug != slug))
        return Reply(True, f"{slug} is removed.", 0)
