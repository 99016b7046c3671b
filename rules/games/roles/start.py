"""The beginning: roles are dealt, a secret word is drawn, and everybody looks at what they are."""

from __future__ import annotations

from collections import Counter
from functools import partial

from rules.engine import Choose, Deal, Option, Play, Say, Seat, State, Table, Together, only
from rules.engine.parts import choose_together, deal_out
from rules.games.roles import people as p
from rules.games.roles.script import Script, word_of


def deal(t: Table, rules: Script) -> Play:
    """RS-1: everybody has one role, and only they know it."""
    counts = {p.card(seat): 1 for seat in t.seats}
    cards = bool(t.settings["cards"])
    kind = "deal_roles" if cards else "draw_roles"
    yield from deal_out(t, Deal(kind=kind, pile=p.ROLES, counts=counts, boundary=True, lots=not cards))
    t.go("name")


def name(t: Table, rules: Script) -> Play:
    """RS-2: where cards were dealt that the companion has not seen, everybody says theirs, in secret."""
    if any(t.pile(p.card(seat)).unseen for seat in t.seats):
        said = yield from _said(t, rules)
        counts = rules.counts(len(t.seats))
        if any(count > counts[key] for key, count in Counter(said.values()).items()):
            t.tell("too_many_of_a_kind")
            return
        for seat, key in said.items():
            if t.pile(p.card(seat)).unseen:
                free = (piece for piece in t.decks[p.ROLES] if piece.kind == key and t.state.where(piece) is None)
                t.name(p.card(seat), next(free))
    t.go("draw")


def _said(t: Table, rules: Script) -> Play:
    """All are asked, so that nobody learns whose cards the companion has seen."""
    parts = {seat: Choose(kind="name_role", seat=seat, choices=partial(_roles, t, rules, seat)) for seat in t.seats}
    return (yield Together(kind="name_role", parts=parts, boundary=True))


def _roles(t: Table, rules: Script, seat: Seat, seen: State) -> tuple[Option, ...]:
    """Every role in the game; only the own one where the companion has seen it."""
    own, script = p.role_of(seen, rules, seat), str(seen["script"])
    keys = [key for key, count in rules.counts(len(t.seats)).items() if count] if own is None else [own.key]
    return tuple(Option(f"role:{key}", key, Say("role", {"role": word_of(script, "role", key)})) for key in keys)


def draw(t: Table, rules: Script) -> Play:
    """RS-3: one secret word is drawn; those know it whose role says so."""
    if rules.words:
        yield from deal_out(t, Deal(kind="draw_word", pile=p.WORDS, counts={p.WORD: 1}, boundary=True, lots=True))
        knowing = [seat for seat in t.seats if (r := p.role_of(t, rules, seat)) is not None and rules.knows_word(r.key)]
        t.show_all(p.WORD, only(*knowing))
    _meet(t, rules)
    t.go("ready")


def _meet(t: Table, rules: Script) -> None:
    """RS-4: the members of some teams know each other."""
    teams = {team.key for team in rules.teams if team.know}
    roles = {seat: role for seat in t.seats if (role := p.role_of(t, rules, seat)) is not None}
    for seat, role in roles.items():
        for other, theirs in roles.items():
            if other != seat and theirs.team == role.team and role.team in teams:
                team = word_of(str(t["script"]), "team", role.team)
                p.learn(t, seat, other, team)
                t.tell("you_know", only(seat), other=other, what=team)


def ready(t: Table, rules: Script) -> Play:
    """RS-1: all look at their own phones, at the same time."""
    yield from choose_together(t, t.seats, "ready", Option("seen", None, Say("seen")), boundary=True)
    t.tell("all_ready")
    t.go("round")
