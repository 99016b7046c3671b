"""The chess deckbuilder: its pieces, its setup, its phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine import Bots, Box, Episodes, Game, Play, Rules, Screens, Table, by_phase
from rules.games.chess_deckbuilder import acting, buying, start, turns
from rules.games.chess_deckbuilder.faces import draw_board, faces, notes
from rules.games.chess_deckbuilder.names import CARDS, OUT, SPARE, owned_by
from rules.games.chess_deckbuilder.notation import NOTATION
from rules.games.chess_deckbuilder.pieces import decks
from rules.games.chess_deckbuilder.position import GRID
from rules.games.chess_deckbuilder.settings import SETTINGS
from rules.games.chess_deckbuilder.standing import hints, standing

PHASES: Final[Mapping[str, Callable[[Table], Play | None]]] = {
    "colours": start.colours,
    "set_up": start.set_up,
    "turn": turns.begin,
    "action": acting.act,
    "buy": buying.buy,
    "clean_up": turns.clean_up,
    "draw": turns.draw,
    "end": turns.end,
}

EPISODES: Final = Episodes(
    begins={"turn_begins": "turn"},
    lays={"laid": "card"},
    plain={"turn_begins", "stopped", "bought_nothing_more", "cleaned_up"},
)


def build() -> Game:
    """The game."""
    return Game(
        package=__name__,
        title="Chess deckbuilder",
        seats=range(2, 3),
        rules=Rules(
            setup=start.setup,
            play=by_phase(PHASES),
            settings=SETTINGS,
            turn_begins=dict.fromkeys(("action", "buy", "clean_up", "draw", "end"), "turn"),
            paced={"answer_check"},
            reveals={"cleaned_up", "showed"},
        ),
        box=Box(decks=decks, faces=faces, grid=lambda settings: GRID, alike={CARDS}, own=owned_by),
        episodes=EPISODES,
        screens=Screens(prominent={"actions", "buys"}, put_away={SPARE, OUT, start.BOX}, board=draw_board, notes=notes),
        bots=Bots(seldom={"accept", "resign", "back"}, eager={"take"}, value=standing, hints=hints),
        notation=NOTATION,
    )
