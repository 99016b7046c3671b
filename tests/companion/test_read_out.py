"""Choosing by a button while the choices are read out: for several who choose in secret and have no phone."""

from __future__ import annotations

from hardware.types import ButtonRole
from rules import games
from rules.engine.types import PieceId, Seat
from tests.companion.evening import Evening
from tests.games.roles._match import VILLAGE, cards_of
from web.views import DialledView

PHONES = frozenset({Seat(4)})


def night(phones: frozenset[Seat] = PHONES) -> Evening:
    """A night in the valley; the lamplighter sits on the second seat."""
    evening = Evening(
        games.game("roles"), seats=5, phones=lambda seat: seat in phones, settings={"script": "wolves", "cards": True}
    )
    evening.dealt(**{f"role_{seat}": (PieceId(card),) for seat, card in enumerate(cards_of(*VILLAGE))})
    for seat in range(5):
        evening.press(ButtonRole.SEAT, seat)
    assert evening.match.question is not None
    assert evening.match.question.kind == "call"
    evening.spoken.clear()
    return evening


def shown(evening: Evening) -> str:
    view = evening.packet().dialled
    return "" if view is None else view.label


def choose(evening: Evening, **seats: str) -> None:
    """The choices are read out; each of these seats presses at its own."""
    for _ in range(6):
        for seat, label in seats.items():
            if shown(evening) == label:
                evening.press(ButtonRole.SEAT, int(seat.removeprefix("seat_")))
        evening.wait(3.1)


def test_a_press_has_the_choices_read_and_each_takes_one_by_the_own_button() -> None:
    evening = night()
    evening.press(ButtonRole.SEAT, 3)
    names = [evening.voice.names.seats[n] for n in range(5)]
    assert evening.packet().dialled == DialledView(names[1], 1, 5)
    assert evening.match.waiting == tuple(map(Seat, range(5)))
    choose(evening, seat_0=names[1], seat_1=names[0], seat_2=names[3], seat_3=names[4])
    assert evening.match.waiting == (Seat(4),), "who has a phone is not waited for by the voice"
    assert evening.match.log[-3].key == "player:0"  # type: ignore[union-attr]
    assert [line for line in evening.spoken if names[2] in line]


def test_nothing_counts_and_nothing_is_shown_before_all_have_been_read() -> None:
    evening, other = night(), night()
    for one, seat in ((evening, 0), (other, 1)):
        one.press(ButtonRole.SEAT, 2)
        one.wait(3.1)
        before = one.match.version
        one.press(ButtonRole.SEAT, seat)
        assert one.match.version == before
    assert evening.packet() == other.packet()
    assert evening.lights == other.lights
    assert evening.spoken == other.spoken


def test_who_has_missed_it_has_it_read_again() -> None:
    evening = night()
    evening.press(ButtonRole.SEAT, 0)
    for _ in range(6):
        evening.wait(3.1)
    assert shown(evening) == ""
    assert evening.match.waiting == tuple(map(Seat, range(5)))
    assert "press your button" in evening.spoken[-1]
    evening.press(ButtonRole.SEAT, 1)
    assert shown(evening)


def test_the_own_name_and_whoever_has_a_phone_take_nothing() -> None:
    evening = night()
    evening.press(ButtonRole.SEAT, 4)
    assert shown(evening) == "", "that seat has a phone"
    names = [evening.voice.names.seats[n] for n in range(5)]
    evening.press(ButtonRole.CONFIRM)
    choose(evening, seat_0=names[0], seat_1=names[0])
    assert evening.match.waiting == tuple(Seat(n) for n in (0, 2, 3, 4))


def test_a_pause_or_another_question_ends_it() -> None:
    evening = night()
    evening.press(ButtonRole.SEAT, 0)
    evening.press(ButtonRole.PAUSE)
    assert shown(evening) == ""
    evening.press(ButtonRole.PAUSE)
    evening.wait(10)
    assert evening.match.waiting == tuple(map(Seat, range(5)))
