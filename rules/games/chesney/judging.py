"""The Faction Judgement (CH-JUDGE-09 to -25): what only its judges see, and what everybody hears of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from rules.engine import Choose, Option, Play, Refusal, Say, Seat, State, Table, Together, listed, only
from rules.engine.parts import choose_together
from rules.games.chesney.factions import Owned, Shown, in_order, owned, possible_owned
from rules.games.chesney.names import FACTIONS, Faction
from rules.games.chesney.rounds import drawing
from rules.games.chesney.rounds.over import RoundOver
from rules.games.chesney.situation import unwounded

JUDGE_DRAWS: Final = 2

EVERY_TOKEN: Final[tuple[Owned, ...]] = (
    *((f,) for f in FACTIONS),
    *((f, g) for n, f in enumerate(FACTIONS) for g in FACTIONS[n + 1 :]),
)
"""All that a player can show: one token, or two of a Dual."""


def judge_owed(t: Table, *, draws: bool = True) -> Play:
    """The one joint Judgement of all who became wounded in what has just been resolved (CH-WOUND-07). When the round
    goes on, each of them draws 2, clockwise from the turn player (CH-WOUND-11)."""
    judges = owed(t)
    if not judges:
        return
    t.set("unjudged", ())
    yield from judgement(t, judges)
    if not draws:
        return
    for judge in judges:
        yield from drawing.draw(t, judge, JUDGE_DRAWS, outermost=True)


def owed(t: Table) -> tuple[Seat, ...]:
    """Who has become wounded and not judged yet, clockwise from the turn player."""
    fallen = listed(t["unjudged"], str)
    return tuple(s for s in t.clockwise(t.turn if t.turn is not None else Seat(0)) if str(s) in fallen)


def judgement(t: Table, judges: tuple[Seat, ...], declarer: Seat | None = None) -> Play:
    """One Judgement. RoundOver when it ends the round; else everybody hears that it goes on, and nothing else
    (CH-INFO-19). With a declarer that is the judge, and counted (CH-TURN-12)."""
    t.tell("judgement", seats=judges, declared=declarer is not None)
    tokens = yield from look_at_tokens(t, unwounded(t.state), judges)
    _pronounce(t, tokens, declarer)


def look_at_tokens(t: Table, seats: tuple[Seat, ...], judges: tuple[Seat, ...]) -> Play:
    """These seats show the tokens of their Owned Factions to the judges and to nobody else (CH-INFO-18, -31); gives the
    tokens by seat when all judges have looked."""
    tokens: Mapping[Seat, Owned] = yield from _tokens(t, seats, judges)
    for judge in judges:
        t.set(f"seen_tokens/{judge}", tuple(Shown(seat, token) for seat, token in tokens.items()))
    for seat, token in tokens.items():
        t.tell("tokens_shown", only(*judges), seat=seat, factions=token)
    yield from choose_together(t, judges, "look", Option("seen", None, Say("looked_at")))
    return tokens


def _pronounce(t: Table, tokens: Mapping[Seat, Owned], declarer: Seat | None) -> None:
    over, last = _verdict(t, tokens)
    t.tell("judged", over=over, faction=last)
    if over:
        raise RoundOver(last, declarer)


def _verdict(t: Table, tokens: Mapping[Seat, Owned]) -> tuple[bool, Faction | None]:
    return verdict(tuple(tokens.values()), lone_dual_wins=t.settings["lone_dual_wins"] is True)


def second_judgement(t: Table, declarer: Seat) -> None:
    """After a failed Declare the declarer judges the same tokens without the own one (CH-TURN-15, CH-JUDGE-23)."""
    over, last = _verdict(t, {seat: _said(t, declarer, seat) for seat in unwounded(t.state)})
    t.tell("judged_again", seat=declarer, over=over, faction=last)
    if over:
        raise RoundOver(last)


def verdict(tokens: Sequence[Owned], *, lone_dual_wins: bool = False) -> tuple[bool, Faction | None]:
    """Whether a Judgement ends the round, and the Last Faction if there is one (CH-JUDGE-11 to -20). `tokens` has what
    each Non-wounded player shows. `lone_dual_wins`: all are Dual and exactly one faction matches (J-02)."""
    matching = [f for f in FACTIONS if all(f in token for token in tokens)]
    if not tokens:
        return True, None
    if not matching:
        return False, None
    if any(len(token) == 1 for token in tokens) or (lone_dual_wins and len(matching) == 1):
        return True, matching[0]
    return True, None


# -- the tokens --------------------------------------------------------------------------------------------------------


def _tokens(t: Table, seats: tuple[Seat, ...], judges: tuple[Seat, ...]) -> Play:
    """What these seats show. When the companion knows all their cards it works it out; else all of them say it in
    secret, so that nobody can tell whose cards it knows (CH-INFO-32)."""
    known = {seat: owned(t.state, seat) for seat in seats}
    if not seats:
        return known
    if t.settings["tokens"] == "worked_out" and all(token is not None for token in known.values()):
        return {seat: in_order(token) for seat, token in known.items() if token is not None}
    parts = {seat: _ask_token(seat, judges) for seat in seats}
    return (yield Together(kind="tokens", parts=parts, facts={"judges": judges}))


def _ask_token(seat: Seat, judges: tuple[Seat, ...]) -> Choose:
    return Choose(kind="tokens", seat=seat, choices=partial(token_options, seat), facts={"judges": judges})


def token_options(seat: Seat, seen: State) -> tuple[Option, ...]:
    """Every token that there is; what the seat's own known cards rule out cannot be given (CH-INFO-33)."""
    possible = possible_owned(seen, seat)
    return tuple(
        Option(
            f"token:{'+'.join(token)}",
            token,
            Say("token" if len(token) == 1 else "tokens", {"factions": token}),
            refusal=None if token in possible else Refusal("tokens_must_be_true", "CH-INFO-33"),
        )
        for token in EVERY_TOKEN
    )


def _said(t: Table, judge: Seat, seat: Seat) -> Owned:
    """What a judge saw of a seat in the Judgement just before."""
    seen = listed(t[f"seen_tokens/{judge}"], Shown)
    return next((shown.token for shown in seen if shown.seat == seat), ())
