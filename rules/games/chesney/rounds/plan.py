"""Plan: playing cards or discarding some (CH-TURN-04 to -10), and carrying a played card out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from rules.engine import Choose, Option, PieceId, Play, Refusal, Say, Seat, State, Table
from rules.games.chesney.action_cards.kinds import resolve
from rules.games.chesney.action_cards.playing import spent, use
from rules.games.chesney.characters.bonuses import switch, switch_options
from rules.games.chesney.characters.honours import release, release_options
from rules.games.chesney.healing import heal
from rules.games.chesney.judging import judge_owed
from rules.games.chesney.names import DISCARD, MAX_HP, hand
from rules.games.chesney.offers import face_down_options, hand_cards, leave_hand, play_option
from rules.games.chesney.pieces import action, icon, is_event
from rules.games.chesney.rounds import drawing
from rules.games.chesney.rounds.allowance import why_not_play
from rules.games.chesney.situation import hit_points, is_wounded, only_red, works

MOST_DISCARDS: Final = 3


def plan(t: Table) -> Play:
    """One decision of Plan: a card, a discard, or that it was all."""
    seat = t.player
    if not t.pile(hand(seat)).slots:  # nothing to play or discard (J-13)
        t.go("declare", seat)
        return
    count = t.number("reds") + t.number("greens")
    verb, card = yield Choose(
        kind="plan" if not count else "plan_more",
        seat=seat,
        choices=partial(_plan_choices, t, seat),
        boundary=True,
        button="enough",
    )
    match verb:
        case "play":
            yield from play(t, seat, card)
            if is_wounded(t.state, seat):
                t.go("turn_end", seat)  # CH-TURN-20
        case "heal":
            _heal_with_belief(t, seat, card)
        case "discard":
            yield from _discard(t, seat, card)
            t.go("declare", seat)
        case "bonus":
            switch(t, seat, card)
        case "honour":
            release(t, seat, card)
        case _:
            t.go("declare", seat)


def _plan_choices(t: Table, seat: Seat, seen: State) -> Iterator[Option]:
    """The decisions of Plan, and what a player may settle beside them."""
    yield from plan_options(seat, seen)
    yield from switch_options(seen, seat)
    yield from release_options(t, seat, seen)


def plan_options(seat: Seat, seen: State) -> Iterator[Option]:
    """Every card of the hand to be played, with the reason why not; to be discarded; and to stop after the first."""
    played = seen.number("reds") + seen.number("greens") > 0
    for piece in hand_cards(seen, seat, lambda p: not is_event(p) and p.kind != "POISON"):
        if action(piece).colour == "yellow":
            if piece in seen.pile(hand(seat)):  # of a card that nobody has shown there is no need to say so
                yield play_option(seat, piece, "play", ("play", piece), why_not_play(seen, seat, piece.kind))
        else:
            yield play_option(seat, piece, "play", ("play", piece), why_not_play(seen, seat, piece.kind))
        if piece.kind == "BELIEF" and works(seen, seat, "PALADIN"):
            yield _heal_option(seen, seat, piece)
    if played:
        yield Option("enough", ("enough", None), Say("enough"))
        return
    for option in face_down_options(seen, seat, "discard", DISCARD):
        yield replace(option, value=("discard", option.value))


def _heal_option(seen: State, seat: Seat, piece: PieceId) -> Option:
    """Who has all HP is warned that it heals nothing (CH-CHAR-PALADIN-04)."""
    option = play_option(seat, piece, "heal", ("heal", piece), _why_not_heal(seen, seat))
    return option if hit_points(seen, seat) < MAX_HP else replace(option, say=Say("heal_in_vain", {"piece": piece}))


def _why_not_heal(seen: State, seat: Seat) -> Refusal | None:
    """Belief as the Paladin's healing is the green card of the turn (CH-CHAR-PALADIN-02)."""
    if only_red(seen, seat):
        return Refusal("only_red_this_turn", "CH-CHAR-BERSERKER-04")
    if seen.number("greens") > 0:
        return Refusal("one_green_a_turn", "CH-CHAR-PALADIN-02")
    return None


# -- a card ------------------------------------------------------------------------------------------------------------


def play(t: Table, seat: Seat, piece: PieceId) -> Play:
    """A counted card, from the hand to the end of its effect and the Judgement that it brings (CH-TURN-08); gives
    whether its user was revived by it."""
    card = action(piece)
    first = t.number("reds") + t.number("greens") == 0
    use(t, seat, piece)
    t.add(f"{card.colour}s", 1)
    if first:
        t.set("first_card", icon(piece, t.settings))
    t.tell("played", seat=seat, piece=piece)
    revived = yield from resolve(t, seat, piece)
    spent(t, piece)
    yield from drawing.renew_factions(t)
    yield from judge_owed(t)
    return revived


def _heal_with_belief(t: Table, seat: Seat, piece: PieceId) -> None:
    """The Paladin's Belief (CH-CHAR-PALADIN-01 to -04): it counts as the green card and draws nothing."""
    if hit_points(t.state, seat) >= MAX_HP:
        t.tell("heals_nothing", seat=seat)
    use(t, seat, piece)
    t.add("greens", 1)
    if not t["first_card"]:
        t.set("first_card", "flash")
    t.tell("healing_belief", seat=seat, piece=piece)
    heal(t, seat, seat)
    spent(t, piece)


def _discard(t: Table, seat: Seat, first: PieceId) -> Play:
    """1 to 3 cards, face-down (CH-TURN-09)."""
    leave_hand(t, seat, first)
    count = 1
    while count < MOST_DISCARDS and t.pile(hand(seat)).slots:
        card = yield Choose(
            kind="discard_more",
            seat=seat,
            choices=partial(_more, seat),
            facts={"count": MOST_DISCARDS - count},
            button="enough",
        )
        if card is None:
            break
        leave_hand(t, seat, card)
        count += 1
    t.tell("discarded", seat=seat, count=count)


def _more(seat: Seat, seen: State) -> Iterator[Option]:
    yield from face_down_options(seen, seat, "discard", DISCARD)
    yield Option("enough", None, Say("enough"))
