"""A meeting: playing cards, finding the winner, taking the cards (CR-030 to CR-056)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rules.engine import (
    ALL,
    UNSEEN,
    Card,
    Claim,
    Laid,
    Option,
    PickCard,
    PieceId,
    Play,
    Refusal,
    Say,
    Seat,
    State,
    Table,
    move_all,
)
from rules.games.chronicle import effects
from rules.games.chronicle.cards import Pack
from rules.games.chronicle.covered import turn_up
from rules.games.chronicle.names import CHARACTERS, DISCARD, allies, hand, in_order, leader, meeting, open_card, void
from rules.games.chronicle.rounds import next_meeting
from rules.games.chronicle.winner import find_winner

# -- playing a card ----------------------------------------------------------------------------------------------------


def play_card(t: Table, pack: Pack) -> Play:
    """One turn: a card, its ability, the next player (CR-031, CR-044)."""
    seat = t.turn if t.turn is not None else leader(t)
    if t["leader"] is None:
        t.set("leader", seat)
    if t.pile(hand(seat)).slots:
        facts = {"meeting": t.number("meeting"), "suit": t["lead_suit"]}
        card, face_up = yield PickCard(
            kind="play",
            seat=seat,
            pile=hand(seat),
            per_card=partial(_play_options, pack, seat),
            boundary=True,
            facts=facts,
        )
        if face_up:
            yield from _play_open(t, pack, seat, card)
        else:
            _play_covered(t, pack, seat, card)
    else:
        t.tell("passed_over", seat=seat)  # CR-056
    if t.phase == "meeting":
        following = t.left_of(seat)
        t.go(*(("meeting_end", None) if following == leader(t) else ("meeting", following)))


def _play_open(t: Table, pack: Pack, seat: Seat, card: PieceId) -> Play:
    t.move(card, meeting(seat), frm=hand(seat), face_up=True)
    t.tell("played", seat=seat, piece=card)
    if t["lead_suit"] is None and not pack.characters[card].wild:  # CR-038; it stays, CR-040
        t.set("lead_suit", pack.suit(card))
        t.tell("lead_suit", suit=pack.suit(card))
    if pack.ability(card).timing == "on_play":
        yield from effects.work(t, pack, seat, card)


def _play_covered(t: Table, pack: Pack, seat: Seat, card: Card) -> None:
    """A face-down play. Nobody else may tell from what is left which card it was, so cards of the hand that could have
    been it are known to fewer afterwards (CR-I05)."""
    held, led = t.pile(hand(seat)), t["lead_suit"]
    candidates = [c for c in held if _may_be_covered(pack, c, led)]
    if card is UNSEEN and not held.unseen and len(candidates) == 1:
        card = candidates[0]
    if card is UNSEEN:
        t.forget(hand(seat), candidates if candidates or held.unseen else None)
    else:
        t.conceal(hand(seat), candidates)
    t.move(card, meeting(seat), frm=hand(seat), face_up=False)
    t.tell("played_face_down", seat=seat, suit=led)
    lacking = t[void(seat)]
    if isinstance(led, str) and isinstance(lacking, tuple) and led not in lacking:  # CR-I06
        t.set(void(seat), (*lacking, led))


def _may_be_covered(pack: Pack, card: PieceId, led: object) -> bool:
    return not pack.characters[card].wild and pack.suit(card) != led


# -- what may be played ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Turn:
    """What decides which cards a seat may play, as far as that seat has shown its hand. `follows`: it has a card of
    the lead suit, None when nobody can tell."""

    pack: Pack
    seat: Seat
    led: str | None
    follows: bool | None
    first: bool
    played: bool

    def why_not_open(self, card: PieceId) -> Refusal | None:
        if self.played:
            return Refusal("already_played_this_meeting", "CR-031", {"seat": self.seat})
        if self.led is None or self.pack.characters[card].wild or self.pack.suit(card) == self.led:
            return None
        if self.follows:
            return Refusal("must_follow_suit", "CR-032", {"suit": self.led})
        return Refusal("off_suit_must_be_face_down", "CR-037", {"suit": self.led})

    def why_not_covered(self, card: Card) -> Refusal | None:
        if self.played:
            return Refusal("already_played_this_meeting", "CR-031", {"seat": self.seat})
        if isinstance(card, PieceId) and self.pack.characters[card].wild:
            return Refusal("wild_never_face_down", "CR-036", {"piece": card})
        if self.led is None:
            return Refusal("leader_plays_face_up", "CR-030" if self.first else "CR-038", {})
        if isinstance(card, PieceId) and self.pack.suit(card) == self.led:
            return Refusal("lead_suit_never_face_down", "CR-037", {"suit": self.led})
        return Refusal("must_follow_suit", "CR-032", {"suit": self.led}) if self.follows else None

    def claim(self) -> Claim | None:
        """What a face-down play says about the hand, while nobody can check it."""
        if self.led is None or self.follows is not None:
            return None
        return Claim(hand(self.seat), self.pack.of_suit(self.led), Say("no_suit", {"suit": self.led}), "CR-032")


def _turn(pack: Pack, seat: Seat, seen: State) -> _Turn:
    led = seen["lead_suit"]
    lacks = seen.pile(hand(seat)).lacks(lambda c: pack.suit(c) == led)
    return _Turn(
        pack,
        seat,
        led if isinstance(led, str) else None,
        None if lacks is None else not lacks,
        not any(seen.pile(meeting(s)).slots for s in seen.seats),
        bool(seen.pile(meeting(seat)).slots),
    )


def _play_options(pack: Pack, seat: Seat, seen: State, card: Card) -> Iterator[Option]:
    turn = _turn(pack, seat, seen)
    covered = Laid(meeting(seat), UNSEEN, False, CHARACTERS)
    unnamed = "play:?:down"
    if not isinstance(card, PieceId):
        refusal = turn.why_not_covered(card)
        held = seen.pile(hand(seat))
        if refusal is None and not held.unseen and not any(_may_be_covered(pack, c, turn.led) for c in held):
            refusal = Refusal("wild_never_face_down", "CR-035", {"piece": held.pieces[0]})
        claim = None if refusal else turn.claim()
        yield Option(unnamed, (UNSEEN, False), Say("play_unnamed"), covered, refusal, claim, blind_key=unnamed)
        return
    facts = {"piece": card}
    refusal = turn.why_not_open(card)
    yield Option(
        f"play:{card}:up",
        (card, True),
        Say("play_up", facts),
        Laid(meeting(seat), card),
        refusal,
        piece=card,
        blind_key=f"play:{card}:up",
    )
    refusal = turn.why_not_covered(card)
    claim = None if refusal else turn.claim()
    yield Option(f"play:{card}:down", (card, False), Say("play_down", facts), covered, refusal, claim, card, unnamed)


# -- the end of a meeting ----------------------------------------------------------------------------------------------


def end_meeting(t: Table, pack: Pack) -> Play:
    """All have played: abilities that wait for this (CR-045 to CR-047), then the winner (CR-048 to CR-051)."""
    for seat in tuple(in_order(t)):
        card = open_card(t.state, seat)
        if card is not None and pack.ability(card).timing == "meeting_end":
            yield from effects.work(t, pack, seat, card)
    won = find_winner(pack, t.state, leader(t))
    count = sum(len(t.pile(meeting(s))) for s in t.seats)
    t.tell(won.how, seat=won.seat, count=count, piece=won.piece)
    t.set("next_leader", won.seat)
    t.go("burning" if won.burns else "taking", won.seat)


def take_cards(t: Table, pack: Pack) -> Play:
    """The winner turns up what lies face-down and lays all cards to the own allies (CR-052)."""
    winner = _closing_seat(t)
    yield from _turn_all_up(t, pack)
    move_all(t, allies(winner), *map(meeting, in_order(t)))
    t.tell("allies_now", seat=winner, count=len(t.pile(allies(winner))))
    _close(t)


def burn_cards(t: Table, pack: Pack) -> Play:
    """The winner keeps at most the own card; the others are discarded (CR-130)."""
    winner = _closing_seat(t)
    yield from _turn_all_up(t, pack)
    own = open_card(t.state, winner)
    keeps = own is not None and pack.ability(own).params.get("keeps") == "self_card"
    for seat in tuple(in_order(t)):
        for card in t.pile(meeting(seat)).pieces:
            t.move(card, allies(winner) if keeps and card == own else DISCARD, frm=meeting(seat))
    t.tell("meeting_burned", seat=winner)
    _close(t)


def discard_cards(t: Table, pack: Pack) -> Play:
    """The meeting was stopped: all its cards are discarded in order of play (CR-122, A-25)."""
    yield from _turn_all_up(t, pack)
    move_all(t, DISCARD, *map(meeting, in_order(t)))
    t.tell("meeting_discarded")
    _close(t)


def give_cards_back(t: Table, pack: Pack) -> None:
    """The meeting was stopped: everybody takes the own card back, a face-down one unseen."""
    for seat in tuple(in_order(t)):
        for slot in t.pile(meeting(seat)).slots:
            t.move(slot.piece, hand(seat), frm=meeting(seat), also=ALL if slot.face_up else frozenset())
    t.tell("meeting_given_back")
    _close(t)


def _closing_seat(t: Table) -> Seat:
    return t.turn if t.turn is not None else leader(t)


def _turn_all_up(t: Table, pack: Pack) -> Play:
    for seat in tuple(in_order(t)):
        yield from turn_up(t, pack, seat, boundary=True)


def _close(t: Table) -> None:
    """The round ends when a hand is empty (CR-055, CR-123); else the next meeting begins (CR-054)."""
    if any(not t.pile(hand(s)).slots for s in t.seats):
        t.go("hands_down")
    else:
        next_meeting(t)
