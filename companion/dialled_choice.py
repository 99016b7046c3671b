"""Choosing with the dial, for people without a phone: among what everybody can know, and never anything else.

Which options a seat has can tell of its hand, and the screens show to all what the dial has come to. So it offers the
options of an open choice as they follow from public facts, and only where those name no piece, claim nothing and are
the very ones that the seat has. Used by the referee's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.desk import Desk
from companion.dice_shown import ChoiceShown, Remark
from companion.notices import Notice
from companion.open_question import OpenQuestion
from companion.rolling import SPEAK_AFTER_S
from rules.engine.hands_on import Chance
from rules.engine.match import Match
from rules.engine.questions import Answer, Choose, Option
from rules.engine.types import Seat

MOST = 24
"""Longer lists are not for a dial."""


def public_choices(match: Match) -> tuple[Option, ...]:
    """What the open question lets one seat, or whoever tells it for the table, choose before everybody's eyes; empty
    where the dial must not choose, or there is nothing to choose."""
    public = listed_publicly(match)
    if _allowed(public) != _allowed(match.options(_chooser(match))):
        return ()  # a game that decides by a secret without naming a piece; none of ours does
    found = tuple(o for o in public if o.refusal is None)
    return found if 2 <= len(found) <= MOST else ()


def listed_publicly(match: Match) -> tuple[Option, ...]:
    """The options of the open question as they follow from public facts; empty where pieces or claims are among them,
    several are asked, or the game wants nothing told."""
    question = match.question
    if not isinstance(question, Choose | Chance) or question.kind in match.game.paced:
        return ()
    public = question.options(match.seen(None), _chooser(match))
    if any(o.piece is not None or o.claim is not None or o.pile or o.blind_key for o in public):
        return ()
    return public


def _chooser(match: Match) -> Seat | None:
    question = match.question
    return question.asked[0] if question is not None and question.asked else None


def _allowed(options: tuple[Option, ...]) -> list[tuple[str, bool]]:
    return [(o.key, o.refusal is None) for o in options]


@dataclass(frozen=True)
class _Dialled:
    asked: OpenQuestion
    key: str


class DialledChoice:
    """Turned, it goes through the options; pushed, it takes the one that is shown."""

    def __init__(self, desk: Desk, clock: Callable[[], float], has_phone: Callable[[Seat], bool]):
        """`has_phone`: whoever has one chooses there."""
        self._desk = desk
        self._clock = clock
        self._has_phone = has_phone
        self._dialled: _Dialled | None = None
        self._say_at_s: float | None = None

    def turned(self, steps: int) -> bool:
        """Whether there is something to choose. The first step to the right shows the first option, to the left the
        last."""
        options, asked = self._options(), OpenQuestion.of(self._desk.match)
        if not options or asked is None or not steps:
            return bool(options)
        self.follow()
        keys = [o.key for o in options]
        if self._dialled is None:
            at = steps - (steps > 0)
        else:
            at = keys.index(self._dialled.key) + steps
        self._dialled = _Dialled(asked, keys[at % len(keys)])
        self._say_at_s = self._clock() + SPEAK_AFTER_S
        self.follow()
        return True

    def taken(self, by: Seat | None) -> bool:
        """Takes what the dial shows; `by` is the seat whose button says so, None for the dial itself and for the button
        that speaks for everybody. Whether there was anything to take."""
        self.follow()
        desk, dialled = self._desk, self._dialled
        if dialled is None:
            return False
        asked = dialled.asked.question.asked
        if by is not None and by not in asked:
            return False
        self._dialled = self._say_at_s = desk.choice = None
        desk.try_entry(Answer(asked[0] if asked else None, dialled.key), "dial")
        return True

    def pushed(self) -> None:
        """The dial is pushed, where no dice are dialled."""
        if not self.taken(None) and self._options():
            self._desk.remark(Remark(Notice("dial_choose"), "dial"))

    def follow(self) -> None:
        """Shows what is dialled, and forgets it when something else is asked or the options are others."""
        desk, dialled = self._desk, self._dialled
        if dialled is None:
            return
        options = self._options() if dialled.asked.is_open(desk.match) else ()
        number = next((n for n, o in enumerate(options, 1) if o.key == dialled.key), None)
        if number is None:
            self._dialled = self._say_at_s = desk.choice = None
        else:
            desk.choice = ChoiceShown(options[number - 1], number, len(options))

    def run(self) -> None:
        """Says the option that the dial has come to rest at."""
        choice = self._desk.choice
        if choice is None or self._say_at_s is None or self._clock() < self._say_at_s:
            return
        self._say_at_s = None
        facts = {"option": choice.option.say, "number": choice.number, "count": choice.count}
        self._desk.remark(Remark(Notice("dial_option", facts), "dial"))

    @property
    def next_s(self) -> float | None:
        """In how many seconds `run` will have something to say."""
        return None if self._say_at_s is None else max(0.0, self._say_at_s - self._clock())

    def _options(self) -> tuple[Option, ...]:
        match = self._desk.match
        if self._desk.asking is not None or any(self._has_phone(seat) for seat in match.waiting):
            return ()
        return public_choices(match)
