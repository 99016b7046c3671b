"""What the dealer's hands do for questions that hands answer: draw, sort, stack, slip in, shuffle, draw lots."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from companion.referee.inbox import Dealt
from companion.telling.voices import build_voice
from companion.virtual.hands_on import HandsOn
from companion.virtual.virtual_table import VirtualTable
from rules.engine.entries import Header, MovePiece, Position
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal
from rules.engine.types import UNSEEN, Card, PieceId, Refusal, Seat
from tests.companion.lucky_draw import LUCKY_DRAW, PLAIN, SLIPPED, STOPS

SEATS = 2


class Hands:
    """A match, its pieces on a virtual table, and the hands that carry out what it asks."""

    def __init__(self, position: Position | None = None, seed: int = 1, read: bool = True) -> None:
        self.match = Match(LUCKY_DRAW, Header(LUCKY_DRAW.slug, SEATS, {}, position))
        voice = build_voice(LUCKY_DRAW, SEATS, self.match.settings, "en", ("A", "B"))
        decks = self.match.table.decks
        self.table = VirtualTable(LUCKY_DRAW.slug, decks, voice.layout, voice.faces, Random(seed))
        self.table.gather("cards", "deck")
        self.table.gather("coins", "bank")
        self.hands = HandsOn(self.table, self.glass if read else None, Random(seed))
        self.told: list[Dealt] = []

    def glass(self, piece: PieceId) -> Card:
        return UNSEEN if piece == "BLU-6" else piece  # one whose sticker is worn

    def carry_out(self) -> Dealt:
        """Does what is asked now, and notes it as the referee does."""
        question = self.match.question
        assert question is not None
        self.told.clear()
        self.hands.carry_out(question, self.match.state, self.told.append)
        (dealt,) = self.told
        seat = question.asked[0] if question.asked else None
        assert not isinstance(self.match.submit(Answer(seat, dealt.key, dealt.cards)), Refusal)
        return dealt

    def at(self, spot: str) -> list[PieceId]:
        return [b.piece for b in self.table.at(spot)]

    def held(self, seat: int) -> set[PieceId]:
        return {b.piece for b in self.table.hand(Seat(seat))}


def test_sorted_cards_lie_face_down_apart_and_slipped_ones_not_side_by_side() -> None:
    for seed in range(20):
        hands = Hands(seed=seed)
        assert hands.carry_out().key == "done"
        assert set(hands.at("bells")) == set(STOPS)
        stack = hands.at("deck")
        assert set(stack) == set(PLAIN)
        assert not any(b.face_up for b in hands.table.bodies())
        at = sorted(stack.index(p) for p in SLIPPED)
        assert all(later - earlier > 1 for earlier, later in pairwise(at))


def test_an_inserted_card_lies_under_so_many_others() -> None:
    hands = Hands()
    hands.carry_out()
    hands.carry_out()
    stack = hands.at("deck")
    assert stack[-9] in STOPS
    assert len(stack) == len(PLAIN) + 1
    assert set(hands.at("bells")) == set(STOPS) - set(stack)


def test_a_card_that_was_inserted_is_not_inserted_again_when_that_was_taken_back() -> None:
    hands = Hands()
    hands.carry_out()
    hands.carry_out()
    before = Match.replay(hands.match.game, hands.match.header, hands.match.log[:1])
    assert before.question is not None
    stack = hands.at("deck")
    hands.hands.carry_out(before.question, before.state, hands.told.append)
    assert hands.at("deck") == stack
    assert hands.told[-1].key == "done"


def test_what_is_sorted_anew_is_inserted_anew() -> None:
    """As in the next round: the cards lie apart again."""
    hands = Hands()
    for _ in range(3):
        fresh = Match(hands.match.game, hands.match.header)
        for _ in range(2):
            assert fresh.question is not None
            hands.hands.carry_out(fresh.question, fresh.state, hands.told.append)
            assert not isinstance(fresh.submit(Answer(None, "done")), Refusal)
        assert len(hands.at("deck")) == len(PLAIN) + 1
        assert len(hands.at("bells")) == len(STOPS) - 1


def test_which_card_is_inserted_and_which_lot_is_drawn_is_chance() -> None:
    inserted, lots = set(), set()
    for seed in range(20):
        hands = Hands(seed=seed)
        hands.carry_out()
        hands.carry_out()
        inserted.add(hands.at("deck")[-9])
        lots.add(hands.carry_out().key)
    assert inserted == set(STOPS)
    assert lots == {"seat:0", "seat:1"}


def begun(seed: int = 1) -> Hands:
    """Up to the draw: everybody holds a coin and three cards."""
    hands = Hands(seed=seed)
    for _ in range(5):
        hands.carry_out()
    return hands


def test_a_seat_holds_cards_of_two_piles() -> None:
    hands = begun()
    state = hands.match.state
    for seat in range(SEATS):
        known = {*state.pile(f"hand/{seat}").pieces, *state.pile(f"purse/{seat}").pieces}
        assert len(hands.held(seat)) == 4
        assert hands.held(seat) - {"BLU-6"} == known


def test_a_draw_ends_with_a_card_that_is_shown_at_once() -> None:
    """The bell lay under eight cards; six of them have been dealt, so it is the third that is drawn."""
    hands = begun()
    seat = hands.match.table.turn
    assert seat is not None
    before = hands.held(seat)
    dealt = hands.carry_out()
    (bell,) = hands.at("row")
    assert dealt.key == f"{bell}:2"
    assert hands.table.find(bell).face_up
    new = hands.held(seat) - before
    ((_, cards),) = dealt.cards
    assert {c for c in cards if c is not UNSEEN} == new - {PieceId("BLU-6")}
    assert len(new) == 2
    assert hands.carry_out().key == "drawn"
    assert len(hands.held(seat)) == len(before) + 3


def test_the_answer_is_told_before_the_card_lies_open() -> None:
    """Else the camera would tell less of it first."""
    hands = begun()
    question = hands.match.question
    assert question is not None
    open_then: list[int] = []
    hands.hands.carry_out(
        question, hands.match.state, lambda dealt: open_then.append(sum(b.face_up for b in hands.table.bodies()))
    )
    assert open_then == [0]
    assert sum(b.face_up for b in hands.table.bodies()) == 1


def test_a_card_is_taken_out_of_a_hand_by_chance_and_no_coin() -> None:
    taken = set()
    position = Position(
        {"hand/0": ("RED-1",), "hand/1": ("BLU-1", "BLU-2"), "purse/1": ("COIN-1",)}, phase="steal", turn=0
    )
    for seed in range(20):
        hands = Hands(position, seed)
        for seat, piece in ((0, "RED-1"), (1, "BLU-1"), (1, "BLU-2"), (1, "COIN-1")):
            hands.table.take(hands.table.find(PieceId(piece)).ident, Seat(seat))
        hands.carry_out()
        (card,) = hands.held(0) - {"RED-1"}
        assert card in hands.match.state.pile("hand/0")
        taken.add(card)
    assert taken == {"BLU-1", "BLU-2"}


def test_a_card_taken_out_of_a_hand_goes_back_when_that_was_taken_back() -> None:
    position = Position({"hand/0": ("RED-1",), "hand/1": ("?", "?"), "purse/1": ("COIN-1",)}, phase="steal", turn=0)
    for seed in range(10):
        hands = Hands(position, seed)
        for seat, piece in ((0, "RED-1"), (1, "BLU-1"), (1, "BLU-2"), (1, "COIN-1")):
            hands.table.take(hands.table.find(PieceId(piece)).ident, Seat(seat))
        question = hands.match.question
        assert question is not None
        for _ in range(3):
            hands.hands.carry_out(question, hands.match.state, hands.told.append)
            assert (len(hands.held(0)), len(hands.held(1))) == (2, 2)
            assert "RED-1" in hands.held(0)


def test_without_a_reader_box_a_draw_names_nothing_but_what_lies_open() -> None:
    hands = Hands(read=False)
    for _ in range(5):
        hands.carry_out()
    dealt = hands.carry_out()
    assert dealt.key == f"{hands.at('row')[0]}:2"
    assert dealt.cards == ()


def test_a_draw_that_was_taken_back_is_drawn_anew() -> None:
    hands = begun()
    seat = hands.match.table.turn
    assert seat is not None
    hands.carry_out()
    hands.carry_out()  # three cards are held now beside the first
    before = Match.replay(hands.match.game, hands.match.header, hands.match.log[:6])
    question = before.question
    assert question is not None
    hands.hands.carry_out(question, before.state, hands.told.append)
    assert len(hands.held(seat)) == 4 + 3  # the coin, the first cards, and three drawn anew


def test_a_stack_that_is_shorter_than_the_notes_say_stops_nobody() -> None:
    hands = begun()
    seat = hands.match.table.turn
    assert seat is not None
    *buried, left = (b.ident for b in hands.table.at("deck"))
    for ident in buried:
        hands.table.put(ident, 5.0, 5.0, 0.0, False)
    before = hands.held(seat)
    dealt = hands.carry_out()
    assert dealt.key == "drawn"
    (last,) = hands.held(seat) - before
    assert hands.table.find(last).ident == left
    assert dealt.cards == ((f"hand/{seat}", (hands.glass(last), UNSEEN, UNSEEN)),)


def test_a_card_that_is_known_to_lie_elsewhere_does_not_go_back_on_the_stack() -> None:
    """Somebody said that it was laid away, and still holds it."""
    hands = begun()
    question, state = hands.match.question, hands.match.state
    assert hands.match.table.turn is not None
    assert question is not None
    seat = 1 - hands.match.table.turn
    piece = next(iter(state.pile(f"hand/{seat}").pieces))
    moved = Match.replay(hands.match.game, hands.match.header, hands.match.log)
    assert not isinstance(moved.submit(MovePiece(piece, "discard", "said so")), Refusal)
    hands.hands.carry_out(question, moved.state, hands.told.append)
    assert piece in hands.held(seat)
    assert piece not in hands.at("deck")


def test_a_pile_is_made_anew_without_what_lies_there_for_another_pile() -> None:
    """The card in play stays; one that somebody only said was laid away is still held, and goes with the others."""
    held = {"hand/0": ("RED-1",), "now": ("RED-2",), "spent": ("RED-3", "RED-4"), "discard": ("BLU-1",)}
    hands = Hands(Position(held, phase="renew", turn=0))
    table = hands.table
    for piece, spot, face_up in (("RED-3", "spent", True), ("RED-2", "spent", True), ("BLU-1", "discard", False)):
        table.lay(table.find(PieceId(piece)).ident, spot, face_up)
    for piece in ("RED-1", "RED-4"):
        table.take(table.find(PieceId(piece)).ident, Seat(0))
    hands.carry_out()
    assert hands.at("spent") == ["RED-2"]
    assert hands.at("discard") == []
    assert hands.held(0) == {"RED-1"}
    assert {"RED-3", "RED-4", "BLU-1"} <= set(hands.at("deck"))
    assert not any(b.face_up for b in table.at("deck"))


def test_one_deal_goes_to_two_piles_of_one_seat() -> None:
    hands = Hands(Position(phase="deal", turn=0))
    counts = {"hand/0": 2, "purse/0": 1, "hand/1": 3}
    hands.hands.carry_out(Deal(kind="deal", pile="deck", counts=counts), hands.match.state, hands.told.append)
    (dealt,) = hands.told
    read = dict(dealt.cards)
    assert {key: len(cards) for key, cards in read.items()} == counts
    assert {*read["hand/0"], *read["purse/0"]} - {UNSEEN} == hands.held(0) - {PieceId("BLU-6")}
    assert (len(hands.held(0)), len(hands.held(1))) == (3, 3)


LAID = {"hand/0": 2, "discard": 1, "hand/1": 2, "row": 2, "place/1": 1}
"""Cards of one deal that nobody holds: one set aside, an open row, and one before a seat."""


@pytest.mark.parametrize("read", [True, False], ids=["reader box", "no reader box"])
def test_a_deal_lays_down_what_goes_to_nobody_s_hand(read: bool) -> None:
    hands = Hands(Position(phase="deal", turn=0), read=read)
    question, state, top = Deal(kind="deal", pile="deck", counts=LAID), hands.match.state, len(hands.at("deck"))

    def tell(dealt: Dealt) -> None:
        assert not hands.at("row"), "it is told before anything lies open"
        hands.told.append(dealt)

    hands.hands.carry_out(question, state, tell)
    (dealt,) = hands.told
    assert (len(hands.held(0)), len(hands.held(1))) == (2, 2)
    assert [len(hands.at(spot)) for spot in ("discard", "row", "place/1", "deck")] == [1, 2, 1, top - 8]
    open_there = {spot: {b.face_up for b in hands.table.at(spot)} for spot in ("discard", "row", "place/1")}
    assert open_there == {"discard": {False}, "row": {True}, "place/1": {False}}
    if read:
        told = dict(dealt.cards)
        assert {key: len(cards) for key, cards in told.items()} == LAID
        assert list(told["row"]) == [hands.glass(piece) for piece in hands.at("row")]
    else:
        assert dealt == Dealt(())


def test_a_deal_that_was_taken_back_lays_down_as_many_as_before() -> None:
    hands = Hands(Position(phase="deal", turn=0))
    for _ in range(2):
        hands.hands.carry_out(Deal(kind="deal", pile="deck", counts=LAID), hands.match.state, hands.told.append)
        assert [len(hands.at(spot)) for spot in ("discard", "row", "place/1")] == [1, 2, 1]
        assert (len(hands.held(0)), len(hands.held(1))) == (2, 2)
