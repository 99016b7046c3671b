"""What a player is offered in the action phase: cards, moves made before the card is laid, escapes, the end.

Everything that depends on the hand goes to its owner alone (section 1 of the rule list).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Final

from rules.engine import Claim, Laid, Option, PieceId, Refusal, Say, Seat, State, draw_offer, listed
from rules.games.chess_deckbuilder import names as n
from rules.games.chess_deckbuilder.hands import possible_besides, possible_kinds, surely_held
from rules.games.chess_deckbuilder.moves import (
    Moved,
    Settings,
    after_check,
    brought_back,
    card_moves,
    escapes,
    far_moves,
    mate_refusal,
)
from rules.games.chess_deckbuilder.pieces import COST
from rules.games.chess_deckbuilder.position import Position, is_check, position, promoted

# -- what the answers are worth ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LayCard:
    """A card is laid; what it does comes next."""

    card: str


@dataclass(frozen=True)
class Trade:
    """A Bishop card trashes a card of this kind, "" for one that nobody names (CD-027)."""

    card: str


@dataclass(frozen=True)
class Promote:
    """A King card promotes the pawn on this square (CD-033)."""

    cell: str


class Word(Enum):
    """What a player says instead of playing a card."""

    STOP = "stop"
    DRAW = "draw"
    RESIGN = "resign"
    BACK = "back"


# -- laying a card -----------------------------------------------------------------------------------------------------


def actions(seen: State, seat: Seat, settings: Settings) -> tuple[Option, ...]:
    """Every action card that the hand may hold, and the words (CD-C01)."""
    found = [_card(seen, seat, kind, piece, settings) for kind, piece in possible_kinds(seen, seat).items()]
    stop = Option("stop", Word.STOP, Say("stop"))
    return (*(o for o in found if o is not None), stop, *_agreements())


def _agreements() -> tuple[Option, ...]:
    return draw_offer(Word.DRAW, "CD-102"), Option("resign", Word.RESIGN, Say("resign"), grave=True)


def _card(seen: State, seat: Seat, kind: str, piece: PieceId, settings: Settings) -> Option | None:
    if kind not in n.ACTIONS:
        return None
    options = deeds(seen, seat, kind, settings)
    able = (o.from_cell or o.cell for o in options if o.refusal is None)
    return Option(
        f"play:{kind}",
        LayCard(kind),
        Say("lay", {"card": kind}),
        Laid(n.area(seat), piece),
        card_refusal(seen, seat, kind, options),
        piece=piece,
        pile=n.hand(seat),
        reach=tuple(dict.fromkeys(cell for cell in able if cell)),
    )


def card_refusal(seen: State, seat: Seat, kind: str, options: tuple[Option, ...]) -> Refusal | None:
    """Why a card of this kind cannot be played: nothing that it allows (`options`) can be carried out (CD-020, CD-037,
    CD-062)."""
    if any(o.refusal is None for o in options):
        return None
    in_check = is_check(position(seen), n.color_of(seen, seat))
    if in_check:
        return Refusal("must_answer_check", "CD-062", {"card": kind})
    if options and kind not in (n.BISHOP, n.KING):
        return options[0].refusal
    return Refusal("nothing_to_move", "CD-020", {"card": kind})


def deeds(seen: State, seat: Seat, kind: str, settings: Settings, *, is_laid: bool = False) -> tuple[Option, ...]:
    """All that a card of this kind may do: moves, a Bishop's trade, a King's promotion (CD-026 to CD-034)."""
    found = card_moves(seen, seat, kind)
    if is_check(position(seen), n.color_of(seen, seat)):
        return found  # neither a trade nor a promotion ends a check (CD-062)
    if kind == n.BISHOP:
        held = possible_kinds(seen, seat) if is_laid else possible_besides(seen, seat, n.BISHOP)
        return (*found, *trades(seen, seat, held))
    return (*found, *promotions(seen, seat, settings)) if kind == n.KING else found


def card_choices(seen: State, seat: Seat, kind: str, settings: Settings) -> tuple[Option, ...]:
    """What a card that was laid may do; it can still be taken back (CD-047)."""
    return (*deeds(seen, seat, kind, settings, is_laid=True), Option("back", Word.BACK, Say("back"), returns=True))


MOVES_WITH: Final[Mapping[str, str]] = {"move": "move_with", "take": "take_with", "castle": "castle_with"}
"""How a move is said together with its card."""


def moved_first(seen: State, seat: Seat, settings: Settings) -> Iterator[Option]:
    """Moves that are made before their card is laid (section 4: the pair comes in either order)."""
    for kind, piece in possible_kinds(seen, seat).items():
        if kind in n.ACTIONS:
            for option in card_moves(seen, seat, kind):
                if option.refusal is None:
                    facts = {**option.say.facts, "card": kind}
                    say = Say(MOVES_WITH[option.say.code], facts)
                    yield replace(option, key=f"{kind}:{option.key}", say=say, piece=piece, pile=n.hand(seat))


def moved_without(seen: State, seat: Seat, settings: Settings) -> Iterator[Option]:
    """Moves on the board for which there is no card, or that no card allows."""
    held = possible_kinds(seen, seat)
    for option in far_moves(seen, seat, settings):
        yield option
    for kind in n.ACTIONS:
        for option in card_moves(seen, seat, kind):
            if kind not in held:
                why = Refusal("no_card_for_piece", "CD-012", {"card": kind})
                yield replace(option, key=f"{kind}:{option.key}", refusal=why)
            elif option.refusal is not None:
                yield replace(option, key=f"{kind}:{option.key}")
    yield from _cards_not_held(seen, seat)


def _cards_not_held(seen: State, seat: Seat) -> Iterator[Option]:
    held = possible_kinds(seen, seat)
    for kind in n.KINDS:
        piece = held.get(kind) or next(p for p in seen.decks[n.CARDS] if p.kind == kind)
        gesture = Laid(n.area(seat), piece)
        if kind not in held:
            why = Refusal("card_not_in_hand", "CD-012", {"card": kind})
        elif kind not in n.ACTIONS:
            why = Refusal("treasure_is_not_played", "CD-084", {"card": kind})
        else:
            continue
        yield Option(f"play:{kind}", LayCard(kind), Say("lay", {"card": kind}), gesture, why)


# -- check -------------------------------------------------------------------------------------------------------------


def answers_to_check(seen: State, seat: Seat, settings: Settings) -> tuple[Option, ...]:
    """What a player in check may do: play a card whose move ends it or, without one, move freely (CD-060, CD-065)."""
    cards = [_card(seen, seat, kind, piece, settings) for kind, piece in possible_kinds(seen, seat).items()]
    usable = [o.value.card for o in cards if o is not None and o.refusal is None and isinstance(o.value, LayCard)]
    sure = [kind for kind in usable if kind in surely_held(seen, seat)]
    free = escapes(seen, seat, settings)
    if sure:
        why = Refusal("usable_card_held", "CD-064", {"cards": tuple(sure)})
        free = tuple(replace(o, refusal=why) for o in free)
    elif usable:
        pieces = frozenset(p for p in seen.decks[n.CARDS] if p.kind in usable)
        claim = Claim(n.hand(seat), pieces, Say("no_usable_card", {"cards": tuple(usable)}), "CD-064")
        free = tuple(replace(o, claim=claim) for o in free)
    return (*(o for o in cards if o is not None), *free, *_agreements())


def tried_in_check(seen: State, seat: Seat, settings: Settings) -> Iterator[Option]:
    """What hands may try in check although it does not end it."""
    legal = {(o.value.move.frm, o.value.move.to) for o in escapes(seen, seat, settings) if isinstance(o.value, Moved)}
    for option in far_moves(seen, seat, settings):
        if isinstance(option.value, Moved) and (option.value.move.frm, option.value.move.to) not in legal:
            if option.refusal is not None and option.refusal.code == "own_king_unsafe":
                yield replace(option, refusal=Refusal("must_answer_check", "CD-060", {}))
            else:
                yield option
    yield from _cards_not_held(seen, seat)


# -- a Bishop's trade --------------------------------------------------------------------------------------------------


def trades(seen: State, seat: Seat, held: Mapping[str, PieceId]) -> tuple[Option, ...]:
    """Every card of the hand that may be trashed for one that costs exactly one more (CD-027 to CD-030)."""
    found = []
    for kind, piece in held.items():
        refusal = None if gains(seen, kind) else _trade_refusal(kind)
        gesture = Laid(n.TRASH, piece)
        found.append(
            Option(
                f"trade:{kind}",
                Trade(kind),
                Say("trade", {"card": kind}),
                gesture,
                refusal,
                None,
                piece,
                pile=n.hand(seat),
            )
        )
    return tuple(found)


def gains(seen: State, kind: str) -> tuple[str, ...]:
    """What may be gained for a trashed card of this kind: CD-029."""
    return tuple(k for k in n.KINDS if COST[k] == COST[kind] + 1 and len(seen.pile(n.supply(k))))


def _trade_refusal(kind: str) -> Refusal:
    if kind == n.QUEEN:
        return Refusal("trade_cost_mismatch", "CD-029", {"card": kind})
    return Refusal("pile_empty", "CD-030", {"card": kind, "cost": COST[kind] + 1})


# -- a King's promotion ------------------------------------------------------------------------------------------------


def promotions(seen: State, seat: Seat, settings: Settings) -> tuple[Option, ...]:
    """Every own pawn that may be replaced by a captured own rook, knight or bishop (CD-033, CD-034)."""
    side, at = n.color_of(seen, seat), position(seen)
    pawn = "P" if side == "white" else "p"
    found = []
    for cell, letter in at.men:
        if letter == pawn:
            refusals = [r for _, r in promotion_kinds(seen, seat, cell, settings)]
            none_there = Refusal("no_such_captured_piece", "CD-034", {"cell": cell})
            refusal = None if None in refusals else (refusals or [none_there])[0]
            refusal = after_check(seen, seat, settings) or refusal
            found.append(
                Option(f"promote:{cell}", Promote(cell), Say("promote", {"cell": cell}), None, refusal, cell=cell)
            )
    return tuple(found)


def promotion_kinds(seen: State, seat: Seat, cell: str, settings: Settings) -> list[tuple[str, Refusal | None]]:
    """What the pawn on this square may become by a King card, with the reason against it (CD-034, CD-040, CD-044)."""
    side = n.color_of(seen, seat)
    found: list[tuple[str, Refusal | None]] = []
    back = brought_back(seen, seat)
    for kind in (k for k in back if k not in (n.PAWN, n.QUEEN)):
        found.append(
            (kind, mate_refusal(seen, side, n.KING, partial(_with_promoted, seen, side, cell, kind), settings))
        )
    if n.QUEEN in back:
        found.append((n.QUEEN, Refusal("no_queen_promotion", "CD-034", {"cell": cell})))
    return found


def _with_promoted(seen: State, side: str, cell: str, kind: str) -> Position:
    return replace(promoted(position(seen), side, cell, kind), passing=_passing_after(seen, cell))


def _passing_after(seen: State, cell: str) -> tuple[str, ...]:
    return tuple(c for c in listed(seen[n.STEPPED], str) if c != cell)


def promotion_options(seen: State, seat: Seat, cell: str, settings: Settings) -> tuple[Option, ...]:
    """Which captured piece comes back for a pawn (CD-C04)."""
    return tuple(
        Option(f"as:{kind}", kind, Say("as_man", {"man": f"man_{kind}", "cell": cell}), refusal=refusal)
        for kind, refusal in promotion_kinds(seen, seat, cell, settings)
    )
