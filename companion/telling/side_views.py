"""What stands beside the table on every page: a proposal that everybody is asked about, and dice."""

from __future__ import annotations

from collections.abc import Iterable

from companion.telling.dice_shown import ChoiceShown, DiceShown
from companion.telling.voice import Voice
from companion.values.proposals import Proposal
from rules.engine.types import Seat
from web.views import ConsentView, DialledView, DiceView, DieAsked


def consent_view(voice: Voice, proposal: Proposal | None, reader: Seat) -> ConsentView | None:
    """The open proposal for one reader; None without one. Everybody sees who has agreed."""
    if proposal is None:
        return None
    return ConsentView(
        number=proposal.number,
        text=voice.notice(proposal.notice),
        agreed=_numbers(seat for seat in proposal.asked if seat in proposal.agreed),
        missing=_numbers(proposal.missing),
        aloud=_numbers(seat for seat in proposal.asked if seat in proposal.aloud),
        yours=reader in proposal.missing and reader not in proposal.aloud,
    )


def dice_view(shown: DiceShown | None) -> DiceView | None:
    """The dice that tumble, are dialled or were rolled just now, for everybody alike."""
    if shown is None:
        return None
    dice = tuple(DieAsked(sides, face) for sides, face in zip(shown.sides, shown.faces, strict=True))
    return DiceView(shown.stage.value, dice, -1 if shown.current is None else shown.current)


def dialled_view(voice: Voice, choice: ChoiceShown | None) -> DialledView | None:
    """What the dial has come to, for everybody alike."""
    if choice is None:
        return None
    label = voice.say("option", choice.option.say.code, choice.option.say.facts)
    return DialledView(label, choice.number, choice.count)


def _numbers(seats: Iterable[Seat]) -> tuple[int, ...]:
    return tuple(int(seat) for seat in seats)
