"""Drafts of two and of four: the offer, who picks when, the last card, and who begins afterwards."""

from __future__ import annotations

import pytest

from rules.engine.match import Match
from tests.games.war_chest._match import allowed, asked, begin, deal, do, kind, kinds, refused, told, view

OFFER = "archer berserker cavalry crossbowman ensign footman knight lancer light_cavalry marshall mercenary pikeman"


def offered(seats: int, **settings: object) -> Match:
    """A draft with its cards on offer, before the flip."""
    match = begin(seats, armies="draft", royal_guard="later", **settings)
    told(match, *(f"card_{name}" for name in OFFER.split()[: {2: 8, 4: 12}[seats]]))
    return match


def pick_all(match: Match) -> list[int]:
    """Everybody picks the first card that is left; who was asked, one after another."""
    order = []
    while kind(match) == "pick_unit":
        (seat,) = asked(match)
        order.append(seat)
        do(match, seat, str(match.state.pile("offer").pieces[0]))
    return order


def army(match: Match, seat: int) -> list[str]:
    return [card.removeprefix("card_") for card in match.state.pile(f"cards/{seat}")]


@pytest.mark.rules("WC-016", "WC-I16")
def test_eight_cards_lie_open_before_the_flip() -> None:
    match = begin(armies="draft")
    counts = []
    for name in OFFER.split()[:8]:
        assert kind(match) == "offer_card"
        assert match.question is not None
        counts.append(match.question.facts["count"])
        told(match, f"card_{name}")
    assert counts == [8, 7, 6, 5, 4, 3, 2, 1]
    assert (kind(match), asked(match)) == ("flip_draft", [])
    assert {o.key for o in match.options(None)} == {"raven", "wolf"}
    public = match.seen(None)
    assert [str(card) for card in public.pile("offer")] == sorted(f"card_{name}" for name in OFFER.split()[:8])


@pytest.mark.rules("WC-016", "WC-C02")
@pytest.mark.parametrize(("side", "first"), [("wolf", 0), ("raven", 1)])
def test_the_order_of_picks_of_two(side: str, first: int) -> None:
    match = offered(2)
    told(match, side)
    second = 1 - first
    assert pick_all(match) == [first, second, second, first, first, second, second]  # the eighth comes by itself
    names = OFFER.split()
    assert army(match, first) == [names[0], names[3], names[4], names[7]]
    assert army(match, second) == [names[1], names[2], names[5], names[6]]
    assert match.state[f"army/{first}"] == (names[0], names[3], names[4], names[7])
    assert len(match.state.pile("offer")) == 0
    assert kind(match) == "fill_bags"


@pytest.mark.rules("WC-C02", "WC-I16")
def test_a_pick_is_among_the_cards_left_and_everybody_hears_it() -> None:
    match = offered(2)
    told(match, "wolf")
    assert allowed(match, 0) == {f"card_{name}" for name in OFFER.split()[:8]}
    assert refused(match, 1, "card_archer").code == "not_your_turn"
    events = do(match, 0, "card_knight")
    assert [(e.kind, e.facts["seat"], e.facts["unit"]) for e in events] == [("got_unit", 0, "knight")]
    assert allowed(match, 1) == {f"card_{name}" for name in OFFER.split()[:8] if name != "knight"}
    assert refused(match, 1, "card_knight").code == "no_such_option"
    assert "knight" in view(match, -1)


@pytest.mark.rules("WC-C02")
def test_the_last_card_is_told_with_the_pick_before() -> None:
    match = offered(2)
    told(match, "wolf")
    for seat, name in zip((0, 1, 1, 0, 0, 1), OFFER.split(), strict=False):
        do(match, seat, f"card_{name}")
    events = do(match, 1, "card_lancer")
    assert [(e.facts["seat"], e.facts["unit"]) for e in events] == [(1, "lancer"), (0, "knight")]


@pytest.mark.rules("WC-017")
@pytest.mark.parametrize(("side", "second"), [("wolf", 1), ("raven", 0)])
def test_the_second_drafter_begins_without_another_flip(side: str, second: int) -> None:
    match = offered(2)
    told(match, side)
    pick_all(match)
    events = told(match, "done")
    assert kinds(events) == ["bags_filled", "begins", "round_begins"]
    assert match.state["initiative"] == second
    deal(match)
    assert asked(match) == [second]


@pytest.mark.rules("WC-223", "WC-I16", "WC-C02")
@pytest.mark.parametrize(("side", "first"), [("wolf", 0), ("wolf", 2), ("raven", 1), ("raven", 3)])
def test_the_order_of_picks_of_four(side: str, first: int) -> None:
    match = offered(4)
    assert kind(match) == "flip_draft"
    told(match, side)
    team = [0, 2] if side == "wolf" else [1, 3]
    assert (kind(match), asked(match)) == ("name_drafter", team)
    assert refused(match, 1 - team[0], f"seat:{first}").code == "not_your_turn"
    assert allowed(match, team[0]) == allowed(match, team[1]) == {f"seat:{seat}" for seat in team}
    do(match, team[0], f"seat:{first}")
    one, two, three, four = ((first + n) % 4 for n in range(4))
    assert pick_all(match) == [one, two, three, four, four, three, two, one, two, three, four]
    names = OFFER.split()
    assert army(match, one) == [names[0], names[7], names[11]]
    assert army(match, two) == [names[1], names[6], names[8]]
    assert army(match, three) == [names[2], names[5], names[9]]
    assert army(match, four) == [names[3], names[4], names[10]]


@pytest.mark.rules("WC-224", "A-11")
def test_after_a_draft_of_four_the_marker_is_flipped_again() -> None:
    match = offered(4)
    told(match, "wolf")
    do(match, 2, "seat:0")
    pick_all(match)
    told(match, "done")
    assert (kind(match), asked(match)) == ("flip", [])
    told(match, "raven")
    assert (kind(match), asked(match)) == ("name_beginner", [1, 3])
    do(match, 1, "seat:3")
    assert match.state["initiative"] == 3
    deal(match)
    assert asked(match) == [3]


@pytest.mark.rules("A-11")
@pytest.mark.parametrize(("side", "others"), [("wolf", [1, 3]), ("raven", [0, 2])])
def test_a_table_may_let_the_team_begin_that_drafted_second(side: str, others: list[int]) -> None:
    match = offered(4, team_draft_initiative="second")
    told(match, side)
    do(match, 3 if side == "raven" else 0, "seat:3" if side == "raven" else "seat:2")
    pick_all(match)
    told(match, "done")
    assert (kind(match), asked(match)) == ("name_beginner", others)
    do(match, others[1], f"seat:{others[0]}")
    assert match.state["initiative"] == others[0]
