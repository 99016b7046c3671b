"""The Shepherd's dog scouts a hex beside the party (CM-145 to CM-149, J-19)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import Moved, Option, PieceId, Play, Say
from rules.games.chain_mail import dogs, names as n
from rules.games.chain_mail.asking import decide
from rules.games.chain_mail.rolling import roll
from rules.games.chain_mail.situation import Run, Sign, Situation
from rules.games.chain_mail.turn import trouble


def scout(run: Run, hero: str) -> Play:
    """A dog space was reached: a dog may go to a hex beside the party, whatever walls there are."""
    choice = yield from decide(run, "scout", _ways, hero=hero)
    if choice is None:
        run.t.tell("dog_stays")
        return
    dog, target = choice
    left = run.now.where(dog)
    run.t.move(dog, n.on_hex(target))
    if left is not None:
        dogs.forget_sign(run, left)
    dogs.release(run)
    run.t.tell("dog_scouts", piece=dog, hex=target)
    yield from _look(run, hero, target)


def _ways(now: Situation) -> Iterator[Option]:
    for dog in n.DOGS:
        place = now.state.where(dog)
        if place in (None, n.BOX, n.SPARE_DOGS) or now.place(dog) is not None:
            continue
        for cell in now.map.grid.neighbours(str(now.hex.id)):
            if now.where(dog) != int(cell):
                yield _way(now, dog, cell)
    yield Option("none", None, Say("dog_rests"))


def _way(now: Situation, dog: PieceId, cell: str) -> Option:
    at = now.where(dog)
    here = n.KENNEL if at is None else str(at)
    facts = {"piece": dog, "hex": int(cell)}
    value = (dog, int(cell))
    return Option(f"scout:{dog}:{cell}", value, Say("scout", facts), Moved(dog, here, cell), cell=cell)


def _look(run: Run, hero: str, target: int) -> Play:
    """The hex's skulls and one die; more than three are a battle without a roll. A trap hits the Shepherd alone."""
    count = run.now.map.by_id[target].skulls + 1
    sign = "danger"
    if count <= trouble.MOST_DICE:
        dice = yield from roll(run, "roll_scout", count, facts={"hex": target}, hero=hero)
        number = trouble.doubled(dice)
        ambush = False
        if number:
            run.t.set(n.ALARM, False)  # one of the party's own is no matter of this trap
            yield from trouble.spring(run, number, victim=hero)
            ambush = bool(run.t[n.ALARM])
            run.t.set(n.ALARM, False)
        sign = ("ambush" if ambush else "danger") if trouble.SIX in dice else "safe"
    if any(run.now.where(dog) == target for dog in n.DOGS):  # it may have been called back meanwhile
        dogs.forget_other_signs(run, target)
        run.mark(n.SIGNS, Sign(target, sign))
        run.t.tell("scouted_safe" if sign == "safe" else "scouted_danger", hex=target)
