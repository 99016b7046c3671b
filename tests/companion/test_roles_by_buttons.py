"""A crew with saboteurs played to the end with real cards, buttons, a dial and a voice: no phone, no camera."""

from __future__ import annotations

from hardware.types import ButtonRole
from rules import games
from rules.engine.match import Match
from rules.engine.questions import Together
from rules.engine.types import PUBLIC, UNSEEN, Seat
from tests.companion.evening import Evening
from tests.games.roles._match import STEAMER

SEATS = tuple(map(Seat, range(5)))


def table() -> Evening:
    settings = {"script": "crew", "cards": True}
    return Evening(games.game("roles"), seats=5, phones=lambda seat: False, settings=settings)


def wanted(match: Match, seat: Seat) -> str:
    """What each player wants: the saboteurs that trips fail, the others anything."""
    question, role = match.question, STEAMER[seat]
    assert question is not None
    match question.kind:
        case "name_role":
            return f"role:{role}"
        case "call":
            return f"player:{(seat + 1) % 5}"
        case "agree":
            return "yes"
        case _:
            return "failure" if role == "saboteur" else "success"


def read_out(evening: Evening) -> None:
    """Somebody has the choices read out; each presses the own button when the wanted one is read."""
    match = evening.match
    keys = {seat: wanted(match, seat) for seat in match.waiting}
    options = match.public_options(match.waiting[0])
    evening.press(ButtonRole.SEAT, int(match.waiting[0]))
    question = match.question
    for _ in range(len(SEATS) + len(options)):
        shown = evening.outlet.board.around.choice if evening.outlet.board is not None else None
        if match.question is not question or shown is None:
            return
        for seat, key in keys.items():
            if shown.option.key == key:
                evening.press(ButtonRole.SEAT, int(seat))
        evening.wait(3.1)


def step(evening: Evening) -> None:
    """Whatever is asked next is answered with pins."""
    match = evening.match
    question = match.question
    assert question is not None
    if isinstance(question, Together) and question.kind != "ready":
        read_out(evening)
    elif question.kind == "propose":
        evening.turn(1)
        evening.press(ButtonRole.DIAL)
    else:  # dealt, looked at, or done talking
        for seat in match.waiting:
            evening.press(ButtonRole.SEAT, int(seat))
        if not question.asked:
            evening.press(ButtonRole.CONFIRM)


def test_a_whole_match_with_buttons_a_dial_and_the_voice() -> None:
    evening = table()
    steps = 0
    while evening.match.question is not None:
        before = evening.match.version
        step(evening)
        assert evening.match.version > before, evening.match.question
        if steps == 1:
            assert all(evening.match.seen(PUBLIC).pile(f"role/{s}").slots[0].piece is UNSEEN for s in SEATS)
        steps += 1
    result = evening.match.state.result
    assert result is not None
    assert [int(seat) for seat in result.winners] == [0, 1]
    assert "The old steamer goes to the breakers." in evening.said
