"""The difference between the rules and the table, as things to do."""

from __future__ import annotations

from companion.reading.on_table import OnTable
from companion.reading.todo import Chore, Todo, by_names, todo_list
from rules.engine.entries import Header, Position
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Seat
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from vision.types import NamelessCard, Point


def front(piece: str, spot: str | None, since_s: float = 1.0, seen_s: float = 9.0) -> OnTable:
    return OnTable(f"F{piece}", PieceId(piece), "cards", spot, False, since_s, seen_s)


def todo(game: Game, position: Position | None, *items: OnTable, answers: tuple[Answer, ...] = ()) -> tuple[Todo, ...]:
    match = Match(game, Header(game.slug, 2, {}, position))
    for answer in answers:
        match.submit(answer)
    return todo_list(match.seen(None), items, match.state)


LED = Answer(Seat(0), "play:RED-1")
RED_1 = PieceId("RED-1")


def test_nothing_to_do_when_all_lies_where_it_should() -> None:
    assert todo(HIGH_CARD, HANDS) == ()
    assert todo(HIGH_CARD, HANDS, front("RED-1", "trick/0"), answers=(LED,)) == ()


def test_a_card_that_was_told_but_not_laid() -> None:
    assert todo(HIGH_CARD, HANDS, answers=(LED,)) == (Todo(Chore.LAY, RED_1, spot="trick/0"),)


def test_a_card_that_cannot_be_told_is_the_one_that_should_lie_there_if_it_may_be_that() -> None:
    chores = [Todo(Chore.LAY, PieceId(piece), spot="trick/0") for piece in ("RED-1", "RED-2")]

    def unnamed(spot: str, *may_be: str) -> NamelessCard:
        return NamelessCard(Point(0.0, 0.0), spot, may_be)

    assert by_names(chores[:1], [unnamed("trick/0", "RED-3", "RED-1")]) == ((), ())
    for other in (unnamed("trick/1", "RED-1"), unnamed("trick/0", "RED-3"), unnamed("trick/0")):
        assert by_names(chores[:1], [other]) == ((chores[0],), (other,))
    assert by_names(chores, [unnamed("trick/0", "RED-1", "RED-2")]) == ((chores[1],), ()), "one card is one piece"
    back = Todo(Chore.LAY, spot="trick/0")
    assert by_names([back], [unnamed("trick/0")])[0] == (back,)


def test_a_card_on_the_wrong_spot() -> None:
    found = todo(HIGH_CARD, HANDS, front("RED-1", "won"), answers=(LED,))
    assert found == (Todo(Chore.MOVE, RED_1, from_spot="won", spot="trick/0"),)


def test_a_card_that_belongs_to_a_hand() -> None:
    found = todo(HIGH_CARD, HANDS, front("BLU-2", "won"))
    assert found == (Todo(Chore.TAKE_OFF, PieceId("BLU-2"), from_spot="won"),)


def test_the_list_does_not_tell_whose_hand_a_card_is_in_or_whether_the_companion_knows() -> None:
    known, unknown = (todo(HIGH_CARD, HANDS, front(piece, "won")) for piece in ("RED-5", "BLU-3"))
    assert [t.chore for t in known] == [t.chore for t in unknown] == [Chore.TAKE_OFF]


def test_before_the_deal_what_lies_open_is_gathered_once() -> None:
    found = todo(HIGH_CARD, None, front("RED-1", "trick/0"), front("BLU-2", "won"))
    assert found == (Todo(Chore.GATHER, deck="cards", spot="deck"),)


def test_cards_in_hands_are_not_gathered_because_of_one_that_lies_wrong() -> None:
    found = todo(HIGH_CARD, HANDS, front("BLU-6", "trick/1"))
    assert Chore.GATHER not in {t.chore for t in found}


def test_a_face_down_card_that_is_missing() -> None:
    hidden = (Answer(Seat(0), "hide:RED-1"),)
    coin = front("COIN", "tray")
    assert todo(HIDDEN_CARD, HIDING, coin, answers=hidden) == (Todo(Chore.LAY, spot="place/0"),)
    lies = OnTable("B", None, "cards", "place/0", False, 1.0, 9.0)
    assert todo(HIDDEN_CARD, HIDING, coin, lies, answers=hidden) == ()


def test_a_card_that_lies_covered_is_left_alone() -> None:
    under, over = front("BLU-2", "won", 1.0, seen_s=2.0), front("RED-1", "won", 3.0)
    found = todo(HIGH_CARD, HANDS, under, over, answers=(LED,))
    assert found == (Todo(Chore.MOVE, RED_1, from_spot="won", spot="trick/0"),)


def test_it_is_shown_only_after_the_patience_and_in_words() -> None:
    evening = Evening(HIGH_CARD, HANDS, patience_s=4.0)
    evening.see()
    evening.tap(0, "play:RED-1")
    evening.wait(3.9)
    assert evening.todo == []
    evening.wait(0.2)
    assert evening.todo == ["Put Red 1 on P1's place."]
    evening.lay("RED-1", "trick/0")
    assert evening.todo == []


def test_every_chore_has_its_sentence() -> None:
    evening = Evening(HIGH_CARD, None, patience_s=0.0)
    evening.lay("RED-1", "won")
    assert evening.todo == ["Collect all cards of this deck and shuffle them: the cards."]
    hands = Evening(HIGH_CARD, HANDS, patience_s=0.0)
    hands.lay("BLU-6", "won")
    hands.tap(0, "play:RED-1")
    hands.lay("RED-1", "deck")
    assert sorted(hands.todo) == ["Move Red 1 to P1's place.", "Take Blu 6 back into the hand."]
    hidden = Evening(HIDDEN_CARD, HIDING, patience_s=0.0)
    hidden.lay("COIN", "tray")
    hidden.tap(0, "hide:RED-1")
    assert hidden.todo == ["Put the card face down on P1's place."]


def test_without_places_there_is_nothing_to_compare() -> None:
    evening = Evening(HIGH_CARD, HANDS, patience_s=0.0, calibrated=False)
    evening.tap(0, "play:RED-1")
    evening.see()
    evening.wait(60)
    assert evening.todo == []
