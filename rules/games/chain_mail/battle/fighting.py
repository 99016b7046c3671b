"""Battle step 2: the heroes act or move, from left to right (CM-173 to CM-183)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import Option, Play, Say
from rules.games.chain_mail import asking, changes, icons, names as n
from rules.games.chain_mail.battle import dog_fights, placing, strikes
from rules.games.chain_mail.battle.placing import RowStep, Swap
from rules.games.chain_mail.heroes.movement import ATTACKS, Fires, Movement
from rules.games.chain_mail.situation import Run, Situation
from rules.games.chain_mail.turn import adventuring, moving

_LINGER: Final = "linger"
"""The mark that the group wants to be asked for extra actions at the end of this round."""


def act(run: Run) -> Play:
    """The next hero's action; when all have had theirs the next round begins."""
    now = run.now
    left = _left(now)
    if not left:
        yield from _end_round(run)
        return
    hero = left[0]
    step = yield from asking.decide(
        run,
        "battle_turn",
        lambda seen: (*_actions(seen, hero), *_further(seen)),
        hero=hero,
        facts={"round": now.number(n.ROUND)},
        boundary=True,
        button="nothing",
    )
    match step:
        case ("dog", dog):
            dog_fights.exchange(run, hero, dog)
        case "linger":
            run.mark(n.USED, _LINGER)
        case ("extra" | "rally", *_):
            yield from _out_of_order(run, step)
        case _:
            run.mark(n.ACTED, hero)
            yield from _carry_out(run, hero, step)
    changes.check_all_fallen(run)


def _left(now: Situation) -> list[str]:
    """Who still has the action of this round, from left to right."""
    return [h for h in now.listed(n.ORDER) if now.is_standing(h) and not now.has(n.ACTED, h)]


def _further(now: Situation) -> Iterator[Option]:
    """Extra actions, and while the last hero acts the wish to be asked for some after it."""
    more = tuple(adventuring.extra_turns(now))
    yield from more
    if len(_left(now)) == 1 and any(o.refusal is None for o in more) and not now.has(n.USED, _LINGER):
        yield Option("linger", "linger", Say("linger"), aside=True)


def _end_round(run: Run) -> Play:
    """All have acted. The round ends by itself unless a Rally is unused, or somebody has asked to wait for an extra
    action (A-14)."""
    more = [o for o in adventuring.extra_turns(run.now) if o.refusal is None]
    step = None
    if more and (run.now.has(n.USED, _LINGER) or any(not o.aside for o in more)):
        facts = {"round": run.now.number(n.ROUND)}
        step = yield from asking.decide(run, "round_ends", _last_actions, facts=facts, boundary=True, button="none")
    if step is None:
        run.t.set(n.STAGE, "attack")
        return
    yield from _out_of_order(run, step)
    changes.check_all_fallen(run)


def _last_actions(now: Situation) -> Iterator[Option]:
    yield Option("none", None, Say("end_round"))
    yield from adventuring.extra_turns(now)


def _out_of_order(run: Run, step: tuple[str, ...]) -> Play:
    """An extra action for experience, or those that a Rally gives, at once (CM-080, CM-093, A-14)."""
    match step:
        case ("extra", who):
            changes.pay(run, n.EXPERIENCE, 1)
            run.t.tell("extra_action", hero=who)
            yield from _extra(run, who)
        case ("rally", helper, whom):
            adventuring.use_rally(run, helper)
            for who in whom:
                run.t.tell("rallied", hero=who, helper=helper)
                if run.now.is_standing(who):
                    yield from _extra(run, who)


def _extra(run: Run, hero: str) -> Play:
    """One more action of a hero."""
    step: object = ("dog", "")
    while isinstance(step, tuple):
        step = yield from asking.decide(
            run, "battle_extra", lambda seen: _actions(seen, hero), hero=hero, button="nothing"
        )
        if isinstance(step, tuple):
            dog_fights.exchange(run, hero, step[1])
    yield from _carry_out(run, hero, step)


def _actions(now: Situation, hero: str) -> Iterator[Option]:
    yield from moving.movement_options(now, hero)
    yield from placing.row_steps(now, hero)
    yield from placing.swaps(now, hero)
    yield Option("nothing", None, Say("do_nothing", {"hero": hero}))
    yield from dog_fights.exchanges(now, hero)


def _carry_out(run: Run, hero: str, step: object) -> Play:
    if step is None:
        run.t.tell("did_nothing", hero=hero)
    elif (yield from moving.first_action(run, hero)):
        match step:
            case Movement():
                fires = yield from moving.take_movement(run, hero, step)
                for fire in fires:
                    yield from _use(run, hero, fire)
            case RowStep():
                placing.step(run, hero, step.row)
            case Swap():
                placing.swap(run, hero, step.partner)


# -- acting ------------------------------------------------------------------------------------------------------------


def _use(run: Run, hero: str, fire: Fires) -> Play:
    """An icon that came about in battle, if the row allows it (CM-174, CM-175)."""
    if not run.now.is_standing(hero):
        return
    if fire.action == "dog":
        yield from dog_fights.activate(run, hero)
    elif fire.action in ATTACKS:
        yield from _attack(run, hero, fire)
    elif fire.action == "hide":
        if run.now.allows_battle(hero):
            yield from hide(run, hero, fire)
        else:
            _forbidden(run, hero, fire)
    elif run.now.allows_adventure(hero):
        yield from icons.use(run, hero, fire)
    else:
        _forbidden(run, hero, fire)


def _forbidden(run: Run, hero: str, fire: Fires) -> None:
    run.t.tell("row_forbids", hero=hero, icon=fire.action, row=f"row_{run.now.row(hero)}")


def _attack(run: Run, hero: str, fire: Fires) -> Play:
    """An attack at once; where it costs the cube, or a miss may hurt, it can be declined (CM-C04)."""
    why = strikes.why_not(run.now, hero, fire.action)
    facts = {"icon": fire.action, "leaves": bool(fire.leaves)}
    if why is not None and why.code == "row_forbids_icon":
        _forbidden(run, hero, fire)
    elif why is not None:
        run.t.tell("out_of_reach", hero=hero, icon=fire.action)
    elif not (fire.leaves or strikes.may_be_countered(run.now, fire.action)) or (
        yield from asking.yes_or_no(run, "use_icon", hero=hero, facts=facts)
    ):
        yield from strikes.strike(run, hero, fire)
    else:
        run.t.tell("declined", hero=hero, icon=fire.action)


def hide(run: Run, hero: str, fire: Fires) -> Play:
    """A hero may go to the Hide row of its column (CM-164, section 1.5 of the facts)."""
    if run.now.row(hero) == "hide" or placing.why_closed(run.now, hero, "hide") is not None:
        return
    if (yield from asking.yes_or_no(run, "use_hide", hero=hero)):
        changes.used_icon(run, hero, fire)
        placing.go(run, hero, "hide")
        run.t.tell("hid", hero=hero)
