"""The Supporter Turn of a wounded player: Interfere and Resupply (CH-SUP-01 to -10)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from rules.engine import Card, Choose, Option, PieceId, Play, Refusal, Say, Seat, State, Table, listed
from rules.games.chesney.names import DISCARD, hand
from rules.games.chesney.offers import (
    choose_seat,
    discard_to,
    face_down_options,
    hand_cards,
    hand_over,
    leave_hand,
    ordinary_cards,
    play_option,
)
from rules.games.chesney.pieces import action, is_event
from rules.games.chesney.rounds import drawing
from rules.games.chesney.rounds.allowance import why_not_play
from rules.games.chesney.rounds.plan import play
from rules.games.chesney.situation import hand_size, is_wounded, others_unwounded

SUPPORTER_HAND: Final = 2
MOST_ACTIONS: Final = 2


def interfere(t: Table) -> Play:
    """One decision of Interfere: up to two different ones of playing a green card, giving, discarding (CH-SUP-02)."""
    seat = t.player
    done = _done(t.state)
    if len(done) >= MOST_ACTIONS or not t.pile(hand(seat)).slots:
        t.go("resupply", seat)
        return
    verb, card = yield Choose(
        kind="interfere", seat=seat, choices=partial(interfere_options, seat), boundary=True, button="enough"
    )
    if verb == "enough":
        t.go("resupply", seat)
        return
    t.set("interfered", (*done, verb))
    match verb:
        case "play":
            if (yield from play(t, seat, card)):
                _self_revived(t, seat)
        case "give":
            yield from _give(t, seat, card)
        case "discard":
            leave_hand(t, seat, card)
            t.tell("discarded", seat=seat, count=1)


def _self_revived(t: Table, seat: Seat) -> None:
    """After an Inn on oneself a whole Battlefield Turn with fresh allowances follows (CH-SUP-07, -08), unless an event
    in its draw has felled the player again (CH-TURN-20)."""
    if is_wounded(t.state, seat):
        t.go("turn_end", seat)
    elif t.settings["revival_turn"]:
        t.set("greens", 0)
        t.set("reds", 0)
        t.set("first_card", "")
        t.go("appear", seat)
    else:
        t.go("rest", seat)


def interfere_options(seat: Seat, seen: State) -> Iterator[Option]:
    """What a wounded player can do now; red cards are listed with the reason why not, for who lays one all the same."""
    done = _done(seen)
    for piece in hand_cards(seen, seat, lambda p: not is_event(p) and p.kind != "POISON"):
        if action(piece).colour != "yellow" or piece in seen.pile(hand(seat)):
            yield play_option(seat, piece, "play", ("play", piece), why_not_play(seen, seat, piece.kind))
    for verb, spot in (("give", None), ("discard", DISCARD)):
        refusal = Refusal(f"{verb}_once", "CH-SUP-02") if verb in done else None  # give_once, discard_once
        for option in face_down_options(seen, seat, verb, spot):
            yield replace(option, value=(verb, option.value), refusal=refusal)
    yield Option("enough", ("enough", None), Say("enough"))


def _give(t: Table, seat: Seat, card: Card) -> Play:
    """A hand card for a Non-wounded player, who cannot refuse; only the two know it (CH-SUP-05, CH-INFO-11)."""
    among = others_unwounded(t.state, seat)
    if not among:
        return
    receiver = yield from choose_seat(t, seat, "give_to", among)
    key = hand(seat)
    if isinstance(card, PieceId):
        t.conceal(key, t.pile(key).pieces)
    else:
        t.forget(key, ordinary_cards(t.state, seat))
        t.conceal(key, t.pile(key).pieces)  # Flame Magic, which would have been named
    hand_over(t, seat, card, receiver)
    t.tell("given", seat=seat, receiver=receiver)


def resupply(t: Table) -> Play:
    """Draw up to 2, or discard down to 2 (CH-SUP-06)."""
    seat = t.player
    missing = SUPPORTER_HAND - hand_size(t.state, seat)
    if missing > 0:
        yield from drawing.draw(t, seat, missing, outermost=True)
    if is_wounded(t.state, seat):
        yield from discard_to(t, seat, SUPPORTER_HAND)
    t.go("turn_end", seat)


def _done(state: State) -> tuple[str, ...]:
    return listed(state["interfered"], str)
