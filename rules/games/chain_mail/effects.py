"""What cards make happen: effects of terrain, traps, quests and treasures (section 4.1 of the facts)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from rules.engine import Option, Play, Refusal, Say, questions_of
from rules.games.chain_mail import asking, changes, dogs, heroes as cards, names as n
from rules.games.chain_mail.content import RESOURCES, Effect, WitchCard
from rules.games.chain_mail.offers import cube_count, no_heal
from rules.games.chain_mail.situation import BattleOver, Run, Situation

Work = Callable[[Run, Effect, str | None], Play | None]


def carry_out(run: Run, effects: Iterable[Effect], hero: str | None = None, *, victim: str | None = None) -> Play:
    """Effects in their order. `hero` is who brought them about; with a `victim` whatever would be chosen hits that hero
    (the Shepherd's trap, J-19)."""
    for effect in effects:
        if victim is not None and effect.target in ("choose", "choose_distinct"):
            effect = Effect(effect.op, effect.n, effect.resource, "self", 1, effect.status, effect.at, effect.text)
            yield from questions_of(_WORKS[effect.op](run, effect, victim))
        else:
            yield from questions_of(_WORKS[effect.op](run, effect, hero))
        changes.check_victory(run)


def _targets(run: Run, effect: Effect, hero: str | None, kind: str) -> Play:
    """Whom an effect hits: its own hero, or so many standing ones that the group chooses."""
    if effect.target in ("searcher", "self"):
        return (hero,) if hero is not None and run.now.is_standing(hero) else ()
    found: list[str] = []
    for _ in range(effect.count):
        taken = found if effect.target == "choose_distinct" else []
        among = [h for h in run.now.standing if h not in taken]
        barred: dict[str, Refusal] = {}
        if kind == "target_heal":
            barred = {h: why for h in run.now.heroes if h not in taken and (why := no_heal(run.now, h)) is not None}
            among = [h for h in among if h not in barred]
        facts = {"count": effect.n, "status": effect.status}
        chosen = yield from asking.choose_hero(run, kind, among, facts=facts, barred=barred)
        if chosen is not None:
            found.append(chosen)
    return tuple(found)


def _gain(run: Run, effect: Effect, hero: str | None) -> Play:
    before = run.now.number(n.LEVEL)
    changes.gain(run, effect.resource, effect.n)
    for _ in range(run.now.number(n.LEVEL) - before):
        yield from _teach(run)


def _teach(run: Run) -> Play:
    """Somebody who has room for it gets a third cube; a level that is bought meanwhile may take that room (CM-083)."""
    while learners := [h for h in run.now.heroes if cube_count(run.now, h) < 3]:
        learner = yield from asking.choose_hero(run, "who_learns", learners)
        if cube_count(run.now, learner) < 3:
            yield from third_cube(run, learner)
            return


def third_cube(run: Run, hero: str) -> Play:
    """With a level the reserve cube comes to one of the hero's start spaces; onto a taken one at the start of a turn in
    which it is free (CM-082, J-32). The Shepherd's is a second dog (CM-154)."""
    card = run.now.card(hero)
    if changes.is_shepherd(run.now, hero):
        dogs.second_dog(run)
        return
    homes = cards.model_of(card).third_homes
    if isinstance(card, WitchCard):  # all start spaces are alike to her cubes: none waits while one is free
        homes = tuple(space for space in homes if space not in run.now.cubes(hero)) or homes
    home = homes[0]
    if len(homes) > 1:
        options = [Option(f"space:{space}", space, Say("start_space", {"space": space})) for space in homes]
        home = yield from asking.decide(run, "third_cube", lambda now: options, hero=hero)
    if cube_count(run.now, hero) >= 3:  # a level that was bought meanwhile has brought it already
        return
    run.t.tell("third_cube", hero=hero)
    cubes = run.now.cubes(hero)
    if home in cubes:
        run.mark(n.away(hero), home)
    else:
        run.t.set(n.cubes(hero), cards.model_of(card).ordered((*cubes, home)))


def _gain_time(run: Run, effect: Effect, hero: str | None) -> None:
    changes.gain_time(run, effect.n)


def _lose(run: Run, effect: Effect, hero: str | None) -> Play:
    yield from lose(run, effect.resource, effect.n)


def lose(run: Run, resource: str, amount: int) -> Play:
    """A forced loss; where third cubes outnumber the levels that are left the party takes one back (CM-172, J-23)."""
    changes.lose(run, resource, amount)
    if resource != n.LEVEL:
        return
    while (owners := third_cube_owners(run)) and len(owners) > run.now.number(n.LEVEL):
        hero = yield from asking.choose_hero(run, "give_back_cube", owners)
        _give_back(run, hero)


def third_cube_owners(run: Run) -> tuple[str, ...]:
    """The heroes that have a third cube."""
    return tuple(h for h in run.now.heroes if cube_count(run.now, h) == 3)


def _give_back(run: Run, hero: str) -> None:
    """The third cube goes back to the reserve, or the second dog: of the part of the card that has one too many, rather
    a cube that waits off the card than one on it."""
    card, cubes, away = run.now.card(hero), run.now.cubes(hero), run.now.listed(n.away(hero))
    if changes.is_shepherd(run.now, hero):
        dogs.send_away(run, n.DOGS[1])
        dogs.release(run)
    else:
        homes = [cards.model_of(card).home(space) for space in cubes]
        surplus = Counter([*homes, *away]) - Counter(cards.model_of(card).start)
        if waiting := [home for home in away if home in surplus]:
            run.unmark(n.away(hero), waiting[-1])
        else:
            index = max(i for i, home in enumerate(homes) if home in surplus)
            run.t.set(n.cubes(hero), (*cubes[:index], *cubes[index + 1 :]))
    run.t.tell("cube_given_back", hero=hero)


def _damage(run: Run, effect: Effect, hero: str | None) -> Play:
    for target in (yield from _targets(run, effect, hero, "target_damage")):
        yield from damage(run, target, effect.n)


def damage(run: Run, hero: str, amount: int) -> Play:
    """A hero loses hearts; who bears the relic for it may stay standing (`bearer_would_fall`). Gives how many hearts
    were really lost."""
    before = run.now.health(hero)
    if amount <= 0 or before <= 0:
        return 0
    hearts, keeps = before - amount, 0
    relic = run.now.relic("bearer_would_fall", hero)
    if hearts <= 0 and relic is not None:
        stays = next((e.n for e in run.content.keepsakes[relic.ident].effects if e.op == "stay_at"), 0)
        facts = {"thing": relic.ident, "count": stays}
        if stays and (yield from asking.yes_or_no(run, "stay_standing", hero=hero, facts=facts)):
            changes.use_up_relic(run, relic.ident)
            keeps = stays
    hearts = max(hearts, min(keeps, before))
    changes.set_health(run, hero, hearts)
    return before - max(0, hearts)


def _heal(run: Run, effect: Effect, hero: str | None) -> Play:
    for target in (yield from _targets(run, effect, hero, "target_heal")):
        if no_heal(run.now, target) is None:
            changes.heal(run, target, effect.n)


def _status(run: Run, effect: Effect, hero: str | None) -> Play:
    for target in (yield from _targets(run, effect, hero, "target_status")):
        changes.give_status(run, target, effect.status)


def _clear_status(run: Run, effect: Effect, hero: str | None) -> Play:
    """So many status cards of the group's choice; nothing where nobody has one."""
    for _ in range(effect.count):
        yield from clear_one(run, "clear_status", [hero] if effect.target in ("searcher", "self") and hero else None)


def clear_one(run: Run, kind: str, heroes: Iterable[str] | None = None, *, optional: bool = False) -> Play:
    """One status card goes, of these heroes or of anybody."""
    among = tuple(run.now.heroes if heroes is None else heroes)
    if not _statuses_of(run.now, among):
        return

    def options(now: Situation) -> Iterator[Option]:
        there = _statuses_of(now, among)
        for status, hero in there.items():
            yield Option(f"status:{status}", status, Say("clear_status", {"status": status, "hero": hero}))
        if not there or (optional and len(there) > 1):  # the only one is removed (CM-C09)
            yield Option("none", None, Say("leave_statuses"))

    chosen = yield from asking.decide(run, kind, options, forced=True)
    if chosen is not None:
        changes.clear_status(run, chosen)


def _statuses_of(now: Situation, heroes: Iterable[str]) -> dict[str, str]:
    """The status cards of these heroes, and who has them."""
    among = set(heroes)
    return {s: hero for s in now.content.statuses if (hero := now.word(n.status(s))) in among}


def _force_ambush(run: Run, effect: Effect, hero: str | None) -> None:
    run.t.set(n.ALARM, True)
    run.t.tell("alarm")


def _monster_damage(run: Run, effect: Effect, hero: str | None) -> None:
    hurt_monster(run, effect.n)


def hurt_monster(run: Run, amount: int) -> None:
    """The monster loses health. BattleOver when that is all of it; a second life keeps it once."""
    monster = run.now.monster
    if monster is None or amount <= 0:
        return
    left = max(0, run.now.number(n.MONSTER_HEALTH) - amount)
    power = monster.power
    if left == 0 and power is not None and power.op == "second_life" and not run.t[n.SPARED]:
        run.t.set(n.SPARED, True)
        left = power.n
        run.t.set(n.MONSTER_HEALTH, left)
        run.t.set(n.HURT, True)
        run.t.tell("second_life", monster=monster.id, total=left)
        return
    run.t.set(n.MONSTER_HEALTH, left)
    run.t.set(n.HURT, True)
    run.t.tell("monster_hurt", monster=monster.id, count=amount, total=left)
    if left == 0:
        raise BattleOver


def _cancel_attack(run: Run, effect: Effect, hero: str | None) -> None:
    run.t.set(n.SKIP, "roll_attack")
    run.t.tell("attack_cancelled")


def _skip_trouble(run: Run, effect: Effect, hero: str | None) -> None:
    run.t.set(n.SKIP, "roll_trouble")
    run.t.tell("trouble_skipped")


def _place_quest_cube(run: Run, effect: Effect, hero: str | None) -> None:
    """A quest cube shows what was reached; where all are out there is none to place."""
    if len(run.now.listed(n.QUEST_CUBES)) < run.content.constants.quest_cubes:
        where = str(run.now.hex.id) if effect.at == "hex" else effect.at
        run.mark(n.QUEST_CUBES, where)
        run.t.tell("quest_cube", where=f"cube_at_{effect.at}", hex=run.now.hex.id)


def _by_hand(run: Run, effect: Effect, hero: str | None) -> Play:
    """People read it, carry it out, and put it into the notes by the host's corrections."""
    done = Option("done", None, Say("done_by_hand"))
    yield from asking.decide(run, "by_hand", lambda now: (done,), hero=hero, facts={"text": effect.text}, button="done")


def _nothing(run: Run, effect: Effect, hero: str | None) -> None:
    """Works at its own moment only: bonus damage, staying upright."""


_WORKS: Final[Mapping[str, Work]] = {
    "gain": _gain,
    "lose": _lose,
    "gain_time": _gain_time,
    "damage": _damage,
    "heal": _heal,
    "status": _status,
    "clear_status": _clear_status,
    "force_ambush": _force_ambush,
    "monster_damage": _monster_damage,
    "cancel_monster_attack": _cancel_attack,
    "bonus_damage": _nothing,
    "skip_trouble": _skip_trouble,
    "stay_at": _nothing,
    "place_quest_cube": _place_quest_cube,
    "manual": _by_hand,
}

ALL_RESOURCES: Final = (*RESOURCES, n.TIME)
