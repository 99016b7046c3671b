"""Starting a match from any position at a turn boundary."""

from __future__ import annotations

from dataclasses import replace

from rules.engine.entries import Position
from rules.engine.keys import perhaps
from rules.engine.table import Table, TableError
from rules.engine.types import ALL, NOBODY, UNSEEN, PieceId, Pile, Seat, Slot


class PositionError(Exception):
    """A position that the game cannot have: one sentence naming the pile, card or track."""


def apply_position(table: Table, position: Position) -> None:
    """Puts the cards, tracks, phase and turn of a position onto a freshly set-up table. Cards that it does not place
    stay in the piles where the setup put them, unseen. PositionError names the first thing that is wrong."""
    placed: dict[str, int] = {}
    named: set[PieceId] = set()
    for key, texts in position.piles.items():
        if key not in table.state.piles:
            raise PositionError(f"the game has no pile '{key}'")
        slots = tuple(_slot(table, table.pile(key), text) for text in texts)
        for slot in slots:
            if isinstance(slot.piece, PieceId):
                if slot.piece in named:
                    raise PositionError(f"'{slot.piece}' is placed twice")
                named.add(slot.piece)
            placed[slot.deck] = placed.get(slot.deck, 0) + 1
        if table.pile(key).top_only:
            slots = (*(replace(s, readers=NOBODY) for s in slots[:-1]), *slots[-1:])
        table.replace_pile(key, slots)
    for deck, pieces in table.decks.items():
        _rest(table, position, deck, len(pieces))
    for key, value in position.tracks.items():
        if key not in table.state.tracks:
            raise PositionError(f"the game has no track '{key}'")
        try:
            table.set(key, table.fitting(key, value))
        except TableError as error:
            raise PositionError(str(error)) from error
    if position.phase or position.turn is not None:
        turn = None if position.turn is None else Seat(position.turn)
        if turn is not None and turn not in table.seats:
            raise PositionError(f"there is no seat {turn + 1}")
        table.go(position.phase or table.phase, turn)


def _rest(table: Table, position: Position, deck: str, total: int) -> None:
    """What is not placed stays in the deck's first pile that the position leaves alone."""
    count = sum(s.deck == deck for p in table.state.piles.values() for s in p.slots)
    if count == total:
        return
    homes = [
        k for k, p in table.state.piles.items() if k not in position.piles and any(s.deck == deck for s in p.slots)
    ]
    if not homes:
        raise PositionError(f"{count} of the {total} cards of '{deck}' are placed; say where the others are")
    home = table.pile(homes[0])
    inside = sum(s.deck == deck for s in home.slots)
    rest = inside - (count - total)
    if rest < 0:
        raise PositionError(f"the position places more cards than '{deck}' has")
    others = tuple(s for s in home.slots if s.deck != deck)
    table.replace_pile(home.key, others + (Slot(UNSEEN, deck),) * rest)


def _slot(table: Table, pile: Pile, text: str) -> Slot:
    name, _, lies = text.partition(":")
    name, _, deck = name.partition("@")
    if lies not in ("", "up", "down", "shown"):
        raise PositionError(f"'{text}' in '{pile.key}': behind the colon stands up, down or shown")
    up = pile.face_up if lies in ("", "shown") else lies == "up"
    readers = pile.readers_of(up)
    if name == UNSEEN.value:
        if deck and deck not in table.decks:
            raise PositionError(f"'{text}' in '{pile.key}': the game has no deck '{deck}'")
        return Slot(UNSEEN, deck or _deck_of_pile(table, pile), readers, up)
    try:
        deck = table.deck_of(PieceId(name))
    except TableError as error:
        known = [piece for pieces in table.decks.values() for piece in pieces]
        raise PositionError(f"{error}{perhaps(name, known)} (in '{pile.key}')") from error
    return Slot(PieceId(name), deck, ALL if lies == "shown" else readers, up)


def _deck_of_pile(table: Table, pile: Pile) -> str:
    decks = {s.deck for s in pile.slots}
    return decks.pop() if len(decks) == 1 else next(iter(table.decks))
