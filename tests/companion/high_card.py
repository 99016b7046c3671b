"""High Card, the smallest game: follow the led suit if you can; the highest card of it takes the trick."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rules.engine import Box, Rules, Screens
from rules.engine.game import CardFace, Play
from rules.engine.mat import Layout, MatSpot
from rules.engine.questions import Deal, Laid, Option, PickCard
from rules.engine.table import Table
from rules.engine.types import ALL, UNSEEN, Card, Claim, PieceId, Refusal, Say, Seat, Shape, State, only
from rules.engine.words import Words
from tests.toy import Toy

CARDS = tuple(PieceId(f"{suit}-{n}") for suit in ("RED", "BLU") for n in range(1, 7))
HAND = 2


def suit(card: PieceId) -> str:
    return card.partition("-")[0]


def setup(t: Table, top_only: bool = False) -> None:
    """`top_only`: of the cards that were won only the topmost can be seen."""
    t.add_pile("deck", deck="cards", spot="deck", ordered=True)
    t.add_pile("won", readers=ALL, spot="won", shape=Shape.ROW, face_up=True, ordered=True, top_only=top_only)
    for seat in t.seats:
        t.add_pile(f"hand/{seat}", readers=only(seat), owner=seat, shape=Shape.HAND)
        spot = f"trick/{seat}"
        t.add_pile(spot, readers=ALL, owner=seat, spot=spot, shape=Shape.SLOT, face_up=True)
        t.add_track(f"tricks/{seat}", 0, owner=seat)
    t.add_track("led", None)
    t.add_track("left", len(t.seats))
    t.go("deal")


def play(t: Table) -> Play:
    while t.result is None:
        yield from {"deal": deal, "trick": turn}[t.phase](t)


def deal(t: Table) -> Play:
    hands = yield Deal(kind="deal", pile="deck", counts={f"hand/{s}": HAND for s in t.seats})
    for key, cards in hands.items():
        for card in cards:
            t.move(card, key, frm="deck")
    t.tell("dealt", each=HAND)
    t.go("trick", Seat(0))


def turn(t: Table) -> Play:
    seat = t.turn
    assert seat is not None
    card = yield PickCard(
        kind="play",
        seat=seat,
        pile=f"hand/{seat}",
        per_card=partial(options, seat),
        boundary=True,
        facts={"seat": seat},
    )
    t.move(card, f"trick/{seat}", frm=f"hand/{seat}")
    t.tell("played", seat=seat, piece=card)
    if t["led"] is None:
        t.set("led", suit(card))
    t.add("left", -1)
    t.go("trick", t.left_of(seat))
    if t["left"] == 0:
        take_trick(t)


def take_trick(t: Table) -> None:
    laid = {s: t.pile(f"trick/{s}").pieces[0] for s in t.seats}
    led = [s for s in t.seats if suit(laid[s]) == t["led"]]
    winner = max(led, key=lambda s: int(laid[s].partition("-")[2]))
    for card in laid.values():
        t.move(card, "won")
    t.add(f"tricks/{winner}", 1)
    t.tell("trick_won", seat=winner)
    t.set("led", None)
    t.set("left", len(t.seats))
    t.go("trick", winner)
    if not len(t.pile(f"hand/{winner}")):
        best = max(t.number(f"tricks/{s}") for s in t.seats)
        t.finish([s for s in t.seats if t.number(f"tricks/{s}") == best])


def options(seat: Seat, seen: State, card: Card) -> Iterator[Option]:
    if card is UNSEEN:
        return
    led, refusal, claim = seen["led"], None, None
    if led is not None and suit(card) != led:
        lacks = seen.pile(f"hand/{seat}").lacks(lambda c: suit(c) == led)
        if lacks is False:
            refusal = Refusal("must_follow", "HC-1", {"led": led})
        elif lacks is None:
            none_of = frozenset(c for c in CARDS if suit(c) == led)
            claim = Claim(f"hand/{seat}", none_of, Say("none_of", {"led": led}), "HC-1")
    laid = Laid(f"trick/{seat}", card)
    yield Option(f"play:{card}", card, Say("play", {"piece": card}), laid, refusal, claim, card)


def layout(seats: int, settings: Mapping[str, object]) -> Layout:
    common = [
        MatSpot("deck", 90, 120, 72, 96, label="deck"),
        MatSpot("won", 330, 120, 240, 96, capacity=0, label="won"),
    ]
    places = [MatSpot(f"trick/{s}", 90 + 100 * s, 270, 72, 96, label="trick", seat=s) for s in range(seats)]
    return Layout(520, 360, (*common, *places))


ENGLISH = {
    "event": {
        "dealt": "{each|One card|{each} cards} each.",
        "played": "{seat} plays {piece}.",
        "trick_won": "{seat} takes it.",
    },
    "refusal": {"must_follow": {"short": "Follow {led}.", "long": "You have {led} and must follow."}},
    "question": {"deal": "Deal the cards.", "play": {"short": "{seat}.", "long": "{seat} plays a card."}},
    "option": {"play": "Play {piece}"},
    "claim": {"none_of": "I have no {led} card."},
    "pile": {"deck": "Deck", "won": "Won cards", "hand": "Hand of {seat}", "trick": "{seat}'s place"},
    "track": {"tricks": "Tricks of {seat}", "led": "Led suit"},
    "phase": {"over": "The game is over."},
    "result": {"winners": "{winners} wins.", "no_winner": "Nobody wins."},
    "word": {"RED": "Red", "BLU": "Blue", "cards": "the cards"},
}


def faces(settings: Mapping[str, object], words: Words) -> dict[PieceId, CardFace]:
    def face(card: PieceId) -> CardFace:
        colour, number = card.split("-")
        tint = {"RED": "red", "BLU": "blue"}[colour]
        return CardFace(card, f"{colour.title()} {number}", number, "heart" if tint == "red" else "sword", colour, tint)

    return {card: face(card) for card in CARDS}


HIGH_CARD = Toy(
    package="high_card",
    title="High Card",
    seats=range(2, 5),
    rules=Rules(setup=setup, play=play),
    box=Box(decks=lambda settings, seats: {"cards": CARDS}, faces=faces),
    screens=Screens(prominent={"tricks"}),
    sentences=(ENGLISH,),
    laid_out=layout,
)
