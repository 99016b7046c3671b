"""The pins' side of the referee: what buttons, the dial and the tray's sensor mean."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from companion.reading.open_question import answerers
from companion.referee.dialled_choice import DialledChoice
from companion.referee.followers import Followers
from companion.referee.host_side import HostSide
from companion.referee.pacing import Pacing
from companion.referee.pins.doorbell import Doorbell
from companion.referee.pins.read_out import ReadOut
from companion.referee.rolling import DialledDice, ElectronicDie
from companion.referee.running_match import RunningMatch
from companion.referee.table_side import TableSide
from companion.telling.dice_shown import ChoiceShown, DiceShown
from companion.values.notices import Notice
from hardware import parts
from hardware.types import ButtonRole, Press, Release, Tripped, Turn
from rules.engine.questions import Answer, Question, Roll, Window
from rules.engine.types import Seat


class ButtonSide:
    """Carries out what hands do to the pins, in the referee's thread."""

    def __init__(
        self,
        running: RunningMatch,
        table_side: TableSide,
        host: HostSide,
        pacing: Pacing,
        doorbell: Doorbell,
        dice: DialledDice,
        clock: Callable[[], float],
        has_phone: Callable[[Seat], bool],
        random: Random,
    ):
        """`random` draws the numbers of the electronic die."""
        self._running = running
        self._table_side = table_side
        self._host = host
        self._pacing = pacing
        self._doorbell = doorbell
        self._die = ElectronicDie(running, clock, random)
        self._dice = dice
        self._choice = DialledChoice(running, clock, has_phone)
        self._read_out = ReadOut(running, pacing, clock, has_phone)
        self._is_used = False
        self._begun = Followers(self._die, self._dice, self._choice, self._read_out, table_side.tray)

    def pressed(self, press: Press) -> None:
        """A button was pressed."""
        self._is_used = True
        match press.role:
            case ButtonRole.UNDO:
                self._undo()
            case ButtonRole.PAUSE:
                self._running.pause(not self._running.paused)
            case ButtonRole.DIE:
                self._die.pressed()
            case ButtonRole.DIAL if not self._running.paused and not self._die.is_tumbling:
                self._dial_pushed()
            case ButtonRole.CONFIRM if self._running.gathering:
                self._running.pause(False)
            case ButtonRole.SEAT | ButtonRole.CONFIRM:
                self._agreed(None if press.seat is None else Seat(press.seat))

    def signalled(self, signal: Release | Turn | Tripped) -> None:
        """The die's button was let go, the dial turned, or the tray's sensor noticed a throw."""
        self._is_used = True
        match signal:
            case Release(role=ButtonRole.DIE):
                self._die.released()
            case Turn(steps) if not self._running.paused and not self._die.is_tumbling:
                if self._choice.shown or not self._dice.turned(steps):
                    self._choice.turned(steps)
            case Tripped(key=parts.TRAY_SENSOR):
                self._table_side.tray.sensed()

    def follow(self) -> bool:
        """Keeps right what was begun here; nothing while nobody has touched a pin yet."""
        return self._is_used and self._begun.settle()

    @property
    def next_s(self) -> float | None:
        """When something that was begun here is due."""
        return self._begun.next_s if self._is_used else None

    @property
    def dice(self) -> DiceShown | None:
        """The dice that everybody sees: those that tumble, are dialled, or were rolled with the last entry."""
        return (self._is_used and (self._die.shown or self._dice.shown)) or self._running.rolled

    @property
    def choice(self) -> ChoiceShown | None:
        """What the dial has come to, or what was read out last."""
        return self._choice.shown or self._read_out.shown

    @property
    def thrown(self) -> tuple[int, ...]:
        """What is known of the dice that people have to tell."""
        return self._dice.faces if isinstance(self._running.match.question, Roll) else ()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _dial_pushed(self) -> None:
        """Takes the option that is shown or the number that is dialled. Before any number is, it goes to what may be
        done ahead of a roll."""
        if self._choice.taken(None) or (not self._dice.faces and self._choice.opened()):
            return
        if not self._dice.pushed():
            self._choice.pushed()

    def _undo(self) -> None:
        """Takes the last answer back."""
        if not any(isinstance(entry, Answer) for entry in self._running.match.log):
            self._running.note(Notice("no_undo"))
        self._host.hosting.undo_last("button")

    def _agreed(self, seat: Seat | None) -> None:
        """A seat's button or CONFIRM leaves a face-down card unnamed, takes what the dial shows, or else gives the one
        answer that is possible or passes."""
        running = self._running
        if self._doorbell.pressed(seat) or running.paused or running.match.question is None:
            return
        if (
            running.asking is not None
            and seat in (None, running.asking.what.seat)
            and self._table_side.accept_unnamed()
        ):
            return
        if self._choice.taken(seat) or self._read_out.pressed(seat):
            return
        for who in answerers(running.match):
            if who is not None and (seat not in (None, who) or self._pacing.has_noted(who)):
                continue
            if key := self._pressed_key(running.match.question, who, own=seat is not None):
                answer = self._host.with_cards(Answer(who, key))
                origin = f"button {'' if seat is None else seat}".strip()
                if self._pacing.note(answer, origin) is None:
                    running.try_entry(answer, origin)
                return

    def _pressed_key(self, question: Question, who: Seat | None, own: bool) -> str:
        """The answer that a mere press gives: the only one, a pass, or that it is done. What only the seat's own cards
        decide is left to its own button, and to phones where the game wants nothing told: anybody can try a button. It
        never means what can be done at any time, beside what is asked, nor what may end the match."""
        match = self._running.match
        allowed = [o.key for o in match.options(who) if o.refusal is None and not (o.aside or o.grave)]
        if Window.PASS in allowed:
            return Window.PASS
        public = match.public_options(who)
        seen = [o.key for o in public if o.refusal is None and not (o.aside or o.grave)]
        is_open = own and question.kind not in match.game.rules.paced
        if len(allowed) == 1 and (is_open or seen == allowed):
            return allowed[0]
        return question.confirm if question.confirm in allowed else ""
