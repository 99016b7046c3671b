"""Adventure icons: what they do when a cube arrives on them (CM-053, CM-056, CM-092, CM-093, section 1.5 of the
facts)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from rules.engine import Option, Play, Say
from rules.games.chain_mail import asking, changes, effects, names as n, rolling
from rules.games.chain_mail.content import ClericCard
from rules.games.chain_mail.heroes.movement import Fires
from rules.games.chain_mail.offers import no_heal
from rules.games.chain_mail.situation import Run, Situation
from rules.games.chain_mail.turn import searching

_MAY_BE_BAD: Final = frozenset({"search", "search2"})
"""Icons whose use somebody may well decline: their reward must be taken."""


def use(run: Run, hero: str, fires: Fires) -> Play:
    """An adventure icon is used; where its cube would leave the card, or its reward may be bad, it can be declined."""
    if (fires.leaves or fires.action in _MAY_BE_BAD) and not (
        yield from asking.yes_or_no(
            run, "use_icon", hero=hero, facts={"icon": fires.action, "leaves": bool(fires.leaves)}
        )
    ):
        run.t.tell("declined", hero=hero, icon=fires.action)
        return
    if (yield from _USES[fires.action](run, hero)):
        changes.used_icon(run, hero, fires)


def _heal(run: Run, hero: str) -> Play:
    """A heart for the hero, or for those in a Cleric's range (CM-092, R23)."""
    chosen = yield from _helped(run, hero, "heal", "whom_heal", lambda now, h: no_heal(now, h) is None)
    for target in chosen:
        changes.heal(run, target, 1)
    return bool(chosen)


def _rest(run: Run, hero: str) -> Play:
    """A status card goes (CM-092)."""
    chosen = yield from _helped(run, hero, "rest", "whom_rest", lambda now, h: bool(now.statuses(h)))
    for target in chosen:
        yield from effects.clear_one(run, "rest_status", [target])
    return bool(chosen)


def _helped(run: Run, hero: str, icon: str, kind: str, needs: Callable[[Situation, str], bool]) -> Play:
    """Whom an icon helps: its hero, or by a Cleric's range another or all others; nobody where nobody needs it."""
    now = run.now
    if not isinstance(now.card(hero), ClericCard):
        return (hero,) if needs(now, hero) else ()
    options = [Option("self", (hero,), Say("help_self", {"hero": hero}))] if needs(now, hero) else []
    reach, _ = now.model(hero).reach(now.cubes(hero))
    others = tuple(h for h in rolling.in_range(now, hero) if needs(now, h))
    if reach == "all" and others:
        options.append(Option("all", others, Say("help_all", {"heroes": others})))
    elif reach:
        options += [Option(f"hero:{h}", (h,), Say("help_other", {"hero": h})) for h in others]
    if not options:
        run.t.tell("nobody_needs", hero=hero, icon=icon)
        return ()
    options.append(Option("none", (), Say("help_nobody")))
    chosen = yield from asking.decide(run, kind, lambda now: options, hero=hero)
    if chosen and chosen != (hero,):
        changes.used_range(run, hero)
    return chosen


def _search(run: Run, hero: str) -> Play:
    yield from searching.search(run, hero)
    return True


def _search_twice(run: Run, hero: str) -> Play:
    """The first search is finished, reward included, before the second roll (CM-089)."""
    for _ in range(2):
        if run.now.is_standing(hero):
            yield from searching.search(run, hero)
    return True


def _gain(resource: str, run: Run, hero: str) -> Play:
    changes.gain(run, resource, 1)
    yield from ()
    return True


def _gain_either(run: Run, hero: str) -> Play:
    """Food or money, or nothing: using it may be declined (CM-053)."""
    options = [Option(f"gain:{r}", r, Say("gain", {"resource": r})) for r in (n.FOOD, n.MONEY)]
    options.append(Option("none", None, Say("take_nothing")))
    resource = yield from asking.decide(run, "food_or_money", lambda now: options, hero=hero)
    if resource is None:
        run.t.tell("declined", hero=hero, icon="gain_food_or_money")
        return False
    changes.gain(run, resource, 1)
    return True


_USES: Final[Mapping[str, Callable[[Run, str], Play]]] = {
    "heal": _heal,
    "rest": _rest,
    "search": _search,
    "search2": _search_twice,
    "gain_money": partial(_gain, n.MONEY),
    "gain_food": partial(_gain, n.FOOD),
    "gain_food_or_money": _gain_either,
}
