"""Who may know what (section 1 of the rule list): what readers are handed, byte for byte where something is secret.

Where two matches differ only in what is secret, the opponent and the table are handed the very same.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rules.engine.entries import Identify
from rules.engine.match import Accepted, Match
from rules.engine.types import UNSEEN, Seat
from rules.games.chess_deckbuilder.names import owned_by
from tests.games.chess_deckbuilder._match import (
    allowed,
    begun,
    draw,
    facts,
    finish_turn,
    game,
    hears,
    held,
    identify,
    left,
    men,
    notes,
    pile,
    play,
    reason,
    use,
    view,
    winners,
)

KINGS = "4k3/8/8/8/8/8/8/4K3 w"
everybody = pytest.mark.parametrize("reader", [-1, 0, 1])
the_others = pytest.mark.parametrize("reader", [-1, 1])


def two_hands(one: str, other: str, fen: str = KINGS, **more: Mapping[int, str] | str) -> tuple[Match, Match]:
    """Twice the same match, in which seat 0 has this hand or that one, and what the other world has in hand in its
    deck: everybody knows the same of both."""
    first = game(fen, hands={0: one, 1: "copper"}, decks={0: other}, **more)  # type: ignore[arg-type]
    second = game(fen, hands={0: other, 1: "copper"}, decks={0: one}, **more)  # type: ignore[arg-type]
    return first, second


def same_view(one: Match, other: Match, reader: int) -> bool:
    """Whether a reader is handed the very same of both."""
    return view(one, reader) == view(other, reader)


# -- what is open ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-I01")
@everybody
def test_the_board_and_the_rights_are_open(reader: int) -> None:
    match = game("r3k3/8/8/8/3p4/8/4P3/R3K2R w KQq", hands={0: "pawn rook"}, captured={0: "qn", 1: "B"})
    play(match, 0, "pawn", "move:e2:e4")
    use(match, 0, "stop", "end")
    draw(match, 0)
    seen = match.seen(None if reader == -1 else match.state.seats[reader])
    assert seen.turn == 1
    assert seen["castling"] == ("a1", "h1", "a8")
    assert seen["passing"] == ("e4",)
    for key, inside in match.state.piles.items():
        if key.startswith(("sq/", "captured/")):
            assert sorted(seen.pile(key).pieces) == sorted(inside.pieces)
    assert men(match, "captured/0") == "nq"


@pytest.mark.rules("CD-I02")
@everybody
def test_the_piles_are_open_with_what_is_left(reader: int) -> None:
    match = begun()
    use(match, 0, "stop", "buy:pawn")
    seen = match.seen(None if reader == -1 else match.state.seats[reader])
    assert [len(seen.pile(f"supply_{one}").pieces) for one in ("pawn", "copper", "queen")] == [9, 30, 10]
    (heard,) = hears(match, reader, "bought")
    assert heard.event.facts["left"] == 9


@pytest.mark.rules("CD-I03", "CD-I04")
@the_others
def test_a_hand_is_its_owners_secret_but_for_its_size(reader: int) -> None:
    one, two = two_hands("knight copper", "rook silver", "4k3/8/8/8/8/8/8/R3K1N1 w")
    assert pile(one, "hand/0", 0) == ["copper", "knight"]
    assert pile(one, "hand/0", reader) == ["?", "?"]
    assert same_view(one, two, reader)
    assert view(one, 0) != view(two, 0), "the owner sees the own hand"


@pytest.mark.rules("CD-I03")
@the_others
def test_the_options_of_a_turn_are_for_its_player_alone(reader: int) -> None:
    match = game("4k3/8/8/8/8/8/8/R3K1N1 w", hands={0: "knight"})
    text = view(match, reader)
    assert "play:knight" not in text
    assert "play:knight" in view(match, 0)
    assert "move:g1:f3" not in text


@pytest.mark.rules("CD-I03")
@everybody
def test_a_card_is_public_once_it_is_played(reader: int) -> None:
    match = game("4k3/8/8/8/8/8/8/R3K1N1 w", **held("knight rook", known=False))
    use(match, 0, "play:knight")
    assert pile(match, "play/0", reader) == ["knight"]
    assert hears(match, reader, "laid")[0].event.facts["card"] == "knight"
    assert pile(match, "hand/0", reader) == ["?"]


@pytest.mark.rules("CD-I03")
@everybody
def test_a_card_is_public_once_it_is_trashed(reader: int) -> None:
    match = game(KINGS, **held("bishop pawn silver", known=False))
    play(match, 0, "bishop", "trade:pawn")
    assert pile(match, "trash", reader).count("pawn") == pile(match, "trash").count("pawn") >= 1
    assert hears(match, reader, "trashed")[0].event.facts["card"] == "pawn"


@pytest.mark.rules("CD-I03")
@everybody
def test_a_card_is_public_once_it_is_laid_open_to_pay(reader: int) -> None:
    match = game(KINGS, **held("silver pawn", known=False))
    use(match, 0, "stop", "buy:copper")
    assert hears(match, reader, "showed")[0].event.facts["card"] == "silver"


@pytest.mark.rules("CD-I03")
@the_others
def test_which_copy_of_a_card_was_played_tells_nothing(reader: int) -> None:
    """A card has no marks: the public name of a played Pawn is the same whichever of two it was."""
    one, two, three = (
        game("4k3/8/8/8/8/8/PP6/4K3 w", hands={0: "?"}, unseen={0: "pawn"}, decks={0: "pawn"}) for _ in range(3)
    )
    first, second = sorted(card for card in owned_by(one.state, Seat(0)) if card.kind == "pawn")
    for match, card in ((one, first), (two, second)):
        assert isinstance(match.submit(Identify("hand/0", (card,))), Accepted)
    for match in (one, two, three):
        play(match, 0, "pawn", "move:a2:a3")
    assert same_view(one, two, reader)
    assert one.state.pile("play/0").pieces == two.state.pile("play/0").pieces == three.state.pile("play/0").pieces


@pytest.mark.rules("CD-I04")
@everybody
def test_everybody_may_count_hand_deck_and_discard_pile(reader: int) -> None:
    match = game(KINGS, hands={0: "copper pawn", 1: "?"}, decks={0: "pawn pawn pawn"}, discards={1: "silver copper"})
    assert [len(pile(match, f"hand/{seat}", reader)) for seat in (0, 1)] == [2, 1]
    assert [len(pile(match, f"deck/{seat}", reader)) for seat in (0, 1)] == [3, 0]
    assert [len(pile(match, f"discard/{seat}", reader)) for seat in (0, 1)] == [0, 2]


@pytest.mark.rules("CD-I05")
def test_nobody_knows_the_order_of_a_deck_not_even_after_seeing_every_card_go_in() -> None:
    match = begun()
    use(match, 0, "stop", "end")
    assert left(match, "deck/0") == 5
    for reader in (-1, 0, 1, None):
        assert pile(match, "deck/0", reader) == ["?"] * 5
    assert all(slot.piece is UNSEEN for slot in match.state.pile("deck/0").slots), "the companion neither"


@pytest.mark.rules("CD-I06")
@everybody
def test_purchases_gains_and_trashed_cards_are_told_at_once(reader: int) -> None:
    match = game(KINGS, hands={0: "bishop pawn copper silver"})
    play(match, 0, "bishop", "trade:pawn")
    use(match, 0, "gain:rook", "buy:knight")
    told = {code: hears(match, reader, code)[0].event.facts["card"] for code in ("trashed", "gained", "bought")}
    assert told == {"trashed": "pawn", "gained": "rook", "bought": "knight"}


@pytest.mark.rules("CD-I07")
@everybody
def test_what_a_player_owns_can_be_worked_out_but_not_where_it_is(reader: int) -> None:
    match = game(KINGS, hands={0: "bishop pawn copper silver"}, decks={0: "rook copper copper copper copper copper"})
    play(match, 0, "bishop", "trade:pawn")
    use(match, 0, "gain:knight", "buy:rook")
    owned = match.seen(None if reader == -1 else match.state.seats[reader])["owned/0"]
    assert isinstance(owned, tuple)
    kinds = sorted(str(card).partition("#")[0] for card in owned)
    assert kinds == sorted(["bishop", "copper", "silver", "rook", "knight", "rook"] + ["copper"] * 5)


@pytest.mark.rules("CD-I07")
@the_others
def test_how_they_are_shared_between_hand_and_deck_is_told_to_nobody(reader: int) -> None:
    one, two = two_hands("pawn copper copper", "rook silver silver")
    for match in (one, two):
        use(match, 0, "stop")
    assert same_view(one, two, reader)


# -- the discard pile --------------------------------------------------------------------------------------------------


def cleaned_up(**settings: object) -> Match:
    """After cleaning up: a Knight, then a Copper and a Rook of the hand were discarded on a Silver."""
    board = "4k3/8/8/8/8/8/8/4K1N1 w"
    decks = {0: "pawn " * 6}
    match = game(board, hands={0: "knight copper rook"}, discards={0: "silver"}, decks=decks, settings=settings)
    play(match, 0, "knight", "move:g1:f3")
    use(match, 0, "none", "stop", "end")
    return match


@pytest.mark.rules("CD-I08")
@everybody
def test_of_a_discard_pile_one_sees_the_top_card(reader: int) -> None:
    match = cleaned_up()
    slots = match.seen(None if reader == -1 else match.state.seats[reader]).pile("discard/0").slots
    assert [slot.piece is UNSEEN for slot in slots] == [True, True, True, False]
    assert str(slots[-1].piece).startswith(("copper", "rook")), "a card of the hand lies open"
    assert pile(match, "discard/0") == ["copper", "knight", "rook", "silver"], "who watched may remember"
    assert [h.event.facts["cards"] for h in hears(match, reader, "cleaned_up")] == [("copper", "rook")], "or hear it"


@pytest.mark.rules("CD-I08")
@everybody
def test_by_option_everybody_may_look_through_it(reader: int) -> None:
    match = cleaned_up(open_discard=True)
    assert pile(match, "discard/0", reader) == ["copper", "knight", "rook", "silver"]


@pytest.mark.rules("CD-I08", "CD-I03")
@everybody
def test_an_unseen_hand_is_discarded_unseen(reader: int) -> None:
    """The companion names no card that it was not shown, whatever people see."""
    match = game(KINGS, **held("pawn copper", known=False), decks={0: "silver " * 5})
    use(match, 0, "stop", "end")
    assert pile(match, "discard/0", reader) == ["?", "?"]
    assert [h.event.facts["cards"] for h in hears(match, reader, "cleaned_up")] == [()]


# -- what is drawn -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-I09")
@pytest.mark.parametrize(("card", "deed", "count"), [("knight", "move:g1:f3", 1), ("rook", "move:a1:b1", 2)])
@the_others
def test_what_a_card_draws_is_seen_by_its_owner_alone(card: str, deed: str, count: int, reader: int) -> None:
    board = "4k3/8/8/8/8/8/8/R3K1N1 w"
    one, two = (game(board, hands={0: card}, decks={0: "pawn pawn silver silver"}) for _ in range(2))
    for match, drawn in ((one, "pawn"), (two, "silver")):
        play(match, 0, card, deed)
        events = draw(match, 0, *[drawn] * count)
        assert facts(events, "drew") == [{"seat": 0, "count": count}]
        assert pile(match, "hand/0", 0) == [drawn] * count
    assert same_view(one, two, reader)
    assert pile(one, "hand/0", reader) == ["?"] * count


@pytest.mark.rules("CD-I09", "CD-I03")
@the_others
def test_what_is_drawn_for_the_next_turn_is_secret_too(reader: int) -> None:
    one, two = (game(KINGS, hands={0: "copper"}, decks={0: "pawn pawn silver silver pawn silver"}) for _ in range(2))
    for match, drawn in ((one, "pawn pawn pawn silver silver"), (two, "silver silver silver pawn pawn")):
        use(match, 0, "stop", "end")
        draw(match, 0, *drawn.split())
    assert same_view(one, two, reader)


@pytest.mark.rules("CD-I03")
@the_others
def test_showing_ones_hand_to_the_companion_changes_nothing_for_others(reader: int) -> None:
    one, two = (game(KINGS, hands={0: "? ?"}, unseen={0: "pawn copper"}, decks={0: "silver rook"}) for _ in range(2))
    identify(one, 0, "pawn", "copper")
    identify(two, 0, "silver", "rook")
    assert same_view(one, two, reader)
    assert pile(one, "hand/0", 0) == ["copper", "pawn"]


# -- treasure ----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("CD-I10")
@pytest.mark.parametrize(
    ("hand", "bought", "shown"),
    [
        ("copper copper silver queen", "pawn", ["silver"]),
        ("copper copper copper", "pawn", ["copper", "copper"]),
        ("silver silver copper", "rook", ["copper", "silver"]),
        ("silver silver", "rook", ["silver", "silver"]),
        ("queen copper", "copper", ["copper", "queen"]),
    ],
)
def test_no_more_treasure_is_shown_than_a_purchase_needs(hand: str, bought: str, shown: list[str]) -> None:
    match = game(KINGS, hands={0: hand})
    use(match, 0, "stop")
    events = use(match, 0, f"buy:{bought}")
    assert sorted(str(row["card"]) for row in facts(events, "showed")) == shown


@pytest.mark.rules("CD-I10", "CD-I03")
@the_others
def test_the_treasure_of_a_hand_is_not_told(reader: int) -> None:
    one, two = two_hands("silver silver silver", "pawn pawn pawn")
    for match in (one, two):
        use(match, 0, "stop")
    assert same_view(one, two, reader)
    assert "treasure" in notes(one, 0)
    for match in (one, two):
        assert notes(match, -1) == ["treasure_shown"]
        use(match, 0, "end")
    assert allowed(one, 0) == allowed(two, 0) == {"drawn"}


# -- check -------------------------------------------------------------------------------------------------------------

CHECKED = "4r1k1/8/8/8/8/8/8/2B1K2N w"
"""White's king is in check; a Bishop card (to e3) ends it, a Knight card does not."""


@pytest.mark.rules("CD-I11")
@the_others
def test_whether_a_player_in_check_holds_a_card_that_helps_is_told_to_nobody(reader: int) -> None:
    one, two = two_hands("bishop", "knight", CHECKED)
    assert reason(one, 0, "escape:e1:d2") == ("usable_card_held", "CD-064")
    assert reason(two, 0, "escape:e1:d2") == ("", "")
    assert (notes(one, 0), notes(two, 0)) == (["treasure", "must_use"], ["treasure", "may_escape"])
    assert same_view(one, two, reader)
    assert notes(one, reader) in (["in_check"], ["treasure"]), "of seat 1 there is the own hand besides"


@pytest.mark.rules("CD-I11")
def test_it_shows_by_what_is_done() -> None:
    one, two = two_hands("bishop", "knight", CHECKED)
    play(one, 0, "bishop", "move:c1:e3")
    assert [h.event.facts["card"] for h in hears(one, -1, "laid")] == ["bishop"]
    use(two, 0, "escape:e1:d2")
    assert [h.event.facts for h in hears(two, -1, "escapes")] == [{"seat": 0}]
    assert pile(two, "hand/0", -1) == ["?"]


@pytest.mark.rules("CD-I12")
@everybody
def test_check_and_mate_are_told_to_all(reader: int) -> None:
    match = game("6rk/6pp/8/4N3/8/8/8/K7 w", hands={0: "knight"})
    play(match, 0, "knight", "move:e5:f7")
    assert [h.event.facts["seat"] for h in hears(match, reader, "checkmate")] == [1]
    assert winners(match) == [0]
    match = game("4k3/8/8/8/8/8/8/R3K3 w", hands={0: "rook", 1: "copper"}, decks={0: "copper copper"})
    play(match, 0, "rook", "move:a1:a8")
    assert [h.event.facts["seat"] for h in hears(match, reader, "check")] == [1]
    use(match, 0, "none")
    finish_turn(match, 0)
    assert [h.event.facts["in_check"] for h in hears(match, reader, "turn_begins")][-1] is True
    assert "in_check" in notes(match, -1)


@pytest.mark.rules("CD-I12")
@everybody
def test_turn_actions_and_buys_are_told_to_all(reader: int) -> None:
    match = game("7k/8/8/8/8/8/P7/3QK3 w", hands={0: "pawn queen copper copper"})
    play(match, 0, "pawn", "move:a2:a3")
    seen = match.seen(None if reader == -1 else match.state.seats[reader])
    assert (seen.turn, seen["actions"], seen["buys"], seen.phase) == (0, 1, 1, "action")
    play(match, 0, "queen", "move:d1:d2")
    seen = match.seen(None if reader == -1 else match.state.seats[reader])
    assert (seen.turn, seen["actions"], seen["buys"], seen.phase) == (0, 0, 2, "buy")
