"""The to-do list done by hand on the virtual table: pieces are laid, moved, turned and put away."""

from __future__ import annotations

from collections.abc import Set

from companion.reading.bags import is_bag, whose
from companion.reading.todo import Chore, Todo
from companion.virtual.bodies import Bodies
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.types import PieceId, Pile, Seat, Shape, State


class Tidying:
    """Does one thing at a time, as a person would. Used by the dealer, under its lock."""

    def __init__(self, table: VirtualTable, alike: Set[str] = frozenset()):
        self._table = table
        self.bodies = Bodies(table, alike)

    def do(self, todo: Todo, full: State) -> bool:
        """Does what a line of the list says; whether there was anything to do."""
        match todo.chore:
            case Chore.GATHER:
                return self._gather(todo.deck, full)
            case Chore.EMPTY:
                return self._empty(todo.from_spots, todo.pile)
            case Chore.COUNT:
                return False
            case Chore.CLEAR | Chore.STAND | Chore.SET_UP:
                return self.stand_all(full)
            case Chore.PUT_AWAY if todo.piece is not None:
                return self._put_away(todo.piece, todo.from_spot, full.pile(todo.pile), full)
            case Chore.TAKE_OFF if todo.piece is not None:
                return self._take_off(todo.piece, todo.from_spot, full)
            case Chore.TAKE_OFF if todo.from_spot is not None:
                return self._clear(todo.from_spot, full)
        if todo.piece is not None and todo.spot is not None:
            return self._lay_there(todo, todo.piece, todo.spot, full)
        return todo.spot is None or self.lay_down(todo.spot, full)

    def stand_all(self, full: State) -> bool:
        """Stands every figure where the notes have it; whether one stood elsewhere."""
        moved = False
        for body in self._table.figures():
            place = full.where(body.piece)
            moved = (place is not None and self.bring(body, full.pile(place), True, full)) or moved
        return moved

    def _gather(self, deck: str, full: State) -> bool:
        table, spot = self._table, _home(full, deck)
        if spot is None or all(b.deck != deck for b in table.bodies() if b.face_up or b.hand is not None):
            return False
        table.gather(deck, spot)
        return True

    def _take_off(self, piece: PieceId, spot: str | None, full: State) -> bool:
        table, body = self._table, self._table.find(piece)
        if self.bodies.is_alike(body):
            return self._put_away(piece, spot, None, full)
        place = full.where(piece)
        owner = None if place is None else full.pile(place).owner
        home = _home(full, body.deck) if place is None else None
        if owner is not None and body.hand != owner:
            return table.take(body.ident, owner)
        if home is not None and body not in table.at(home):  # a drawing was taken back
            table.lay(body.ident, home, False)
            return True
        return False

    def _lay_there(self, todo: Todo, piece: PieceId, spot: str, full: State) -> bool:
        body = self._missing_of(piece, full)
        lying = self._table.at(spot)
        open_there = todo.chore is not Chore.TURN and _lies_open(full, piece)
        if not open_there and not body.face_up and body in lying:
            return False
        stacked = todo.chore is Chore.LAY and len(lying) > 1 and _is_stack(full, spot)
        if open_there and body.face_up and body in lying and (not stacked or lying[-1] == body):
            return False
        self._lay(body, spot, open_there, full)
        return True

    def _missing_of(self, piece: PieceId, full: State) -> Body:
        """The piece that the notes call so; of look-alikes in one stack the first that does not lie there."""
        place = full.where(piece)
        pile = None if place is None else full.pile(place)
        names = [piece] if pile is None else [piece, *(p for p in pile if p.kind == piece.kind)]
        bodies = [self.bodies.find(name, full) for name in names]
        if pile is None or not self.bodies.is_alike(bodies[0]):
            return bodies[0]
        return next((b for b in bodies if not self.bodies.is_at(b, pile)), bodies[0])

    def _empty(self, spots: tuple[str, ...], bag: str) -> bool:
        """Puts all that lies on some spots into a bag."""
        idents = [body.ident for spot in spots for body in self._table.at(spot)]
        self._table.put_into(bag, idents)
        return bool(idents)

    def _put_away(self, piece: PieceId, spot: str | None, into: Pile | None, full: State) -> bool:
        """Takes a piece of this kind off a spot: into a bag or box, or wherever the notes have more of its deck than
        there are."""
        deck = self._table.find(piece).deck
        bodies = [b for b in self._table.bodies() if b.on_mat and b.deck == deck and b.piece.kind == piece.kind]
        there = [b for b in bodies if (not self._spots_of(b) if spot is None else b in self._table.at(spot))]
        into = into or self._short_pile(deck, full)
        return bool(there) and into is not None and self.bring(there[-1], into, False, full)

    def _spots_of(self, body: Body) -> list[str]:
        return [s.name for s in self._table.layout.spots if self._table.lies_on(body, s.name)]

    def _short_pile(self, deck: str, full: State) -> Pile | None:
        """A hand, or else a bag, that holds fewer pieces of a deck than the notes say."""
        for pile in full.piles.values():
            if pile.shape is Shape.HAND and pile.owner is not None and self.held_short(pile.owner, full) > 0:
                return pile
        bags = [p for p in full.piles.values() if is_bag(p) and any(s.deck == deck for s in p.slots)]
        return next((p for p in bags if len(self._table.inside(p.key)) < len(p)), None)

    def _clear(self, spot: str, full: State) -> bool:
        """Puts what lies face-down on a spot where the notes have it."""
        for body in self._table.at(spot):
            if self.bodies.is_alike(body):
                pile = self._short_pile(body.deck, full)
                return pile is not None and self.bring(body, pile, False, full)
            place = None if body.face_up else full.where(body.piece)
            pile = None if place is None else full.pile(place)
            if pile is not None and pile.shape is Shape.HAND and pile.owner is not None:
                self._table.take(body.ident, pile.owner)
                return True
            if pile is not None and pile.spot is not None and pile.spot != spot:
                self._table.lay(body.ident, pile.spot, _lies_open(full, body.piece))
                return True
        return False

    def lay_down(self, spot: str, full: State) -> bool:
        """Lays the card face-down that its owner has named on the phone, or one of those that nobody has named."""
        table = self._table
        noted = sum(not slot.face_up for pile in full.piles.values() if pile.spot == spot for slot in pile.slots)
        if sum(not body.face_up for body in table.at(spot)) >= noted:
            return False  # it lies there already, and the camera has not seen it yet
        for pile in full.piles.values():
            down = [s.piece for s in pile.slots if not s.face_up] if pile.spot == spot else []
            if down and isinstance(down[-1], PieceId):
                return self.bring(self.bodies.find(down[-1], full), pile, False, full)
            if down and pile.owner is not None:
                hands = [p for p in full.piles.values() if p.shape is Shape.HAND and p.owner == pile.owner]
                unnamed = self.bodies.unnamed(table.hand(pile.owner), hands)
                if unnamed:
                    table.lay(unnamed[0].ident, spot, False)
                    return True
        return False

    def out_of_bag(self, pile: Pile, seat: Seat, full: State) -> bool:
        """Lays a piece down again that went into the seat's bag by an answer which was taken back."""
        bags = (p for p in full.piles.values() if is_bag(p) and whose(p, full) == seat)
        over = [b for bag in bags for b in self._table.inside(bag.key)[len(bag) :]]
        return bool(over) and self.bring(over[0], pile, False, full)

    def bring(self, body: Body, pile: Pile, face_up: bool, full: State) -> bool:
        """Brings a piece to where a pile lies; whether it was not there."""
        if self.bodies.is_at(body, pile) and (not body.on_mat or body.face_up == face_up):
            return False
        if pile.shape is Shape.HAND and pile.owner is not None:
            self._table.take(body.ident, pile.owner)
        elif pile.spot is not None:
            self._lay(body, pile.spot, face_up, full)
        elif is_bag(pile):
            self._table.put_into(pile.key, [body.ident])
        else:
            return False
        return True

    def _lay(self, body: Body, spot: str, face_up: bool, full: State) -> None:
        """Lays a piece on a spot, under what the notes have lying on it."""
        self._table.lay(body.ident, spot, face_up)
        above: list[Body] = []
        for pile in full.piles.values():
            if pile.spot == spot and self.bodies.unnamed([body], [pile]) == []:
                above.clear()
            elif pile.spot == spot:
                above += [self.bodies.find(p, full) for p in pile]
        self._table.raise_up([b.ident for b in above if b.ident != body.ident and b in self._table.at(spot)])

    def held_short(self, seat: Seat, full: State) -> int:
        """How many pieces fewer a seat holds than the notes say."""
        noted = sum(len(p) for p in full.piles.values() if p.shape is Shape.HAND and p.owner == seat)
        return noted - len(self._table.hand(seat))


def _home(full: State, deck: str) -> str | None:
    """The spot of the closed stack that holds this deck."""
    for pile in full.piles.values():
        if pile.shape is Shape.STACK and not pile.face_up and pile.spot and any(s.deck == deck for s in pile.slots):
            return pile.spot
    return None


def _lies_open(full: State, piece: PieceId) -> bool:
    """How the notes have this card lying; open when they do not say."""
    return not any(s.piece == piece and not s.face_up for pile in full.piles.values() for s in pile.slots)


def _is_stack(full: State, spot: str) -> bool:
    return any(pile.spot == spot and pile.shape is Shape.STACK for pile in full.piles.values())
