"""The deck: who knows what after cards were looked at, swapped, given and played, and that copies tell nothing."""

from __future__ import annotations

from rules.engine import Cards, Deck, PieceId, Play, Seat, Table, only, redact
from rules.engine.corrections import apply_identify
from rules.engine.entries import EDITION, Identify
from rules.engine.questions import Answer, Choose, Draw, Drawn, Taking
from rules.engine.types import PUBLIC, UNSEEN, Claim, Say

CARDS = Cards("rules.samples.harbour_night")
DECK = Deck(CARDS)
ANNA, BEN, CARA = Seat(0), Seat(1), Seat(2)


def table(**hands: str) -> Table:
    """Three seats that hold these cards ("?" unseen), by name."""
    t = Table(3, {}, {"cards": CARDS.pieces}, EDITION, {"cards"})
    DECK.setup(t)
    for seat, cards in zip((ANNA, BEN, CARA), (hands.get(n, "") for n in ("anna", "ben", "cara")), strict=True):
        for card in cards.split():
            t.move(UNSEEN if card == "?" else PieceId(card), DECK.hand(seat), frm="deck")
    return t


def seen(t: Table, reader: Seat, seat: Seat) -> list[str]:
    slots = redact(t.state, reader).pile(DECK.hand(seat)).slots
    return [str(slot.piece) if isinstance(slot.piece, PieceId) else "?" for slot in slots]


def run(play: Play, *answers: object) -> object:
    """A part's play, its questions answered with these values; what it gives."""
    try:
        next(play)
        for answer in answers:
            play.send(answer)
    except StopIteration as done:
        return done.value
    raise AssertionError("it asks more")


def test_of_a_shared_deck_every_reader_has_names_of_its_own() -> None:
    """Which copy the notes have in a hand would tell which others lie hidden elsewhere."""
    t = table(anna="lookout#4 lookout#2", ben="lookout#5 fog#2")
    assert seen(t, ANNA, ANNA) == ["lookout#1", "lookout#2"]
    assert seen(t, BEN, BEN) == ["fog#1", "lookout#1"]
    assert seen(t, PUBLIC, BEN) == ["?", "?"]
    DECK.lay(t, BEN, "lookout")
    assert t.pile("discard").pieces == ("lookout#1",)
    assert seen(t, ANNA, ANNA) == ["lookout#2", "lookout#3"]


def test_what_was_looked_at_is_known_until_one_like_it_is_played() -> None:
    t = table(ben="smuggler#1 fog#1")
    DECK.peek(t, ANNA, BEN)
    t.move(PieceId("smuggler#3"), DECK.hand(BEN), frm="deck")
    assert seen(t, ANNA, BEN) == ["fog#1", "smuggler#1", "?"]
    DECK.lay(t, BEN, "smuggler")
    assert seen(t, ANNA, BEN) == ["fog#1", "?"]
    assert seen(t, CARA, BEN) == ["?", "?"]


def test_after_an_unknown_card_was_played_who_looked_no_longer_knows_the_others() -> None:
    t = table(ben="? ?")
    DECK.peek(t, ANNA, BEN)
    t.move(UNSEEN, DECK.hand(BEN), frm="deck")
    DECK.lay(t, BEN, "fog")
    t.name(DECK.hand(BEN), PieceId("lookout#1"))
    assert seen(t, ANNA, BEN) == ["?", "?"]


def test_swapped_hands_are_remembered_by_those_who_knew_them() -> None:
    t = table(anna="fog#1", ben="lookout#1 ?")
    DECK.peek(t, CARA, BEN)
    DECK.swap(t, ANNA, BEN)
    assert seen(t, ANNA, BEN) == ["fog#1"]
    assert seen(t, BEN, ANNA) == ["lookout#1", "?"]
    assert seen(t, CARA, ANNA) == ["lookout#1", "?"]
    assert seen(t, CARA, BEN) == ["?"]
    t.name(DECK.hand(ANNA), PieceId("captain#1"))
    assert [seen(t, who, ANNA) for who in (ANNA, BEN, CARA)] == [["captain#1", "lookout#1"]] * 3


def test_a_gift_is_known_to_two_and_takes_from_others_what_they_had_seen() -> None:
    t = table(anna="fog#1 lookout#1", ben="fog#2")
    DECK.peek(t, CARA, ANNA)
    run(DECK.give(t, ANNA, BEN), "lookout")
    assert seen(t, ANNA, BEN) == ["lookout#1", "?"]
    assert seen(t, BEN, BEN) == ["fog#1", "lookout#1"]
    assert seen(t, CARA, ANNA) == ["?"]
    assert seen(t, CARA, BEN) == ["?", "?"]


def test_a_card_may_be_given_unnamed() -> None:
    t = table(anna="? ?")
    gift = DECK.give(t, ANNA, BEN)
    question = next(gift)
    assert isinstance(question, Choose)
    keys = [o.key for o in question.options(redact(t.state, ANNA), ANNA)]
    assert keys == [*(f"give:{kind}" for kind in CARDS.kinds), "give:?"]
    run(DECK.give(t, ANNA, BEN), "?")
    assert t.pile(DECK.hand(BEN)).unseen == 1


def test_a_shown_card_is_known_to_those_it_was_shown_to() -> None:
    t = table(anna="fog#2 captain#1")
    assert run(DECK.show(t, ANNA, to=only(BEN)), "fog") == "fog"
    assert (seen(t, BEN, ANNA), seen(t, CARA, ANNA)) == (["fog#1", "?"], ["?", "?"])
    run(DECK.show(t, ANNA), "captain")
    assert seen(t, CARA, ANNA) == ["captain#1", "?"]


def test_a_copy_that_is_thought_to_lie_elsewhere_is_as_good_as_another_unless_none_is_left() -> None:
    t = table(anna="?", ben="fog#1", cara="captain#1")
    question = next(DECK.play(t, ANNA))
    known = redact(t.state, ANNA)
    by_key = {o.key: o for o in question.options(known, ANNA)}
    assert by_key["play:fog"].piece == "fog#1"
    assert isinstance(question.take(t.state, known, Answer(ANNA, "play:fog")), Taking)
    assert not isinstance(question.take(t.state, known, Answer(ANNA, "play:captain")), Taking)


def test_cards_that_are_shown_to_the_companion_get_names_of_the_notes() -> None:
    t = table(anna="? ?", ben="lookout#1")
    assert apply_identify(t, Identify(DECK.hand(ANNA), (PieceId("lookout#1"), PieceId("fog#1")))) is None
    assert sorted(t.pile(DECK.hand(ANNA)).pieces) == ["fog#1", "lookout#2"]
    assert apply_identify(t, Identify(DECK.hand(ANNA), (PieceId("lookout#1"),))) is None
    assert len(t.pile(DECK.hand(ANNA)).pieces) == 2


def test_an_empty_deck_is_made_anew_of_the_discard_pile() -> None:
    t = table()
    for piece in CARDS.pieces:
        t.move(piece, "discard", frm="deck")
    drawing = DECK.draw(t, BEN, 30)
    question = next(drawing)
    assert isinstance(question, Draw)
    assert (question.count, t.pile("deck").unseen, len(t.pile("discard"))) == (18, 18, 0)
    assert run(DECK.draw(t, BEN, 30), Drawn((UNSEEN,) * 18)) == 18


def test_a_claim_goes_with_a_copy_that_changes_its_name() -> None:
    """Anna says that she has no fog, then draws one: to play it breaks no promise, whatever the notes call it."""
    t = table(anna="lookout#1 ?", ben="fog#1")
    t.claim(Claim(DECK.hand(ANNA), frozenset(CARDS.copies("fog")), Say("none_of")), ANNA, {})
    t.move(PieceId("fog#2"), DECK.hand(ANNA), frm="deck")
    DECK.lay(t, ANNA, "fog")
    assert [event.kind for event in t.told] == ["played"]
    assert t.pile("discard").pieces == ("fog#1",)


def test_rules_of_a_hand_refuse_allow_or_take_a_word() -> None:
    t = table(anna="fog#1", ben="bailiff#1", cara="?")
    hands = [DECK.held(t, seat) for seat in (ANNA, BEN, CARA)]
    rulings = [hand.unless_it_has("bailiff", rule="X-1", code="no") for hand in hands]
    assert rulings[0] is None
    assert (rulings[1].code, rulings[1].rule) == ("no", "X-1")  # type: ignore[union-attr]
    assert isinstance(rulings[2], Claim)
    assert [hand.only_if_it_has("bailiff", rule="X-1", code="no") is None for hand in hands] == [False, True, True]
    assert [hand.has("bailiff", "fog") for hand in hands] == [True, True, None]
