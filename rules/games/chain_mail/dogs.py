"""The Shepherd's dogs: at home, on the map as scouts, on the battle card (CM-145 to CM-155)."""

from __future__ import annotations

from rules.engine import PieceId
from rules.games.chain_mail import names as n
from rules.games.chain_mail.situation import Run, Sign, Situation


def at_home(now: Situation) -> PieceId | None:
    """The dog on the Shepherd's card."""
    return next(iter(now.state.pile(n.KENNEL)), None)


def call_home(run: Run, dog: PieceId) -> None:
    """The dog goes back to the card, or waits until its space is free; what it found out is gone (CM-149, CM-153)."""
    left = run.now.where(dog)
    run.t.move(dog, n.KENNEL if at_home(run.now) is None else n.SPARE_DOGS)
    if left is not None:
        forget_sign(run, left)
    run.t.tell("dog_home", piece=dog)


def send_away(run: Run, dog: PieceId) -> None:
    """A dog leaves the game: the third cube goes back to the reserve (CM-172)."""
    left = run.now.where(dog)
    run.t.move(dog, n.BOX)
    if left is not None:
        forget_sign(run, left)


def all_home(run: Run) -> None:
    """After a battle a dog that was in it goes home (CM-150)."""
    for dog in n.DOGS:
        if run.now.place(dog) is not None:
            call_home(run, dog)


def forget_sign(run: Run, number: int) -> None:
    """What was found on a hex holds only while a dog is there (CM-149)."""
    if not any(run.now.where(dog) == number for dog in n.DOGS):
        forget_other_signs(run, number)


def forget_other_signs(run: Run, number: int) -> None:
    """A hex has one sign: the newest."""
    run.t.set(n.SIGNS, tuple(Sign(hex, says) for hex, says in run.now.signs.items() if hex != number))


def release(run: Run) -> None:
    """A waiting dog comes onto the card once its space is free (CM-154)."""
    waiting = next(iter(run.now.state.pile(n.SPARE_DOGS)), None)
    if waiting is not None and at_home(run.now) is None:
        run.t.move(waiting, n.KENNEL)
        run.t.tell("dog_comes", piece=waiting)


def second_dog(run: Run) -> None:
    """The Shepherd's third cube is a second dog (CM-154)."""
    dog = next(d for d in n.DOGS if run.now.state.where(d) == n.BOX)
    run.t.move(dog, n.SPARE_DOGS)
    run.t.tell("second_dog")
    release(run)
