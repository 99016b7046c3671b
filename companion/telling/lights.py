"""What the lights of the table show: those of seats by the seat, every other by the key of its part."""

from __future__ import annotations

from companion.telling.moment import Moment
from hardware.types import LightState
from rules.engine.match import Match
from rules.engine.questions import Question, Together, Window
from rules.engine.types import Seat


def lights_of(moment: Moment) -> dict[int | str, LightState]:
    """What each light shows now. One that is not named is dark."""
    states: dict[int | str, LightState] = {int(s): LightState.OFF for s in moment.match.table.seats}
    question = moment.match.question
    for seat in _lit(question, moment.match):
        states[int(seat)] = LightState.ON
    if moment.asking is not None:
        states[int(moment.asking.seat)] = LightState.BLINK
    states.update({seat: LightState.BLINK for seat in moment.wanted if seat in states})
    return states


def _lit(question: Question | None, match: Match) -> tuple[Seat, ...]:
    """Who is waited for. Where several are asked the lights do not tell who has answered already."""
    if question is not None and question.lead is not None:
        return (question.lead,)
    return question.asked if isinstance(question, Window | Together) else match.waiting
