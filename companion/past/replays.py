"""The public table as it stood after any entry, from the journal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.journal.journal import StoredEntry
from companion.telling.board import Board, Handout, Surroundings
from companion.telling.view import page_packet
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.packets import packet
from web.views import Packet


class Replays:
    """Steps through the running match for the host page. Public packets only."""

    def __init__(
        self,
        game: Game,
        stored: Callable[[], tuple[Header, Sequence[StoredEntry]]],
        board: Callable[[], Board | None],
    ):
        self._game = game
        self._stored = stored
        self._board = board

    def packet_at(self, number: int, language: str) -> Packet | None:
        """The public packet after the first `number` entries; None when there are fewer."""
        board = self._board()
        header, entries = self._stored()
        if board is None or not 0 <= number <= len(entries):
            return None
        match = Match.replay(self._game, header, [e.entry for e in entries[:number]])
        handout, around = Handout(packet(match)), Surroundings(people=board.around.people)
        return page_packet(board.tongues.of(language), handout, around, f"replay.{number}")
