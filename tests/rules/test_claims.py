"""What is taken on a player's word, and what proves it wrong."""

from __future__ import annotations

from rules.engine.entries import Identify, Position
from rules.engine.game import Play
from rules.engine.match import Match
from rules.engine.questions import Choose, Option
from rules.engine.table import Table
from rules.engine.types import UNSEEN, Card, Claim, PieceId, Private, Say, Seat
from tests.rules.small import P, accepted, answer, small_match

NO_A = Claim("hand/0", frozenset({P("a1"), P("a2"), P("a3")}), Say("none"), "R-1")


def table(*cards: Card) -> Table:
    """A table on which seat 0 holds these cards and claims to hold no a."""
    match = small_match(nothing)
    t = match.table
    for card in cards:
        t.move(card, "hand/0", frm="deck")
    t.claim(NO_A, Seat(0), {"meeting": 3})
    return t


def nothing(t: Table) -> Play:
    yield Choose(kind="wait", seat=Seat(0), choices=lambda seen: ())


def broken(t: Table) -> list[object]:
    pieces = (e.facts["piece"] for e in t.told if e.kind == "claim_broken")
    return [p.value if isinstance(p, Private) else p for p in pieces]


def test_a_card_that_was_there_breaks_the_claim() -> None:
    t = table(UNSEEN, UNSEEN)
    t.move(P("a1"), "row/0", frm="hand/0")
    assert broken(t) == [P("a1")]
    event = t.told[-1]
    assert (event.facts["seat"], event.facts["rule"], event.facts["meeting"]) == (Seat(0), "R-1", 3)


def test_other_cards_and_other_piles_break_nothing() -> None:
    t = table(UNSEEN, UNSEEN)
    t.move(P("b1"), "row/0", frm="hand/0")
    t.move(P("a1"), "row/1", frm="deck")
    assert broken(t) == []


def test_a_broken_claim_is_told_once() -> None:
    t = table(UNSEEN, UNSEEN, UNSEEN)
    t.move(P("a1"), "row/0", frm="hand/0")
    t.move(P("a2"), "row/0", frm="hand/0")
    assert broken(t) == [P("a1")]


def test_a_card_that_came_later_is_excused() -> None:
    t = table(UNSEEN, UNSEEN)
    t.move(P("a1"), "hand/0", frm="deck")
    t.move(P("a1"), "row/0", frm="hand/0")
    assert broken(t) == []
    t.move(P("a2"), "row/0", frm="hand/0")
    assert broken(t) == [P("a2")]


def test_after_an_unseen_card_came_nothing_can_be_proved() -> None:
    t = table(UNSEEN, UNSEEN)
    t.move(UNSEEN, "hand/0", frm="deck")
    t.move(P("a1"), "row/0", frm="hand/0")
    assert broken(t) == []


def test_the_card_laid_down_unseen_counts_for_the_hand() -> None:
    t = table(UNSEEN, UNSEEN)
    t.move(UNSEEN, "cover/0", frm="hand/0", face_up=False)
    t.name("cover/0", P("a1"))
    t.turn_face("cover/0", P("a1"), True)
    assert broken(t) == [P("a1")]


def test_taking_that_card_back_changes_nothing() -> None:
    t = table(UNSEEN, UNSEEN)
    t.move(UNSEEN, "cover/0", frm="hand/0", face_up=False)
    t.move(UNSEEN, "hand/0", frm="cover/0")
    t.move(P("a2"), "row/0", frm="hand/0")
    assert broken(t) == [P("a2")]


def test_claims_lapse_when_their_cards_are_gathered() -> None:
    t = table(UNSEEN, UNSEEN)
    t.gather("coins", "bag")
    assert len(t.claims.standing) == 1
    t.gather("cards", "deck")
    assert t.claims.standing == []
    t.move(UNSEEN, "hand/0", frm="deck")
    t.move(P("a1"), "row/0", frm="hand/0")
    assert broken(t) == []


def test_what_only_the_companion_knows_breaks_no_claim_aloud() -> None:
    t = table(UNSEEN, P("b1"))
    t.name("hand/0", P("a1"))
    assert t.told == []  # that the hand holds such a card is still its owner's secret
    t.show("hand/0", P("a1"))
    assert broken(t) == [P("a1")]


def test_a_known_card_laid_face_down_breaks_the_claim_when_it_is_turned_up() -> None:
    t = table(UNSEEN, P("b1"))
    t.name("hand/0", P("a1"))
    t.move(P("a1"), "row/0", frm="hand/0", face_up=False)
    assert t.told == []
    t.turn_face("row/0", P("a1"), True)
    assert broken(t) == [P("a1")]


def test_a_card_that_another_hand_drew_later_breaks_no_claim() -> None:
    t = table(UNSEEN, P("b1"))
    t.move(UNSEEN, "hand/1", frm="hand/0")  # taken over, unseen
    t.move(UNSEEN, "hand/1", frm="deck")
    t.move(P("a1"), "row/1", frm="hand/1")
    assert broken(t) == []


def asking_twice(t: Table) -> Play:
    claimed = Option("none", "none", Say("pass"), claim=NO_A)
    for _ in range(2):
        yield Choose(kind="ask", seat=Seat(0), choices=lambda seen: (claimed,), facts={"meeting": 7})


def test_a_match_makes_the_claim_with_the_facts_of_the_question() -> None:
    match: Match = small_match(asking_twice, Position({"hand/0": ("?", "?")}))
    accepted(answer(match, 0, "none"))
    assert accepted(match.submit(Identify("hand/0", (PieceId("b1"), P("a3"))))) == []
    match.table.show("hand/0", P("a3"))
    facts = match.table.told[-1].facts
    assert facts["meeting"] == 7
    assert match.table.claims.standing == []
