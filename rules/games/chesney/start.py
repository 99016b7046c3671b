"""The setup of a round (CH-SETUP-09 to -20): everything is shuffled, dealt and stacked, and a starting player found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Final

from rules.engine import (
    UNSEEN,
    Chance,
    Choose,
    Deal,
    Gather,
    Insert,
    Laid,
    Option,
    PieceId,
    Play,
    Prepare,
    Say,
    Seat,
    Sort,
    State,
    Step,
    Table,
    Together,
    TrackValue,
    deal_out,
)
from rules.games.chesney import names as n
from rules.games.chesney.dice import plain_roll
from rules.games.chesney.offers import drawn_card_options
from rules.games.chesney.pieces import EVENTS, of_kind, skill_kinds
from rules.games.chesney.rounds.drawing import put_events_in
from rules.games.chesney.rounds.turns import TURN_TRACKS
from rules.games.chesney.situation import as_seat, is_advanced

HAND: Final = 3
_PileOf = Callable[[Seat], str]
NOTHING_SORTED_OUT: Final[frozenset[PieceId]] = frozenset()
ROUND_TRACKS: Final[Mapping[str, TrackValue]] = {
    **TURN_TRACKS,
    "triggered": (),
    "events_in_pile": 0,
    "renewed": False,
    "unjudged": (),
    "falling": (),
    "poisoner": None,
    "last_faction": None,
    "declarer": None,
}
"""What is counted in one round, and how it starts (CH-SETUP-20, CH-CHAR-GEN-04)."""

SEAT_TRACKS: Final[Mapping[str, TrackValue]] = {
    "deeds": (),
    "honoured": False,
    "was_up": False,
    "bonus_off": False,
    "field": (),
    "used": 0,
    "rage": "",
    "allured": None,
    "shown": "",
    "turned_by": 0,
    "seen_tokens": (),
}
"""The same for each seat; `seen_tokens` is for that seat's eyes only."""


def start_round(t: Table) -> None:
    """Everything goes back and is shuffled; only the scores stay (CH-SETUP-20)."""
    t.add("round", 1)
    t.gather(n.FACTION_CARDS, n.FACTION_PILE)
    t.gather(n.ACTIONS, n.PILE)
    for event in EVENTS:
        t.move(event, n.UNUSED_EVENTS, frm=n.PILE)
    t.shuffle(n.UNUSED_EVENTS)
    if is_advanced(t):
        t.gather(n.CHARACTERS, n.CHARACTER_PILE)
        for piece in sorted(of_kind(*skill_kinds())):
            t.move(piece, n.RESERVE, frm=n.PILE)
        for piece in t.decks[n.DISGUISES]:
            if t.state.where(piece) != n.DISGUISE_RESERVE:
                t.move(piece, n.DISGUISE_RESERVE)
    for track, value in ROUND_TRACKS.items():
        t.set(track, value)
    for seat in t.seats:
        t.set(n.hp(seat), n.MAX_HP)
        for track, value in SEAT_TRACKS.items():
            t.set(f"{track}/{seat}", value)
    t.tell("round_started", round=t.number("round"))
    t.go("prepare")


def prepare(t: Table) -> Play:
    """People shuffle; the events are taken out first, and so are the skill cards (CH-SETUP-11, CH-CHAR-CARD-02)."""
    steps: list[Step] = [
        Gather(n.FACTION_CARDS, n.FACTION_PILE),
        Gather(n.ACTIONS, n.PILE),
        Sort(EVENTS, n.UNUSED_EVENTS),
    ]
    if is_advanced(t):
        steps += [
            Gather(n.CHARACTERS, n.CHARACTER_PILE),
            Sort(tuple(sorted(of_kind(*skill_kinds()))), n.RESERVE),
            Sort(t.decks[n.DISGUISES], n.DISGUISE_RESERVE),
        ]
    facts = {"round": t.number("round"), "advanced": is_advanced(t)}
    yield Prepare(kind="prepare", steps=tuple(steps), boundary=True, facts=facts)
    t.go("starter" if t["starter"] is None else "factions")


def find_starter(t: Table) -> Play:
    """The first round's starting player is drawn by lot (CH-SETUP-16)."""
    options = tuple(Option(f"seat:{s}", s, Say("seat", {"seat": s})) for s in t.seats)
    seat = yield Chance(kind="starter", choices=lambda seen: options, boundary=True)
    t.set("starter", seat)
    t.tell("starts", seat=seat)
    t.go("factions")


def next_starter(t: Table) -> Play:
    """Later rounds are started by whoever has the fewest points; several roll for it (CH-SCORE-12, -13)."""
    lowest = min(t.number(n.score(s)) for s in t.seats)
    among = [s for s in t.seats if t.number(n.score(s)) == lowest]
    while len(among) > 1:
        dice = {}
        for seat in among:
            dice[seat] = yield from plain_roll(t, seat)
        among = [s for s in among if dice[s] == max(dice.values())]
    t.set("starter", among[0])
    t.tell("starts", seat=among[0])
    t.go("round")


# -- dealing -----------------------------------------------------------------------------------------------------------


def _deal(
    t: Table, what: str, pile: str, hands: Mapping[str, int], not_these: frozenset[PieceId] = NOTHING_SORTED_OUT
) -> Play:
    """So many cards of a pile for each of these hands."""
    count = max(hands.values())
    facts = {"count": count}
    deal = Deal(kind=f"deal_{what}", pile=pile, counts=hands, not_these=not_these, boundary=True, facts=facts)
    yield from deal_out(t, deal)


def deal_factions(t: Table) -> Play:
    """Two faction cards for everybody (CH-SETUP-09)."""
    yield from _deal(t, "factions", n.FACTION_PILE, {n.choice(s): 2 for s in t.seats})
    t.go("placing")


def place_factions(t: Table) -> Play:
    """Everybody lays the two cards face-down, one left and one right: a choice of this moment only (CH-SETUP-09)."""
    left, right = (partial(n.slot, side) for side in n.SIDES)
    yield from _take_one(t, "place", "place_left", n.FACTION_CARDS, n.choice, left, right)
    t.tell("factions_placed")
    t.go("characters" if is_advanced(t) else "hands")


def deal_characters(t: Table) -> Play:
    """Two characters for everybody (CH-SETUP-17)."""
    yield from _deal(t, "characters", n.CHARACTER_PILE, {n.offer(s): 2 for s in t.seats})
    t.go("choosing")


def choose_characters(t: Table) -> Play:
    """Everybody keeps one face-down; the other goes back, seen by nobody else (CH-CHAR-GEN-02)."""
    yield from _take_one(t, "keep", "keep", n.CHARACTERS, n.offer, n.character, lambda seat: n.CHARACTER_PILE)
    t.tell("characters_chosen")
    t.go("hands")


def _take_one(t: Table, kind: str, verb: str, deck: str, held: _PileOf, taken: _PileOf, left: _PileOf) -> Play:
    """Everybody lays one of two drawn cards somewhere face-down, and the other one elsewhere."""
    parts = {
        seat: Choose(kind=kind, seat=seat, choices=partial(_take_options, verb, deck, held(seat), taken(seat)))
        for seat in t.seats
    }
    chosen = yield Together(kind=kind, parts=parts, boundary=True)
    for seat, card in chosen.items():
        if card is UNSEEN:
            t.forget(held(seat))  # they may have been shown since, but nobody said which of them it was
        t.move(card, taken(seat), frm=held(seat), face_up=False)
        (rest,) = t.pile(held(seat)).slots
        t.move(rest.piece, left(seat), frm=held(seat), face_up=False)


def _take_options(verb: str, deck: str, held: str, taken: str, seen: State) -> Iterator[Option]:
    gesture = Laid(taken, UNSEEN, False, deck)
    for option in drawn_card_options(seen, held, verb, {}, by_hand=True):
        yield replace(option, gesture=gesture)


def deal_hands(t: Table) -> Play:
    """Three action cards for everybody, before the events go into the pile (CH-SETUP-11)."""
    sorted_out = frozenset({*EVENTS, *of_kind(*skill_kinds())})
    yield from _deal(t, "hands", n.PILE, {n.hand(s): HAND for s in t.seats}, sorted_out)
    t.tell("hands_dealt", count=HAND)
    t.go("events_in")


def insert_events(t: Table) -> Play:
    """One event under the pile, one into its middle (CH-SETUP-12, -13); then the starting player begins."""
    count = len(t.pile(n.PILE))
    steps: tuple[Insert, ...] = (Insert(n.UNUSED_EVENTS, n.PILE, count), Insert(n.UNUSED_EVENTS, n.PILE, count // 2))
    yield Prepare(kind="events_in", steps=steps, boundary=True, facts={"count": count // 2})
    put_events_in(t)
    t.go("turn", as_seat(t["starter"]) or Seat(0))
