"""What the rules ask of the table all the time: who is wounded, who sits where, whose character works."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine import PieceId, Seat, State, Table, TrackValue
from rules.games.chesney.names import character, effect, hand, hp
from rules.games.chesney.pieces import CHRONIC, INN_DAMAGED, TRACKS


def as_seat(value: TrackValue) -> Seat | None:
    """The seat that a track holds; from a position or a correction it comes as a plain number."""
    return Seat(value) if isinstance(value, int) and not isinstance(value, bool) else None


def hit_points(state: State, seat: Seat) -> int:
    """0 (wounded) to 3."""
    return state.number(hp(seat))


def is_wounded(state: State, seat: Seat) -> bool:
    """HP alone decide it."""
    return hit_points(state, seat) == 0


def unwounded(state: State) -> tuple[Seat, ...]:
    """All Non-wounded players, by seat."""
    return tuple(s for s in state.seats if not is_wounded(state, s))


def clockwise(state: State, first: Seat) -> Iterator[Seat]:
    """All seats once, from `first` to the left (J-18)."""
    count = len(state.seats)
    return (Seat((first + n) % count) for n in range(count))


def others(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else, clockwise from the left neighbour."""
    return tuple(s for s in clockwise(state, seat) if s != seat)


def others_unwounded(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Everybody else who is not wounded, clockwise."""
    return tuple(s for s in others(state, seat) if not is_wounded(state, s))


def hand_size(state: State, seat: Seat) -> int:
    """How many cards a seat holds: public."""
    return len(state.pile(hand(seat)))


# -- effects that last -------------------------------------------------------------------------------------------------


def is_triggered(state: State, event: PieceId) -> bool:
    """Whether an event of this round is in force."""
    value = state["triggered"]
    return isinstance(value, tuple) and event in value


def elixir_banned(state: State) -> bool:
    """Chronic Wounds (CH-EVT-CHRONIC-01)."""
    return is_triggered(state, CHRONIC)


def inn_banned(state: State) -> bool:
    """Inn Damaged (CH-EVT-INN-01)."""
    return is_triggered(state, INN_DAMAGED)


def no_loyalty_rolls(state: State) -> bool:
    """Exposed Tracks (CH-EVT-TRACKS-01)."""
    return is_triggered(state, TRACKS)


def lies_at(state: State, seat: Seat, kind: str) -> bool:
    """Whether a Trap or the Fabulous Beast lies at a mat."""
    return any(p.kind == kind for p in state.pile(effect(seat)))


def only_red(state: State, seat: Seat) -> bool:
    """The Berserker's turn after Rage: no green and no yellow card (CH-CHAR-BERSERKER-04). Rage in that very turn binds
    it and the next one, `both` (CH-CHAR-BERSERKER-05)."""
    return state.turn == seat and state[f"rage/{seat}"] in ("now", "both")


def no_yellow(state: State, seat: Seat) -> bool:
    """Whether that turn forbids yellow cards as reactions too (JC-49)."""
    return only_red(state, seat) and not state["rage_allows_yellow"]


# -- characters --------------------------------------------------------------------------------------------------------


def is_advanced(t: Table) -> bool:
    """Whether characters are in play (CH-ADV-01)."""
    return t.settings["mode"] == "advanced"


def character_down(state: State, seat: Seat) -> bool:
    """Whether a face-down character lies at the mat."""
    pile = state.piles.get(character(seat))
    return pile is not None and any(not s.face_up for s in pile.slots)


def shown_character(state: State, seat: Seat) -> str:
    """The kind of the character that lies open, empty when none does."""
    pile = state.piles.get(character(seat))
    for entry in pile.slots if pile is not None else ():
        if entry.face_up and isinstance(entry.piece, PieceId):
            return entry.piece.kind
    return ""


def works(state: State, seat: Seat, kind: str) -> bool:
    """Whether a passive skill is on: its character lies open and its owner is not wounded (CH-ADV-05, CH-ADV-08). A
    Trap does not stop it, unless the table plays it so (J-28)."""
    if shown_character(state, seat) != kind or is_wounded(state, seat):
        return False
    return not (state["trap_stops_passives"] and lies_at(state, seat, "TRAP"))


def own_character(state: State, seat: Seat) -> str:
    """The kind of a seat's character as far as this state knows it."""
    pile = state.piles.get(character(seat))
    return pile.pieces[0].kind if pile is not None and pile.pieces else ""
