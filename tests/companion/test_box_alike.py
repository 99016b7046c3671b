"""Coins over the reader box and out of bags: which copy it is does not matter, how many of a kind there are does."""

from __future__ import annotations

import pytest

from companion.referee.dealing import as_noted
from companion.referee.inbox import BoxCard, Dealt
from companion.referee.referee import Referee
from companion.settings.config import DealOrder
from rules.engine.questions import Deal
from rules.engine.types import UNSEEN, PieceId, Seat
from tests.companion.evening import Evening
from tests.companion.war_chest_table import position, table


def drawing() -> Evening:
    """Both hands are empty and a new round begins."""
    evening = table(position({0: ("pikeman#1",), 1: ()}, {"f4": ("swordsman#1",)}))
    assert evening.tap(0, "down:pikeman").ok
    assert evening.tap(0, "pass").ok
    assert isinstance(evening.match.question, Deal)
    evening.referee = Referee(
        evening.running,
        evening.inbox,
        lambda: evening.now_s,
        lambda: evening.tags,
        lambda seat: True,
        box_order=DealOrder.HANDS,
    )
    return evening


def test_dealt_copies_get_free_names() -> None:
    evening = drawing()
    assert evening.match.question is not None
    dealt = (("hand/0", (PieceId("swordsman#1"), PieceId("swordsman#5"), UNSEEN)),)
    found = as_noted(dealt, evening.match.question, evening.match)
    assert found == (("hand/0", (PieceId("swordsman#2"), PieceId("swordsman#5"), UNSEEN)),)


@pytest.mark.parametrize("first", ["swordsman#1", "swordsman#2", "swordsman#4"])
def test_a_coin_over_the_glass_is_one_of_its_kind(first: str) -> None:
    evening = drawing()
    for piece in (first, "pikeman#3", "crossbowman#1", "archer#1", "archer#2", "cavalry#4"):
        evening.referee.handle(BoxCard(PieceId(piece)))
    state = evening.match.state
    assert sorted(p.kind for p in state.pile("hand/0")) == ["crossbowman", "pikeman", "swordsman"]
    assert sorted(p.kind for p in state.pile("hand/1")) == ["archer", "archer", "cavalry"]


def test_one_too_many_of_a_kind_cannot_come_out_of_the_bag() -> None:
    evening = drawing()
    for piece in ("swordsman#2", "swordsman#4"):  # one stands on the board, three are in the supply
        evening.referee.handle(BoxCard(PieceId(piece)))
    assert "cannot be in the deck" in evening.said


def test_the_other_seats_coins_cannot_come_out_of_the_bag() -> None:
    evening = drawing()
    evening.referee.handle(BoxCard(PieceId("archer#1")))
    assert "cannot be in the deck" in evening.said


def test_what_the_dealer_drew_counts_by_kind() -> None:
    evening = drawing()
    version = evening.match.version
    names = tuple(PieceId(name) for name in ("swordsman#1", "pikeman#4", "royal_raven"))
    evening.referee.handle(Dealt((("hand/0", names),), version=version))
    assert sorted(p.kind for p in evening.match.state.pile("hand/0")) == ["pikeman", "royal_raven", "swordsman"]
    assert evening.match.state.pile("hand/1").unseen == 3
    assert evening.match.waiting == (Seat(0),)
