"""Scripts as text files: `script.toml`, with tables for roles, teams, steps and for who wins when."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.engine.definitions import Definition, Entry, Step as Page
from rules.games.roles.fields import FIELDS
from rules.games.roles.script import Does, Kind, Role, Script, Step, Team, Win, Won
from words import Sentence
from words.sentence import N_

FILE: Final = "script.toml"


def _script(found: Entry) -> Script:
    """The script of a file. DefinitionError where its parts do not go together."""
    teams = tuple(Team(**one.said()) for one in found["team"])
    roles = tuple(Role(**one.said()) for one in found["role"])
    steps = tuple(Step(**one.said()) for one in found["step"])
    wins = tuple(Win(**one.said()) for one in found["win"])
    words = tuple(dict.fromkeys(line.strip() for line in found["words"].splitlines() if line.strip()))
    plain = found.said("team", "role", "step", "win", "words")
    script = Script(teams=teams, roles=roles, steps=steps, wins=wins, words=words, **plain)
    _check_players(found, script)
    _check_steps(found, script)
    _check_wins(found, script)
    return script


def _check_players(found: Entry, script: Script) -> None:
    if script.most < script.least:
        raise found.fault("most", Sentence('"most" is less than "least".'))
    filling = [one for one in found["role"] if not one["count"]]
    if len(filling) > 1:
        keys = [one["key"] for one in filling]
        what = Sentence(
            '"{key}" and "{other}" have no "count": one role alone is for all the others.', key=keys[0], other=keys[1]
        )
        raise filling[1].fault("", what)
    for one in found["role"]:
        if len(one["count"]) not in (0, 1, len(script.seats)):
            what = Sentence(
                '"count" needs one number, or {count}: one for each number of players.', count=len(script.seats)
            )
            raise one.fault("count", what)
    for seats in script.seats:
        counts = script.counts(seats)
        if sum(counts.values()) != seats or min(counts.values()) < 0:
            fixed = sum(
                role.count[min(seats - script.least, len(role.count) - 1)] for role in script.roles if role.count
            )
            what = Sentence("with {seats} players there are {count} roles.", seats=seats, count=fixed)
            raise (filling or found["role"])[0].fault("count", what)
    for seats in script.seats:
        if len({role.team for role in script.roles if script.counts(seats)[role.key]}) < 2:
            raise found.fault("team", Sentence("with {seats} players all are on one team.", seats=seats))


def _check_steps(found: Entry, script: Script) -> None:
    before: list[Kind] = []
    for one, step in zip(found["step"], script.steps, strict=True):
        needs = {Kind.CALL: "ask", Kind.SAY: "say", Kind.GUESS: "ask", Kind.PROPOSE: "sizes"}.get(step.kind)
        if needs and not one[needs]:
            raise one.fault(
                "kind", Sentence('a step of the kind "{kind}" needs "{field}".', kind=step.kind, field=needs)
            )
        if step.kind in (Kind.AGREE, Kind.MISSION) and Kind.PROPOSE not in before:
            what = Sentence(
                'a "{kind}" needs a step of the kind "{other}" before it.', kind=step.kind, other=Kind.PROPOSE
            )
            raise one.fault("kind", what)
        if step.kind is Kind.GUESS and (len(script.words) < 2 or not script.without_word):
            raise one.fault("kind", Sentence('a guess needs at least two "words", and roles "without_word".'))
        if step.does is not Does.NOTHING and step.kind not in (Kind.CALL, Kind.VOTE):
            raise one.fault("does", Sentence('"does" is for calls and votes.'))
        allowed = {
            Kind.CALL: (Does.HARM, Does.PROTECT, Does.TEAM, Does.ROLE),
            Kind.VOTE: (Does.HARM, Does.LEAD, Does.FIND),
        }
        if step.does is not Does.NOTHING and step.does not in allowed[step.kind]:
            what = Sentence('"{does}" does not go with the kind "{kind}".', does=step.does, kind=step.kind)
            raise one.fault("does", what)
        before.append(step.kind)
    if all(step.kind in (Kind.SAY, Kind.DAWN) for step in script.steps):
        raise found.fault("step", Sentence("nobody is asked anything: one step has to be more than what is said."))


def _check_wins(found: Entry, script: Script) -> None:
    for one, win in zip(found["win"], script.wins, strict=True):
        if win.when in (Won.GONE, Won.EVEN) and not win.who:
            raise one.fault("when", Sentence('"{when}" needs "who": the roles that it is about.', when=win.when))


DEFINITION: Final = Definition(
    package=__name__,
    file=FILE,
    fields=FIELDS,
    steps=(
        Page(N_("Who plays"), ("least", "most", "rounds", "lives", "shows")),
        Page(N_("Teams"), ("team",)),
        Page(N_("Roles"), ("role",)),
        Page(N_("What happens in a round"), ("step",)),
        Page(N_("Who wins"), ("win",)),
        Page(N_("Secret words"), ("words", "without_word")),
    ),
    check=_script,
    templates=("word", "wolves", "crew"),
    chosen_by="script",
    counts_seats=True,
)


@cache
def template(name: str) -> Script:
    """One of the scripts that come with it."""
    return DEFINITION.read(DEFINITION.text_of(name), f"{name}.toml")
