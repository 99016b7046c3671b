"""Calls in secret: some are called and choose a player. All others are asked as well, for a suspicion of their own that
stays with them, so that all phones ask and all tap."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Final

from rules.engine import Choose, Option, Play, Private, Say, Seat, State, Table, Together, only
from rules.games.roles import people as p
from rules.games.roles.rounds import HARM, PROTECT, VOTES, code, go_on, hurt, step_of
from rules.games.roles.script import Does, Script, Step, word_of

SILENT: Final = "nobody"
"""The key of choosing nobody, which is what silence means when time is over."""


def players(own: bool, skip: bool, among: tuple[Seat, ...], seat: Seat, seen: State) -> tuple[Option, ...]:
    """The players that a seat may name, and nobody where that is allowed or there is nobody else."""
    found = tuple(
        Option(f"player:{other}", other, Say("name_player", {"other": other}))
        for other in among
        if own or other != seat
    )
    return (*found, Option(SILENT, None, Say("nobody"))) if skip or not found else found


def call(t: Table, rules: Script) -> Play:
    """RS-7: who is called chooses; everybody else says in private whom they suspect."""
    step, among = step_of(t, rules), p.within(t)
    called = tuple(seat for seat in p.those(t, rules, step.who) if seat in among)
    facts = asking(t, step, called)
    parts = {
        seat: Choose(kind="call", seat=seat, choices=partial(players, step.own, step.may_skip, among, seat))
        for seat in among
    }
    named: Mapping[Seat, Seat | None] = yield Together(
        kind="call", parts=parts, facts=facts, boundary=True, limit_s=step.limit_s, silent=SILENT
    )
    for seat, other in named.items():
        t.tell("you_chose" if seat in called else "you_suspect", only(seat), other=other)
    _carry_out(t, rules, step, _chosen(t, step, {seat: named[seat] for seat in called}))
    go_on(t, rules)


def asking(t: Table, step: Step, called: tuple[Seat, ...]) -> dict[str, object]:
    """What is asked: those who are called what the step asks, the others something that harms nobody."""
    others = (seat for seat in t.seats if seat not in called)
    return {
        "call": code(t, step),
        "ask": Private(code(t, step, "ask"), only(*called)),
        "other": Private(True, only(*others)),
    }


def _chosen(t: Table, step: Step, named: Mapping[Seat, Seat | None]) -> Mapping[Seat, Seat | None]:
    """Whom each who was called has chosen. Together that is who was named most; of equally many the one whom the
    called one has named who sits first from the leader on. Silence has no part in it, unless one may choose nobody."""
    if step.together and not step.skip:
        named = {seat: other for seat, other in named.items() if other is not None}
    if not step.together or not named:
        return named
    leader = t["leader"]
    assert isinstance(leader, Seat)
    counts = Counter(named.values())
    order = [named[seat] for seat in t.clockwise(leader) if seat in named]
    best = max(order, key=lambda other: counts[other])
    return dict.fromkeys(named, best)


def _carry_out(t: Table, rules: Script, step: Step, chosen: Mapping[Seat, Seat | None]) -> None:
    for seat, other in chosen.items():
        if other is None:
            continue
        if step.does in (Does.HARM, Does.PROTECT):
            mark = HARM if step.does is Does.HARM else PROTECT
            p.mark(t, mark, (*p.marked(t, mark), other))
        elif step.does in (Does.TEAM, Does.ROLE):
            _tell_of(t, rules, step, seat, other)


def _tell_of(t: Table, rules: Script, step: Step, seat: Seat, other: Seat) -> None:
    role, script = p.role_of(t, rules, other), str(t["script"])
    if role is None:
        return
    is_team = step.does is Does.TEAM
    word = word_of(script, "team", role.team) if is_team else word_of(script, "role", role.key)
    p.learn(t, seat, other, word)
    t.tell("you_learn", only(seat), other=other, what=word)


def dawn(t: Table, rules: Script) -> None:
    """RS-8: who was chosen to be harmed and is not protected loses a life."""
    safe = p.marked(t, PROTECT)
    harmed = [seat for seat in p.marked(t, HARM) if seat not in safe and p.is_in(t, seat)]
    p.mark(t, HARM, ())
    p.mark(t, PROTECT, ())
    t.set(VOTES, ())
    if not harmed:
        t.tell("calm")
    for seat in sorted(harmed):
        hurt(t, rules, seat)
    go_on(t, rules)
