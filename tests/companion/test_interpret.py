"""What lies on the table, read as an answer: pure functions on a match and tags."""

from __future__ import annotations

import pytest

from companion.reading.interpret import (
    Act,
    Ask,
    Crowded,
    Explained,
    Odd,
    Unlawful,
    read,
    read_gone,
)
from companion.reading.on_table import OnTable, explained, on_table
from rules.engine.entries import Header, Identify, Position, SetTrack
from rules.engine.game import Game
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Seat
from tests.companion.evening import HANDS, HIDING
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from vision.types import Presence, Side, Tag


def match_of(game: Game, position: Position, *answers: Answer) -> Match:
    match = Match(game, Header(game.slug, 2, {}, position))
    for answer in answers:
        assert isinstance(match.submit(answer), Accepted)
    return match


def front(piece: str, spot: str | None, since_s: float = 1.0, *, anywhere: bool = False) -> OnTable:
    return OnTable(f"F{piece}", PieceId(piece), "cards", spot, anywhere, since_s, since_s)


def back(spot: str | None, since_s: float = 1.0) -> OnTable:
    return OnTable("B", None, "cards", spot, False, since_s, since_s)


LED = Answer(Seat(0), "play:RED-1")


def test_a_card_on_its_players_place_is_the_answer() -> None:
    match = match_of(HIGH_CARD, HANDS)
    assert read(front("RED-1", "trick/0"), match, ()) == Act(Answer(Seat(0), "play:RED-1"))


def test_a_card_where_the_state_has_it_is_no_news() -> None:
    match = match_of(HIGH_CARD, HANDS, LED)
    assert read(front("RED-1", "trick/0"), match, ()) == Explained()


def test_an_unlawful_card_keeps_its_reason_private_when_it_follows_from_the_hand() -> None:
    match = match_of(HIGH_CARD, HANDS, LED)
    reading = read(front("BLU-6", "trick/1"), match, ())
    assert isinstance(reading, Unlawful)
    assert (reading.answer, reading.refusal.code, reading.public) == (
        Answer(Seat(1), "play:BLU-6"),
        "must_follow",
        None,
    )


def test_an_unlawful_card_has_a_public_reason_when_everybody_has_seen_the_hand() -> None:
    shown = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5:shown", "BLU-6:shown")}, phase="trick", turn=0)
    reading = read(front("BLU-6", "trick/1"), match_of(HIGH_CARD, shown, LED), ())
    assert isinstance(reading, Unlawful)
    assert reading.public is not None
    assert reading.public.code == "must_follow"


def test_a_card_laid_by_somebody_who_is_not_asked() -> None:
    reading = read(front("RED-5", "trick/1"), match_of(HIGH_CARD, HANDS), ())
    assert isinstance(reading, Unlawful)
    assert reading.public is not None
    assert (reading.refusal.code, reading.answer.key) == ("not_your_turn", "")


def test_a_card_that_cannot_be_in_that_hand() -> None:
    match = match_of(HIGH_CARD, HANDS)
    reading = read(front("RED-6", "trick/0"), match, ())
    assert isinstance(reading, Unlawful)
    assert reading.refusal.code == "card_not_in_hand"


def test_a_card_beside_every_place_means_nothing() -> None:
    match = match_of(HIGH_CARD, HANDS)
    assert read(front("RED-1", None), match, ()) == Odd()
    assert read(front("RED-1", "won"), match, ()) == Odd()


def test_after_the_end_nothing_is_an_answer() -> None:
    over = Position({"hand/0": ("RED-1",), "hand/1": ("RED-5",)}, phase="trick", turn=0)
    match = match_of(HIGH_CARD, over, LED, Answer(Seat(1), "play:RED-5"))
    assert match.question is None
    assert read(front("BLU-2", "trick/0"), match, ()) == Odd()
    assert read_gone("trick/0", front("RED-1", "trick/0"), match) == Odd()


def test_without_calibration_a_card_may_lie_anywhere() -> None:
    match = match_of(HIGH_CARD, HANDS)
    assert read(front("RED-1", None, anywhere=True), match, ()) == Act(LED)
    match.submit(LED)
    assert read(front("RED-1", None, anywhere=True), match, ()) == Explained()


def test_two_cards_where_one_is_asked_for() -> None:
    match = match_of(HIGH_CARD, HANDS)
    both = [front("RED-1", "trick/0"), front("BLU-2", "trick/0", 2.0)]
    # the second came after the first was last seen: it may lie on it
    assert read(
        both[0], match, [both[0], OnTable("x", PieceId("BLU-2"), "cards", "trick/0", False, 1.0, 5.0)]
    ) == Crowded("trick/0")


def test_a_back_with_a_known_hand_asks_only_its_owner() -> None:
    reading = read(back("place/0"), match_of(HIDDEN_CARD, HIDING), ())
    assert reading == Ask(Seat(0), ("hide:BLU-2", "hide:RED-1"), "hide:?")


def test_a_back_with_an_unknown_hand_is_a_card_without_a_name() -> None:
    blind = Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="hide", turn=0)
    assert read(back("place/0"), match_of(HIDDEN_CARD, blind), ()) == Act(Answer(Seat(0), "hide:?"))


def test_only_what_the_owner_has_shown_is_asked_for() -> None:
    partly = Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="hide", turn=0)
    match = match_of(HIDDEN_CARD, partly)
    match.submit(Identify("hand/0", (PieceId("RED-3"),)))
    assert read(back("place/0"), match, ()) == Ask(Seat(0), ("hide:RED-3",), "hide:?")


def test_a_back_of_which_no_card_of_the_hand_may_be_laid_is_asked_for_like_any_other() -> None:
    reds = Position({"hand/0": ("RED-1", "RED-2"), "hand/1": ("?", "?")}, {"banned": "RED"}, "hide", 0)
    reading = read(back("place/0"), match_of(HIDDEN_CARD, reds), ())
    # whoever knows no hand thinks that another card may lie there: that none may would tell of the hand
    assert reading == Ask(Seat(0), ("hide:RED-1", "hide:RED-2"), "")


def test_a_back_of_another_deck_is_not_the_card_asked_for() -> None:
    coin = OnTable("B", None, "coins", "place/0", False, 1.0, 1.0)
    assert read(coin, match_of(HIDDEN_CARD, HIDING), ()) == Odd()


def test_moving_and_taking_away() -> None:
    match = match_of(HIDDEN_CARD, HIDING, Answer(Seat(0), "hide:RED-1"), Answer(Seat(1), "hide:?"))
    assert read(OnTable("c", PieceId("COIN"), "coins", "goal", False, 1.0), match, ()) == Act(Answer(Seat(0), "push"))
    gone = OnTable("c", PieceId("COIN"), "coins", "tray", False, 1.0)
    assert read_gone("tray", gone, match) == Act(Answer(Seat(0), "take"))
    assert read_gone("goal", gone, match) == Odd()


@pytest.mark.parametrize("side", list(Side))
def test_a_tag_of_another_game_is_nothing_or_a_back_of_no_deck(side: Side) -> None:
    decks = match_of(HIGH_CARD, HANDS).table.decks
    item = on_table(Presence(Tag("X", "KING", side), None, 0.0, "trick/0", 1.0, 1.0), True, decks)
    assert item is None or (item.piece is None and item.deck == "")


def test_a_face_down_card_is_explained_by_one_of_its_deck_on_that_spot() -> None:
    match = match_of(HIDDEN_CARD, HIDING, Answer(Seat(0), "hide:RED-1"))
    public = match.seen(None)
    assert explained(back("place/0"), public)
    assert explained(back("deck"), public)
    assert not explained(back("place/1"), public)
    assert not explained(back(None), public)


def test_a_correction_changes_what_a_card_means() -> None:
    match = match_of(HIDDEN_CARD, HIDING)
    match.submit(SetTrack("banned", "BLU", "house rule"))
    # one card is allowed and the unnamed one: the owner is still asked, and the banned one is not offered
    assert read(back("place/0"), match, ()) == Ask(Seat(0), ("hide:RED-1",), "hide:?")
