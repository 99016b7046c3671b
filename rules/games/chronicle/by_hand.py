"""Abilities that no op fits: the players do what stands on the card, and its player tells what moved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.engine import (
    ALL,
    NOBODY,
    UNSEEN,
    Card,
    Choose,
    Laid,
    Moved,
    Option,
    PickCard,
    PieceId,
    Play,
    Reveal,
    Say,
    Seat,
    State,
    Table,
    Taken,
)
from rules.games.chronicle.cards import Ability
from rules.games.chronicle.names import DISCARD, allies, hand, meeting, open_card


def by_hand(t: Table, seat: Seat, card: PieceId, ability: Ability) -> Play:
    """Asks the player of the card what moved, one thing after the other, until she says that this was all. What may
    have moved is what the pack says the ability affects."""
    affects = ability.params["affects"]
    assert isinstance(affects, tuple)
    facts = {"piece": card, "text": ability.text}
    t.tell("by_hand", seat=seat, piece=card, text=ability.text)
    while True:
        choices = partial(_steps, affects)
        step = yield Choose(kind="by_hand", seat=seat, choices=choices, facts=facts)
        if step is None:
            return
        match step:
            case ("ally", owner, piece, to):
                t.move(piece, to, frm=allies(owner), also=ALL if to == hand(owner) else NOBODY)
                t.tell("moved_by_hand", seat=owner, piece=piece, pile=to)
            case ("back", owner):
                _take_back(t, owner)
            case ("lay", owner):
                yield from discard_from_hand(t, owner)
            case ("pass", giver, receiver):
                t.forget(hand(giver))  # nobody says which one it was
                t.move(UNSEEN, hand(receiver), frm=hand(giver))
                t.tell("hand_card_passed", seat=giver, receiver=receiver)
            case ("winner", winner):
                t.set("named_winner", winner)
                return


def _take_back(t: Table, owner: Seat) -> None:
    slot = t.pile(meeting(owner)).slots[0]
    t.move(slot.piece, hand(owner), frm=meeting(owner), also=ALL if slot.face_up else NOBODY)
    if slot.face_up:
        t.tell("taken_back_by_hand", seat=owner, piece=slot.piece)
    else:
        t.tell("taken_back_face_down", seat=owner)


def _steps(affects: tuple[str, ...], seen: State) -> Iterator[Option]:
    if "allies" in affects:
        yield from _ally_steps(seen)
    if "meeting" in affects:
        for owner in seen.seats:
            if seen.pile(meeting(owner)).slots:
                card: Card = open_card(seen, owner) or UNSEEN
                say = Say("return", {"seat": owner, "piece": card})
                yield Option(f"return:{owner}", ("back", owner), say, Taken(meeting(owner), card))
    if "hands" in affects:
        for owner in seen.seats:
            if seen.pile(hand(owner)).slots:
                yield Option(f"lay:{owner}", ("lay", owner), Say("lay_one", {"seat": owner}))
                for other in seen.seats:
                    if other != owner:
                        say = Say("pass_one", {"seat": owner, "receiver": other})
                        yield Option(f"pass:{owner}:{other}", ("pass", owner, other), say)
    if "winner" in affects:
        for winner in seen.seats:
            yield Option(f"winner:{winner}", ("winner", winner), Say("name_winner", {"seat": winner}))
    yield Option("done", None, Say("done"))


def _ally_steps(seen: State) -> Iterator[Option]:
    for owner in seen.seats:
        for card in seen.pile(allies(owner)):
            for other in seen.seats:
                if other != owner:
                    yield _ally_step(owner, card, allies(other), Moved(card, allies(owner), allies(other)), other)
            yield _ally_step(owner, card, hand(owner), Taken(allies(owner), card), owner)
            yield _ally_step(owner, card, DISCARD, Moved(card, allies(owner), DISCARD), None)


def _ally_step(owner: Seat, card: PieceId, to: str, gesture: Moved | Taken, other: Seat | None) -> Option:
    code = "move_to_discard" if other is None else "move_to_hand" if other == owner else "move_to_allies"
    say = Say(code, {"piece": card, "seat": owner if other is None else other})
    return Option(f"move:{card}:{to}", ("ally", owner, card, to), say, gesture, piece=card)


def discard_from_hand(t: Table, owner: Seat, *, drawn: bool = False) -> Play:
    """A hand card goes face-up onto the discard pile; always by hand (CR-C04). `drawn`: an opponent drew it blindly."""
    if drawn:
        card = yield Reveal(kind="drawn_card", pile=hand(owner), to_spot=DISCARD, facts={"seat": owner})
    else:
        card = yield PickCard(kind="discard_card", seat=owner, pile=hand(owner), per_card=_discard_options)
    t.move(card, DISCARD, frm=hand(owner))
    t.tell("hand_card_discarded", seat=owner, piece=card)


def _discard_options(seen: State, card: Card) -> Iterator[Option]:
    if isinstance(card, PieceId):
        yield Option(f"discard:{card}", card, Say("discard_card", {"piece": card}), Laid(DISCARD, card), piece=card)
