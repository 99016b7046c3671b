"""Small games for the laws: each uses engine features that no single real game uses all of.

High Card is trick-taking with claims and face-down discards, and can be given a leak on purpose. The words of both
stand in toys.en.toml beside this file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from rules.engine import Box, Rules
from rules.engine.game import CardFace, Game, Play, Setting
from rules.engine.mat import Layout, MatSpot
from rules.engine.questions import Deal, Laid, Option, PickCard, Reveal
from rules.engine.table import Table
from rules.engine.types import ALL, UNSEEN, Card, Claim, PieceId, Refusal, Say, Seat, Shape, State, only
from rules.engine.words import Words
from tests.toy import Toy

SUITS = ("red", "blue", "green")
CARDS = tuple(PieceId(f"{suit}-{rank}") for suit in SUITS for rank in range(1, 8))
HAND_SIZE = 4

FAULTS = (
    "remembers",
    "loses_a_card",
    "refuses_the_unknown",
    "breaks_true_claims",
    "promises_too_much",
    "runs_on",
    "off_the_mat",
    "points_off_the_mat",
)
LEAKS = ("flag", "event", "prompt", "order", "leader", "options", "count", "label")


def toy_layout(seats: int, settings: Mapping[str, object]) -> Layout:
    """A mat with one spot for each seat, and those of all."""
    own = tuple(MatSpot(f"trick/{n}", 100.0 * n, 0.0, 70.0, 90.0, label="trick", seat=n) for n in range(seats))
    common = tuple(MatSpot(name, 100.0 * n, 200.0, 70.0, 90.0) for n, name in enumerate(("deck", "used")))
    return Layout(1000.0, 600.0, (*own, *common))


def toy_faces(pieces: tuple[PieceId, ...], settings: Mapping[str, object], words: Words) -> dict[PieceId, CardFace]:
    """Every piece under its own name."""
    return {p: CardFace(p, str(p)) for p in pieces}


def suit(card: PieceId) -> str:
    return card.partition("-")[0]


def rank(card: PieceId) -> int:
    return int(card.partition("-")[2])


# -- High Card ---------------------------------------------------------------------------------------------------------


def _setup(leak: str, t: Table) -> None:
    t.add_pile("deck", deck="cards", spot="deck")
    for s in t.seats:
        t.add_pile(f"hand/{s}", readers=only(s), owner=s, shape=Shape.HAND, ordered=leak == "order")
        t.add_pile(f"trick/{s}", readers=ALL, owner=s, shape=Shape.SLOT, spot=f"trick/{s}", face_up=True)
        t.add_pile(f"won/{s}", readers=ALL, owner=s, shape=Shape.ROW, face_up=True)
        t.add_track(f"score/{s}", 0, owner=s)
    t.add_track("led", None)
    t.add_track("round", 0)
    t.add_track("leader", Seat(0))
    if leak == "flag":
        t.add_track("strong", None)
    if leak == "off_the_mat":
        t.add_pile("burnt", spot="dek")
    t.go("deal")


def _play(leak: str, t: Table) -> Play:
    tricks = 0
    while t.result is None:
        tricks += t.phase == "take"
        if leak == "remembers" and t.phase == "take":  # what is not on the table is gone when the coroutine starts anew
            t.tell("dealt", count=tricks)
        if leak == "runs_on":
            t.set("round", 0)
        if t.phase == "deal":
            yield from _deal(leak, t)
        elif t.phase == "trick":
            yield from _one_card(leak, t)
        else:
            yield from _take_trick(t)


def _deal(leak: str, t: Table) -> Play:
    hands = yield Deal(kind="deal", pile="deck", counts={f"hand/{s}": HAND_SIZE for s in t.seats}, boundary=True)
    for key, cards in hands.items():
        for card in sorted(cards, key=str) if leak == "order" else cards:
            t.move(card, key, frm="deck")
    t.add("round", 1)
    t.tell("dealt", count=HAND_SIZE)
    first = Seat((t.number("round") - 1) % len(t.seats))
    best = [max((rank(c) for c in t.pile(f"hand/{s}")), default=0) for s in t.seats]
    if leak == "flag":
        t.set("strong", best[1] >= 6)
    if leak == "event":
        t.tell("looks_happy", seat=Seat(best.index(max(best))))
    if leak == "leader":
        first = Seat(best.index(max(best)))
    if leak == "order":
        for s in t.seats:
            card = yield PickCard(kind="play", seat=s, pile=f"hand/{s}", per_card=_show_options)
            t.show(f"hand/{s}", card)
    t.set("leader", first)
    t.go("trick", first)


def _show_options(seen: State, card: Card) -> Iterator[Option]:
    if isinstance(card, PieceId):
        yield Option(f"show:{card}", card, Say("play_up", {"piece": card}), piece=card)


def _one_card(leak: str, t: Table) -> Play:
    seat = t.turn
    assert seat is not None
    facts: dict[str, object] = {"led": t["led"]}
    if leak == "prompt":
        facts["hint"] = any(suit(c) == "red" for c in t.pile(f"hand/{t.left_of(seat)}"))
    kind = "play"
    if leak == "label":
        kind = "play_last" if t.pile(f"hand/{seat}").lacks(lambda c: suit(c) == "red") else "play"
    secret = t.pile(f"hand/{t.left_of(seat)}").pieces if leak == "options" else ()
    options = partial(_card_options, leak, seat, secret)
    pile = f"hand/{seat}"
    card, face_up = yield PickCard(kind=kind, seat=seat, pile=pile, per_card=options, boundary=True, facts=facts)
    t.move(card, f"trick/{seat}", frm=pile, face_up=face_up)
    if leak == "loses_a_card" and len(t.pile(pile)) == 1:
        t.replace_pile(pile, ())
    if face_up and t["led"] is None:
        t.set("led", suit(card))
    if leak == "count" and isinstance(card, PieceId):
        t.tell("played", seat=seat, piece=card, rank=rank(card))
    else:
        t.tell("played", seat=seat, piece=card)
    after = t.left_of(seat)
    t.go(*(("take", None) if after == t["leader"] else ("trick", after)))


def _card_options(leak: str, seat: Seat, secret: tuple[PieceId, ...], seen: State, card: Card) -> Iterator[Option]:
    led, spot = seen["led"], "trik" if leak == "points_off_the_mat" else f"trick/{seat}"
    lacks = seen.pile(f"hand/{seat}").lacks(lambda c: suit(c) == led)
    must = Refusal("must_follow", "HC-2", {"led": led}) if led and lacks is False else None
    claim = None
    if led and lacks is None:
        claim = Claim(
            f"hand/{seat}", frozenset(c for c in CARDS if suit(c) == led), Say("none_of", {"led": led}), "HC-2"
        )
        if leak == "refuses_the_unknown":
            must, claim = Refusal("must_follow", "HC-2", {"led": led}), None
        elif leak == "breaks_true_claims":
            claim = replace(claim, none_of=frozenset(CARDS))
    first = Refusal("lead_face_up", "HC-1") if led is None else None
    if not isinstance(card, PieceId):
        if any(suit(c) == "red" for c in secret):  # the planted leak: another hand decides what is listed
            yield Option("boast", None, Say("pass"), refusal=Refusal("must_follow", "HC-2", {"led": "red"}))
        if seen.pile(f"hand/{seat}").unseen:
            gesture = Laid(spot, UNSEEN, False, "cards")
            yield Option(
                "play:?:down", (UNSEEN, False), Say("play_down", {"piece": card}), gesture, first or must, claim
            )
        return
    facts = {"piece": card}
    off_suit = must or Refusal("off_suit_down", "HC-3", {"led": led}) if led and suit(card) != led else None
    yield Option(f"play:{card}:up", (card, True), Say("play_up", facts), Laid(spot, card), off_suit, piece=card)
    on_suit = Refusal("lead_suit_up", "HC-3", {"led": led}) if led and suit(card) == led else must
    down = Laid(spot, UNSEEN, False, "cards")
    say = Say("play_down", facts)
    if leak == "promises_too_much":
        yield Option(f"swap:{card}", (PieceId("none-0"), True), say)
    yield Option(f"play:{card}:down", (card, False), say, down, first or on_suit, claim, card, "play:?:down")


def _take_trick(t: Table) -> Play:
    for s in t.seats:
        key = f"trick/{s}"
        if t.pile(key).unseen:
            piece = yield Reveal(kind="turn_up", pile=key, to_spot=key, boundary=True, facts={"seat": s})
            t.name(key, piece)
        for card in t.pile(key).pieces:
            if not t.pile(key).slots[0].face_up:
                t.turn_face(key, card, True)
                t.tell("turned_up", seat=s, piece=card)
    cards = {s: t.pile(f"trick/{s}").pieces[0] for s in t.seats}
    low = t.settings["low_wins"] is True
    following = [s for s, card in cards.items() if suit(card) == t["led"]]
    winner = min(following, key=lambda s: rank(cards[s]) * (1 if low else -1))
    for s, card in cards.items():
        t.move(card, f"won/{winner}", frm=f"trick/{s}")
    t.add(f"score/{winner}", 1)
    t.tell("trick_won", seat=winner, count=len(cards))
    t.set("led", None)
    t.set("leader", winner)
    t.go("trick", winner)
    if not t.pile(f"hand/{winner}").slots:
        _end_round(t)


def _end_round(t: Table) -> None:
    t.gather("cards", "deck")
    t.go("deal")
    if t.number("round") == 2:
        best = max(t.number(f"score/{s}") for s in t.seats)
        lines = [Say("score_line", {"seat": s, "count": t.number(f"score/{s}")}) for s in t.seats]
        t.finish([s for s in t.seats if t.number(f"score/{s}") == best], lines)


def high_card(leak: str = "") -> Game:
    """Follow suit if you can; else a card face-down. `leak` plants one of LEAKS or FAULTS."""
    title = f"High Card with a fault: {leak}" if leak else "High Card"
    slug = f"high_card:{leak}" if leak else "high_card"
    low = Setting("low_wins", False, "The lowest card of the led suit takes the trick.")
    return make_toy(slug, title, {"cards": CARDS}, partial(_setup, leak), partial(_play, leak), (low,), range(2, 5))


def make_toy(
    slug: str,
    title: str,
    decks: dict[str, tuple[PieceId, ...]],
    setup: Callable[[Table], None],
    play: Callable[[Table], Play],
    settings: tuple[Setting, ...],
    seats: range,
    reveals: frozenset[str] = frozenset(),
) -> Game:
    """A game of these parts with the toys' mat, words and faces."""
    pieces = tuple(p for deck in decks.values() for p in deck)
    return Toy(
        package=slug,
        title=title,
        seats=seats,
        rules=Rules(setup=setup, play=play, settings=settings, reveals=reveals),
        box=Box(decks=lambda settings, seats: decks, faces=partial(toy_faces, pieces)),
        sentences=(tomllib.loads(Path(__file__).with_name("toys.en.toml").read_text("utf-8")),),
        laid_out=toy_layout,
    )
