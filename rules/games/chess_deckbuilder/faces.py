"""How the cards, the chessmen and the board look on screens, and what the table may remind its readers of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.engine import (
    PUBLIC,
    UNSEEN,
    BoardState,
    CardFace,
    Field,
    Names,
    Note,
    PieceId,
    Say,
    Seat,
    SideLook,
    State,
    Words,
    listed,
)
from rules.games.chess_deckbuilder import names as n, offers
from rules.games.chess_deckbuilder.buying import in_hand, shown
from rules.games.chess_deckbuilder.men import StandIn
from rules.games.chess_deckbuilder.moves import position_now
from rules.games.chess_deckbuilder.pieces import COST, spare_men, starting_cards, starting_men, supply_cards
from rules.games.chess_deckbuilder.position import GRID, is_check, king_square, legal_moves, position
from rules.games.chess_deckbuilder.settings import settings_of

LOOKS: Final[Mapping[str, SideLook]] = {
    n.WHITE: SideLook("circle", "gold", "plain"),
    n.BLACK: SideLook("square", "grey", "stripes"),
}
FIGURES: Final[Mapping[str, str]] = {n.WHITE: "light", n.BLACK: "dark"}


def faces(settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """Every card and every chessman."""
    found: dict[PieceId, CardFace] = {}
    for kind in n.KINDS:
        mine = [card for seat in (0, 1) for card in starting_cards(seat) if card.kind == kind]
        suit, sort = ("coin", "treasure") if kind in (n.COPPER, n.SILVER) else (f"chess_{kind}", "action")
        text = words.say("note", Say(f"card_{kind}"), Names())
        for card in (*mine, *supply_cards(kind, settings)):
            title = words.word(kind)
            found[card] = CardFace(card, title, str(COST[kind]), suit, sort, TINTS.get(kind, "blue"), text, "house")
    for man in (*starting_men().values(), *spare_men()):
        suit, tint = f"chess_{n.kind_of(man)}", LOOKS[n.side_of(man)].tint
        found[man] = CardFace(
            man, words.word(man.kind), suit=suit, suit_code=suit, tint=tint, figure=FIGURES[n.side_of(man)]
        )
    return found


TINTS: Final[Mapping[str, str]] = {n.COPPER: "red", n.SILVER: "grey"}


def draw_board(seen: State) -> BoardState:
    """The chess board; all of it is public (CD-I01)."""
    fields = []
    owners = {n.color_of(seen, seat): seat for seat in seen.seats}
    for cell, (file, rank) in GRID.cells.items():
        pieces = tuple([s.piece for s in seen.pile(n.square(cell)).slots])
        side = n.side_of(pieces[-1]) if pieces and isinstance(pieces[-1], PieceId) else ""
        side = side if side in n.SIDES else ""
        fields.append(Field(cell, "light" if (file + rank) % 2 else "dark", "", pieces, side, owners.get(side)))
    at = position(seen)
    alarm = tuple(king_square(at, side) for side in n.SIDES if is_check(at, side))
    turned = tuple(seat for seat in seen.seats if n.color_of(seen, seat) == n.BLACK)
    return BoardState(GRID, tuple(fields), LOOKS, listed(seen[n.LAST], str), alarm=alarm, turned=turned)


def notes(seen: State, reader: Seat) -> tuple[Note, ...]:
    """What everybody may be reminded of, and what a seat alone."""
    settings = settings_of(seen)
    return tuple(_public(settings, seen) if reader == PUBLIC else _own(settings, seen, reader))


def _public(settings: Mapping[str, object], seen: State) -> Iterator[Note]:
    at = position(seen)
    for seat in seen.seats:
        side = n.color_of(seen, seat)
        is_stuck = seen.phase == "action" and seen.turn == seat and not legal_moves(position_now(seen), side)
        if is_check(
            at, side
        ):  # a match of before may stand at a checkmate that it did not end by (docs/decisions/0030)
            yield Note(
                Say("mated" if is_stuck else "in_check", {"seat": seat}), seat, "CD-068" if is_stuck else "CD-060"
            )
        elif is_stuck:
            yield Note(Say("no_move", {"seat": seat}), seat, "CD-101")
        if seen.phase == "buy" and seen.turn == seat:
            yield Note(Say("treasure_shown", {"seat": seat, "count": shown(seen, seat, settings)}), seat, "CD-075")
    for one in listed(seen[n.STAND_INS], StandIn):
        facts = {"cell": one.cell, "man": f"man_{one.kind}", "thing": f"thing_{one.thing}"}
        yield Note(Say("stands_for", facts), None, "CD-097")


def _own(settings: Mapping[str, object], seen: State, reader: Seat) -> Iterator[Note]:
    pile = seen.pile(n.hand(reader))
    if len(pile) and not any(slot.piece is UNSEEN for slot in pile.slots):
        total = in_hand(seen, reader, settings) + shown(seen, reader, settings)
        yield Note(Say("treasure", {"count": total}), reader, "CD-075")
        if seen.turn == reader and seen.phase == "action" and is_check(position(seen), n.color_of(seen, reader)):
            kinds = dict.fromkeys(card.kind for card in pile if card.kind in n.ACTIONS)
            usable = tuple(k for k in kinds if _is_usable(seen, reader, k, settings))
            say = Say("must_use", {"cards": usable}) if usable else Say("may_escape")
            yield Note(say, reader, "CD-061" if usable else "CD-065")


def _is_usable(seen: State, seat: Seat, kind: str, settings: Mapping[str, object]) -> bool:
    return any(o.refusal is None for o in offers.deeds(seen, seat, kind, settings))
