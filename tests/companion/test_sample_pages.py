"""What phones and screens show of the samples: faces of kinds, cards of a shared deck, numbers on sheets."""

from __future__ import annotations

from dataclasses import replace

from rules import samples
from rules.engine import ScoreSheet, Screens
from rules.engine.entries import Position
from tests.companion.evening import Evening
from web.views import OptionView, Packet


def harbour(*hands: str) -> Evening:
    piles = {f"hand/{n}": tuple(hand.split()) for n, hand in enumerate(hands)}
    return Evening(samples.game("harbour_night"), Position(piles, phase="turn", turn=0))


def options(packet: Packet) -> dict[str, OptionView]:
    assert packet.question is not None
    return {option.key: option for option in packet.question.options}


def held(packet: Packet, seat: int) -> list[tuple[str, str]]:
    pile = next(pile for pile in packet.piles if pile.key == f"hand/{seat}")
    return [(card.face.piece, card.face.title) for card in pile.cards if card.face]


def test_a_guess_shows_the_face_of_its_kind_and_is_no_card_of_the_hand() -> None:
    evening = harbour("smuggler#1 fog#2", "lookout#1 lookout#2")
    evening.tap(0, "play:smuggler")
    guess = options(evening.packet(0))["name:fog"]
    assert guess.face is not None
    assert (guess.face.title, guess.face.corner, guess.face.piece, guess.maybe) == ("Fog", "5", "fog", False)
    assert "fog" not in dict(held(evening.packet(0), 0))


def test_what_may_be_played_lies_in_the_hand_under_the_name_that_its_reader_is_given() -> None:
    evening = harbour("lookout#4 fog#2", "lookout#5 lookout#3")
    hand = held(evening.packet(0), 0)
    assert hand == [("fog#1", "Fog"), ("lookout#1", "Lookout")]
    found = options(evening.packet(0))
    assert {option.face.piece for option in found.values() if option.face} == dict(hand).keys()
    assert held(evening.packet(1), 1) == [("lookout#1", "Lookout"), ("lookout#2", "Lookout")]
    assert held(evening.packet(1), 0) == held(evening.packet(-1), 0) == []


def test_a_space_says_what_is_written_in_it() -> None:
    game = samples.game("ebb_and_flow")
    sheet = ScoreSheet(("ones", "twos"), ticks=frozenset({"twos"}))
    game = replace(game, screens=Screens(sheets=sheet.sheets))
    evening = Evening(game, Position({}, {"ones/0": 0, "twos/0": True}))
    spaces = {space.name: space for space in evening.packet(-1).sheets[0].spaces}
    assert (spaces["ones/0"].written, spaces["ones/0"].label) == ("0", "Ones: 0")
    assert (spaces["twos/0"].written, spaces["twos/0"].label) == ("✓", "Twos: ticked")
    assert (spaces["total/0"].written, spaces["total/0"].label) == ("1", "Total: 1")
