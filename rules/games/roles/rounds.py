"""The steps of a round, one after the other, and the marks that they leave."""

from __future__ import annotations

from typing import Final

from rules.engine import NOBODY, Seat, Table
from rules.games.roles import ending, people as p
from rules.games.roles.script import Does, Kind, Script, Step, When, word_of

HARM: Final = "harm"
PROTECT: Final = "protect"
PICKED: Final = "picked"
TIED: Final = "tied"
VOTES: Final = "votes"
"""Who has named who in the last open vote, such as "0>3"."""
_COUNTED: Final = {
    "successes": lambda step: step.kind is Kind.MISSION or step.does is Does.FIND,
    "failures": lambda step: step.kind is Kind.MISSION or step.does is Does.FIND,
    "refusals": lambda step: step.kind is Kind.AGREE,
    "guessed": lambda step: step.kind is Kind.GUESS,
    "missed": lambda step: step.kind is Kind.GUESS,
}
"""What is counted, and the steps that need it."""


def lay_out(t: Table, rules: Script) -> None:
    """The tracks of a match."""
    t.add_track("round", 0)
    t.add_track("step", 0)
    t.add_track("leader", t.seats[0])
    for mark in (HARM, PROTECT):
        t.add_track(mark, (), readers=NOBODY)
    for shown in (PICKED, TIED, VOTES):
        t.add_track(shown, ())
    for counted, needs in _COUNTED.items():
        if any(map(needs, rules.steps)):
            t.add_track(counted, 0)


def step_of(t: Table, rules: Script) -> Step:
    """The step that is played."""
    return rules.steps[max(0, min(t.number("step"), len(rules.steps) - 1))]


def code(t: Table, step: Step, part: str = "") -> str:
    """The code of a step's name, or of what it says or asks."""
    return word_of(str(t["script"]), "step", step.key, part)


def begin(t: Table, rules: Script) -> None:
    """RS-5: the next round begins, unless the last one is over."""
    if t.number("round") >= rules.rounds:
        ending.end(t, rules, is_over=True)
        return
    t.add("round", 1)
    t.set("step", 0)
    t.tell("round_begins", round=t.number("round"))
    t.go("step")


def go_on(t: Table, rules: Script) -> None:
    """The next step, unless somebody has won."""
    if ending.end(t, rules):
        return
    t.add("step", 1)
    t.go("step" if t.number("step") < len(rules.steps) else "round")


def step(t: Table, rules: Script) -> None:
    """RS-6: what the step says is said, whoever is left: nobody hears whether a role that is called is still there."""
    now = step_of(t, rules)
    is_now = now.when is When.EVERY or (now.when is When.FIRST) == (t.number("round") == 1)
    counts = rules.counts(len(t.seats))
    if not is_now or (now.who and now.kind is Kind.CALL and not any(counts[key] for key in now.who)):
        go_on(t, rules)
        return
    if now.say:
        t.tell("says", text=code(t, now, "say"))
    if now.kind is Kind.SAY:
        go_on(t, rules)
    else:
        if now.kind is Kind.PROPOSE:  # a crew that was named before and never went is none any more
            p.mark(t, PICKED, ())
        t.go(str(now.kind))


def hurt(t: Table, rules: Script, seat: Seat) -> None:
    """RS-8: a player loses a life; with the last one they are out."""
    t.add(p.lives(seat), -1)
    if p.is_in(t, seat):
        t.tell("loses_life", seat=seat, left=t.number(p.lives(seat)))
        return
    t.tell("drops_out", seat=seat)
    ending.show(t, rules, seat)
