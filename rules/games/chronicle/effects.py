"""What abilities do: one function for each op of the pack format.

An effect is applied in full when the card is played (CR-042 to CR-044); one that finds nothing to do is skipped. All
choices are public, so they may be shown on the table as well (CR-C03, CR-C04).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from rules.engine import (
    ALL,
    NOBODY,
    UNSEEN,
    Card,
    Choose,
    Laid,
    Moved,
    Option,
    PieceId,
    Play,
    Refusal,
    Say,
    Seat,
    State,
    Table,
    Taken,
    Together,
)
from rules.games.chronicle.by_hand import by_hand, discard_from_hand
from rules.games.chronicle.cards import Ability, Pack
from rules.games.chronicle.covered import turn_up
from rules.games.chronicle.names import DISCARD, allies, hand, leader, meeting, open_card, others
from rules.games.chronicle.winner import find_winner

Effect = Callable[[Table, Pack, Seat, Ability], Play]
"""Its coroutine returns whether there was anything to apply."""

Choices = Callable[[State], Iterable[Option]]


def work(t: Table, pack: Pack, seat: Seat, card: PieceId) -> Play:
    """Applies the ability of a card that `seat` played, or tells that there is nothing to apply it to (CR-043)."""
    ability = pack.ability(card)
    if ability.op == "manual":
        yield from by_hand(t, seat, card, ability)
        return
    effect = _EFFECTS.get(ability.op)
    if effect is None:
        return
    applied = yield from effect(t, pack, seat, ability)
    if not applied:
        t.tell("nothing_to_apply", seat=seat, piece=card)


# -- asking ------------------------------------------------------------------------------------------------------------


def _must() -> Option:
    """Leaving the ability out is no choice; whoever looks for it finds the reason."""
    return Option("skip", None, Say("skip"), refusal=Refusal("ability_must_be_applied", "CR-043", {}))


def _choose(kind: str, seat: Seat, choices: Choices, **facts: object) -> Choose:
    return Choose(kind=kind, seat=seat, choices=lambda seen: (*choices(seen), _must()), auto=True, facts=facts)


def _other(seat: Seat, chooser: Seat) -> Seat | None:
    """A seat as a sentence to the chooser names it; None for the chooser."""
    return None if seat == chooser else seat


def _allies_of(owners: Iterable[Seat], verb: str, to_spot: str) -> Choices:
    """One option per ally of these seats; its value is the owner and the card."""

    def choices(seen: State) -> Iterator[Option]:
        for owner in owners:
            for card in seen.pile(allies(owner)):
                gesture = Moved(card, allies(owner), to_spot)
                say = Say(verb, {"piece": card, "owner": owner})
                yield Option(f"{verb}:{card}", (owner, card), say, gesture, piece=card)

    return choices


def _players(seats: Iterable[Seat], possible: Callable[[State, Seat], bool], rule: str) -> Choices:
    """One option per seat; those with nothing to aim at are listed with the reason."""

    def choices(seen: State) -> Iterator[Option]:
        for seat in seats:
            refusal = None if possible(seen, seat) else Refusal("no_such_target", rule, {"seat": seat})
            yield Option(f"victim:{seat}", seat, Say("victim", {"seat": seat}), refusal=refusal)

    return choices


def _with_allies(seen: State, seat: Seat) -> bool:
    return bool(seen.pile(allies(seat)).pieces)


def _with_hand(seen: State, seat: Seat) -> bool:
    return bool(seen.pile(hand(seat)).slots)


def _any(t: Table, seats: Iterable[Seat], possible: Callable[[State, Seat], bool]) -> bool:
    return any(possible(t.state, s) for s in seats)


# -- allies ------------------------------------------------------------------------------------------------------------


def steal_ally(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 4 and Sage (CR-066, CR-121, CR-132)."""
    victims, source, count = others(t, seat), ability.word("from"), ability.number("count")
    robbed: Seat | None = None
    if source == "each_opponent":
        for victim in victims:
            for _ in range(count):
                owner = yield from _steal_one(t, seat, (victim,), ability)
                robbed = robbed if owner is None else owner
        return robbed is not None
    for _ in range(count):
        owner = yield from _steal_one(t, seat, victims, ability)
        robbed = robbed if owner is None else owner
        if source == "one_opponent" and robbed is not None:
            victims = (robbed,)
    return robbed is not None


def _steal_one(t: Table, seat: Seat, victims: tuple[Seat, ...], ability: Ability) -> Play:
    """Moves one ally; returns from whom, None when there is none (CR-067)."""
    if not _any(t, victims, _with_allies):
        return None
    chooser = seat
    if ability.word("chooser") == "victim":
        chooser = yield _choose("steal_from", seat, _players(victims, _with_allies, "CR-067"))
        victims = (chooser,)
    owner, card = yield _choose(
        "steal", chooser, _allies_of(victims, "take", allies(seat)), thief=_other(seat, chooser)
    )
    t.move(card, allies(seat), frm=allies(owner))
    t.tell("stolen", seat=seat, victim=owner, piece=card)
    return owner


def recall_ally(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 6 (CR-124): everybody saw which card it is (CR-I14)."""

    def choices(seen: State) -> Iterator[Option]:
        for card in seen.pile(allies(seat)):
            say, gesture = Say("recall", {"piece": card}), Taken(allies(seat), card)
            yield Option(f"recall:{card}", card, say, gesture, piece=card)

    count = min(ability.number("count"), len(t.pile(allies(seat)).pieces))
    for _ in range(count):
        card = yield _choose("recall", seat, choices)
        t.move(card, hand(seat), frm=allies(seat), also=ALL)
        t.tell("recalled", seat=seat, piece=card)
    return count > 0


def discard_own_ally(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 9 (CR-127)."""
    optional = ability.params.get("optional") is True
    count = min(ability.number("count"), len(t.pile(allies(seat)).pieces))
    for _ in range(count):
        if optional:
            chosen = yield Choose(kind="discard_ally", seat=seat, choices=_may_discard(seat), facts={"victim": seat})
            if chosen is None:
                t.tell("ability_left_out", seat=seat)
                return True
        else:
            chosen = yield _choose("discard_ally", seat, _allies_of((seat,), "discard", DISCARD), victim=seat)
        _discard_ally(t, *chosen)
    return count > 0


def _may_discard(seat: Seat) -> Choices:
    choices = _allies_of((seat,), "discard", DISCARD)
    return lambda seen: (*choices(seen), Option("skip", None, Say("skip")))


def _discard_ally(t: Table, owner: Seat, card: PieceId) -> None:
    t.move(card, DISCARD, frm=allies(owner))
    t.tell("ally_discarded", seat=owner, piece=card)


def give_ally(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 10 (CR-128)."""
    count = min(ability.number("count"), len(t.pile(allies(seat)).pieces))
    for _ in range(count):
        match ability.word("to"):
            case "left":
                receiver = others(t, seat)[0]
            case "right":
                receiver = others(t, seat)[-1]
            case _:
                receiver = yield _choose("give_to", seat, _players(others(t, seat), lambda seen, s: True, "CR-128"))
        chooser = receiver if ability.word("chooser") == "receiver" else seat
        choices = _allies_of((seat,), "give", allies(receiver))
        _, card = yield _choose("give", chooser, choices, receiver=_other(receiver, chooser))
        t.move(card, allies(receiver), frm=allies(seat))
        t.tell("given", seat=seat, receiver=receiver, piece=card)
    return count > 0


def most_allies_discard(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Fool (CR-133): every card counts one here, a strength 2 too (CR-063)."""
    most = max(len(t.pile(allies(s))) for s in t.seats)
    if not most:
        return False

    def has_most(seen: State, other: Seat) -> bool:
        return len(seen.pile(allies(other))) == most

    victim = yield _choose("most_allies", seat, _players(tuple(t.clockwise(seat)), has_most, "CR-133"))
    chooser = victim if ability.word("chooser") == "victim" else seat
    for _ in range(min(ability.number("count"), most)):
        chosen = yield _choose("discard_ally", chooser, _allies_of((victim,), "discard", DISCARD), victim=victim)
        _discard_ally(t, *chosen)
    return True


def pass_allies(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Everybody with allies passes some on, chosen at the same time."""
    step = 1 if ability.word("dir") == "left" else -1
    if not _any(t, t.seats, _with_allies):
        return False
    for _ in range(ability.number("count")):
        givers = [s for s in t.seats if _with_allies(t.state, s)]
        receiver = {s: Seat((s + step) % len(t.seats)) for s in givers}
        parts = {
            s: Choose(kind="pass_on", seat=s, choices=_allies_of((s,), "give", allies(receiver[s]))) for s in givers
        }
        passed: Mapping[Seat, tuple[Seat, PieceId]] = yield Together(kind="pass_on", parts=parts)
        for giver, (_, card) in passed.items():
            t.move(card, allies(receiver[giver]), frm=allies(giver))
            t.tell("given", seat=giver, receiver=receiver[giver], piece=card)
    return True


def swap_allies(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """All allies of two players change owner."""

    def worth_it(seen: State, other: Seat) -> bool:
        return _with_allies(seen, seat) or _with_allies(seen, other)

    if not _any(t, others(t, seat), worth_it):
        return False
    other = yield _choose("swap_with", seat, _players(others(t, seat), worth_it, "CR-043"))
    mine, theirs = t.pile(allies(seat)).pieces, t.pile(allies(other)).pieces
    for cards, source, to in ((mine, seat, other), (theirs, other, seat)):
        for card in cards:
            t.move(card, allies(to), frm=allies(source))
    t.tell("swapped", seat=seat, victim=other)
    return True


def take_discard_top(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """The visible card of the discard pile becomes an ally; the one below it comes into view."""
    card = t.pile(DISCARD).top
    if not isinstance(card, PieceId):
        return False
    t.move(card, allies(seat), frm=DISCARD)
    t.tell("taken_from_discard", seat=seat, piece=card)
    below = t.pile(DISCARD).top
    if isinstance(below, PieceId):
        t.show(DISCARD, below)
    yield from ()
    return True


# -- hands and the meeting ---------------------------------------------------------------------------------------------


def opponent_discards(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 8 (CR-126)."""
    from_hand = ability.word("from") == "hand"
    possible = _with_hand if from_hand else _with_allies
    if not _any(t, others(t, seat), possible):
        return False
    victim = yield _choose("victim", seat, _players(others(t, seat), possible, "CR-126"))
    t.tell("victim_named", seat=seat, victim=victim)
    chooser = seat if ability.word("chooser") == "self" else victim
    for _ in range(ability.number("count")):
        if not possible(t.state, victim):
            break
        if from_hand:
            yield from discard_from_hand(t, victim, drawn=chooser == seat)
        else:
            chosen = yield _choose("discard_ally", chooser, _allies_of((victim,), "discard", DISCARD), victim=victim)
            _discard_ally(t, *chosen)
    return True


def return_played(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 7 (CR-068, CR-125): a card leaves the meeting; one that lies face-down is never named."""
    count = min(ability.number("count"), sum(len(t.pile(meeting(s))) for s in others(t, seat)))
    for _ in range(count):
        owner = yield _choose("return", seat, _return_options(seat, to_hand=ability.word("to") == "owner_hand"))
        if ability.word("to") == "discard":
            yield from turn_up(t, pack, owner)
        slot = t.pile(meeting(owner)).slots[0]
        face_up = slot.face_up
        if ability.word("to") == "discard":
            t.move(slot.piece, DISCARD, frm=meeting(owner))
            t.tell("thrown_out", seat=seat, owner=owner, piece=slot.piece)
        else:
            t.move(slot.piece, hand(owner), frm=meeting(owner), also=ALL if face_up else NOBODY)
            if face_up:
                t.tell("returned", seat=seat, owner=owner, piece=slot.piece)
            else:
                t.tell("returned_face_down", seat=seat, owner=owner)
    return count > 0


def _return_options(seat: Seat, *, to_hand: bool) -> Choices:
    def choices(seen: State) -> Iterator[Option]:
        for owner in seen.seats:
            card = open_card(seen, owner)
            lies: Card = UNSEEN if card is None else card
            gesture = Taken(meeting(owner), lies) if to_hand else Laid(DISCARD, lies)
            there = owner != seat and bool(seen.pile(meeting(owner)).slots)
            refusal = None if there else Refusal("no_such_target", "CR-068", {"seat": owner})
            say = Say("return", {"seat": owner, "piece": lies})
            yield Option(f"return:{owner}", owner, say, gesture if there else None, refusal)

    return choices


def end_meeting(t: Table, pack: Pack, seat: Seat, ability: Ability) -> Play:
    """Strength 5 (CR-122): who has not played yet does not play in this meeting."""
    winner = find_winner(pack, t.state, leader(t))
    t.tell("meeting_stopped", seat=seat)
    t.set("next_leader", {"self": seat, "winner": winner.seat, "lead": leader(t)}[ability.word("next_leader")])
    match ability.word("resolve"):
        case "award_now":
            count = sum(len(t.pile(meeting(s))) for s in t.seats)
            t.tell(winner.how, seat=winner.seat, count=count, piece=winner.piece)
            t.go("burning" if winner.burns else "taking", winner.seat)
        case "return_to_hands":
            t.go("giving_back")
        case _:
            t.go("discarding")
    yield from ()
    return True


_EFFECTS: Final[Mapping[str, Effect]] = {
    "steal_ally": steal_ally,
    "end_meeting": end_meeting,
    "recall_ally": recall_ally,
    "return_played": return_played,
    "opponent_discards": opponent_discards,
    "discard_own_ally": discard_own_ally,
    "give_ally": give_ally,
    "most_allies_discard": most_allies_discard,
    "pass_allies": pass_allies,
    "swap_allies": swap_allies,
    "take_discard_top": take_discard_top,
}
