"""Missions: the leader names a crew, all agree or not, and the crew chooses in secret whether it succeeds."""

from __future__ import annotations

from functools import partial

from rules.engine import Choose, Option, Play, Refusal, Say, Seat, State, Table, Together
from rules.games.roles import ending, people as p
from rules.games.roles.rounds import PICKED, code, go_on, step_of
from rules.games.roles.script import Kind, Script


def _leader(t: Table) -> Seat:
    leader = t["leader"]
    assert isinstance(leader, Seat)
    return leader if p.is_in(t, leader) else p.after(t, leader)


def propose(t: Table, rules: Script) -> Play:
    """RS-11: the leader names so many players, one after the other."""
    step, leader = step_of(t, rules), _leader(t)
    t.set("leader", leader)
    picked = p.marked(t, PICKED)
    done = sum(t.number(counted) for counted in ("successes", "failures") if counted in t.state.tracks)
    size = min(step.sizes[min(done, len(step.sizes) - 1)], len(p.within(t)))
    free = tuple(seat for seat in p.within(t) if seat not in picked)
    facts = {"seat": leader, "call": code(t, step), "number": len(picked) + 1, "count": size}
    picked += ((yield Choose(kind="propose", seat=leader, choices=partial(_free, free), facts=facts, boundary=True)),)
    p.mark(t, PICKED, picked)
    if len(picked) >= size:
        t.tell("proposed", seat=leader, seats=tuple(sorted(picked)))
        go_on(t, rules)


def _free(free: tuple[Seat, ...], seen: State) -> tuple[Option, ...]:
    return tuple(Option(f"player:{other}", other, Say("name_player", {"other": other})) for other in free)


def agree(t: Table, rules: Script) -> Play:
    """RS-11: all say at the same time whether they agree; more than half have to. With as many refusals in a row as
    there are players the crew goes without being asked."""
    step, voting = step_of(t, rules), p.within(t)
    facts = {"call": code(t, step), "who": tuple(sorted(p.marked(t, PICKED)))}
    parts = {seat: Choose(kind="agree", seat=seat, choices=_yes_or_no) for seat in voting}
    said = yield Together(kind="agree", parts=parts, facts=facts, boundary=True, limit_s=step.limit_s, silent="no")
    ayes = sum(said.values())
    if not step.secret:
        t.tell("said_yes", seats=tuple(seat for seat in voting if said[seat]))
    is_agreed = 2 * ayes > len(voting)
    t.tell("agreed" if is_agreed else "refused", count=ayes)
    if is_agreed:
        t.set("refusals", 0)
        go_on(t, rules)
        return
    t.add("refusals", 1)
    if ending.end(t, rules):
        return
    if t.number("refusals") >= len(voting):
        t.set("refusals", 0)
        t.tell("goes_anyway")
        go_on(t, rules)
        return
    t.set("leader", p.after(t, _leader(t)))
    p.mark(t, PICKED, ())
    t.set("step", _before(t, rules))
    t.go("step")


def _yes_or_no(seen: State) -> tuple[Option, ...]:
    return Option("yes", True, Say("yes")), Option("no", False, Say("no"))


def _before(t: Table, rules: Script) -> int:
    """The step in which the crew was named."""
    return max(n for n, step in enumerate(rules.steps[: t.number("step")]) if step.kind is Kind.PROPOSE)


def go(t: Table, rules: Script) -> Play:
    """RS-11: the crew chooses in secret; how many failures there were is told, and not whose."""
    step = step_of(t, rules)
    crew = [seat for seat in p.marked(t, PICKED) if p.is_in(t, seat)]
    if not crew:
        go_on(t, rules)
        return
    facts = {"call": code(t, step), "ask": code(t, step, "ask") if step.ask else ""}
    outcomes = partial(_outcomes, rules, step.who)
    parts = {seat: Choose(kind="mission", seat=seat, choices=partial(outcomes, seat)) for seat in sorted(crew)}
    done = yield Together(kind="mission", parts=parts, facts=facts, boundary=True)
    failures = sum(not success for success in done.values())
    is_failed = failures >= step.fails
    t.tell("mission_failed" if is_failed else "mission_succeeded", count=failures)
    t.add("failures" if is_failed else "successes", 1)
    p.mark(t, PICKED, ())
    t.set("leader", p.after(t, _leader(t)))
    go_on(t, rules)


def _outcomes(rules: Script, who: tuple[str, ...], seat: Seat, seen: State) -> tuple[Option, ...]:
    role = p.role_of(seen, rules, seat)
    may_fail = not who or role is None or role.key in who
    refusal = None if may_fail else Refusal("only_success", "RS-11")
    return Option("success", True, Say("success")), Option("failure", False, Say("failure"), refusal=refusal)
