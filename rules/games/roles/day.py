"""Talking, voting, and guessing the secret word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial

from rules.engine import Choose, Option, Play, Say, Seat, State, Table, Together, Window
from rules.games.roles import ending, people as p
from rules.games.roles.night import SILENT, asking, players
from rules.games.roles.rounds import TIED, VOTES, code, go_on, hurt, step_of
from rules.games.roles.script import Does, Script, Step, Ties, word_of


def talk(t: Table, rules: Script) -> Play:
    """RS-9: all talk, until everybody has said that they are done, or the time is over."""
    step = step_of(t, rules)
    yield Window(
        kind="talk",
        seats=p.within(t),
        choices=lambda seen, seat: (),
        facts={"call": code(t, step)},
        boundary=True,
        limit_s=step.limit_s,
    )
    go_on(t, rules)


def vote(t: Table, rules: Script) -> Play:
    """RS-10: all who are in name a player, at the same time."""
    step, voting = step_of(t, rules), p.within(t)
    tied = tuple(seat for seat in p.marked(t, TIED) if seat in voting)
    if not tied:
        t.set(VOTES, ())
    kind = "secret_vote" if step.secret else "vote"
    choices = partial(players, step.own, step.may_skip, tied or voting)
    parts = {seat: Choose(kind=kind, seat=seat, choices=partial(choices, seat)) for seat in voting}
    facts = {"call": code(t, step), "ask": code(t, step, "ask") if step.ask else "", "again": bool(tied)}
    named: Mapping[Seat, Seat | None] = yield Together(
        kind=kind, parts=parts, facts=facts, boundary=True, limit_s=step.limit_s, silent=SILENT
    )
    if not step.secret:
        for seat, other in named.items():
            t.tell("voted", seat=seat, other=other)
        t.set(VOTES, tuple(f"{seat}>{other}" for seat, other in named.items() if other is not None))
    counts = Counter(other for other in named.values() if other is not None)
    best = sorted(other for other, count in counts.items() if count == max(counts.values()))
    if len(best) > 1 and step.ties is Ties.AGAIN and not tied:
        t.tell("tie_again", seats=tuple(best))
        p.mark(t, TIED, best)
        return
    p.mark(t, TIED, ())
    _carry_out(t, rules, step, best)
    go_on(t, rules)


def _carry_out(t: Table, rules: Script, step: Step, best: list[Seat]) -> None:
    if not best or (len(best) > 1 and step.ties is not Ties.ALL):
        t.tell("tie" if best else "no_votes", seats=tuple(best))
        if step.does is Does.FIND:
            t.add("failures", 1)
        return
    for seat in best:
        t.tell("named", seat=seat)
        if step.does is Does.HARM:
            hurt(t, rules, seat)
        elif step.does is Does.LEAD:
            t.set("leader", seat)
        elif step.does is Does.FIND:
            is_found = seat in p.those(t, rules, step.who)
            t.add("successes" if is_found else "failures", 1)
            t.tell("found" if is_found else "not_found", seat=seat)


def guess(t: Table, rules: Script) -> Play:
    """RS-12: those who are called guess the secret word; all others are asked, too."""
    step = step_of(t, rules)
    called = p.those(t, rules, step.who)
    script = str(t["script"])
    options = partial(_words, script, len(rules.words))
    parts = {seat: Choose(kind="guess", seat=seat, choices=options) for seat in t.seats}
    facts = asking(t, step, called)
    guessed: Mapping[Seat, int] = yield Together(kind="guess", parts=parts, facts=facts, boundary=True)
    word = ending.drawn_word(t)
    for seat in called:
        t.tell("guessed", seat=seat, word=word_of(script, "secret", str(guessed[seat])))
    p.open_word(t)
    is_right = word in (guessed[seat] for seat in called)
    t.tell("word_was", word=word_of(script, "secret", str(word)) if word >= 0 else "")
    t.add("guessed" if is_right else "missed", 1)
    go_on(t, rules)


def _words(script: str, count: int, seen: State) -> tuple[Option, ...]:
    return tuple(
        Option(f"word:{number}", number, Say("word", {"word": word_of(script, "secret", str(number))}))
        for number in range(count)
    )
