"""Rolls with what may be done to them: re-rolls first, then money (CM-077 to CM-079, A-36). Only the roll for trouble
is left as it fell (CM-042)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Final

from rules.engine import Option, Play, Refusal, Roll, Say, State
from rules.games.chain_mail import asking, changes, names as n
from rules.games.chain_mail.asking import NO_FACTS
from rules.games.chain_mail.offers import offers
from rules.games.chain_mail.situation import Blessing, Run, Situation, Spend

SIDES: Final = 6
CALLED_OFF: Final = frozenset({"roll_attack", "roll_trouble"})
"""Kinds of rolls that a thing can call off, as long as the dice have not fallen."""
BLESS: Final = "bless"
LATE: Final = "late"
"""From then on they cannot be called off."""
Dice = tuple[int, ...]
Meaning = Callable[[Dice], object]
"""What a roll comes to; two rolls with the same outcome differ in nothing that matters."""


@dataclass(frozen=True)
class Reroll:
    """A right to roll one die again: what gives it, and of a Bless the hero and which of its cubes."""

    source: str
    hero: str = ""
    cube: int = 0


@dataclass(frozen=True)
class _Change:
    die: int
    to: int


@dataclass(frozen=True)
class _Again:
    die: int
    right: Reroll


def roll(
    run: Run,
    kind: str,
    count: int,
    *,
    facts: Mapping[str, object] = NO_FACTS,
    outcome: Meaning | None = None,
    rights: Iterable[Reroll] = (),
    hero: str | None = None,
) -> Play:
    """Rolls so many dice and lets the group change them; None when what the roll was for was called off before it. With
    no `outcome` nothing may be changed. The group is asked only where a change would lead to another outcome."""
    dice = yield from _throw(run, kind, count, facts)
    if dice is None:
        return None
    if kind in CALLED_OFF:
        run.t.set(n.SKIP, LATE)
    run.t.tell("rolled", dice=dice, purpose=kind, hero=hero)
    if outcome is None:
        return dice
    given, changed = tuple(rights), set[int]()
    own = [right for right in given if right.source != BLESS]
    blessed = len(own) < len(given)
    while True:
        left = own + (list(_blessings(run.now, hero)) if blessed and hero is not None else [])
        fallen = _Fallen(dice, frozenset(changed), tuple(left), outcome)
        if not any(o.refusal is None for o in fallen.changes(run.now)):
            return dice
        about = {**facts, "dice": dice}
        change = yield from asking.decide(run, "change_dice", fallen.options, hero=hero, facts=about, button="keep")
        if change is None:
            return dice
        if isinstance(change, _Change):
            changes.pay(run, n.MONEY, 1)
            changed.add(change.die)
            dice = _with(dice, change.die, change.to)
            run.t.tell("changed_die", dice=dice)
        else:
            own = [right for right in own if right != change.right]
            use(run, change.right, hero)
            again = yield from _throw(run, "roll_again", 1, facts)
            changed.discard(change.die)
            dice = _with(dice, change.die, again[0])
            run.t.tell("rolled_again", dice=dice, source=change.right.source)


def _throw(run: Run, kind: str, count: int, facts: Mapping[str, object]) -> Play:
    """The dice as they fall; what is done at any time may come before. None when it was called off."""
    while run.now.word(n.SKIP) != kind:
        got = yield Roll(kind=kind, seat=None, dice=(SIDES,) * count, facts=facts, asides=partial(_asides, run, kind))
        if not isinstance(got, Spend):
            return got
        if (yield from asking.agree_aside(run, got, _said(run.now, got))):
            yield from run.spend(run, got)
    return None


def _asides(run: Run, kind: str, seen: State) -> Iterator[Option]:
    yield from offers(run.at(seen))
    if kind == "roll_trouble":
        yield _TROUBLE_STAYS


_TROUBLE_STAYS: Final = Option(
    "die", Spend("die"), Say("change_trouble"), refusal=Refusal("trouble_not_adjustable", "CM-042", {}), aside=True
)
"""Nothing changes the dice of trouble; a host who accepts it all the same changes nothing."""


def _said(now: Situation, got: Spend) -> Say:
    return next(o.say for o in (*offers(now), _TROUBLE_STAYS) if o.value == got)


def _with(dice: Dice, index: int, value: int) -> Dice:
    return (*dice[:index], value, *dice[index + 1 :])


@dataclass(frozen=True)
class _Fallen:
    """Dice as they lie: which were changed already, which rights to roll again are left, and what they come to."""

    dice: Dice
    changed: frozenset[int]
    rights: tuple[Reroll, ...]
    outcome: Meaning

    def options(self, now: Situation) -> Iterator[Option]:
        """To keep them, or to change them; and why a die cannot be changed at all, or no further."""
        yield Option("keep", None, Say("keep", {"dice": self.dice}))
        yield from self.changes(now)
        for index, face in enumerate(self.dice):
            for to in (face - 1, face + 1):
                if index in self.changed:
                    yield self._to(index, to, Refusal("die_already_changed", "CM-077", {"die": face}))
                elif not 1 <= to <= SIDES:
                    yield self._to(index, to, Refusal("die_out_of_range", "CM-077", {"die": face}))

    def _to(self, index: int, to: int, why: Refusal | None) -> Option:
        say = Say("change_die", {"die": self.dice[index], "to": to})
        return Option(f"die:{index + 1}:{to}", _Change(index, to), say, refusal=why)

    def changes(self, now: Situation) -> Iterator[Option]:
        """Every change of one die that can lead to another outcome, alone or with others that can still be paid."""
        result, money = self.outcome(self.dice), now.number(n.MONEY)
        reachable = list(_reachable(self.dice, self.changed, money))
        for index, face in enumerate(self.dice):
            for to in (face - 1, face + 1):
                if index in self.changed or not 1 <= to <= SIDES:
                    continue
                useful = any(self.outcome(other) != result for other in reachable if other[index] == to)
                poor = money < 1 and self.outcome(_with(self.dice, index, to)) != result
                if useful or poor:
                    yield self._to(index, to, Refusal("not_enough_money", "CM-077", {}) if poor else None)
            for right in self.rights:
                if any(self.outcome(_with(self.dice, index, to)) != result for to in range(1, SIDES + 1)):
                    say = Say("roll_again", {"die": face, "source": right.source})
                    key = f"again:{index + 1}:{right.source}:{right.hero}:{right.cube}"
                    yield Option(key, _Again(index, right), say)


def _reachable(dice: Dice, changed: frozenset[int], money: int) -> Iterator[Dice]:
    """Every roll that money can make of this one."""
    ways = [(0,) if index in changed else (0, -1, 1) for index in range(len(dice))]
    for steps in product(*ways):
        other = tuple(face + step for face, step in zip(dice, steps, strict=True))
        if 0 < sum(map(abs, steps)) <= money and all(1 <= face <= SIDES for face in other):
            yield other


# -- rights to roll again ----------------------------------------------------------------------------------------------


def rights_of(now: Situation, hero: str, *, attack: bool = False) -> Iterator[Reroll]:
    """The rights that a hero has for a roll of its own: Bless of another hero (CM-093), and against some monsters one
    for each attack (CM-105, CM-135)."""
    card, monster = now.card(hero), now.monster
    if attack and monster is not None and card.reroll_vs and card.reroll_vs in monster.tags:
        yield Reroll(f"against_{card.reroll_vs}")
    yield from _blessings(now, hero)


def _blessings(now: Situation, hero: str) -> Iterator[Reroll]:
    """What the Blesses of other heroes give to a hero's roll at this moment: one that costs its range ends others."""
    for helper in now.with_passive("bless"):
        if helper != hero and hero in in_range(now, helper) and now.allows_adventure(helper):
            for number, _ in enumerate(f for f in now.passives(helper) if f.action == "bless"):
                if not now.has(n.USED, Blessing(helper, number, hero)) and _bless_left(now, helper, number):
                    yield Reroll(BLESS, helper, number)


def _bless_left(now: Situation, helper: str, number: int) -> bool:
    """Once for each cube that shows it; where it reaches all, once for each of them (R22)."""
    used = any((one.helper, one.number) == (helper, number) for one in now.blessings)
    return not used or now.model(helper).reach(now.cubes(helper))[0] == "all"


def in_range(now: Situation, helper: str) -> tuple[str, ...]:
    """The other heroes that a helper's icons reach (CM-102, CM-106)."""
    reach, _ = now.model(helper).reach(now.cubes(helper))
    others = tuple(h for h in now.heroes if h != helper)
    return {"near": now.beside(helper), "any": others, "all": others}.get(reach, ())


def use(run: Run, right: Reroll, hero: str | None) -> None:
    """A right to roll again is used; a Bless that costs its cubes takes them from the card (CM-056, CM-103)."""
    if right.source == BLESS:
        changes.use_bless(run, right.hero, right.cube, hero or "")
