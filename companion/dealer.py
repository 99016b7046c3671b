"""The virtual table's dealer: the pair of hands that shuffles, deals over the reader box, turns cards up and tidies.

At a real table people do this. The dealer does nothing that a person at the table could not do: it reads the to-do
list and the open question, and moves pieces of the virtual table, which the camera then sees.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from companion.inbox import Dealt, Inbox
from companion.outlet import Board
from companion.todo import Chore, Todo
from companion.virtual_table import Body, VirtualTable
from rules.engine.questions import Deal, Reveal, Roll
from rules.engine.types import PUBLIC, UNSEEN, Card, PieceId, Shape, State

CAMERA_PATIENCE_S = 5.0
AGAIN_S = 10.0  # a question that was served and is still open after this is served again

ReaderBox = Callable[[PieceId], Card]
"""Shows one card to the small camera under the glass; gives what was read."""


class Dealer:
    """Moves pieces for everybody. Safe from any thread: a page and the bots may ask for the same deal."""

    def __init__(
        self,
        table: VirtualTable,
        board: Callable[[], Board | None],
        inbox: Inbox,
        box: ReaderBox | None,
        clock: Callable[[], float],
    ):
        self._table = table
        self._board = board
        self._inbox = inbox
        self._box = box
        self._clock = clock
        self._lock = threading.RLock()
        self._done: tuple[int, str, float] | None = None  # version and kind of the question last served, and when
        self._waiting: tuple[int, float] = (-1, 0.0)  # the table's version that the camera has not seen, since when

    def next_chore(self) -> bool:
        """Does one thing that is to be done now; whether there was one. Waits for the camera to see the last."""
        with self._lock:
            board = self._board()
            if board is None or board.around.paused or self._is_waiting(board) or not self.camera_caught_up():
                return False
            patient = set(board.around.todos)
            for todo in board.differences:
                if (todo.chore is not Chore.TAKE_OFF or todo in patient) and self._do(todo, board):
                    return True
            return self.answer_question()

    def tidy(self) -> int:
        """Does everything on the to-do list at once; how many things it did."""
        with self._lock:
            board = self._board()
            return 0 if board is None else sum(self._do(todo, board) for todo in board.differences)

    def answer_question(self) -> bool:
        """Does what a question to the table asks for (deal, turn up); whether there was anything to do."""
        with self._lock:
            board = self._board()
            question = None if board is None else board.question
            if board is None or not isinstance(question, Deal | Reveal) or self._is_waiting(board):
                return False
            self._done = (board.packets[PUBLIC].version, question.kind, self._clock())
            if isinstance(question, Deal):
                self._deal(question, board.full)
            else:
                self._reveal(question, board.full)
            return True

    def throw(self) -> tuple[int, ...]:
        """Throws the dice that the open question asks for into the tray; gives what they show, nothing when none are
        to be thrown now or they lie there already."""
        with self._lock:
            board = self._board()
            question = None if board is None else board.question
            if board is None or not isinstance(question, Roll) or self._is_waiting(board):
                return ()
            self._done = (board.packets[PUBLIC].version, question.kind, self._clock())
            return self._table.throw(question.dice)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _is_waiting(self, board: Board) -> bool:
        """Whether what the open question asked for was done, and the referee has not worked it in yet."""
        question = board.question
        if self._done is None or question is None or self._done[:2] != (board.packets[PUBLIC].version, question.kind):
            return False
        return self._clock() - self._done[2] < AGAIN_S

    def camera_caught_up(self) -> bool:
        """Whether the camera has seen the table as it lies now: what lies open is seen, and nothing is that does not.
        After a while true all the same, so that a card which it cannot see stops nobody."""
        with self._lock:
            board = self._board()
            if board is None:
                return False
            if self._waiting[0] != self._table.version:
                self._waiting = (self._table.version, self._clock())
            return self._camera_sees_all(board) or self._clock() - self._waiting[1] > CAMERA_PATIENCE_S

    def _camera_sees_all(self, board: Board) -> bool:
        seen = {i.piece: i for i in board.lying if i.piece is not None}
        top: dict[tuple[float, float], Body] = {}
        for body in self._table.bodies():
            if body.hand is None:
                top[body.x_mm, body.y_mm] = body
        lying_open = {b.piece for b in top.values() if b.face_up}
        gone = [i for piece, i in seen.items() if piece not in lying_open and not any(map(i.is_under, board.lying))]
        return lying_open <= set(seen) and not gone

    def _do(self, todo: Todo, board: Board) -> bool:
        table = self._table
        if todo.chore is Chore.GATHER:
            spot = _home(board.full, todo.deck)
            if spot is None or all(b.deck != todo.deck for b in table.bodies() if b.face_up or b.hand is not None):
                return False
            table.gather(todo.deck, spot)
        elif todo.chore is Chore.TAKE_OFF and todo.piece is not None:
            place = board.full.where(todo.piece)
            owner = None if place is None else board.full.pile(place).owner
            body = table.find(todo.piece)
            if owner is None or body.hand == owner:
                return False
            table.take(body.ident, owner)
        elif todo.piece is not None and todo.spot is not None:
            body = table.find(todo.piece)
            lying = table.at(todo.spot)
            stacked = todo.chore is Chore.LAY and len(lying) > 1 and _is_stack(board.full, todo.spot)
            if body.face_up and body in lying and (not stacked or lying[-1] == body):
                return False
            table.lay(body.ident, todo.spot, True)
        elif todo.chore is Chore.TAKE_OFF and todo.from_spot is not None:
            return self._clear(todo.from_spot, board.full)
        elif todo.spot is not None:
            return self._lay_down(todo.spot, board.full)
        return True

    def _clear(self, spot: str, full: State) -> bool:
        """Puts what lies face-down on a spot where the notes have it."""
        for body in self._table.at(spot):
            place = None if body.face_up else full.where(body.piece)
            pile = None if place is None else full.pile(place)
            if pile is not None and pile.shape is Shape.HAND and pile.owner is not None:
                self._table.take(body.ident, pile.owner)
                return True
            if pile is not None and pile.spot is not None and pile.spot != spot:
                self._table.lay(body.ident, pile.spot, True)
                return True
        return False

    def _lay_down(self, spot: str, full: State) -> bool:
        """Lays the card face-down that its owner has named on the phone, or one of those that nobody has named."""
        table = self._table
        if any(not body.face_up for body in table.at(spot)):
            return False  # it lies there already, and the camera has not seen it yet
        for pile in full.piles.values():
            down = [s.piece for s in pile.slots if not s.face_up] if pile.spot == spot else []
            if down and isinstance(down[-1], PieceId):
                table.lay(table.find(down[-1]).ident, spot, False)
                return True
            if down and pile.owner is not None:
                named = {p for hand in full.piles.values() if hand.shape is Shape.HAND for p in hand}
                unnamed = [b for b in table.hand(pile.owner) if b.piece not in named]
                if unnamed:
                    table.lay(unnamed[0].ident, spot, False)
                    return True
        return False

    def _deal(self, question: Deal, full: State) -> None:
        owners = {full.pile(key).owner: key for key in question.counts}
        counts = {seat: question.counts[key] for seat, key in owners.items() if seat is not None}
        spot = full.pile(question.pile).spot
        if spot is None:
            return
        deck = full.pile(question.pile).slots[0].deck
        is_new = not any(len(full.pile(key)) for key in question.counts)
        held = any(b.deck == deck for seat in counts for b in self._table.hand(seat))
        if len(self._table.at(spot)) < sum(counts.values()) or (is_new and held):  # held: a deal was taken back
            self._table.gather(deck, spot)
        dealt = self._table.deal(spot, counts)
        if self._box is None:
            self._inbox.put(Dealt(()))
            return
        read = {owners[seat]: tuple(self._box(p) for p in pieces) for seat, pieces in dealt.items()}
        self._inbox.put(Dealt(tuple(read.items())))

    def _reveal(self, question: Reveal, full: State) -> None:
        table, pile = self._table, full.pile(question.pile)
        if pile.shape is Shape.HAND and pile.owner is not None:
            held = [b for b in table.hand(pile.owner) if pile.unseen and b.piece not in pile.pieces]
            if held:
                table.lay(held[0].ident, question.to_spot, True)
        elif pile.spot == question.to_spot:
            for body in table.at(question.to_spot):
                if not body.face_up:
                    table.turn(body.ident)
        elif pile.spot is not None and (stack := table.at(pile.spot)):
            table.lay(stack[-1].ident, question.to_spot, True)


def _home(full: State, deck: str) -> str | None:
    """The spot of the closed stack that holds this deck."""
    for pile in full.piles.values():
        if pile.shape is Shape.STACK and not pile.face_up and pile.spot and any(s.deck == deck for s in pile.slots):
            return pile.spot
    return None


def _is_stack(full: State, spot: str) -> bool:
    return any(pile.spot == spot and pile.shape is Shape.STACK for pile in full.piles.values())


def deck_homes(start: State) -> dict[str, str]:
    """The spot of every deck's first stack, from the state at the very start of a match."""
    homes: dict[str, str] = {}
    for pile in start.piles.values():
        for slot in pile.slots:
            if pile.spot is not None and pile.shape is Shape.STACK:
                homes.setdefault(slot.deck, pile.spot)
    return homes


def seat_up(table: VirtualTable, full: State, homes: dict[str, str]) -> None:
    """Puts the pieces where a match stands (after a restart): known ones in their piles, the others dealt out as the
    counts say. `homes` are the decks' spots for those that lie nowhere known."""
    placed: set[PieceId] = set()
    for deck, spot in homes.items():
        table.gather(deck, spot)
    for pile in full.piles.values():
        for slot in pile.slots:
            if isinstance(slot.piece, PieceId):
                placed.add(slot.piece)
                body = table.find(slot.piece)
                if pile.shape is Shape.HAND and pile.owner is not None:
                    table.take(body.ident, pile.owner)
                elif pile.spot is not None:
                    table.lay(body.ident, pile.spot, slot.face_up)
    rest = {deck: [b for b in table.bodies() if b.deck == deck and b.piece not in placed] for deck in homes}
    for pile in full.piles.values():
        for slot in pile.slots:
            if slot.piece is UNSEEN and pile.spot != homes.get(slot.deck) and rest.get(slot.deck):
                body = rest[slot.deck].pop()
                if pile.shape is Shape.HAND and pile.owner is not None:
                    table.take(body.ident, pile.owner)
                elif pile.spot is not None:
                    table.lay(body.ident, pile.spot, slot.face_up)
