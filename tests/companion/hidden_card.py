"""Hidden Card: a game for tests of what lies face-down, is taken or is moved.

Each seat lays one card of its hand face-down; while a suit is banned its cards may not be laid. Then seat 0 takes the
coin from the tray or pushes it to the goal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from rules.engine import Box, Rules
from rules.engine.game import CardFace, Play
from rules.engine.mat import Layout, MatSpot
from rules.engine.questions import Choose, Laid, Moved, Option, PickCard, Taken
from rules.engine.table import Table
from rules.engine.types import ALL, UNSEEN, Card, PieceId, Refusal, Say, Seat, Shape, State, only
from rules.engine.words import Words
from tests.companion.high_card import CARDS, ENGLISH, faces, suit
from tests.toy import Toy

COIN = PieceId("COIN")


def setup(t: Table) -> None:
    t.add_pile("deck", deck="cards", spot="deck", ordered=True)
    t.add_pile("tray", deck="coins", spot="tray", shape=Shape.SLOT, readers=ALL, face_up=True)
    t.name("tray", COIN)
    t.turn_face("tray", COIN, True)
    t.add_pile("goal", spot="goal", shape=Shape.SLOT, readers=ALL, face_up=True)
    for seat in t.seats:
        t.add_pile(f"hand/{seat}", readers=only(seat), owner=seat, shape=Shape.HAND)
        t.add_pile(f"place/{seat}", readers=ALL, owner=seat, spot=f"place/{seat}", shape=Shape.SLOT)
    t.add_track("banned", "")
    t.go("hide", Seat(0))


def play(t: Table) -> Play:
    while t.result is None:
        yield from {"hide": hide, "coin": coin}[t.phase](t)


def hide(t: Table) -> Play:
    seat = t.turn
    assert seat is not None
    card = yield PickCard(
        kind="hide", seat=seat, pile=f"hand/{seat}", per_card=partial(ways, seat), boundary=True, facts={"seat": seat}
    )
    if card is UNSEEN:
        t.conceal(f"hand/{seat}", t.pile(f"hand/{seat}").pieces)
        known = t.pile(f"hand/{seat}").pieces
        t.forget(f"hand/{seat}", known)
    t.move(card, f"place/{seat}", frm=f"hand/{seat}", face_up=False)
    t.tell("hidden", seat=seat)
    t.tell("hidden_yours", only(seat), piece=card)
    t.go("hide" if seat < len(t.seats) - 1 else "coin", t.left_of(seat))


def ways(seat: Seat, seen: State, card: Card) -> Iterator[Option]:
    banned = seen["banned"]
    hand = seen.pile(f"hand/{seat}")
    laid = Laid(f"place/{seat}", UNSEEN, False, "cards")
    if card is UNSEEN:
        free = hand.unseen or any(suit(c) != banned for c in hand)
        refusal = None if free else Refusal("banned", "HD-1", {"suit": banned})
        yield Option("hide:?", UNSEEN, Say("hide_one"), laid, refusal, blind_key="hide:?")
        return
    refusal = Refusal("banned", "HD-1", {"suit": banned}) if suit(card) == banned else None
    yield Option(f"hide:{card}", card, Say("hide", {"piece": card}), laid, refusal, None, card, "hide:?")


def coin(t: Table) -> Play:
    did = yield Choose(kind="coin", seat=Seat(0), choices=coin_ways, boundary=True, facts={"seat": Seat(0)})
    if did == "taken":
        t.finish([Seat(0)])
    else:
        t.move(COIN, "goal", frm="tray")
        t.finish([Seat(1)])


def coin_ways(seen: State) -> Iterator[Option]:
    yield Option("take", "taken", Say("take"), Taken("tray", COIN))
    yield Option("push", "pushed", Say("push"), Moved(COIN, "tray", "goal"))


def layout(seats: int, settings: Mapping[str, object]) -> Layout:
    common = [
        MatSpot("deck", 90, 120, 72, 96, label="deck"),
        MatSpot("tray", 250, 120, 72, 96, label="tray"),
        MatSpot("goal", 400, 120, 72, 96, label="goal"),
    ]
    return Layout(
        520,
        360,
        (*common, *(MatSpot(f"place/{s}", 90 + 100 * s, 270, 72, 96, label="place", seat=s) for s in range(seats))),
    )


MORE: dict[str, dict[str, Any]] = {
    "event": {"hidden": "{seat} lays a card face-down.", "hidden_yours": "You laid {piece}."},
    "question": {"hide": "{seat} lays a card face-down.", "coin": "{seat}, the coin."},
    "refusal": {"banned": {"short": "No {suit}.", "long": "You hold nothing but {suit}, which may not be laid."}},
    "option": {"hide": "Lay {piece}", "hide_one": "Lay a card", "take": "Take it", "push": "Push it"},
    "pile": {"tray": "Tray", "goal": "Goal", "place": "{seat}'s place"},
    "word": {"coins": "the coins"},
}


def all_faces(settings: Mapping[str, object], words: Words) -> dict[PieceId, CardFace]:
    return {**faces(settings, words), COIN: CardFace(COIN, "Coin")}


HIDDEN_CARD = Toy(
    package="hidden_card",
    title="Hidden Card",
    seats=range(2, 5),
    rules=Rules(setup=setup, play=play),
    box=Box(decks=lambda settings, seats: {"cards": CARDS, "coins": (COIN,)}, faces=all_faces),
    sentences=(ENGLISH, MORE),
    laid_out=layout,
)
