"""Rolls without a camera: the electronic die, and the dial with which people tell what their own dice show.

Both answer the roll that stood open when they were begun, and no other one: an answer by phone, an undo, a correction
or a pause in between ends them, and nothing is rolled. Used by the referee's thread.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from companion.reading.open_question import OpenRoll
from companion.referee.running_match import RunningMatch
from companion.telling.dice_shown import DiceShown, DiceStage, Remark
from companion.values.notices import Notice
from rules.engine.match import Match

LONGEST_HOLD_S = 30.0
"""A button that is held for longer is stuck, or its release was lost."""
SPEAK_AFTER_S = 0.8
"""The dial's number is said when it has rested for so long."""


class ElectronicDie:
    """Held, it tumbles; let go, all dice of the question are drawn at once."""

    def __init__(self, running: RunningMatch, clock: Callable[[], float], random: Random):
        """`random` draws the numbers: the system's secure source, outside of tests."""
        self._running = running
        self._clock = clock
        self._random = random
        self._held: tuple[OpenRoll, float] | None = None  # for which roll, and since when
        self._idle_at: int | None = None  # the version at which it was said that nothing is to be rolled

    @property
    def is_tumbling(self) -> bool:
        """Whether the button is held for a roll."""
        return self._held is not None

    @property
    def shown(self) -> DiceShown | None:
        """The dice that tumble."""
        if self._held is None:
            return None
        sides = self._held[0].sides
        return DiceShown(DiceStage.TUMBLING, sides, (0,) * len(sides))

    def pressed(self) -> None:
        """The button goes down."""
        running = self._running
        if running.paused:
            return
        roll = OpenRoll.of(running.match)
        if roll is None:
            self._nothing_to_roll()
            return
        self._held = (roll, self._clock())
        running.take_up_dice()

    def released(self) -> None:
        """The button goes up: the roll enters the journal before anybody is told a number."""
        self._stop_unwanted()
        if self._held is None:
            return
        (roll, _), self._held = self._held, None
        running = self._running
        faces = tuple(self._random.randrange(1, sides + 1) for sides in roll.sides)
        if running.try_entry(roll.answer(faces), "die").ok:
            say_rolled(running, faces)

    def follow(self) -> bool:
        """Stops the die when its roll is not waited for any more, the table pauses, or its button never comes up."""
        was_held = self._held is not None
        self._stop_unwanted()
        if self._held is not None and self._clock() - self._held[1] >= LONGEST_HOLD_S:
            self._stop("die_stuck")
        return was_held and self._held is None

    @property
    def next_s(self) -> float | None:
        """When a button that is held counts as stuck."""
        return None if self._held is None else max(0.0, self._held[1] + LONGEST_HOLD_S - self._clock())

    def _stop_unwanted(self) -> None:
        if self._held is not None and (self._running.paused or not self._held[0].is_open(self._running.match)):
            self._stop("" if self._running.paused else "die_off")

    def _stop(self, why: str) -> None:
        running, self._held = self._running, None
        if why:  # on the screens too: a voice may be off
            running.remark(Remark(Notice(why), "die"))
            running.note(Notice(why))

    def _nothing_to_roll(self) -> None:
        """Said once: the button is a toy, too. A notice about something else stays."""
        running, notice = self._running, Notice("nothing_to_roll")
        if self._idle_at == running.match.version:
            return
        self._idle_at = running.match.version
        running.remark(Remark(notice, "die"))
        if running.notice is None:
            running.note(notice)


@dataclass(frozen=True)
class _Seen:
    """What the camera could read of a throw that people have to tell, and at which version of which match."""

    match: Match | None
    version: int
    faces: tuple[int, ...]


@dataclass(frozen=True)
class _Dialling:
    roll: OpenRoll
    faces: tuple[int, ...]
    left: tuple[int, ...]  # dice that are still to be told; the first of them is turned now

    @property
    def current(self) -> int:
        return self.left[0]


class DialledDice:
    """Turned, it changes the face of one die for all to see; pushed, it goes on to the next, and the last one makes the
    roll. What the camera is sure of is not asked again."""

    def __init__(self, running: RunningMatch, clock: Callable[[], float]):
        self._running = running
        self._clock = clock
        self._seen = _Seen(None, 0, ())
        self._dialling: _Dialling | None = None
        self._say_at_s: float | None = None

    @property
    def faces(self) -> tuple[int, ...]:
        """What the dice show as far as dial or camera have told, 0 where they have not: every phone has it filled in.
        Empty where neither has told anything of this roll."""
        if self._dialling is not None:
            return self._dialling.faces
        seen, match = self._seen, self._running.match
        return seen.faces if seen.match is match and seen.version == match.version else ()

    @property
    def shown(self) -> DiceShown | None:
        """The dice that are being dialled."""
        dialling = self._dialling
        if dialling is None:
            return None
        return DiceShown(DiceStage.DIALLED, dialling.roll.sides, dialling.faces, dialling.current)

    def seen(self, faces: tuple[int, ...]) -> None:
        """The camera reads these in the tray, 0 where it cannot; what was dialled for an older throw is forgotten."""
        match = self._running.match
        self._seen = _Seen(match, match.version, faces)
        if self._dialling is not None and self._dialling.faces != faces:
            self._forget()

    def turned(self, steps: int) -> bool:
        """Whether there are dice to be dialled. The first step to the right shows 1, the first to the left the highest
        number, from which it goes round."""
        roll = OpenRoll.of(self._running.match)
        if roll is None or not steps:
            return roll is not None
        self._forget_closed()
        dialling = self._dialling or self._begun(roll)
        sides = roll.sides[dialling.current]
        face = dialling.faces[dialling.current]
        turned = (face - 1 + steps if face else steps - (steps > 0)) % sides + 1
        faces = tuple(turned if n == dialling.current else known for n, known in enumerate(dialling.faces))
        self._show(replace(dialling, faces=faces))
        self._say_at_s = self._clock() + SPEAK_AFTER_S
        return True

    def pushed(self) -> bool:
        """Whether there are dice to be dialled. A die that shows nothing yet is not confirmed."""
        running = self._running
        if OpenRoll.of(running.match) is None:
            return False
        self._forget_closed()
        dialling = self._dialling
        if dialling is None or not dialling.faces[dialling.current]:
            running.remark(Remark(Notice("dial_first"), "dial"))
            return True
        self._say_at_s = None
        left = dialling.left[1:]
        if left:
            self._show(replace(dialling, left=left))
            running.remark(Remark(Notice("dial_next", {"number": left[0] + 1}), "dial"))
            return True
        self._dialling = None
        if running.try_entry(dialling.roll.answer(dialling.faces), "dial").ok:
            say_rolled(running, dialling.faces)
        elif (again := OpenRoll.of(running.match)) is not None:  # it could not be saved, and the match is as before
            self._show(replace(dialling, roll=again))
        return True

    def follow(self) -> bool:
        """Forgets what was dialled for a roll that is not waited for any more; says the number that the dial has come
        to rest at."""
        if self._forget_closed():
            return True
        dialling = self._dialling
        if dialling is None or self._say_at_s is None or self._clock() < self._say_at_s:
            return False
        self._say_at_s = None
        several, face = len(dialling.faces) > 1, dialling.faces[dialling.current]
        facts = {"face": face, "several": several, "number": dialling.current + 1}
        self._running.remark(Remark(Notice("dialled", facts), "dial"))
        return True

    @property
    def next_s(self) -> float | None:
        """When the dial has rested for long enough to be spoken of."""
        return None if self._say_at_s is None else max(0.0, self._say_at_s - self._clock())

    def _forget(self) -> None:
        self._dialling = self._say_at_s = None

    def _forget_closed(self) -> bool:
        """Whether something was dialled for a roll that is not waited for any more."""
        if self._dialling is None or self._dialling.roll.is_open(self._running.match):
            return False
        self._forget()
        return True

    def _begun(self, roll: OpenRoll) -> _Dialling:
        count, thrown = len(roll.sides), self.faces
        faces = thrown if len(thrown) == count else (0,) * count
        unknown = tuple(n for n, face in enumerate(faces) if not face)
        return _Dialling(roll, faces, unknown or tuple(range(count)))

    def _show(self, dialling: _Dialling) -> None:
        self._dialling = dialling
        self._running.take_up_dice()


def say_rolled(running: RunningMatch, faces: tuple[int, ...]) -> None:
    """Says what was rolled: the game's own sentence may tell only what follows from it."""
    facts = {"count": len(faces), "faces": ", ".join(map(str, faces))}
    running.remark(Remark(Notice("die_rolled", facts), "rolled"))
