"""Choosing with the dial, for people without a phone: among what everybody can know, and never anything else.

Which options a seat has can tell of its hand, and the screens show to all what the dial has come to. So it offers the
options of an open choice as they follow from public facts, and only where those name no piece, claim nothing and are
the very ones that the seat has. Beside others there is still what may be done at any time, such as to offer a draw.
What the players choose as a group is no secret: there it offers everything, also to a table where others hold phones.
Used by the referee's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.reading.open_question import OpenQuestion, answerers
from companion.referee.rolling import SPEAK_AFTER_S
from companion.referee.running_match import RunningMatch
from companion.telling.dice_shown import ChoiceShown, Remark
from companion.values.notices import Notice
from rules.engine.match import Match
from rules.engine.questions import Answer, Anytime, Chance, Choose, Number, Option, Question, Roll
from rules.engine.types import Seat

MOST = 24
"""Longer lists are not for a dial, unless the players choose as a group: they may have nothing else. Of numbers there
may be any."""
FAST_S = 0.12
FAST = 10
"""A dial that is turned on within this time goes through a longer list in steps so large."""


def public_choices(match: Match, who: Seat | None = None) -> tuple[Option, ...]:
    """What the open question lets one seat (None: whoever is waited for first), or whoever tells it for the table,
    choose before everybody's eyes; empty where the dial must not choose, or there is nothing to choose."""
    who = answerers(match)[0] if who is None else who
    question, public = match.question, listed_publicly(match, who)
    if question is None or _allowed(public) != _allowed(comparable(match.options(who), public, question)):
        return ()  # a game that decides by a secret without naming a piece; none of ours does
    found = tuple(o for o in public if o.refusal is None)
    if len(found) == 1 and not found[0].aside:
        return ()  # beside what may be done at any time there is what is asked
    return found if question.open or isinstance(question, Roll | Number) or len(found) <= MOST else ()


def listed_publicly(match: Match, who: Seat | None = None) -> tuple[Option, ...]:
    """The options of the open question as they follow from public facts, and no secrets. Empty where the game wants
    nothing told, and where several seats choose for themselves."""
    question = match.question
    if question is None or question.kind in match.game.rules.paced:
        return ()
    if not (question.open or isinstance(question, Choose | Chance | Roll | Anytime | Number)):
        return ()
    public = match.public_options(answerers(match)[0] if who is None else who)
    if isinstance(question, Anytime):
        return _telling_nothing(public)
    is_own = bool(question.asked) and not question.open  # of what hands or lots brought everybody may know all
    return _asides(public) if isinstance(question, Roll) or (is_own and any(map(tells, public))) else public


def comparable(own: tuple[Option, ...], public: tuple[Option, ...], question: Question) -> tuple[Option, ...]:
    """What of a seat's own options stands against those listed publicly; where these are only what may be done at any
    time, the rest is that seat's secret."""
    if isinstance(question, Anytime):
        return _telling_nothing(own)
    return _asides(own) if all(o.aside for o in public) else own


def _is_anybodys(question: Question) -> bool:
    """Whether any of those asked may answer it, so that one with a phone leaves the dial to the others."""
    return question.open or isinstance(question, Anytime)


def _telling_nothing(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(o for o in options if not tells(o))


def _asides(options: tuple[Option, ...]) -> tuple[Option, ...]:
    return tuple(o for o in options if o.aside and not tells(o))


def tells(option: Option) -> bool:
    """Whether an option names a piece, or states something, so that it may tell of a hand."""
    return option.piece is not None or option.claim is not None or bool(option.pile or option.blind_key)


def _allowed(options: tuple[Option, ...]) -> list[tuple[str, bool]]:
    return [(o.key, o.refusal is None) for o in options]


def _begins_at(question: Question, keys: list[str]) -> int:
    """Where in the list a dial begins."""
    usual = str(question.scale.usual) if isinstance(question, Number) else ""
    return keys.index(usual) if usual in keys else 0


@dataclass(frozen=True)
class _Dialled:
    asked: OpenQuestion
    key: str


class DialledChoice:
    """Turned, it goes through the options; pushed, it takes the one that is shown."""

    def __init__(self, running: RunningMatch, clock: Callable[[], float], has_phone: Callable[[Seat], bool]):
        """`has_phone`: whoever has one chooses there what a seat chooses alone."""
        self._running = running
        self._clock = clock
        self._has_phone = has_phone
        self._dialled: _Dialled | None = None
        self._say_at_s: float | None = None
        self._turned_s = float("-inf")
        self.shown: ChoiceShown | None = None

    def turned(self, steps: int) -> bool:
        """Whether there is something to choose. The first step to the right shows the first option, to the left the
        last; of numbers the usual one."""
        options, asked = self._options(), OpenQuestion.of(self._running.match)
        if not options or asked is None or not steps:
            return bool(options)
        self._show()
        keys = [o.key for o in options]
        is_fast, self._turned_s = self._clock() - self._turned_s < FAST_S, self._clock()
        if self._dialled is None:
            at = steps - (steps > 0) + _begins_at(asked.question, keys)
        elif is_fast and len(keys) > MOST:
            at = min(max(keys.index(self._dialled.key) + FAST * steps, 0), len(keys) - 1)
        else:
            at = keys.index(self._dialled.key) + steps
        if isinstance(asked.question, Roll) and not 0 <= at < len(keys):  # back to the dice
            self._forget()
            return True
        self._dialled = _Dialled(asked, keys[at % len(keys)])
        self._say_at_s = self._clock() + SPEAK_AFTER_S
        self._show()
        return True

    def taken(self, by: Seat | None) -> bool:
        """Takes what the dial shows; `by` is the seat whose button says so, None for the dial itself and for the button
        that speaks for everybody. Whether there was anything to take."""
        self._show()
        running, dialled = self._running, self._dialled
        if dialled is None:
            return False
        question = dialled.asked.question
        is_anybodys = isinstance(question, Roll) and not question.asked
        if by is not None and by not in question.asked and not is_anybodys:
            return False
        answer = Answer(self._answers_for(by, dialled.key), dialled.key)
        self._forget()
        running.try_entry(answer, "dial", laid=None if running.asking is None else running.asking.mark)
        return True

    def opened(self) -> bool:
        """Goes to the first of what may be done before a roll; whether there is any."""
        return isinstance(self._running.match.question, Roll) and self.turned(1)

    def pushed(self) -> None:
        """The dial is pushed, where no dice are dialled."""
        if not self.taken(None) and self._options():
            self._running.remark(Remark(Notice("dial_choose"), "dial"))

    def follow(self) -> bool:
        """Shows what is dialled, and forgets it when something else is asked or the options are others; says the option
        that the dial has come to rest at."""
        before = self.shown
        self._show()
        choice = self.shown
        if choice is None or self._say_at_s is None or self._clock() < self._say_at_s:
            return choice != before
        self._say_at_s = None
        facts = {"option": choice.option.say, "number": choice.number, "count": choice.count}
        self._running.remark(Remark(Notice("dial_option", facts), "dial"))
        return True

    @property
    def next_s(self) -> float | None:
        """When the dial has rested for long enough to be spoken of."""
        return None if self._say_at_s is None else max(0.0, self._say_at_s - self._clock())

    def _show(self) -> None:
        """Works out what is shown: nothing when something else is asked, or the options are others."""
        dialled = self._dialled
        if dialled is None:
            return
        options = self._options() if dialled.asked.is_open(self._running.match) else ()
        number = next((n for n, o in enumerate(options, 1) if o.key == dialled.key), None)
        if number is None:
            self._forget()
        else:
            self.shown = ChoiceShown(options[number - 1], number, len(options))

    def _forget(self) -> None:
        self._dialled = self._say_at_s = self.shown = None

    def _options(self) -> tuple[Option, ...]:
        match, asking = self._running.match, self._running.asking
        if match.question is None:
            return ()
        if _is_anybodys(match.question):  # all of it, or what the camera could not tell apart
            found = public_choices(match, self._chooser())
            return tuple(o for o in found if asking is None or o.key in asking.what.keys)
        if asking is not None or any(self._has_phone(seat) for seat in match.waiting):
            return ()
        return public_choices(match)

    def _chooser(self) -> Seat | None:
        """For whom it chooses as long as no seat's own button says so: whoever is waited for, or else the first who has
        no phone to say it with."""
        match, asking = self._running.match, self._running.asking
        if asking is not None:
            return asking.what.seat
        may_answer = answerers(match)
        if match.question is not None and match.question.lead is not None:
            return may_answer[0]
        return next((seat for seat in may_answer if seat is not None and not self._has_phone(seat)), may_answer[0])

    def _answers_for(self, by: Seat | None, key: str) -> Seat | None:
        """Whose answer it is: of a group that of the seat whose button says so, where it has that option too."""
        match = self._running.match
        if match.question is None or not _is_anybodys(match.question):
            return answerers(match)[0]
        own = () if by is None else match.options(by)
        return by if any(o.key == key and o.refusal is None for o in own) else self._chooser()
