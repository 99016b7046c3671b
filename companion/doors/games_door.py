"""The pages' door to games of one's own: the host brings one as a zip, is asked before a program is installed, and
takes one away."""

from __future__ import annotations

from dataclasses import dataclass

from companion.doors.host_office import OfficeError
from companion.doors.replies import Replies
from companion.journal.journal import Journal
from companion.journal.keeping import open_matches
from companion.shelf.shelf import OwnersShelf, Staged
from companion.shelf.unpacking import LIMIT_BYTES
from companion.telling.voice import Voice
from companion.values.notices import Notice
from rules import games
from web.pages.host.games_views import OwnGame, OwnGamesView, WaitingGame
from web.views import Reply, Role, Session


@dataclass(frozen=True)
class _Waiting:
    """A zip that the host was asked about, and what it says of itself."""

    content: bytes
    slug: str
    view: WaitingGame


class GamesDoor:
    """Implements `web.pages.host.games_views.OwnGamesPort`. Safe from any thread; one game waits at a time."""

    def __init__(self, replies: Replies, shelf: OwnersShelf, journal: Journal, on_table: str):
        """`on_table`: the game that lies on the table until another start."""
        self._replies = replies
        self._shelf = shelf
        self._journal = journal
        self._on_table = on_table
        self._waiting: _Waiting | None = None

    def own_games(self, session: Session) -> OwnGamesView:
        """What the panel draws."""
        if session.role is not Role.HOST:
            return OwnGamesView(games=(), waiting=None, limit_bytes=LIMIT_BYTES)
        waiting = self._waiting
        return OwnGamesView(
            games=self._games(self._replies.voice(session)),
            waiting=None if waiting is None else waiting.view,
            limit_bytes=LIMIT_BYTES,
        )

    def bring_game(self, session: Session, content: bytes) -> Reply:
        """Looks at a zip. One without code is installed; of one with code the host is asked first."""

        def done() -> Notice:
            with self._shelf.staged(content) as staged:
                view = self._view_of(staged)
                if not view.has_code and not (view.before and view.open_matches):
                    return self._installed(staged)
                self._waiting = _Waiting(content, staged.found.slug, view)
                return Notice("game_waits", {"game": view.title})

        return self._replies.by_host(session, done, self._shelf.changing)

    def answer_game(self, session: Session, yes: bool) -> Reply:
        """Installs the game that waits, or drops it."""

        def done() -> Notice:
            waiting, self._waiting = self._waiting, None
            if waiting is None:
                raise OfficeError(Notice("game_none_waits"))
            if not yes:
                return Notice("game_dropped", {"game": waiting.view.title})
            with self._shelf.staged(waiting.content) as staged:
                return self._installed(staged)

        return self._replies.by_host(session, done, self._shelf.changing)

    def remove_game(self, session: Session, slug: str) -> Reply:
        """Takes a game away that does not lie on the table."""

        def done() -> Notice:
            self._check_aside(slug)
            self._shelf.remove(slug)
            return Notice("game_removed", {"game": slug})

        return self._replies.by_host(session, done, self._shelf.changing)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _installed(self, staged: Staged) -> Notice:
        self._check_aside(staged.found.slug)
        self._shelf.install(staged)
        about = staged.found.about
        return Notice("game_installed", {"game": about.title, "version": about.version})

    def _check_aside(self, slug: str) -> None:
        if slug == self._on_table:
            raise OfficeError(Notice("game_on_table"))

    def _view_of(self, staged: Staged) -> WaitingGame:
        about = staged.found.about
        return WaitingGame(
            title=about.title,
            version=about.version,
            author=about.author,
            licence=about.licence,
            before=staged.before,
            has_code=staged.found.has_code,
            open_matches=self._open(staged.found.slug),
        )

    def _games(self, voice: Voice) -> tuple[OwnGame, ...]:
        here = self._shelf.names()
        sound = (
            OwnGame(
                slug=one.slug,
                title=one.about.title,
                version=one.about.version,
                author=one.about.author,
                open_matches=self._open(one.slug),
                can_remove=one.slug in here,
            )
            for one in games.outside()
        )
        broken = (
            OwnGame(slug=one.name, title=one.name, why=voice.sentence(one.why), can_remove=one.name in here)
            for one in games.broken()
        )
        return (*sound, *broken)

    def _open(self, slug: str) -> int:
        return len(open_matches(self._journal, slug))
