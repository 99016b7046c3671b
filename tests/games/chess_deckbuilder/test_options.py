"""What the rules leave open, each way: the options of a match (`stacked_mate` is in test_stacked_mate.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules.games.chess_deckbuilder.settings import SETTINGS, settings_of
from tests.games.chess_deckbuilder._match import (
    CHESS_DECKBUILDER,
    allowed,
    begin,
    by_hand,
    facts,
    far_reason,
    fen,
    game,
    held,
    kind,
    notes,
    pile,
    play,
    reason,
    use,
)

KINGS = "4k3/8/8/8/8/8/8/4K3 w"
known_or_not = pytest.mark.parametrize("known", [True, False])


def test_the_defaults_are_the_rulings() -> None:
    assert CHESS_DECKBUILDER.check_settings({}) == {
        "white": "first_seat",
        "treasure_worth": "1_and_2",
        "action_pile": 10,
        "copper_pile": 30,
        "silver_pile": 20,
        "last_rank": "standard",
        "stacked_mate": "any_later_play",
        "castle_with_king_card": True,
        "check_ends_moves": False,
        "open_discard": False,
        "chess_draw_rules": False,
    }


def test_the_page_of_the_game_explains_every_option_with_its_default() -> None:
    page = (Path(__file__).parents[3] / "docs/games/chess_deckbuilder.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| [^|]+ \|$", page, re.MULTILINE)
    for setting, (key, values) in zip(SETTINGS, rows, strict=True):
        texts = values.split(" / ") if setting.choices else [f"**{values}**"]
        assert key == setting.key
        assert [text.strip("*") for text in texts if text.startswith("**")] == [str(setting.default).lower()]
        assert len(texts) == max(1, len(setting.choices))
        assert {text.strip("*") for text in texts} >= set(map(str, setting.choices))


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda one: one.key)
def test_what_a_reader_is_reminded_of_follows_the_options_of_the_match(setting: object) -> None:
    """The options stand on the table too, since notes are made from what a reader sees."""
    key, choices = getattr(setting, "key", ""), getattr(setting, "choices", ()) or (True, False)
    for choice in choices:
        match = begin(**{key: choice})
        assert settings_of(match.seen(None)) == match.settings


# -- treasure ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-075", "CD-003")
@pytest.mark.parametrize(
    ("worth", "hand", "within", "beyond"),
    [
        ("1_and_2", "copper copper copper", "silver", "bishop"),
        ("2_and_3", "copper copper copper", "queen", None),
        ("1_and_2", "silver copper", "rook", "king"),
        ("2_and_3", "silver copper", "queen", None),
        ("1_and_2", "silver silver", "king", "queen"),
        ("2_and_3", "copper", "pawn", "silver"),
        ("2_and_3", "silver", "silver", "bishop"),
        ("1_and_2", "queen copper", "pawn", "silver"),
        ("2_and_3", "queen copper", "silver", "bishop"),
    ],
)
@known_or_not
def test_what_a_copper_and_a_silver_are_worth(
    worth: str, hand: str, within: str, beyond: str | None, known: bool
) -> None:
    match = game(KINGS, **held(hand, known), settings={"treasure_worth": worth})
    use(match, 0, "stop")
    assert f"buy:{within}" in allowed(match, 0)
    if beyond is not None:
        assert reason(match, 0, f"buy:{beyond}") == ("too_expensive", "CD-076")


@pytest.mark.rules("CD-075")
@pytest.mark.parametrize(("worth", "totals"), [("1_and_2", [2, 3, 4]), ("2_and_3", [3, 5, 6])])
def test_what_was_shown_is_counted_by_the_same_worth(worth: str, totals: list[int]) -> None:
    match = game(KINGS, hands={0: "silver copper queen"}, settings={"treasure_worth": worth})
    use(match, 0, "stop")
    events = use(match, 0, "show:silver", "show:copper", "show:queen")
    assert [row["total"] for row in facts(events, "showed")] == totals
    assert notes(match, -1) == ["treasure_shown"]


@pytest.mark.rules("CD-075", "CD-I10")
def test_no_more_is_shown_than_the_worth_of_this_match_needs() -> None:
    match = game(KINGS, hands={0: "copper copper"}, settings={"treasure_worth": "2_and_3"})
    use(match, 0, "stop")
    events = use(match, 0, "buy:pawn")
    assert facts(events, "showed") == [{"seat": 0, "card": "copper", "total": 2}]


# -- castling ----------------------------------------------------------------------------------------------------------

CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ"
BOTH_WAYS = {"move:e1:g1", "move:e1:c1"}


@pytest.mark.rules("CD-091", "CD-090")
@pytest.mark.parametrize("allows", [True, False])
@known_or_not
def test_whether_a_king_card_castles(allows: bool, known: bool) -> None:
    for card, castles in (("king", allows), ("rook", True)):
        match = game(CASTLING, **held(card, known), settings={"castle_with_king_card": allows})
        assert {f"{card}:{key}" for key in BOTH_WAYS} <= by_hand(match, 0) or not castles
        use(match, 0, f"play:{card}")
        assert (allowed(match, 0) & BOTH_WAYS == BOTH_WAYS) is castles
        assert "move:e1:e2" in allowed(match, 0) or card == "rook"
        if not castles:
            assert not allowed(match, 0) & BOTH_WAYS


@pytest.mark.rules("CD-091")
def test_castling_by_king_card_draws_nothing_and_ends_the_actions() -> None:
    match = game(CASTLING, hands={0: "king"}, decks={0: "copper copper"})
    play(match, 0, "king", "move:e1:c1")
    assert fen(match) == "4k3/8/8/8/8/8/8/2KR3R"
    assert (kind(match), pile(match, "hand/0")) == ("buy", [])


@pytest.mark.rules("CD-091", "CD-012")
def test_hands_that_castle_with_a_king_card_where_it_may_not_are_told_which_card_it_takes() -> None:
    match = game(CASTLING, hands={0: "king"}, settings={"castle_with_king_card": False})
    assert far_reason(match, 0, "rook:move:e1:g1") == ("no_card_for_piece", "CD-012")
