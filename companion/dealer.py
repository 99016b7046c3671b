"""The virtual table's dealer: the pair of hands that shuffles, deals over the reader box, turns cards up and tidies.

At a real table people do this. The dealer does nothing that a person at the table could not do: it reads the to-do
list and the open question, and moves pieces of the virtual table, which the camera then sees.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from random import Random, SystemRandom

from companion.hands_on import ByHand, HandsOn, ReaderBox
from companion.inbox import Dealt, Inbox
from companion.outlet import Board
from companion.todo import Chore, Todo, visible
from companion.virtual_table import Body, VirtualTable
from rules.engine.questions import Roll
from rules.engine.types import PUBLIC, UNSEEN, PieceId, Shape, State

CAMERA_PATIENCE_S = 5.0
AGAIN_S = 10.0  # a question that was served and is still open after this is served again


class Dealer:
    """Moves pieces for everybody. Safe from any thread: a page and the bots may ask for the same deal."""

    def __init__(
        self,
        table: VirtualTable,
        board: Callable[[], Board | None],
        inbox: Inbox,
        box: ReaderBox | None,
        clock: Callable[[], float],
        random: Random | None = None,
        start: State | None = None,
    ):
        """`start` is what the notes say while the table is as it was set up."""
        self._table = table
        self._board = board
        self._inbox = inbox
        self._hands = HandsOn(table, box, random or SystemRandom())
        self._clock = clock
        self._lock = threading.RLock()
        self._done: tuple[int, str, float] | None = None  # version and kind of the question last served, and when
        self._waiting: tuple[int, float] = (-1, 0.0)  # the table's version that the camera has not seen, since when
        self._noted = None if start is None else _noted(start)  # where the notes had each card, and whether open

    def next_chore(self) -> bool:
        """Does one thing that is to be done now; whether there was one. Waits for the camera to see the last."""
        with self._lock:
            board = self._board()
            if board is None or board.around.paused or self._is_waiting(board) or not self.camera_caught_up():
                return False
            if self._carry(board):
                return True
            patient = set(board.around.todos)
            for todo in board.differences:
                if (todo.chore is not Chore.TAKE_OFF or todo in patient) and self._do(todo, board):
                    return True
            return self.answer_question()

    def tidy(self) -> int:
        """Does everything on the to-do list at once; how many things it did."""
        with self._lock:
            board = self._board()
            return 0 if board is None else self._carry(board) + sum(self._do(todo, board) for todo in board.differences)

    def answer_question(self) -> bool:
        """Does what a question to the table asks for (deal, draw, shuffle, turn up, draw lots); whether there was
        anything to do."""
        with self._lock:
            board = self._board()
            question = None if board is None else board.question
            if board is None or not isinstance(question, ByHand) or self._is_waiting(board):
                return False
            version = board.packets[PUBLIC].version
            self._done = (version, question.kind, self._clock())

            def tell(dealt: Dealt) -> None:
                self._inbox.put(replace(dealt, version=version))

            self._hands.carry_out(question, board.full, tell)
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

    def _carry(self, board: Board) -> int:
        """Brings every card whose place has changed in the notes there, unless it is to lie on view, which the to-do
        list says: a hand card that was given away, face-down cards that were exchanged, a card that was laid away.
        Gives how many."""
        full, before, carried = board.full, self._noted, 0
        now = self._noted = _noted(full)
        on_view = {piece for pile in full.piles.values() for piece in visible(pile)}
        for piece, (key, face_up) in now.items():
            if before is None or piece in on_view or before.get(piece) == (key, face_up):
                continue
            pile, body = full.pile(key), self._table.find(piece)
            if pile.shape is Shape.HAND and pile.owner is not None and body.hand != pile.owner:
                self._table.take(body.ident, pile.owner)
                carried += 1
            elif pile.spot is not None and (body.face_up != face_up or body not in self._table.at(pile.spot)):
                self._table.lay(body.ident, pile.spot, face_up)
                carried += 1
        return carried

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
            home = _home(board.full, body.deck) if place is None else None
            if owner is not None and body.hand != owner:
                table.take(body.ident, owner)
            elif home is not None and body not in table.at(home):  # a drawing was taken back
                table.lay(body.ident, home, False)
            else:
                return False
        elif todo.piece is not None and todo.spot is not None:
            body = table.find(todo.piece)
            lying = table.at(todo.spot)
            open_there = todo.chore is not Chore.TURN and _lies_open(board.full, todo.piece)
            if not open_there and not body.face_up and body in lying:
                return False
            stacked = todo.chore is Chore.LAY and len(lying) > 1 and _is_stack(board.full, todo.spot)
            if open_there and body.face_up and body in lying and (not stacked or lying[-1] == body):
                return False
            table.lay(body.ident, todo.spot, open_there)
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
                self._table.lay(body.ident, pile.spot, _lies_open(full, body.piece))
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


def _noted(full: State) -> dict[PieceId, tuple[str, bool]]:
    """The pile of every card whose place is known, and whether it lies open there."""
    return {
        slot.piece: (pile.key, slot.face_up)
        for pile in full.piles.values()
        for slot in pile.slots
        if isinstance(slot.piece, PieceId)
    }


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
