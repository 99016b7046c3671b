"""The circle of all who play, as screens draw it: who is in and who is out, who leads, who goes, who has named who; in
its middle what happens now. Of roles it shows those that everybody knows."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from rules.engine import Gauge, Link, Marker, Say, Seat, Sheet, Space, State, listed
from rules.games.roles import people as p
from rules.games.roles.rounds import PICKED, VOTES
from rules.games.roles.script import Does, Kind, Script, Shown, Won, word_of

_WIDE: Final = 1.9
_HIGH: Final = 0.85
_ICONS: Final = {
    Kind.CALL: "eye",
    Kind.TALK: "people",
    Kind.VOTE: "hand",
    Kind.PROPOSE: "flag",
    Kind.AGREE: "hand",
    Kind.MISSION: "flag",
    Kind.GUESS: "key",
}
_GAUGES: Final = {Won.SUCCESSES: ("star", "gold"), Won.FAILURES: ("skull", "red"), Won.REFUSALS: ("cross", "grey")}
COUNTED: Final = frozenset(map(str, _GAUGES))
"""The tracks that stand above the circle as shapes, where a script counts them to win by."""


def circle(seen: State, rules: Script) -> tuple[Sheet, ...]:
    """The circle, big, in the middle of the table."""
    phase, number = seen.phase, seen.number("round")
    has_nights = number > 0 and any(step.kind is Kind.DAWN for step in rules.steps)
    is_night = has_nights and phase == Kind.CALL
    title = "night" if is_night else "day" if has_nights else "round" if number else "before"
    script, counts, left = str(seen["script"]), rules.counts(len(seen.seats)), p.within(seen)
    dealt = [(counts[role.key], word_of(script, "role", role.key)) for role in rules.roles if counts[role.key]]
    lines = [Say("in_the_game", {"count": count, "role": role}) for count, role in dealt]
    votes = (one.split(">") for one in listed(seen[VOTES], str))
    return (
        Sheet(
            "circle",
            Say(f"circle_{title}", {"round": number}),
            (_middle(seen, rules, is_night=is_night), *(s for seat in seen.seats for s in _seat(seen, rules, seat))),
            tuple(Link(_place(one), _place(other), both=False) for one, other in votes),
            _gauges(seen, rules),
            (*lines, Say("still_in", {"count": len(left), "most": len(seen.seats)})),
            big=True,
            tint="violet" if is_night else "gold",
        ),
    )


# -- inside ------------------------------------------------------------------------------------------------------------


def _place(seat: Seat | str) -> str:
    return f"sits/{seat}"


def _gauges(seen: State, rules: Script) -> tuple[Gauge, ...]:
    """How far it is to what the script counts."""
    wanted = {win.when: win.number for win in reversed(rules.wins) if win.when in _GAUGES}
    return tuple(
        Gauge(str(won), shape, seen.number(str(won)), wanted[won], tint)
        for won, (shape, tint) in _GAUGES.items()
        if won in wanted
    )


def _middle(seen: State, rules: Script, *, is_night: bool) -> Space:
    """What happens now."""
    if seen.result is not None:
        return Space("now", 0.0, 0.0, 2.4, 1.2, icon="crown")
    kind = next((kind for kind in _ICONS if kind == seen.phase), None)
    if kind is None:
        return Space("now", 0.0, 0.0, 2.4, 1.2, icon="mask")
    step = rules.steps[max(0, min(seen.number("step"), len(rules.steps) - 1))]
    icon = "moon" if is_night else _ICONS[kind]
    return Space("now", 0.0, 0.0, 2.4, 1.2, icon=icon, label=word_of(str(seen["script"]), "step", step.key))


def _seat(seen: State, rules: Script, seat: Seat) -> tuple[Space, ...]:
    """One player, and below them the role that everybody knows them to have."""
    count = len(seen.seats)
    angle = 2 * pi * seat / count - pi / 2
    x, y = cos(angle) * (3.1 if count < 9 else 4.2), sin(angle) * (2.0 if count < 9 else 2.9)
    is_in, lives = p.is_in(seen, seat), seen.number(p.lives(seat))
    leads = any(step.kind is Kind.PROPOSE or step.does is Does.LEAD for step in rules.steps)
    marks = (
        *(("crown",) if leads and seen["leader"] == seat and seen.result is None else ()),
        *(() if is_in else ("skull",)),
    )
    hearts = (Marker("life", "heart", "red"),) * lives if rules.lives > 1 else ()
    sits = Space(
        _place(seat),
        x,
        y,
        _WIDE,
        _HIGH,
        label=seat,
        marks=marks,
        markers=hearts,
        lit=seat in p.marked(seen, PICKED) or (seen.result is not None and seat in seen.result.winners),
        dim=not is_in,
    )
    role = p.role_of(seen, rules, seat)
    is_known = seen.result is not None or (not is_in and rules.shows is Shown.ROLE)
    if role is None or not is_known:
        return (sits,)
    word = word_of(str(seen["script"]), "role", role.key)
    return (sits, Space(f"was/{seat}", x, y + 0.66, _WIDE, 0.4, label=word))
