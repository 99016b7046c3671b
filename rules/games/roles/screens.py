"""What players may look up: who is known to them, and their own part."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import PUBLIC, Note, Say, Seat, State, listed
from rules.games.roles import people as p
from rules.games.roles.rounds import PICKED
from rules.games.roles.script import Script, word_of


def notes(seen: State, reader: Seat, rules: Script) -> tuple[Note, ...]:
    """For everybody what is public, for a seat what only that seat knows."""
    return tuple(_public(seen) if reader == PUBLIC else _own(seen, reader, rules))


def how(script: str, rules: Script) -> tuple[Say, ...]:
    """What everybody may know of a script before it begins: its roles with their teams, and what is called. What stands
    on a role's card is for who has it."""
    roles = (
        Say("how_role", {"role": word_of(script, "role", role.key), "team": word_of(script, "team", role.team)})
        for role in rules.roles
    )
    steps = ((step, word_of(script, "step", step.key)) for step in rules.steps)
    return (*roles, *(Say("how_step", {"step": name, "say": step.say and f"{name}.say"}) for step, name in steps))


def _public(seen: State) -> Iterator[Note]:
    if picked := p.marked(seen, PICKED):
        yield Note(Say("picked", {"who": tuple(sorted(picked))}), rule="RS-11")
    for seat in seen.seats:
        if not p.is_in(seen, seat):
            yield Note(Say("is_out"), seat, "RS-8")


def _own(seen: State, reader: Seat, rules: Script) -> Iterator[Note]:
    script = str(seen["script"])
    role = p.role_of(seen, rules, reader)
    if role is not None:
        yield Note(Say("your_role", {"role": word_of(script, "role", role.key)}), rule="RS-1")
        if rules.knows_word(role.key) and (pieces := seen.pile(p.WORD).pieces):
            number = pieces[0].rpartition("_")[2]
            yield Note(Say("secret_word", {"word": word_of(script, "secret", number)}), rule="RS-3")
    for one in listed(seen[p.known(reader)], p.Known):
        yield Note(Say("known", {"other": one.seat, "what": one.word}), rule="RS-4")
