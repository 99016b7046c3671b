"""Step 3: adventuring. Every hero who stands takes a hero turn, in any order (CM-050 to CM-059)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.engine import Option, Play, Refusal, Say
from rules.games.chain_mail import asking, changes, icons, names as n, rolling
from rules.games.chain_mail.content import Trade
from rules.games.chain_mail.heroes.movement import BATTLE, Fires, Movement
from rules.games.chain_mail.situation import Run, Situation
from rules.games.chain_mail.turn import moving, scouting

_LINGER: Final = "linger"
"""The mark that the group wants to be asked for further turns once all have acted."""


def adventure(run: Run) -> Play:
    """The next hero turn, or the end of the step. One tap both names the hero and moves the cube."""
    now = run.now
    left = _left(now)
    if not left:
        yield from _end(run)
    elif not any(moving.can_move(now, h) for h in left):
        run.t.tell("cannot_move_cubes", hero=left[0])
        run.mark(n.ACTED, left[0])
    else:
        hero = left[0] if len(left) == 1 else None
        facts = {"heroes": tuple(left)}
        yield from _do(run, (yield from asking.decide(run, "adventure", _steps, hero=hero, facts=facts, boundary=True)))


def _left(now: Situation) -> list[str]:
    """Who still has the hero turn of this turn."""
    return [h for h in now.standing if not now.has(n.ACTED, h)]


def _end(run: Run) -> Play:
    """All have acted: the step ends by itself (CM-059), unless a Rally that came last is unused, or somebody has asked
    to wait for a further turn (A-14)."""
    more = [o for o in extra_turns(run.now) if o.refusal is None]
    waits = run.now.has(n.USED_THIS_TURN, _LINGER) or any(not o.aside for o in more)
    step = None
    if more and waits:
        step = yield from asking.decide(run, "adventure_ends", _last_steps, boundary=True, button="none")
    if step is None:
        run.t.go("end")
    else:
        yield from _do(run, step)


def _last_steps(now: Situation) -> Iterator[Option]:
    yield Option("none", None, Say("end_adventure"))
    yield from extra_turns(now)
    yield from trades(now)


def _do(run: Run, step: object) -> Play:
    """Carries out what was chosen."""
    match step:
        case Trade():
            _trade(run, step)
        case ("turn", str() as who, Movement() as movement):
            yield from _turn(run, who, movement)
        case "linger":
            run.mark(n.USED_THIS_TURN, _LINGER)
        case ("extra", str() as who):
            changes.pay(run, n.EXPERIENCE, 1)
            run.t.tell("extra_turn", hero=who)
            yield from _extra(run, who)
        case ("rally", str() as helper, tuple() as whom):
            use_rally(run, helper)
            for who in whom:
                run.t.tell("rallied", hero=who, helper=helper)
                if run.now.is_standing(who):
                    yield from _extra(run, who)
        case ("pass", str() as who):
            run.t.tell("cannot_move_cubes", hero=who)
            run.mark(n.ACTED, who)


def _steps(now: Situation) -> Iterator[Option]:
    for hero in now.heroes:
        for option in moving.movement_options(now, hero):
            movement = option.value
            assert isinstance(movement, Movement)
            why = _why_no_turn(now, hero) or option.refusal
            yield Option(
                f"turn:{option.key}",
                ("turn", hero, movement),
                option.say,
                refusal=why,
                cell=option.cell,
                from_cell=option.from_cell,
            )
        if _why_no_turn(now, hero) is None and not moving.can_move(now, hero):
            yield Option(f"pass:{hero}", ("pass", hero), Say("pass_turn", {"hero": hero}))
    yield from extra_turns(now)
    yield from trades(now)
    last = sum(moving.can_move(now, h) for h in _left(now)) == 1  # who cannot move a cube passes without a question
    if last and not now.has(n.USED_THIS_TURN, _LINGER):
        yield Option("linger", "linger", Say("linger"), aside=True)


def _why_no_turn(now: Situation, hero: str) -> Refusal | None:
    if not now.is_standing(hero):
        return Refusal("hero_fallen", "CM-058", {"hero": hero})
    if now.has(n.ACTED, hero):
        return Refusal("hero_already_acted", "CM-051", {"hero": hero})
    return None


def extra_turns(now: Situation) -> Iterator[Option]:
    """Another turn or action: for experience, or by another hero's Rally (CM-080, CM-093). In battle too."""
    for hero in now.standing:
        if not _can_act(now, hero):
            continue
        say = Say("extra_turn", {"hero": hero})
        yield Option(f"extra:{hero}", ("extra", hero), say, refusal=_why_no_extra(now, hero), aside=True)
    for helper in now.with_passive("rally"):
        if _rally(now, helper) is not None and now.allows_adventure(helper):
            yield from _rallies(now, helper)


def _can_act(now: Situation, hero: str) -> bool:
    """Whether a further turn would be good for anything: without a cube on the card only in battle."""
    return now.monster is not None or moving.can_move(now, hero)


def _rallies(now: Situation, helper: str) -> Iterator[Option]:
    """Another hero in range, or where the range is All each of them (CM-102, R22)."""
    among = [h for h in rolling.in_range(now, helper) if now.is_standing(h)]
    among = [h for h in among if now.status_rule(h, "no_extra_actions") is None and _can_act(now, h)]
    reach, _ = now.model(helper).reach(now.cubes(helper))
    if reach == "all" and among:
        say = Say("rally_all", {"heroes": tuple(among), "helper": helper})
        yield Option(f"rally:{helper}:all", ("rally", helper, tuple(among)), say)
        return
    for hero in among:
        say = Say("rally", {"hero": hero, "helper": helper})
        yield Option(f"rally:{helper}:{hero}", ("rally", helper, (hero,)), say)


def _rally(now: Situation, helper: str) -> int | None:
    """The first of a helper's Rallies that is still unused; each cube has its own (CM-093)."""
    shown = sum(f.action == "rally" for f in now.passives(helper))
    return next((i for i in range(shown) if not now.has(n.USED, f"rally:{helper}:{i}")), None)


def _why_no_extra(now: Situation, hero: str) -> Refusal | None:
    if now.number(n.EXPERIENCE) < 1:
        return Refusal("not_enough_experience", "CM-080", {"count": 1})
    if now.status_rule(hero, "no_extra_actions") is not None:
        return Refusal("no_extra_action", "CM-080", {"hero": hero})
    return None


def use_rally(run: Run, helper: str) -> None:
    """A Rally was used, once for each cube that shows it (CM-093); its cubes may leave."""
    number = _rally(run.now, helper)
    assert number is not None  # it was offered
    fires = [f for f in run.now.passives(helper) if f.action == "rally"][number]
    if not fires.leaves:
        run.mark(n.USED, f"rally:{helper}:{number}")
    changes.used_icon(run, helper, fires)
    changes.used_range(run, helper)


def _turn(run: Run, hero: str, movement: Movement) -> Play:
    """A hero turn: the movement was chosen, what a status does comes first."""
    run.mark(n.ACTED, hero)
    if (yield from moving.first_action(run, hero)):
        fires = yield from moving.take_movement(run, hero, movement)
        yield from carry_out(run, hero, fires)


def _extra(run: Run, hero: str) -> Play:
    if (yield from moving.first_action(run, hero)):
        fires = yield from moving.choose_movement(run, hero, "extra_movement")
        yield from carry_out(run, hero, fires or ())


def carry_out(run: Run, hero: str, fires: tuple[Fires, ...]) -> Play:
    """Icons that came about while adventuring: adventure icons at once, battle icons stand ready (CM-053, CM-054)."""
    for fire in fires:
        if fire.action == "dog":
            yield from scouting.scout(run, hero)
        elif fire.action in BATTLE:
            run.t.tell("stands_ready", hero=hero, icon=fire.action)
        elif run.now.is_standing(hero):
            yield from icons.use(run, hero, fire)


# -- markets -----------------------------------------------------------------------------------------------------------


def trades(now: Situation) -> Iterator[Option]:
    """What a market offers, once a turn (section 4.1 of the facts)."""
    rule = now.terrain_rule("trade_once_per_turn")
    for index, trade in enumerate(rule.trades if rule else ()):
        why = None
        if now.has(n.USED_THIS_TURN, "trade"):
            why = Refusal("traded_already", "CM-027", {})
        elif any(now.number(r) < amount for r, amount in trade.pay.items()):
            why = Refusal("cannot_pay", "CM-027", {})
        facts = {"pays": _listed(trade.pay), "gains": _listed(trade.gain)}
        yield Option(f"trade:{index}", trade, Say("trade", facts), refusal=why, aside=True)


def _listed(amounts: Mapping[str, int]) -> tuple[Say, ...]:
    return tuple(Say("amount", {"resource": resource, "count": count}) for resource, count in amounts.items())


def _trade(run: Run, trade: Trade) -> None:
    run.mark(n.USED_THIS_TURN, "trade")
    for resource, amount in trade.pay.items():
        changes.pay(run, resource, amount)
    run.t.tell("traded")
    for resource, amount in trade.gain.items():
        changes.gain(run, resource, amount)
