"""Skills that heal, mark, draw or steal: Priestess, Pyromancer, Fox Girl, Alchemist, Bard, Thief."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.engine import (
    ALL,
    UNSEEN,
    Card,
    Choose,
    Draw,
    Drawn,
    Option,
    PieceId,
    Play,
    Prepare,
    Say,
    Seat,
    Slip,
    State,
    Table,
    may_lie_in,
)
from rules.games.chesney.characters.cards import count_use
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.dice import throw_alone
from rules.games.chesney.healing import heal
from rules.games.chesney.names import MAX_HP, PILE, RESERVE, hand
from rules.games.chesney.offers import choose_seat, discard_one, hand_over
from rules.games.chesney.pieces import EVENTS, action, is_event, skill_kinds
from rules.games.chesney.rounds import drawing
from rules.games.chesney.situation import hand_size, hit_points, others

MOST_ALLURED: Final = 2
MELODY_FROM: Final = 8


def blessing(t: Table, seat: Seat) -> Play:
    """Priestess: +1 HP for another player and for herself (CH-CHAR-PRIESTESS-01 to -03)."""
    hurt = [s for s in others(t.state, seat) if hit_points(t.state, s) < MAX_HP]
    target = yield from choose_seat(t, seat, "bless", hurt or others(t.state, seat))
    heal(t, target, seat)
    heal(t, seat, seat)


def flame_magic(t: Table, seat: Seat) -> None:
    """Pyromancer: both Flame Magic cards come to the hand (CH-CHAR-PYRO-01)."""
    pieces = tuple(p for p in t.pile(RESERVE).pieces if p.kind in ("BLAST", "FIREBALL"))
    for piece in pieces:
        t.move(piece, hand(seat), frm=RESERVE, also=ALL)
    t.tell("flame_magic", seat=seat, pieces=pieces)


def allure(t: Table, seat: Seat) -> Play:
    """Fox Girl: one more player gets a marker (CH-CHAR-FOXGIRL-01, -02)."""
    target = yield from choose_seat(t, seat, "allure", not_allured(t.state, seat))
    t.set(f"allured/{target}", seat)
    t.tell("allured", seat=seat, target=target)
    if count_use(t, seat) > 1:
        deed(t, seat, "FOXGIRL")


def not_allured(seen: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom the Fox Girl can still mark: nobody once both markers are out (JC-47)."""
    free = tuple(s for s in others(seen, seat) if seen[f"allured/{s}"] is None)
    return free if len(others(seen, seat)) - len(free) < MOST_ALLURED else ()


def poisoning(t: Table, seat: Seat) -> Play:
    """Alchemist: the Poisons go face-up into the pile, at places picked before all eyes (CH-CHAR-ALCHEMIST-01 to -03).
    The companion notes that they are in it, not where (JC-52)."""
    pieces = tuple(p for p in t.pile(RESERVE).pieces if p.kind == "POISON")
    for piece in pieces:
        t.move(piece, PILE, frm=RESERVE, face_up=False, also=ALL)
    t.set("poisoner", seat)
    t.tell("poisoning", seat=seat, count=len(pieces))
    yield Prepare(kind="poison_in", steps=(Slip(pieces, PILE),), facts={"seat": seat, "count": len(pieces)})


# -- at the start of the turn ------------------------------------------------------------------------------------------


def melody(t: Table, seat: Seat) -> Play:
    """Bard: 8 or more is one card more in this turn (CH-CHAR-BARD-01)."""
    result = yield from throw_alone(t, seat, "melody")
    if result is not None and result >= MELODY_FROM:
        t.set("extra_card", True)
        t.tell("extra_card", seat=seat)
    else:
        t.tell("no_extra_card", seat=seat)


def sleight_of_hand(t: Table, seat: Seat) -> Play:
    """Thief: one own card is discarded, an unseen one taken from another hand, which is refilled
    (CH-CHAR-THIEF-01 to -04)."""
    yield from discard_one(t, seat, "thief_discard")
    t.tell("discarded", seat=seat, count=1)
    target = yield from choose_seat(t, seat, "steal_from", [s for s in others(t.state, seat) if hand_size(t.state, s)])
    key = hand(target)
    drawn: Drawn = yield Draw(
        kind="steal",
        seat=seat,
        pile=key,
        to=hand(seat),
        count=1,
        seeded=frozenset(EVENTS),  # none of them is ever held
        facts={"target": target},
    )
    card = drawn.cards[0]
    if card is UNSEEN:  # an unnamed card is never Flame Magic, which everybody knows to be in that hand
        t.forget(key, [p for p in t.pile(key).pieces if p.kind not in skill_kinds()])
    else:
        t.name(key, card)
        t.conceal(key, t.pile(key).pieces)
    hand_over(t, target, card, seat)
    t.tell("stolen", seat=seat, target=target)
    yield from _show_yellow(t, seat, card)
    yield from drawing.draw(t, target, 1)


def _show_yellow(t: Table, seat: Seat, card: Card) -> Play:
    """A yellow card that is shown now fulfils the Honour (CH-CHAR-THIEF-06); always asked, so that nothing is told."""

    before = () if card is not UNSEEN else t.pile(hand(seat)).pieces

    def choices(seen: State) -> Iterator[Option]:
        for piece in [card] if isinstance(card, PieceId) else may_lie_in(seen, hand(seat)):
            if piece in before:
                continue
            if not is_event(piece) and action(piece).colour == "yellow":
                yield Option(f"show:{piece}", piece, Say("show_card", {"piece": piece}), piece=piece, pile=hand(seat))
        yield Option("keep", None, Say("keep_secret"))

    shown = yield Choose(kind="show_yellow", seat=seat, choices=choices)
    if shown is not None:
        t.name(hand(seat), shown)
        t.show(hand(seat), shown)
        t.tell("shows_yellow", seat=seat, piece=shown)
        deed(t, seat, "THIEF")
