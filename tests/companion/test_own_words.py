"""What only one seat reads is marked, with what everybody reads in its place: a phone shows the rest with the hand."""

from __future__ import annotations

from rules.engine.questions import Choose, Option
from rules.engine.table import Table
from rules.engine.types import PieceId, Say, Seat, only
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.toy import changed
from web.views import EventView


def telling(t: Table):
    """Tells one thing to all with a card that only its owner sees, one to that owner alone, one in full."""
    t.tell("played", seat=Seat(0), piece=PieceId("RED-1"))
    t.tell("played", only(Seat(0)), seat=Seat(1), piece=PieceId("BLU-2"))
    t.tell("trick_won", seat=Seat(1))
    yield Choose(
        kind="play",
        seat=Seat(0),
        choices=lambda seen: [Option("on", "on", Say("play", {"piece": PieceId("RED-1")}))],
        boundary=True,
        facts={"seat": Seat(0)},
    )


def test_a_line_that_tells_its_owner_more_says_what_everybody_hears() -> None:
    evening = Evening(changed(HIGH_CARD, play=telling), HANDS)
    assert [(e.text, e.own, e.public) for e in evening.packet(0).events] == [
        ("P1 plays Red 1.", True, "P1 plays a card."),
        ("P2 plays Blu 2.", True, ""),
        ("P2 takes it.", False, ""),
    ]
    for reader in (-1, 1):
        assert evening.packet(reader).events == (
            EventView(number=0, text="P1 plays a card."),
            EventView(number=1, text="P2 takes it."),
        )


def test_a_private_refusal_comes_with_what_everybody_reads() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.lay("RED-1", "trick/0")
    evening.lay("BLU-6", "trick/1")
    own = evening.packet(1)
    assert "You have Red and must follow." in own.notice
    assert own.public_notice == evening.packet().notice == evening.packet(0).notice
    assert "your own page says why" in own.public_notice
    assert evening.packet().public_notice == evening.packet(0).public_notice == ""
