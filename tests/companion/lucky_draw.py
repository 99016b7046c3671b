"""Lucky Draw, a toy for what hands do: sorting, stacking, lots, two held piles, a draw that stops, a reaction window, a
secret, cards laid together, and a pile made anew. Each phase can be the first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from rules.engine import Box, Rules
from rules.engine.game import CardFace, Play
from rules.engine.mat import Layout, MatSpot
from rules.engine.questions import (
    Chance,
    Choose,
    Deal,
    Draw,
    Gather,
    Insert,
    Laid,
    Option,
    Prepare,
    Shuffle,
    Slip,
    Sort,
    Together,
    Window,
    may_lie_in,
)
from rules.engine.table import Table
from rules.engine.types import ALL, UNSEEN, PieceId, Say, Seat, Shape, State, only
from rules.engine.words import Words
from tests.toy import Toy

PLAIN = tuple(PieceId(f"{suit}-{n}") for suit in ("RED", "BLU") for n in range(1, 7))
STOPS = (PieceId("BELL-1"), PieceId("BELL-2"))
SLIPPED = (PieceId("RED-1"), PieceId("RED-2"), PieceId("RED-3"))
COINS = tuple(PieceId(f"COIN-{n}") for n in range(1, 5))


def setup(t: Table) -> None:
    t.add_pile("deck", deck="cards", spot="deck")
    t.add_pile("bells", spot="bells")
    t.add_pile("row", readers=ALL, spot="row", shape=Shape.ROW, face_up=True)
    t.add_pile("spent", readers=ALL, spot="spent", ordered=True, face_up=True)
    t.add_pile("now", readers=ALL, spot="spent", ordered=True, face_up=True)
    t.add_pile("discard", spot="discard")
    t.add_pile("bank", deck="coins", spot="bank")
    for seat in t.seats:
        t.add_pile(f"hand/{seat}", readers=only(seat), owner=seat, shape=Shape.HAND)
        t.add_pile(f"purse/{seat}", readers=only(seat), owner=seat, shape=Shape.HAND)
        t.add_pile(f"place/{seat}", readers=ALL, owner=seat, spot=f"place/{seat}", shape=Shape.SLOT)
    t.add_track("bells_in", 0)
    t.go("prepare", Seat(0))


def play(t: Table) -> Play:
    while t.result is None:
        yield from PHASES[t.phase](t)


def prepare(t: Table) -> Play:
    for bell in STOPS:
        t.move(bell, "bells", frm="deck")
    t.shuffle("bells")
    steps = (Gather("cards", "deck"), Sort(STOPS, "bells"), Slip(SLIPPED, "deck"))
    yield Prepare(kind="prepare", steps=steps)
    t.go("insert", Seat(0))


def insert(t: Table) -> Play:
    yield Prepare(kind="insert", steps=(Insert("bells", "deck", 8),), boundary=True)
    t.move(UNSEEN, "deck", frm="bells")
    t.set("bells_in", 1)
    t.go("lots", Seat(0))


def lots(t: Table) -> Play:
    options = tuple(Option(f"seat:{s}", s, Say("seat", {"seat": s})) for s in t.seats)
    seat = yield Chance(kind="lots", choices=lambda seen: options, boundary=True)
    t.tell("first", seat=seat)
    t.go("coins", seat)


def coins(t: Table) -> Play:
    yield from _dealt(t, "bank", {f"purse/{s}": 1 for s in t.seats})
    t.go("deal", t.turn)


def deal(t: Table) -> Play:
    yield from _dealt(t, "deck", {f"hand/{s}": 3 for s in t.seats})
    t.go("draw", t.turn)


def _dealt(t: Table, pile: str, counts: Mapping[str, int]) -> Play:
    dealt = yield Deal(kind="deal", pile=pile, counts=counts, boundary=True, not_these=frozenset(STOPS))
    for key, cards in dealt.items():
        for card in cards:
            t.move(card, key, frm=pile)


def draw(t: Table) -> Play:
    seat, missing = _turn(t), 3
    while missing:
        stops = dict.fromkeys(STOPS, "row") if t.number("bells_in") else {}
        drawn = yield Draw(
            kind="draw",
            seat=seat,
            pile="deck",
            to=f"hand/{seat}",
            count=missing,
            stops=stops,
            seeded=frozenset(STOPS),
            seeded_count=t.number("bells_in"),
        )
        for card in drawn.cards:
            t.move(card, f"hand/{seat}", frm="deck")
        missing -= len(drawn.cards)
        if drawn.stop is not None:
            t.move(drawn.stop, "row", frm="deck")
            t.set("bells_in", 0)
            t.tell("rang", piece=drawn.stop)
    t.go("steal", seat)


def steal(t: Table) -> Play:
    seat = _turn(t)
    victim = t.left_of(seat)
    drawn = yield Draw(kind="steal", seat=seat, pile=f"hand/{victim}", to=f"hand/{seat}", count=1)
    for card in drawn.cards:
        t.move(card, f"hand/{seat}", frm=f"hand/{victim}")
    t.go("window", seat)


def window(t: Table) -> Play:
    reaction = yield Window(kind="react", seats=t.seats, choices=_reactions, boundary=True, hands="hand")
    if reaction is not None:
        seat, piece = reaction
        t.move(piece, "now", frm=f"hand/{seat}")
        t.tell("reacted", seat=seat, piece=piece)
    t.go("swear", t.turn)


def _reactions(seen: State, seat: Seat) -> Iterator[Option]:
    for piece in may_lie_in(seen, f"hand/{seat}"):
        if piece.startswith("RED"):
            yield Option(f"save:{piece}", piece, Say("save", {"piece": piece}), Laid("spent", piece), piece=piece)


def swear(t: Table) -> Play:
    options = (Option("yes", True, Say("yes")), Option("no", False, Say("no")))
    sworn = yield Choose(kind="swear", seat=_turn(t), choices=lambda seen: options, boundary=True)
    t.tell("sworn", only(_turn(t)), sworn=sworn)
    for entry in t.pile("now").slots:
        t.move(entry.piece, "spent", frm="now")
    t.go("lay", t.turn)


def lay(t: Table) -> Play:
    parts = {s: Choose(kind="lay", seat=s, choices=partial(_ways, s)) for s in t.seats}
    chosen = yield Together(kind="lay", parts=parts, boundary=True)
    for seat, piece in chosen.items():
        t.move(piece, f"place/{seat}", frm=f"hand/{seat}", face_up=False)
    t.go("turn", t.turn)


def _ways(seat: Seat, seen: State) -> Iterator[Option]:
    laid = Laid(f"place/{seat}", UNSEEN, False, "cards")
    for piece in seen.pile(f"hand/{seat}").pieces:
        say = Say("lay", {"piece": piece})
        yield Option(f"lay:{piece}", piece, say, laid, piece=piece, blind_key="lay:?", pile=f"hand/{seat}")


def turn(t: Table) -> Play:
    """The card is turned up, and down again."""
    seat = _turn(t)
    key = f"place/{seat}"

    def up(seen: State) -> Iterator[Option]:
        for piece in may_lie_in(seen, key):
            yield Option(f"up:{piece}", piece, Say("up", {"piece": piece}), Laid(key, piece), piece=piece, pile=key)

    piece = yield Choose(kind="up", seat=seat, choices=up)
    t.turn_face(key, piece, True)
    down = Option("down", None, Say("down"), Laid(key, UNSEEN, False, "cards"))
    yield Choose(kind="down", seat=seat, choices=lambda seen: (down,))
    t.cover(key, piece)
    t.go("renew", seat)


def renew(t: Table) -> Play:
    for key in ("spent", "discard"):
        for entry in t.pile(key).slots:
            t.move(entry.piece, "deck", frm=key, face_up=False)
    t.shuffle("deck")
    yield Prepare(kind="renew", steps=(Shuffle(("spent", "discard", "deck"), "deck"),))
    t.finish([_turn(t)])


def _turn(t: Table) -> Seat:
    assert t.turn is not None
    return t.turn


PHASES: Mapping[str, Callable[[Table], Play]] = {
    "prepare": prepare,
    "insert": insert,
    "lots": lots,
    "coins": coins,
    "deal": deal,
    "draw": draw,
    "steal": steal,
    "window": window,
    "swear": swear,
    "lay": lay,
    "turn": turn,
    "renew": renew,
}


def layout(seats: int, settings: Mapping[str, object]) -> Layout:
    names = ("deck", "bells", "discard", "bank")
    common = [MatSpot(name, 60 + 90 * n, 70, 72, 96, label=name) for n, name in enumerate(names)]
    wide = [
        MatSpot(name, 130 + 210 * n, 180, 180, 96, capacity=0, label=name) for n, name in enumerate(("row", "spent"))
    ]
    places = [MatSpot(f"place/{s}", 60 + 90 * s, 290, 72, 96, label="place", seat=s) for s in range(seats)]
    return Layout(460, 360, (*common, *wide, *places))


KINDS = ("prepare", "insert", "lots", "deal", "draw", "steal", "react", "swear", "lay", "up", "down", "renew")
PILES = ("deck", "bells", "row", "spent", "now", "discard", "bank", "hand", "purse", "place")
ENGLISH: dict[str, dict[str, Any]] = {
    "event": {
        "first": "{seat} begins.",
        "rang": "{piece} rings.",
        "reacted": "{seat} plays {piece}.",
        "sworn": "You have sworn.",
    },
    "question": {kind: {"short": f"{kind}?", "long": f"The table waits: {kind}."} for kind in KINDS},
    "option": {code: code for code in ("save", "lay", "up", "down", "seat", "yes", "no")},
    "pile": {name: name for name in PILES},
    "phase": {"over": "Over."},
    "result": {"winners": "{winners} wins.", "no_winner": "Nobody wins."},
    "word": {"cards": "the cards", "coins": "the coins"},
}


def faces(settings: Mapping[str, object], words: Words) -> dict[PieceId, CardFace]:
    return {p: CardFace(p, str(p), p[0], "circle", "", "blue") for p in (*PLAIN, *STOPS, *COINS)}


LUCKY_DRAW = Toy(
    package="lucky_draw",
    title="Lucky Draw",
    seats=range(2, 5),
    rules=Rules(setup=setup, play=play, paced={"swear"}),
    box=Box(decks=lambda settings, seats: {"cards": (*PLAIN, *STOPS), "coins": COINS}, faces=faces),
    sentences=(ENGLISH,),
    laid_out=layout,
)
