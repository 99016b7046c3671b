"""Cards that are turned over where they lie, lie under others, or go where no camera follows them."""

from __future__ import annotations

from dataclasses import replace

from companion.reading.on_table import OnTable
from companion.reading.todo import Chore, Todo
from companion.reading.watch import Watch
from companion.referee.inbox import Dealt
from rules.engine.entries import Header, Position
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Seat
from tests.companion.evening import Evening
from tests.companion.lucky_draw import LUCKY_DRAW

LAID = Position({"hand/0": ("BLU-1",), "place/0": ("RED-1:down",), "place/1": ("?",)}, phase="turn", turn=0)


def test_a_card_turned_up_and_down_again_is_read_both_times() -> None:
    evening = Evening(LUCKY_DRAW, LAID)
    down = evening.lay_back("place/0")
    assert evening.match.version == 0
    evening.lay("RED-1", "place/0")
    evening.lying = [down, *evening.lying[1:]]  # the back is remembered under it, and not seen any more
    evening.see()
    assert evening.match.log == [Answer(Seat(0), "up:RED-1")]
    evening.now_s += 1
    evening.lying = [replace(down, seen_s=evening.now_s)]
    evening.see()
    assert [e.key for e in evening.match.log if isinstance(e, Answer)] == ["up:RED-1", "down"]


def match_at(position: Position, *answers: str) -> Match:
    match = Match(LUCKY_DRAW, Header(LUCKY_DRAW.slug, 2, {}, position))
    for key in answers:
        match.submit(Answer(Seat(0), key))
    return match


def front(piece: str, spot: str) -> OnTable:
    return OnTable(f"F{piece}", PieceId(piece), "cards", spot, False, 1.0, 9.0)


def back(spot: str, since_s: float = 1.0) -> OnTable:
    return OnTable("B", None, "cards", spot, False, since_s, 9.0)


def differences(match: Match, *items: OnTable, read: tuple[OnTable, ...] = ()) -> tuple[Todo, ...]:
    watch = Watch(4.0, items=items, seeing=True)
    for item in read:
        watch.done(item)
    return watch.differences(match)


def test_a_card_that_should_lie_face_down_is_to_be_turned_not_gathered() -> None:
    match = match_at(LAID, "up:RED-1", "down")
    match.submit(Answer(None, "done"))
    todo = differences(match, front("RED-1", "place/0"), back("place/1"))
    assert todo == (Todo(Chore.TURN, PieceId("RED-1"), spot="place/0"),)


def test_the_sentence_says_what_to_turn() -> None:
    evening = Evening(LUCKY_DRAW, LAID, patience_s=0.0)
    evening.lay_back("place/1")
    evening.lay("RED-1", "place/0")
    evening.tap(0, "down")
    evening.referee.handle(Dealt((), "done"))
    evening.see()
    assert "Turn RED-1 face down on place." in evening.todo


def test_a_card_that_is_to_be_turned_up_is_one_thing_to_do() -> None:
    match = match_at(LAID, "up:RED-1")
    hidden = back("place/0")
    todo = differences(match, hidden, back("place/1"), read=(hidden,))
    assert todo == (Todo(Chore.TURN_UP, PieceId("RED-1"), spot="place/0"),)


def test_while_hands_prepare_nothing_else_is_to_be_done() -> None:
    match = match_at(LAID, "up:RED-1", "down")
    assert match.question is not None
    assert match.question.kind == "renew"
    assert differences(match, front("RED-1", "place/0")) == ()


def test_what_one_of_several_has_laid_stays_until_all_have() -> None:
    hands = Position({"hand/0": ("RED-1",), "hand/1": ("RED-2",)}, phase="lay", turn=0)
    match = match_at(hands, "lay:RED-1")
    laid = back("place/0")
    assert match.waiting == (Seat(1),)
    assert differences(match, laid, read=(laid,)) == ()
    match.submit(Answer(Seat(1), "lay:RED-2"))
    assert differences(match, laid, back("place/1"), read=(laid,)) == ()


def test_the_card_in_play_covers_the_pile_on_its_place() -> None:
    held = {"hand/0": ("RED-1",), "spent": ("RED-3",), "now": ("RED-2",)}
    match = match_at(Position(held, phase="swear", turn=0))
    assert differences(match, front("RED-2", "spent")) == ()
    assert differences(match) == (
        Todo(Chore.LAY, PieceId("RED-3"), spot="spent"),
        Todo(Chore.LAY, PieceId("RED-2"), spot="spent"),
    )


def test_an_open_card_that_belongs_into_a_closed_pile_is_to_be_moved_there() -> None:
    held = {"hand/0": ("RED-1",), "discard": ("RED-2:down",)}
    match = match_at(Position(held, phase="swear", turn=0))
    todo = differences(match, front("RED-2", "spent"))
    assert todo == (Todo(Chore.MOVE, PieceId("RED-2"), from_spot="spent", spot="discard"),)
