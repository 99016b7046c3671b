"""How the group decides: any phone may answer or propose, and the setting `agreement` says who else must agree (J-27).

What may be done at any time (CM-075) goes along with every question as options aside, and is carried out before the
question is asked again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from rules.engine import GroupChoice, Option, Play, Refusal, Say, Seat, State
from rules.games.chain_mail.content import ShepherdCard
from rules.games.chain_mail.offers import offers
from rules.games.chain_mail.situation import Run, Situation, Spend

ANYBODY: Final = "anybody"
LEADER: Final = "leader"
ANOTHER: Final = "another"
EVERYBODY: Final = "everybody"
AGREEMENTS: Final = (ANYBODY, LEADER, ANOTHER, EVERYBODY)

NO_FACTS: Final[Mapping[str, object]] = {}
Options = Callable[[Situation], Iterable[Option]]


@dataclass(frozen=True)
class Proposal:
    """What a seat wants: the value of an option, and how it is said."""

    seat: Seat
    value: object
    say: Say


def decide(
    run: Run,
    kind: str,
    options: Options,
    *,
    hero: str | None = None,
    facts: Mapping[str, object] = NO_FACTS,
    forced: bool = False,
    boundary: bool = False,
    button: str = "",
    far: Options | None = None,
) -> Play:
    """The value of what the group chose. With a `hero` it is asked of that hero's leader, though anybody may answer;
    `forced`: a single possible answer is taken without asking; `far` are refused options that are only told to who
    tries them by hand."""
    leader = None if hero is None else run.now.leader(hero)
    about = {**facts, **({} if hero is None else {"hero": hero, "leader": leader})}
    while True:
        if forced:
            allowed = [o for o in options(run.now) if o.refusal is None]
            if len(allowed) == 1:
                return allowed[0].value
        proposal = yield GroupChoice(
            kind=kind,
            facts=about,
            seats=run.t.seats,
            leader=leader,
            choices=partial(_proposals, run, options),
            far=None if far is None else partial(_proposals, run, far, with_asides=False),
            button=button,
            boundary=boundary,
        )
        before = run.t.state
        if not (yield from _agreed(run, proposal, _led_by(run.now, proposal.value, leader))):
            continue
        if run.t.state is not before and not _is_possible(run.now, options, proposal.value):
            continue  # a host's correction came while the others were asked
        if not isinstance(proposal.value, Spend):
            return proposal.value
        yield from run.spend(run, proposal.value)


def _proposals(run: Run, options: Options, seen: State, seat: Seat, *, with_asides: bool = True) -> Iterator[Option]:
    now = run.at(seen)
    for option in options(now):
        yield replace(option, value=Proposal(seat, option.value, option.say))
    if with_asides:
        for option in offers(now):
            yield replace(option, value=Proposal(seat, option.value, option.say))


def _is_possible(now: Situation, options: Options, value: object) -> bool:
    return any(o.value == value and o.refusal is None for o in (*options(now), *offers(now)))


def _agreed(run: Run, proposal: Proposal, leader: Seat | None) -> Play:
    """Whether those whom the table's setting names agree with a proposal."""
    left = _confirmers(run, proposal, leader)
    first_is_enough = run.t.settings["agreement"] == ANOTHER
    while left:
        facts = {"seat": proposal.seat, "what": proposal.say}
        choices = partial(_yes_or_no, facts)
        seat, agrees = yield GroupChoice(kind="agree", facts=facts, seats=left, choices=choices, button="agree")
        if not agrees:
            run.t.tell("objected", seat=seat, other=proposal.seat)
            return False
        left = () if first_is_enough else tuple(s for s in left if s != seat)
    return True


def _led_by(now: Situation, value: object, leader: Seat | None) -> Seat | None:
    """Who leads the hero that a proposal is about, where it names one itself; else who was asked."""
    match value:
        case ("turn" | "pass" | "extra" | "rally", str() as hero, *_) if hero in now.heroes:
            return now.leader(hero)
        case Spend(who=hero) if hero in now.heroes:
            return now.leader(hero)
        case Spend("recall"):  # the Shepherd's player has the dogs (CM-C12)
            return next((now.leader(h) for h in now.heroes if isinstance(now.card(h), ShepherdCard)), leader)
    return leader


def _yes_or_no(facts: Mapping[str, object], seen: State, seat: Seat) -> tuple[Option, ...]:
    return (
        Option("agree", (seat, True), Say("agree", facts)),
        Option("object", (seat, False), Say("object", facts)),
    )


def _confirmers(run: Run, proposal: Proposal, leader: Seat | None) -> tuple[Seat, ...]:
    """Who must agree: the leader of the hero that it is about (of the group, the first player), another, or all."""
    others = tuple(s for s in run.t.seats if s != proposal.seat)
    match run.t.settings["agreement"]:
        case "leader":
            first = run.t.seats[0] if leader is None else leader
            return () if first == proposal.seat else (first,)
        case "another" | "everybody":
            return others
    return ()


def agree_aside(run: Run, got: Spend, say: Say) -> Play:
    """Whether those whom the table's setting names agree to something said while dice were awaited, where nobody knows
    who said it."""
    agreement, left = run.t.settings["agreement"], run.t.seats
    if len(left) == 1 or agreement == ANYBODY:
        return True
    if agreement == LEADER:
        leader = _led_by(run.now, got, None)
        left = (left[0] if leader is None else leader,)
    facts = {"what": say}
    while left:
        choices = partial(_yes_or_no, facts)
        seat, agrees = yield GroupChoice(kind="agree_aside", facts=facts, seats=left, choices=choices, button="agree")
        if not agrees:
            return False
        left = tuple(s for s in left if s != seat) if agreement == EVERYBODY else ()
    return True


def choose_hero(
    run: Run,
    kind: str,
    among: Iterable[str],
    *,
    hero: str | None = None,
    facts: Mapping[str, object] = NO_FACTS,
    barred: Mapping[str, Refusal] | None = None,
) -> Play:
    """One of some heroes; one alone is taken without asking; None when there is none. `barred` are listed with the
    reason why they cannot be chosen."""
    here = tuple(among)
    if not here:
        return None
    listed = [Option(f"hero:{h}", h, Say("hero", {"hero": h})) for h in here]
    listed += [Option(f"hero:{h}", h, Say("hero", {"hero": h}), refusal=why) for h, why in (barred or {}).items()]
    return (yield from decide(run, kind, lambda now: listed, hero=hero, facts=facts, forced=True))


def yes_or_no(run: Run, kind: str, *, hero: str | None = None, facts: Mapping[str, object] = NO_FACTS) -> Play:
    """Whether something optional is done."""
    options = (Option("yes", True, Say("yes")), Option("no", False, Say("no")))
    return (yield from decide(run, kind, lambda now: options, hero=hero, facts=facts))
