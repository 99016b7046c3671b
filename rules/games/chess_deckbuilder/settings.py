"""What the rules leave open, as options of a match (section 3 of the rule list)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.engine import Setting, State, TrackData, listed
from rules.games.chess_deckbuilder.names import HOUSE

ANY_LATER: Final = "any_later_play"
BY_PAWN_OR_KNIGHT: Final = "by_pawn_or_knight"
WHOLE_TURN: Final = "whole_turn"
STANDARD: Final = "standard"
CAPTURED_ONLY: Final = "captured_only"
WAIT: Final = "wait_for_king_card"

SETTINGS: Final[tuple[Setting, ...]] = (
    Setting("white", "first_seat", "Who plays White: the first seat, or drawn by lot.", ("first_seat", "drawn")),
    Setting(
        "treasure_worth",
        "1_and_2",
        "What a Copper and a Silver are worth in the buy phase.",
        ("1_and_2", "2_and_3"),
    ),
    Setting("action_pile", 10, "How many cards of each action kind lie in the supply.", (6, 8, 10, 12)),
    Setting("copper_pile", 30, "How many Coppers lie in the supply.", (10, 20, 30)),
    Setting("silver_pile", 20, "How many Silvers lie in the supply.", (10, 15, 20)),
    Setting(
        "last_rank",
        STANDARD,
        "A pawn on the last rank: becomes any piece, only one that was captured, or waits for a King card.",
        (STANDARD, CAPTURED_ONLY, WAIT),
    ),
    Setting(
        "stacked_mate",
        ANY_LATER,
        "Which checkmates are forbidden: by any second or later play of a turn, only those that a pawn or a knight "
        "gives then, or any in a turn in which a Pawn or Knight card came first.",
        (ANY_LATER, BY_PAWN_OR_KNIGHT, WHOLE_TURN),
    ),
    Setting("castle_with_king_card", True, "Whether castling can be played with a King card too."),
    Setting("check_ends_moves", False, "Whether no further piece moves in a turn after a move that gives check."),
    Setting("open_discard", False, "Whether everybody may look through the discard piles."),
    Setting("chess_draw_rules", False, "Whether three times the same position, or fifty quiet turns each, is a draw."),
)


@dataclass(frozen=True)
class Chosen(TrackData):
    """An option of the match and its value."""

    key: str
    value: object


def as_track(settings: Mapping[str, object]) -> tuple[Chosen, ...]:
    """The options as a track holds them."""
    return tuple(Chosen(one.key, settings[one.key]) for one in SETTINGS)


def settings_of(state: State) -> Mapping[str, object]:
    """The options of the match that a state belongs to."""
    return _read(listed(state[HOUSE], Chosen))


@lru_cache(maxsize=64)
def _read(options: tuple[Chosen, ...]) -> Mapping[str, object]:
    return {one.key: one.value for one in options}
