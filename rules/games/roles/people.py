"""Who has which role, who is still in, and what each has come to know. A role is a card in somebody's hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.engine import ALL, Keys, PieceId, Seat, Shape, State, Table, TrackData, listed, only
from rules.games.roles.script import Role, Script

ROLES: Final = "roles"
"""The pile and the deck of the role cards."""
WORDS: Final = "words"
"""The pile and the deck of the secret words."""
WORD: Final = "word"
"""The pile of the one that was drawn."""
card: Final = Keys[Seat]("role")
lives: Final = Keys[Seat]("lives")
known: Final = Keys[Seat]("known")


@dataclass(frozen=True)
class Known(TrackData):
    """What a seat was told about another one: the code of a role's or a team's name."""

    seat: Seat
    word: str


def lay_out(t: Table, rules: Script, *, cards: bool) -> None:
    """The role cards in their pile, empty hands, lives. `cards`: they are real ones, on the mat."""
    t.add_pile(ROLES, deck=ROLES, spot=ROLES if cards else None)
    if rules.words:
        t.add_pile(WORDS, deck=WORDS)
        t.add_pile(WORD)
    for seat in t.seats:
        t.add_pile(card(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
        t.add_track(lives(seat), rules.lives, owner=seat)
        t.add_track(known(seat), (), readers=only(seat), owner=seat)


def deck_of(rules: Script, seats: int) -> tuple[PieceId, ...]:
    """The role cards for so many players."""
    counts = rules.counts(seats).items()
    return tuple(PieceId(f"{key}#{n}") for key, count in counts for n in range(1, count + 1))


def words_of(rules: Script) -> tuple[PieceId, ...]:
    """The secret words, as pieces."""
    return tuple(PieceId(f"secret_{number}") for number in range(len(rules.words)))


def role_of(t: Table | State, rules: Script, seat: Seat) -> Role | None:
    """A seat's role; None while it is not known, or not to this reader."""
    state = t.state if isinstance(t, Table) else t
    pieces = state.pile(card(seat)).pieces
    return rules.role(pieces[0].kind) if pieces else None


def those(t: Table | State, rules: Script, who: tuple[str, ...]) -> tuple[Seat, ...]:
    """All who have one of these roles, or have dropped out with it; everybody where none is named."""
    return tuple(s for s in t.seats if not who or ((role := role_of(t, rules, s)) is not None and role.key in who))


def within(t: Table | State) -> tuple[Seat, ...]:
    """Those who have not dropped out."""
    return tuple(seat for seat in t.seats if is_in(t, seat))


def is_in(t: Table | State, seat: Seat) -> bool:
    """Whether a seat has lives left."""
    left = t[lives(seat)]
    return isinstance(left, int) and left > 0


def after(t: Table, seat: Seat) -> Seat:
    """The next to the left who is in; the seat itself where nobody else is."""
    return next((s for s in t.clockwise(t.left_of(seat)) if is_in(t, s)), seat)


def marked(t: Table | State, track: str) -> tuple[Seat, ...]:
    """The seats that a track names. It holds them as texts, so that a host can correct it."""
    named = (int(text) for text in listed(t[track], str) if text.isdecimal())
    return tuple(Seat(number) for number in named if number < len(t.seats))


def mark(t: Table, track: str, seats: Iterable[Seat]) -> None:
    """Has a track name these seats, each once."""
    t.set(track, tuple(dict.fromkeys(map(str, seats))))


def learn(t: Table, seat: Seat, other: Seat, word: str) -> None:
    """A seat is told something about another one, and may look it up from then on."""
    before = listed(t[known(seat)], Known)
    t.set(known(seat), (*(one for one in before if one.seat != other), Known(other, word)))


def open_role(t: Table, seat: Seat) -> None:
    """Everybody knows a seat's role from now on."""
    for piece in t.pile(card(seat)).pieces:
        t.show(card(seat), piece, ALL)


def open_word(t: Table) -> None:
    """Everybody knows the secret word from now on."""
    t.show_all(WORD, ALL)
