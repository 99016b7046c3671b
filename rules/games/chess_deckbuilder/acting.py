"""The action phase: cards are played one after another, each moves a chessman or does what else it may (CD-011 to
CD-047), and the answer to a check (CD-060 to CD-070)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from rules.engine import Choose, Laid, Option, PieceId, Play, Refusal, Say, Seat, State, Table, agree_on_draw, listed
from rules.games.chess_deckbuilder import names as n, offers
from rules.games.chess_deckbuilder.asking import Decide
from rules.games.chess_deckbuilder.hands import bring_out, draw_cards, gain, lose, take_back
from rules.games.chess_deckbuilder.men import become, kings_alone, move_man, note_stand_in, opponents_fate
from rules.games.chess_deckbuilder.moves import (
    Moved,
    becoming_refusal,
    far_moves,
    last_rank_choices,
)
from rules.games.chess_deckbuilder.offers import LayCard, Promote, Trade, Word
from rules.games.chess_deckbuilder.position import Move, is_check, legal_moves, position
from rules.games.chess_deckbuilder.settings import STANDARD

SPARE_PIECE: Final = "spare"
STAND_INS: Final[Mapping[str, str]] = {
    SPARE_PIECE: "thing_spare",
    "turned_rook": "thing_turned_rook",
    "marked_pawn": "thing_marked_pawn",
}
"""What may stand for a promoted pawn's new piece (CD-097), with its word."""


def act(t: Table) -> Play:
    """One play of the action phase, or its end (CD-011 to CD-016); who begins the turn mated has lost (CD-068)."""
    seat = t.player
    in_check = not listed(t.state[n.PLAYED], str) and is_check(position(t.state), n.color_of(t.state, seat))
    if not t.number(n.ACTIONS_LEFT):
        t.go("buy", seat)
        return
    if in_check and t.edition > 0 and not legal_moves(position(t.state), n.color_of(t.state, seat)):
        _mated(t, seat)
        return
    said = yield from (_answer_check(t, seat) if in_check else _choose(t, seat))
    match said:
        case Word.STOP:
            t.tell("stopped", seat=seat)
            t.go("buy", seat)
        case Word.RESIGN:
            t.finish((n.other(seat),), (Say("resigned", {"seat": seat}),))
        case Word.DRAW:
            yield from agree_on_draw(t, seat)  # CD-102
        case LayCard(card):
            yield from _lay(t, seat, card)
        case Moved(move, ""):
            yield from (_escape(t, seat, move) if in_check else _accepted(t, seat, move))
        case Moved(move, card):
            bring_out(t, seat, card, n.area(seat))
            t.tell("laid", seat=seat, card=card)
            yield from _do(t, seat, card, Moved(move, card))


def _choose(t: Table, seat: Seat) -> Play:
    facts = {"seat": seat, "actions": t.number(n.ACTIONS_LEFT)}
    rest: dict[str, Any] = {"seat": seat, "settings": t.settings}
    return (
        yield Decide(
            kind="action",
            facts=facts,
            boundary=True,
            seat=seat,
            choices=partial(offers.actions, **rest),
            far=partial(offers.moved_without, **rest),
            quick=partial(offers.moved_first, **rest),
            button="stop",
        )
    )


def _answer_check(t: Table, seat: Seat) -> Play:
    rest: dict[str, Any] = {"seat": seat, "settings": t.settings}
    return (
        yield Decide(
            kind="answer_check",
            facts={"seat": seat},
            boundary=True,
            seat=seat,
            choices=partial(offers.answers_to_check, **rest),
            far=partial(offers.tried_in_check, **rest),
            quick=partial(offers.moved_first, **rest),
        )
    )


# -- a card ------------------------------------------------------------------------------------------------------------


def _lay(t: Table, seat: Seat, card: str) -> Play:
    """The card lies in the play area; what it does is chosen now, or it is taken back (CD-018, CD-047)."""
    piece = bring_out(t, seat, card, n.area(seat))
    t.tell("laid", seat=seat, card=card)
    deed = yield Decide(
        kind="use_card",
        facts={"seat": seat, "card": card},
        seat=seat,
        choices=partial(offers.card_choices, seat=seat, kind=card, settings=t.settings),
        far=partial(far_moves, seat=seat, settings=t.settings, card=card),
    )
    if deed is Word.BACK:
        take_back(t, seat, piece)
        t.tell("took_back", seat=seat)
        return
    yield from _do(t, seat, card, deed)


def _do(t: Table, seat: Seat, card: str, deed: Moved | Trade | Promote) -> Play:
    """What a card does: on the board, the test for checkmate, then its bonus (CD-018)."""
    match deed:
        case Moved(move, _):
            yield from _move(t, seat, move, free=False)
        case Trade(kind):
            yield from _trade(t, seat, kind)
        case Promote(cell):
            yield from _promote(t, seat, cell)
    t.set(n.PLAYED, (*listed(t.state[n.PLAYED], str), card))
    t.set(n.PASSING, ())
    t.add(n.ACTIONS_LEFT, -1)
    if not isinstance(deed, Trade) and _has_ended(t, seat):
        return
    if card in (
        n.PAWN,
        n.KNIGHT,
    ):  # an action that is drawn for may come into play, so it is there before (CD-014, CD-017)
        t.add(n.ACTIONS_LEFT, 1)
    if card == n.QUEEN:
        t.add(n.BUYS_LEFT, 1)
    yield from draw_cards(t, seat, {n.KNIGHT: 1, n.ROOK: 2}.get(card, 0), "bonus_draw", optional=True)


def _has_ended(t: Table, seat: Seat) -> bool:
    """Tells check; whether the match is over by checkmate, or because only kings are left (CD-100, CD-102)."""
    fate = opponents_fate(t, seat)
    if fate == "mate":
        _mated(t, n.other(seat))
    elif kings_alone(t):
        t.finish((), (Say("kings_alone"),))
    elif fate == "check":
        t.tell("check", seat=n.other(seat))
    return t.result is not None


def _mated(t: Table, seat: Seat) -> None:
    """A side has lost by checkmate (CD-068)."""
    t.tell("checkmate", seat=seat, other=n.other(seat))
    t.finish((n.other(seat),), (Say("mated", {"seat": seat}),))


def _move(t: Table, seat: Seat, move: Move, *, free: bool) -> Play:
    move_man(t, seat, move)
    if move.last_rank:
        yield from _last_rank(t, seat, move, free=free)


def _last_rank(t: Table, seat: Seat, move: Move, *, free: bool) -> Play:
    """A pawn on the last rank becomes another piece at once, unless it waits for a King card (CD-096, CD-097)."""
    kinds = last_rank_choices(t.state, seat, t.settings)
    if not kinds:
        return
    barred = {} if free else _barred(t, seat, move, kinds)
    options = partial(_becoming, kinds=kinds, cell=move.to, barred=barred)
    captured_only = t.settings["last_rank"] != STANDARD
    facts = {"seat": seat, "cell": move.to}
    kind = yield Decide(kind="last_rank", facts=facts, seat=seat, choices=options, auto=captured_only)
    back = become(t, seat, move.to, kind, from_captured=False)
    t.tell("promoted", seat=seat, man=f"man_{kind}", cell=move.to)
    if not back:
        facts = {"seat": seat, "man": f"man_{kind}", "cell": move.to}
        thing = yield Choose(kind="stand_in", facts=facts, seat=seat, choices=_things)
        if thing != SPARE_PIECE:
            note_stand_in(t, move.to, kind, thing)
            t.tell("stands_for", thing=STAND_INS[thing], man=f"man_{kind}", cell=move.to)


def _barred(t: Table, seat: Seat, move: Move, kinds: tuple[str, ...]) -> dict[str, Refusal]:
    """What the pawn may not become, because it would be a forbidden mate; judged on the position as it stands now."""
    here = Move(n.PAWN, move.to, move.to)
    found = {kind: becoming_refusal(t.state, seat, here, kind, t.settings) for kind in kinds}
    return {kind: refusal for kind, refusal in found.items() if refusal is not None}


def _becoming(seen: State, kinds: tuple[str, ...], cell: str, barred: dict[str, Refusal]) -> tuple[Option, ...]:
    return tuple(
        Option(f"as:{kind}", kind, Say("as_man", {"man": f"man_{kind}", "cell": cell}), refusal=barred.get(kind))
        for kind in kinds
    )


def _things(seen: State) -> tuple[Option, ...]:
    return tuple(Option(thing, thing, Say(word)) for thing, word in STAND_INS.items())


def _promote(t: Table, seat: Seat, cell: str) -> Play:
    """A King card's promotion: the pawn leaves for good, a captured piece comes back (CD-033)."""
    choices = partial(offers.promotion_options, seat=seat, cell=cell, settings=t.settings)
    kind = yield Decide(kind="promote_to", facts={"seat": seat, "cell": cell}, seat=seat, choices=choices, auto=True)
    become(t, seat, cell, kind, from_captured=True)
    t.tell("promoted_by_king", seat=seat, man=f"man_{kind}", cell=cell)


def _trade(t: Table, seat: Seat, kind: str) -> Play:
    """A Bishop card's trade: trash first, then gain (CD-027, A-18)."""
    card = bring_out(t, seat, kind, n.TRASH)
    lose(t, seat, card)
    t.tell("trashed", seat=seat, card=kind)
    facts = {"seat": seat, "card": kind}
    chosen = yield Choose(kind="gain", facts=facts, seat=seat, choices=partial(_gains, seat=seat, card=kind), auto=True)
    gain(t, seat, PieceId(t.pile(n.supply(chosen)).pieces[-1]))
    t.tell("gained", seat=seat, card=chosen, left=len(t.pile(n.supply(chosen))))


def _gains(seen: State, seat: Seat, card: str) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"gain:{kind}",
            kind,
            Say("gain", {"card": kind}),
            Laid(n.discard(seat), seen.pile(n.supply(kind)).pieces[-1]),
        )
        for kind in offers.gains(seen, card)
    )


# -- check -------------------------------------------------------------------------------------------------------------


def _accepted(t: Table, seat: Seat, move: Move) -> Play:
    """A move without a card that the host has accepted; the turn goes on as it stood."""
    yield from _move(t, seat, move, free=True)
    t.set(n.PASSING, ())
    _has_ended(t, seat)


def _escape(t: Table, seat: Seat, move: Move) -> Play:
    """A free escape: one chess move, and the turn is over; the hand is kept as it is (CD-065 to CD-067)."""
    t.tell("escapes", seat=seat)
    yield from _move(t, seat, move, free=True)
    if not _has_ended(t, seat):
        t.tell("keeps_hand", seat=seat)
        t.go("end", seat)
