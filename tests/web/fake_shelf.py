"""The shelf of games at the table in memory."""

from __future__ import annotations

import threading
from typing import Final

from web.pages.lobby.views import GamePick, ShelfView
from web.views import BrokenGame, GameOption, LobbyView, OptionChoice, Reply, Role, Session, ShelfGame

WHY: Final = "game.py, line 40: NameError: name 'no' is not defined."
CHRONICLE: Final = ShelfGame(
    slug="chronicle",
    title="Chronicle",
    seats=(3, 4, 5, 6),
    minutes=(30, 45),
    weight="light",
    sentence="Win tricks with kings, sages and beasts, and turn the story of the round into Fame.",
)
WAR_CHEST: Final = ShelfGame(
    slug="war_chest",
    title="War Chest",
    seats=(2, 4),
    minutes=(30, 60),
    weight="medium",
    sentence="Draw coins from your bag to command your units, and take the board before the others do.",
)
CHESS: Final = ShelfGame(
    slug="chess_deckbuilder",
    title="Chess deckbuilder",
    seats=(2,),
    minutes=(40, 80),
    weight="medium",
    sentence="Chess where a card must let you move: build a better deck, and give checkmate.",
)
STORIES: Final = GameOption(
    key="two_histories",
    label="Two stories a round",
    meaning="Two history cards are turned up each round, and both pay Fame.",
    value="false",
    choices=(OptionChoice("false", "no", (3, 4, 5, 6)), OptionChoice("true", "yes", (3, 4, 5))),
    is_usual=True,
)


def lobby(starter: int | None = 0) -> LobbyView:
    """People gather for Chronicle."""
    return LobbyView(starter=starter, game=CHRONICLE, options=(STORIES,))


class FakeShelf:
    """See `ShelfPort`."""

    lock: threading.RLock
    version: int

    def __init__(self) -> None:
        super().__init__()
        self.picks: list[GamePick] = []
        self.gathered = 3
        self.unnamed = False
        self.pick_refused = ""
        self.pace = "relaxed"
        self.strengths: dict[int, str] = {}

    def shelf(self, session: Session) -> ShelfView:
        return ShelfView(
            games=(CHRONICLE, WAR_CHEST, CHESS),
            broken=(BrokenGame(name="harbour_night", why=WHY if session.role is Role.HOST else ""),),
            game="chronicle",
            seats=4,
            people=self.gathered,
            options=(STORIES,),
            unnamed=self.unnamed,
            pace=self.pace,
        )

    def set_pace(self, session: Session, pace: str) -> Reply:
        self.pace = pace
        return Reply(True, "", self.version)

    def set_strength(self, session: Session, seat: int, strength: str) -> Reply:
        self.strengths[seat] = strength
        return Reply(True, "", self.version)

    def pick(self, session: Session, pick: GamePick) -> Reply:
        self.picks.append(pick)
        return Reply(not self.pick_refused, self.pick_refused or "It is being laid out.", self.version)
