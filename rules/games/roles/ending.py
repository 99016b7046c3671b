"""Who drops out and what is shown of them; who has won."""

from __future__ import annotations

from rules.engine import Say, Seat, Table
from rules.games.roles import people as p
from rules.games.roles.script import Script, Shown, Win, Won, word_of


def show(t: Table, rules: Script, seat: Seat) -> None:
    """RS-8: what the script shows of somebody who is out."""
    role, script = p.role_of(t, rules, seat), str(t["script"])
    if role is None or rules.shows is Shown.NOTHING:
        return
    if rules.shows is Shown.TEAM:
        t.tell("was_of", seat=seat, team=word_of(script, "team", role.team))
        return
    p.open_role(t, seat)
    t.tell("was", seat=seat, role=word_of(script, "role", role.key))


def end(t: Table, rules: Script, *, is_over: bool = False) -> bool:
    """RS-13: whether the match is over: the first condition of the script that holds says who has won. `is_over`: the
    last round is."""
    won = next(((n, win) for n, win in enumerate(rules.wins) if holds(t, rules, win, is_over=is_over)), None)
    if won is None and not is_over and p.within(t):
        return False
    for seat in t.seats:
        p.open_role(t, seat)
    script, winners, lines = str(t["script"]), list[Seat](), list[Say]()
    if won is not None:
        number, win = won
        if win.say:
            t.tell("won", text=word_of(script, "win", str(number)))
        winners = [
            seat for seat in t.seats if (role := p.role_of(t, rules, seat)) is not None and role.team == win.team
        ]
        lines.append(Say("team_won", {"team": word_of(script, "team", win.team)}))
    for seat in t.seats:
        if (role := p.role_of(t, rules, seat)) is not None:
            lines.append(Say("role_line", {"who": seat, "role": word_of(script, "role", role.key)}))
    if rules.words and (number := drawn_word(t)) >= 0:
        p.open_word(t)
        lines.append(Say("word_line", {"word": word_of(script, "secret", str(number))}))
    t.finish(winners, lines)
    return True


def drawn_word(t: Table) -> int:
    """The number of the secret word; -1 where nobody knows it."""
    pieces = t.pile(p.WORD).pieces
    return int(pieces[0].rpartition("_")[2]) if pieces else -1


def holds(t: Table, rules: Script, win: Win, *, is_over: bool = False) -> bool:
    """Whether a condition holds now."""
    left = p.within(t)
    of = [seat for seat in p.those(t, rules, win.who) if seat in left]
    match win.when:
        case Won.GONE:
            return not of
        case Won.EVEN:
            return bool(of) and 2 * len(of) >= len(left)
        case Won.OVER:
            return is_over
    counted = str(win.when)
    return counted in t.state.tracks and t.number(counted) >= win.number
