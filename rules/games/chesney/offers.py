"""Options that many cards offer: players, slots, cards of a hand. Targets that a card can do nothing to are not offered
(CH-ACT-GEN-04), and a forced choice with one option is taken without asking (CH-ACT-GEN-05)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from rules.engine import (
    NOBODY,
    UNSEEN,
    Card,
    Choose,
    Laid,
    Option,
    PieceId,
    Play,
    Refusal,
    Say,
    Seat,
    State,
    Table,
    may_lie_in,
    only,
    questions_of,
)
from rules.games.chesney import names as n
from rules.games.chesney.names import Faction, Side

NOT_BARRED: Final[Mapping[Seat, Refusal]] = {}
Choices = Callable[[State], Iterable[Option]]


class NoEffect(Exception):
    """A card or a skill finds nobody, or nothing, that its effect could be for."""


def carried_out(t: Table, seat: Seat, effect: Play | None) -> Play:
    """The effect of a card or a skill that `seat` uses; gives what it gives, and tells when there is none."""
    try:
        return (yield from questions_of(effect))
    except NoEffect:
        t.tell("no_effect", seat=seat)
        return None


def choose_seat(
    t: Table, seat: Seat, kind: str, seats: Iterable[Seat], barred: Mapping[Seat, Refusal] = NOT_BARRED, **facts: object
) -> Play:
    """`seat` picks one of some players; one alone is taken automatically, and with none there is NoEffect. `barred` are
    listed with the reason why they cannot be picked."""
    among = tuple(seats)
    if not among:
        raise NoEffect
    options = tuple(Option(f"seat:{s}", s, Say("seat", {"seat": s}), refusal=barred.get(s)) for s in (*among, *barred))
    return (yield from _choose(seat, kind, options, facts, is_forced=len(among) == 1))


def choose_side(t: Table, seat: Seat, kind: str, sides: Iterable[Side], **facts: object) -> Play:
    """`seat` picks a slot, whose card it is does not matter; one alone is taken automatically; None when none."""
    return (yield from _choose(seat, kind, tuple(Option(f"side:{side}", side, Say(side)) for side in sides), facts))


def choose_faction(t: Table, seat: Seat, kind: str, factions: Iterable[Faction], **facts: object) -> Play:
    """`seat` picks a faction; one alone is taken automatically; None when there is none."""
    options = tuple(Option(f"faction:{f}", f, Say("faction", {"faction": f})) for f in factions)
    return (yield from _choose(seat, kind, options, facts))


def _choose(
    seat: Seat, kind: str, options: tuple[Option, ...], facts: Mapping[str, object], *, is_forced: bool = False
) -> Play:
    if is_forced or len(options) < 2:
        return options[0].value if options else None
    return (yield Choose(kind=kind, seat=seat, choices=lambda seen: options, facts=facts))


# -- cards of the hand -------------------------------------------------------------------------------------------------


def hand_cards(seen: State, seat: Seat, wanted: Callable[[PieceId], bool]) -> Iterator[PieceId]:
    """The cards of a hand that are wanted, and while some of it are unseen those that may be in it."""
    return (p for p in may_lie_in(seen, n.hand(seat)) if wanted(p))


def play_option(seat: Seat, piece: PieceId, verb: str, value: object, refusal: Refusal | None = None) -> Option:
    """A hand card laid open into the Play Area."""
    return Option(
        f"{verb}:{piece}",
        value,
        Say(verb, {"piece": piece}),
        Laid(n.PLAY_AREA, piece),
        refusal,
        piece=piece,
        pile=n.hand(seat),
    )


def face_down_options(seen: State, seat: Seat, verb: str, to_spot: str | None) -> Iterator[Option]:
    """One option per hand card that the seat has shown to the companion, and one for a card that nobody names, for
    a card that goes somewhere face-down; one per Flame Magic that it may be. The value is the card."""
    pile = seen.pile(n.hand(seat))
    gesture = None if to_spot is None else Laid(to_spot, UNSEEN, False, n.ACTIONS)
    blind = f"{verb}:?"
    for piece in hand_cards(seen, seat, is_flame):
        say, back = Say(verb, {"piece": piece}), None if to_spot is None else Laid(n.RESERVE, piece)
        yield Option(f"{verb}:{piece}", piece, say, back, piece=piece, pile=n.hand(seat))
    for piece in ordinary_cards(seen, seat):
        say = Say(verb, {"piece": piece})
        yield Option(f"{verb}:{piece}", piece, say, gesture, piece=piece, blind_key=blind, pile=n.hand(seat))
    if pile.unseen or ordinary_cards(seen, seat):
        say = Say(f"{verb}_unnamed")  # discard_unnamed, give_unnamed
        yield Option(blind, UNSEEN, say, gesture, blind_key=blind)


def is_flame(piece: PieceId) -> bool:
    """Whether it is Flame Magic, the skill cards that can be in a hand (CH-CHAR-CARD-05). Such a card is always named:
    it is no action card, and where it goes everybody sees."""
    return piece.kind in ("BLAST", "FIREBALL")


def ordinary_cards(seen: State, seat: Seat) -> list[PieceId]:
    """The known action cards of a hand."""
    return [p for p in seen.pile(n.hand(seat)).pieces if not is_flame(p)]


def where_discarded(card: Card) -> str:
    """Where a hand card goes that is discarded: Flame Magic lies in the reserve again (CH-CHAR-CARD-03)."""
    return n.RESERVE if isinstance(card, PieceId) and is_flame(card) else n.DISCARD


def leave_hand(t: Table, seat: Seat, card: Card) -> None:
    """A card leaves a hand for the discards, face-down. Whoever knew cards of that hand cannot tell which one it was
    (CH-INFO-12), and of one that nobody named the companion itself cannot."""
    key = n.hand(seat)
    if where_discarded(card) == n.RESERVE:
        t.move(card, n.RESERVE, frm=key)  # before all eyes
        return
    if card is UNSEEN:
        t.forget(key, ordinary_cards(t.state, seat))
    else:
        t.conceal(key, ordinary_cards(t.state, seat))
    t.move(card, n.DISCARD, frm=key, face_up=False)


def hand_over(t: Table, seat: Seat, card: Card, receiver: Seat) -> None:
    """A hand card comes to another hand: the two know it. An unnamed one cannot be told from the receiver's other
    unnamed cards, so whoever gave it must not learn one of those in its place when they are named."""
    also = only(seat) if isinstance(card, PieceId) else NOBODY
    t.move(card, n.hand(receiver), frm=n.hand(seat), also=also)


def discard_one(t: Table, seat: Seat, kind: str, **facts: object) -> Play:
    """`seat` discards one card of its choice face-down."""
    card = yield Choose(
        kind=kind, seat=seat, choices=lambda seen: face_down_options(seen, seat, "discard", n.DISCARD), facts=facts
    )
    leave_hand(t, seat, card)


def discard_to(t: Table, seat: Seat, limit: int) -> Play:
    """`seat` discards down to a limit (CH-TURN-18, CH-SUP-06)."""
    count = 0
    while len(t.pile(n.hand(seat))) > limit:
        too_many = len(t.pile(n.hand(seat))) - limit
        yield from discard_one(t, seat, "hand_limit", count=too_many, limit=limit)
        count += 1
    if count:
        t.tell("discarded", seat=seat, count=count)


# -- faction cards -----------------------------------------------------------------------------------------------------


def turn_up_options(
    seen: State,
    seat: Seat,
    sides: Iterable[Side],
    why_not: Callable[[PieceId], Refusal | None] = lambda piece: None,
) -> Iterator[Option]:
    """Turning up one of the own face-down cards: one option per card that it may be; its value is slot and card."""
    for side in sides:
        key = n.slot(side, seat)
        for piece in may_lie_in(seen, key):
            say = Say(f"turn_up_{side}", {"piece": piece})  # turn_up_left, turn_up_right
            yield Option(
                f"turn:{side}:{piece}",
                (side, piece),
                say,
                Laid(key, piece),
                why_not(piece),
                piece=piece,
                pile=key,
            )


def turn_down_options(seen: State, seat: Seat, sides: Iterable[Side]) -> Iterator[Option]:
    """Turning an own face-up card down; the value is the slot."""
    for side in sides:
        gesture = Laid(n.slot(side, seat), UNSEEN, False, n.FACTION_CARDS)
        say = Say(f"turn_down_{side}")  # turn_down_left, turn_down_right
        yield Option(f"down:{side}", side, say, gesture)


def drawn_card_options(
    seen: State, pile: str, verb: str, facts: Mapping[str, object], *, by_hand: bool = False
) -> Iterator[Option]:
    """One option per card held in a pile of the seat's own, and one for a card that nobody names: while some are
    unseen, or always when it is laid down `by_hand` (who has no phone cannot say which it is)."""
    for piece in seen.pile(pile).pieces:
        say = Say(verb, {"piece": piece, **facts})
        yield Option(f"{verb}:{piece}", piece, say, piece=piece, blind_key=f"{verb}:?", pile=pile)
    if by_hand or seen.pile(pile).unseen:
        say = Say(f"{verb}_unnamed", facts)  # keep_unnamed, offer_unnamed, place_left_unnamed, place_right_unnamed
        yield Option(f"{verb}:?", UNSEEN, say, blind_key=f"{verb}:?")
