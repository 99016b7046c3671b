"""Changes of the party's state that need no decision: resources, hearts, cubes, statuses, and the end of the match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules.engine import ALL, Say, TrackData
from rules.games.chain_mail import heroes, names as n
from rules.games.chain_mail.content import RESOURCES, ShepherdCard, Victory, WitchCard
from rules.games.chain_mail.heroes.movement import Fires
from rules.games.chain_mail.settings import time_at_start
from rules.games.chain_mail.situation import Blessing, Held, MatchOver, Run, Situation

# -- resources ---------------------------------------------------------------------------------------------------------


def pay(run: Run, resource: str, amount: int) -> None:
    """Resources that are spent; there are enough of them, or the host has accepted that there are not."""
    run.t.set(resource, max(0, run.now.number(resource) - amount))


def gain(run: Run, resource: str, amount: int) -> None:
    """Resources that come in; what goes beyond the most is lost (CM-084)."""
    before = run.now.number(resource)
    after = max(before, min(before + amount, run.content.constants.resource_max))  # a correction may have given more
    run.t.set(resource, after)
    run.t.tell("gained", resource=resource, count=after - before, total=after, lost=before + amount - after or None)


def gain_time(run: Run, amount: int) -> None:
    """Time that is won back, never above what the quest began with."""
    most = time_at_start(run.t.settings, run.content, run.now.quest)
    before = run.now.number(n.TIME)
    after = max(before, min(before + amount, most))
    run.t.set(n.TIME, after)
    run.t.tell("gained_time", count=after - before, total=after)


def lose(run: Run, resource: str, amount: int) -> None:
    """Resources that are taken; what is not there is not missed (CM-085). A lost level may cost a third cube
    (CM-172), which its own question settles: see `effects.lose`."""
    before = run.now.number(resource)
    run.t.set(resource, max(0, before - amount))
    run.t.tell("lost", resource=resource, count=min(before, amount), total=max(0, before - amount))


# -- hearts ------------------------------------------------------------------------------------------------------------


def heal(run: Run, hero: str, amount: int) -> None:
    """Hearts come back, up to full health."""
    most = run.now.card(hero).health
    after = min(most, run.now.health(hero) + amount)
    run.t.set(n.health(hero), after)
    run.t.tell("healed", hero=hero, total=after)


def set_health(run: Run, hero: str, hearts: int) -> None:
    """A hero's hearts after damage; at 0 the hero is fallen."""
    run.t.set(n.health(hero), max(0, hearts))
    run.t.tell("hurt" if hearts > 0 else "fell", hero=hero, total=max(0, hearts))


# -- things ------------------------------------------------------------------------------------------------------------


def use_up_item(run: Run, ident: str) -> None:
    """One use of an item; used up it gives its treasure cube back (CM-091)."""
    left = _use_up(run, n.ITEMS, next(item for item in run.now.items if item.ident == ident))
    run.t.tell("used_item", thing=ident, left=left or None)


def _use_up(run: Run, track: str, thing: Held) -> int:
    """One use of a thing; how many are left."""
    left = thing.uses - 1
    run.unmark(track, thing)
    if left > 0:
        run.mark(track, replace(thing, uses=left))
    return left


def use_up_relic(run: Run, ident: str) -> str:
    """One use of a relic, and who bears it; used up it can be found again unless its card says otherwise (CM-090)."""
    relic = next(relic for relic in run.now.relics if relic.ident == ident)
    left = _use_up(run, n.RELICS, relic)
    if not left and not run.content.keepsakes[ident].again:
        run.mark(n.GONE, ident)
    run.t.tell("used_relic", thing=ident, hero=relic.bearer, left=left or None)
    return relic.bearer


# -- statuses ----------------------------------------------------------------------------------------------------------


def give_status(run: Run, hero: str, ident: str) -> None:
    """A hero gets a status card; one that another has moves over (R30)."""
    if run.now.word(n.status(ident)) != hero:
        run.t.set(n.status(ident), hero)
        run.t.tell("status", hero=hero, status=ident)


def clear_status(run: Run, ident: str) -> None:
    """A status card is taken away."""
    hero = run.now.word(n.status(ident))
    run.t.set(n.status(ident), "")
    run.t.tell("status_gone", hero=hero, status=ident)


# -- cubes -------------------------------------------------------------------------------------------------------------


def take_cubes(run: Run, hero: str, spaces: Iterable[str]) -> None:
    """Cubes leave the card until the next turn starts (CM-014, CM-056)."""
    card, left = run.now.card(hero), list(run.now.cubes(hero))
    for space in spaces:
        if space in left:
            home = heroes.model_of(card).home(space, tuple(left), run.now.listed(n.away(hero)))
            left.remove(space)
            run.mark(n.away(hero), home)
    run.t.set(n.cubes(hero), tuple(left))


def used_icon(run: Run, hero: str, fires: Fires) -> None:
    """An icon was used: cubes on spaces with removal leave."""
    if fires.leaves:
        take_cubes(run, hero, fires.leaves)
        run.t.tell("cubes_removed", hero=hero, count=len(fires.leaves))


def used_range(run: Run, hero: str) -> None:
    """The Cleric's range was used: its cube leaves from Any and All (CM-103)."""
    _, space = run.now.model(hero).reach(run.now.cubes(hero))
    if space:
        take_cubes(run, hero, (space,))


def use_bless(run: Run, helper: str, number: int, hero: str) -> None:
    """A Bless was used for a hero's die."""
    fires = [f for f in run.now.passives(helper) if f.action == "bless"][number]
    run.mark(n.USED, Blessing(helper, number, hero))
    reach, space = run.now.model(helper).reach(run.now.cubes(helper))
    others = sum((one.helper, one.number) == (helper, number) and bool(one.hero) for one in run.now.blessings)
    run.t.tell("blessed", hero=hero, helper=helper)
    if reach != "all" or others >= len(run.now.heroes) - 1:  # where it reaches all, each of them has one
        used_icon(run, helper, fires)
        used_range(run, helper)
        if fires.leaves:
            _renumber(run, helper, number)
    elif space or fires.leaves:
        run.mark(n.USED, Blessing(helper, number))


def _renumber(run: Run, helper: str, gone: int) -> None:
    """The cube of that Bless has left the card: those that follow it move up, with what they have been used for."""
    kept: list[str | TrackData] = []
    for mark in run.marks(n.USED):
        if not isinstance(mark, Blessing) or mark.helper != helper or mark.number < gone:
            kept.append(mark)
        elif mark.number > gone:
            kept.append(replace(mark, number=mark.number - 1))
    run.t.set(n.USED, tuple(kept))


def forget_used(run: Run) -> None:
    """A battle round or a turn ends: what works once works again. A Bless that reached all and did not bless each of
    them leaves now (CM-093, CM-103)."""
    for one in run.now.blessings:
        model, cubes = run.now.model(one.helper), run.now.cubes(one.helper)
        if not one.hero and model.reach(cubes)[0] == "all":
            for fires in [f for f in model.passives(cubes) if f.action == "bless"][one.number :][:1]:
                used_icon(run, one.helper, fires)
            used_range(run, one.helper)
    run.t.set(n.USED, ())


def return_cubes(run: Run) -> None:
    """At the start of a turn cubes come back to their start spaces; a taken one makes its cube wait (CM-014)."""
    for hero in run.now.heroes:
        waiting: list[str] = []
        back: list[str] = []
        standing = list(run.now.cubes(hero))
        for home in _fitting_homes(run.now, hero):
            (waiting if home in standing else back).append(home)
            standing += [home] if home not in standing else []
        if back:
            run.t.set(n.cubes(hero), run.now.model(hero).ordered(standing))
            run.t.set(n.away(hero), tuple(waiting))
            run.t.tell("cubes_back", hero=hero, count=len(back))


def _fitting_homes(now: Situation, hero: str) -> Iterator[str]:
    """The start space of each cube that is off the card. A third cube that waits takes whichever becomes free; only the
    Witch's can, the others' belong to a part of the card with one start (CM-082, CM-156)."""
    away, free = now.listed(n.away(hero)), [s for s in now.model(hero).third_homes if s not in now.cubes(hero)]
    for index, home in enumerate(away):
        others = [s for s in free if s not in away]
        third = isinstance(now.card(hero), WitchCard) and len(now.cubes(hero)) + len(away) == 3
        taken = home in now.cubes(hero) or home in away[:index]
        yield others[0] if third and taken and others else home


# -- the end -----------------------------------------------------------------------------------------------------------


def check_victory(run: Run, *, at_end_of_turn: bool = False, defeated: str = "") -> None:
    """Ends the match when the quest's goal is reached at the moment that it names (CM-195)."""
    quest = run.now.quest
    if quest is None:
        return
    victory = quest.victory
    if (victory.when != "immediately") == at_end_of_turn and is_won(run.now, victory, defeated):
        win(run)


def is_won(now: Situation, victory: Victory, defeated: str = "") -> bool:
    """Whether a quest's goal is reached."""
    done = now.listed(n.DONE)
    count = sum(done.count(target) for target in victory.of)
    match victory.op:
        case "defeat":
            return defeated == victory.monster
        case "party_at":
            at_start = now.hex.id == now.map.start
            return at_start and all(t in done for t in victory.requires_done) and count >= victory.at_least
    return count >= victory.at_least


def score(now: Situation) -> int:
    """Time left and every resource, levels too (CM-197)."""
    return now.number(n.TIME) + sum(now.number(resource) for resource in RESOURCES)


def win(run: Run) -> None:
    """The party has won; all have."""
    now = run.now
    facts: dict[str, object] = {r: now.number(r) for r in (n.TIME, *RESOURCES)}
    facts |= {"score": score(now), "quest": now.quest.id if now.quest else ""}
    run.t.tell("won", ALL, **facts)
    run.t.finish(run.t.seats, (Say("score", facts),))
    raise MatchOver


def lose_match(run: Run, why: str) -> None:
    """The party has lost, for a reason that is a code of the table `result` (CM-196)."""
    run.t.tell("lost_match", why=why)
    run.t.finish((), (Say(why),))
    raise MatchOver


def check_all_fallen(run: Run) -> None:
    """Nobody is left to fight: the match is lost at once, whenever they fell (CM-186, J-26)."""
    if not run.now.standing:
        lose_match(run, "all_fallen")


def is_shepherd(now: Situation, hero: str) -> bool:
    """Whether a hero has dogs."""
    return isinstance(now.card(hero), ShepherdCard)
