"""Honours (CH-CHAR-HON-01 to -12): what a player has done is noted for everybody, because it happened before all eyes;
whose Honour it fulfils comes out with the character."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rules.engine import Option, PieceId, Say, Seat, State, Table, TrackData, listed, may_lie_in
from rules.games.chesney.factions import (
    Owned,
    covered_by,
    in_order,
    of_pieces,
    open_card,
    possible_owned,
    real_cards,
)
from rules.games.chesney.names import SIDES, character, score, slot
from rules.games.chesney.pieces import faction_of
from rules.games.chesney.situation import hit_points, is_advanced, own_character, shown_character

POINTS: Final = 2


def counts(t: Table) -> bool:
    """Whether Honours are scored: Advanced Mode with Legend scoring (CH-SCORE-08, CH-ADV-15)."""
    return is_advanced(t) and t.settings["scoring"] == "legend"


def has_done(state: State, seat: Seat, kind: str) -> bool:
    """Whether a player has done what fulfils the at-once Honour of a character."""
    return kind in listed(state[f"deeds/{seat}"], str)


def deed(t: Table, seat: Seat, kind: str) -> None:
    """A player has fulfilled what the Honour of this character asks for. Scored at once when everybody has seen the
    character in this round, else when it is turned up, at the end at the latest (CH-CHAR-HON-06, -09)."""
    if not is_advanced(t) or has_done(t.state, seat, kind):
        return
    t.set(f"deeds/{seat}", (*listed(t[f"deeds/{seat}"], str), kind))
    if shown_character(t.state, seat) == kind or (t[f"was_up/{seat}"] and own_character(t.state, seat) == kind):
        book(t, seat, kind)


@dataclass(frozen=True)
class Points(TrackData):
    """Points that a player was given: in which round, for what, how many."""

    round: int
    why: str
    count: int


def note_points(t: Table, seat: Seat, why: str, count: int) -> None:
    """Notes points for the breakdown at the end."""
    noted = listed(t[f"ledger/{seat}"], Points)
    t.set(f"ledger/{seat}", (*noted, Points(t.number("round"), why, count)))


def book(t: Table, seat: Seat, kind: str) -> bool:
    """+2, once per player and round (CH-CHAR-HON-01); whether it was booked now."""
    if not counts(t) or t[f"honoured/{seat}"]:
        return False
    t.set(f"honoured/{seat}", True)
    t.add(score(seat), POINTS)
    note_points(t, seat, "honour", POINTS)
    t.tell("honour", seat=seat, character=kind.lower(), count=POINTS, gain=POINTS)
    return True


def shown_now(t: Table, seat: Seat) -> None:
    """A character was turned up: an Honour fulfilled before is scored now (CH-CHAR-HON-09)."""
    t.set(f"was_up/{seat}", True)
    kind = own_character(t.state, seat)
    if kind and has_done(t.state, seat, kind):
        book(t, seat, kind)


def release_options(t: Table, seat: Seat, seen: State) -> Iterator[Option]:
    """The owner of a hidden character whose Honour is fulfilled may let the points be seen now (CH-CHAR-HON-09)."""
    if not counts(t) or seen[f"honoured/{seat}"]:
        return
    for piece in may_lie_in(seen, character(seat)):
        if has_done(seen, seat, piece.kind):
            say = Say("release_honour", {"piece": piece})
            yield Option(f"honour:{piece}", ("honour", piece), say, piece=piece, pile=character(seat))


def release(t: Table, seat: Seat, piece: PieceId) -> None:
    """The owner says which character it is that has fulfilled its Honour; the card stays as it lies."""
    t.name(character(seat), piece)
    book(t, seat, piece.kind)


# -- at the end of a round ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    """How everything lay when the round ended, before anything was turned up: per seat the number of own faction cards
    lying open, of Disguises on them, and the HP (CH-CHAR-HON-07)."""

    open_cards: Mapping[Seat, int]
    disguises: Mapping[Seat, int]
    hit_points: Mapping[Seat, int]


def position(t: Table) -> Position:
    """The position now."""
    state = t.state
    return Position(
        {s: sum(open_card(state, side, s) is not None for side in SIDES) for s in t.seats},
        {s: sum(covered_by(state, side, s) is not None for side in SIDES) for s in t.seats},
        {s: hit_points(state, s) for s in t.seats},
    )


@dataclass(frozen=True)
class _End:
    """What an Honour at the end is held against."""

    owned: Owned
    same_faction: bool
    open_cards: int
    disguises: int
    hit_points: int


_AT_THE_END: Final[Mapping[str, Callable[[_End], bool]]] = {
    "CAPTAIN": lambda e: e.open_cards == len(SIDES),
    "CHARMER": lambda e: bool({"dragon", "fox"} & set(e.owned)),
    "RANGER": lambda e: e.same_faction,
    "OATH": lambda e: e.same_faction,
    "DRUID": lambda e: bool({"bear", "deer"} & set(e.owned)),
    "SWORD": lambda e: e.hit_points > 0,
    "PALADIN": lambda e: e.hit_points > 0,
    "MERCHANT": lambda e: len(e.owned) > 1,
    "TRAVELLER": lambda e: not e.open_cards and not e.disguises,
    "DISGUISE": lambda e: e.disguises == len(SIDES),
    "HYPNO": lambda e: len(e.owned) > 1,
    "ENCHANTER": lambda e: e.same_faction,
}
"""The twelve Honours that are checked when the round ends (CH-CHAR-HON-03, -11, -12)."""


def at_the_end(t: Table, seat: Seat, lay: Position) -> bool:
    """Whether a player has fulfilled the own Honour, at once or now; every card lies open by now."""
    kind = own_character(t.state, seat)
    if not counts(t) or not kind:
        return False
    if kind not in _AT_THE_END:
        return has_done(t.state, seat, kind)
    cards = real_cards(t.state, seat)
    end = _End(
        in_order(of_pieces(cards)),
        len(cards) == len(SIDES) and len({faction_of(p) for p in cards}) == 1,
        lay.open_cards[seat],
        lay.disguises[seat],
        lay.hit_points[seat],
    )
    return _AT_THE_END[kind](end)


def is_at_the_end(kind: str) -> bool:
    """Whether an Honour is held against how everything lies when the round ends, not scored at once."""
    return kind in _AT_THE_END


def would_count(seen: State, seat: Seat, kind: str) -> bool | None:
    """Whether an Honour at the end would be fulfilled if the round ended like this; None when that depends on cards
    that this state does not know."""
    cards = real_cards(seen, seat)
    known = len(cards) == len(SIDES)
    if not known and not all(len(seen.pile(slot(side, seat))) for side in SIDES):
        return None  # a card is on its way
    answers = set()
    for owned in (in_order(of_pieces(cards)),) if known else possible_owned(seen, seat):
        for same in (len({faction_of(p) for p in cards}) == 1,) if known else (True, False):
            end = _End(
                owned,
                same,
                sum(open_card(seen, side, seat) is not None for side in SIDES),
                sum(covered_by(seen, side, seat) is not None for side in SIDES),
                hit_points(seen, seat),
            )
            answers.add(_AT_THE_END[kind](end))
    return answers.pop() if len(answers) == 1 else None


def keeps_points(t: Table, seat: Seat) -> bool:
    """Merchant and Hypnotist lose nothing by being Dual (CH-CHAR-MERCHANT-07, CH-CHAR-HYPNO-05)."""
    return own_character(t.state, seat) in ("MERCHANT", "HYPNO")
