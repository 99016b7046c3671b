"""The end of a round and of the game (CR-080 to CR-104)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import Option, PieceId, Play, Reveal, Say, Score, Seat, Table, choose_together, move_all
from rules.games.chronicle.by_hand import by_hand
from rules.games.chronicle.cards import Condition, Pack
from rules.games.chronicle.names import DISCARD, allies, fame, hand, in_force, pieces_of
from rules.games.chronicle.scoring import eligible, evil_among, fulfilled, measure, with_all_evil

FAME: Final = Score("fame")


def lay_hands_down(t: Table, pack: Pack) -> Play:
    """Step 1: cards left in hands become allies (CR-080); what works on play does not work now (CR-081)."""
    for seat in t.seats:
        while t.pile(hand(seat)).slots:
            known = t.pile(hand(seat)).pieces
            if known:
                card = known[0]
            else:
                card = yield Reveal(
                    kind="lay_down", pile=hand(seat), to_spot=allies(seat), boundary=True, facts={"seat": seat}
                )
            t.move(card, allies(seat), frm=hand(seat))
            t.tell("laid_down", seat=seat, piece=card)
    t.go("scoring")


def score(t: Table, pack: Pack) -> Play:
    """Steps 2 to 4, then the history cards are used up."""
    yield from _abilities_at_round_end(t, pack)
    t.tell("scoring", round=t.number("round"))
    _purge(t, pack)
    taken = {s: t.pile(allies(s)).pieces for s in t.seats}
    active = in_force(t, pack)
    lucky = with_all_evil(pack, taken)
    if lucky is not None:  # before every history card, A Time of Darkness too (CR-092)
        t.add(fame(lucky), 2)
        t.tell("all_four_evil", seat=lucky, gain=2, total=t.number(fame(lucky)))
    else:
        among = eligible(pack, taken, active)
        for seat in t.seats:
            if seat not in among:
                t.tell("excluded", seat=seat, pieces=evil_among(pack, taken[seat]))
        by_word: dict[PieceId, tuple[Seat, ...]] = {}
        for history in dict.fromkeys(active):
            condition = pack.histories[history].condition
            if condition is not None and condition.metric == "manual" and among:
                by_word[history] = yield from _say_who(t, history, among)
        _pay(t, pack, {s: taken[s] for s in among}, active, by_word)
    _use_up(t, pack)
    t.go("round_over")


def _abilities_at_round_end(t: Table, pack: Pack) -> Play:
    for seat in t.seats:
        for card in t.pile(allies(seat)).pieces:
            ability = pack.ability(card)
            if ability.op == "manual" and ability.timing == "round_end":
                yield from by_hand(t, seat, card, ability)


def _purge(t: Table, pack: Pack) -> None:
    """Step 2: the player with the Angel discards all own Evil allies; she cannot leave it out (CR-082, CR-093)."""
    for seat in t.seats:
        if not any(pack.ability(c).op == "purge_own_evil" for c in t.pile(allies(seat))):
            continue
        evil = evil_among(pack, t.pile(allies(seat)))
        if evil:
            t.tell("purged", seat=seat, pieces=evil)
        for card in evil:
            t.move(card, DISCARD, frm=allies(seat))


def _say_who(t: Table, history: PieceId, among: tuple[Seat, ...]) -> Play:
    """A condition that the companion cannot count: everybody says whether it is fulfilled."""
    options = (Option("yes", True, Say("fulfilled")), Option("no", False, Say("not_fulfilled")))
    said: Mapping[Seat, bool] = yield from choose_together(t, among, "condition", *options, piece=history)
    return tuple(s for s, yes in said.items() if yes)


def _pay(
    t: Table,
    pack: Pack,
    taken: Mapping[Seat, tuple[PieceId, ...]],
    active: tuple[PieceId, ...],
    by_word: Mapping[PieceId, tuple[Seat, ...]],
) -> None:
    """Step 4: each history card is checked and paid on its own (CR-084, CR-094)."""
    paid = False
    for history in active:
        condition = pack.histories[history].condition
        if condition is None:
            continue
        counts = _counted(t, pack, history, condition, taken)
        winners = by_word.get(history, ()) if condition.metric == "manual" else fulfilled(condition, counts)
        for seat in winners:
            t.add(fame(seat), 1)
            count = counts.get(seat)
            t.tell("fame", seat=seat, piece=history, count=count, gain=1, total=t.number(fame(seat)))
        paid = paid or bool(winners)
    if not paid:
        t.tell("nobody_scores")


def _counted(
    t: Table, pack: Pack, history: PieceId, condition: Condition, taken: Mapping[Seat, tuple[PieceId, ...]]
) -> dict[Seat, int]:
    """The count of every player who takes part, told one by one so that everybody can check it."""
    if condition.metric == "manual":
        return {}
    counts = {s: measure(pack, condition, cards) for s, cards in taken.items()}
    for seat, count in counts.items():
        t.tell("counted", seat=seat, piece=history, count=count)
    return counts


def _use_up(t: Table, pack: Pack) -> None:
    """History cards go to the used pile; those with a condition are remembered for a repetition (CR-095, A-16)."""
    latest = [p for p in in_force(t, pack) if pack.histories[p].condition is not None]
    t.set("past", (*(p for p in pieces_of(t, "past") if p not in latest), *dict.fromkeys(latest)))
    move_all(t, "used_history", "history")
    t.set("repeated", ())


def round_over(t: Table, pack: Pack) -> None:
    """The next round, or the end of the game (CR-100 to CR-104)."""
    t.tell("round_over", round=t.number("round"))
    top = FAME.best(t)
    if FAME.of(t, top[0]) < pack.fame_to_win:
        t.go("round")
    elif len(top) == 1 or not t.settings["prolonged"]:
        finish(t, top)
    elif t["playing_on"]:
        t.go("round")
    else:
        t.go("play_on")


def ask_to_play_on(t: Table, pack: Pack) -> Play:
    """A tie at the top: only if all agree the game goes on (CR-103, CR-C06)."""
    options = (Option("yes", True, Say("play_on_yes")), Option("no", False, Say("play_on_no")))
    said: Mapping[Seat, bool] = yield from choose_together(t, t.seats, "play_on", *options, boundary=True)
    if all(said.values()):
        t.set("playing_on", True)
        t.tell("playing_on")
        t.go("round")
        return
    finish(t, FAME.best(t))


def finish(t: Table, winners: tuple[Seat, ...]) -> None:
    """Most Fame wins; equals share the win (CR-102)."""
    lines = [Say("fame_line", {"seat": s, "count": t.number(fame(s))}) for s in t.seats]
    t.finish(winners, lines)
