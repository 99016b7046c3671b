"""The virtual table's dealer: the pair of hands that shuffles, deals over the reader box, turns cards up and tidies.

At a real table people do this. The dealer does nothing that a person at the table could not do: it reads the to-do
list and the open question, and moves pieces of the virtual table, which the camera then sees.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Set
from concurrent.futures import Future
from dataclasses import replace
from random import Random, SystemRandom

from companion.reading.bags import is_bag
from companion.reading.todo import Chore, visible
from companion.referee.inbox import Dealt, Inbox, Tapped
from companion.telling.board import Underside
from companion.virtual.hands_on import HandsOn, ReaderBox
from companion.virtual.tidying import Tidying
from companion.virtual.virtual_table import Body, VirtualTable
from hardware.parts import TRAY_SENSOR
from hardware.types import Tripped
from rules.engine.questions import ByHand, Roll
from rules.engine.types import PieceId, Pile, Seat, Shape, State

CAMERA_PATIENCE_S = 5.0
_SLOW = frozenset({Chore.TAKE_OFF, Chore.CLEAR, Chore.STAND, Chore.SET_UP})  # somebody may be in the midst of it
AGAIN_S = 10.0  # a question that was served and is still open after this is served again
MOST_SERVED = 3  # what hands have done so often in vain is only said from then on, so that no match stands still


class Dealer:
    """Moves pieces for everybody. Safe from any thread: a page and the bots may ask for the same deal."""

    def __init__(
        self,
        table: VirtualTable,
        underside: Callable[[], Underside | None],
        inbox: Inbox,
        box: ReaderBox | None,
        clock: Callable[[], float],
        random: Random | None = None,
        start: State | None = None,
        alike: Set[str] = frozenset(),
    ):
        """`start` is what the notes say while the table is as it was set up; `alike` are the decks whose copies nobody
        tells apart."""
        self._table = table
        self._underside = underside
        self._inbox = inbox
        self._hands = HandsOn(table, box, random or SystemRandom(), alike)
        self._tidying = Tidying(table, alike)
        self._clock = clock
        self._lock = threading.RLock()
        self._done: tuple[int, str, float] | None = None  # version and kind of the question last served, and when
        self._served = 0  # how often it was
        self._waiting: tuple[int, float] = (-1, 0.0)  # the table's version that the camera has not seen, since when
        self._noted = None if start is None else _noted(start)  # where the notes had each card, and whether open

    def next_chore(self) -> bool:
        """Does one thing that is to be done now; whether there was one. Waits for the camera to see the last."""
        with self._lock:
            underside = self._underside()
            if underside is None or underside.board.around.paused or self._is_waiting(underside):
                return False
            if not self.camera_caught_up():
                return False
            if self._lay_board(underside) or self._carry(underside) or self._even_out(underside):
                return True
            patient = set(underside.board.around.todos)
            for todo in underside.differences:
                if (todo.chore not in _SLOW or todo in patient) and self._tidying.do(todo, underside.full):
                    return True
            return self.answer_question()

    def tidy(self) -> int:
        """Does everything on the to-do list at once; how many things it did."""
        with self._lock:
            underside = self._underside()
            if underside is None:
                return 0
            moved = self._lay_board(underside) + self._carry(underside) + self._even_out(underside)
            return moved + sum(self._tidying.do(todo, underside.full) for todo in underside.differences)

    def answer_question(self) -> bool:
        """Does what a question to the table asks for (deal, draw, shuffle, turn up, draw lots); whether there was
        anything to do."""
        with self._lock:
            underside = self._underside()
            question = None if underside is None else underside.question
            if underside is None or question is None or self._is_waiting(underside):
                return False
            if not isinstance(question, ByHand) and not question.of_table:
                return False
            version = underside.board.public.version
            is_again = self._done is not None and self._done[:2] == (version, question.kind)
            self._served = self._served + 1 if is_again else 1
            self._done = (version, question.kind, self._clock())

            def tell(dealt: Dealt) -> None:
                self._inbox.put(replace(dealt, version=version))

            if not isinstance(question, ByHand):
                if self._served <= MOST_SERVED and (said := self._hands.of_table(question, underside.full)) is not None:
                    self._inbox.put(Tapped(*said, version, "", Future()))
            elif self._served <= MOST_SERVED:
                self._hands.carry_out(question, underside.full, tell)
            elif (dealt := self._hands.only_said(question, underside.full)) is not None:
                tell(dealt)
            return True

    def throw(self) -> tuple[int, ...]:
        """Throws the dice that the open question asks for into the tray; gives what they show, nothing when none are
        to be thrown now or they lie there already."""
        with self._lock:
            underside = self._underside()
            question = None if underside is None else underside.question
            if underside is None or not isinstance(question, Roll) or self._is_waiting(underside):
                return ()
            self._done = (underside.board.public.version, question.kind, self._clock())
            self._inbox.put(Tripped(TRAY_SENSOR, self._clock()))  # the virtual tray has a sensor, too
            return self._table.throw(question.dice)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _is_waiting(self, underside: Underside) -> bool:
        """Whether what the open question asked for was done, and the referee has not worked it in yet."""
        question = underside.question
        if self._done is None or question is None or self._done[:2] != (underside.board.public.version, question.kind):
            return False
        return self._clock() - self._done[2] < AGAIN_S

    def camera_caught_up(self) -> bool:
        """Whether the camera has seen the table as it lies now: what lies open is seen, and nothing is that does not.
        After a while true all the same, so that a card which it cannot see stops nobody."""
        with self._lock:
            underside = self._underside()
            if underside is None:
                return False
            if self._waiting[0] != self._table.version:
                self._waiting = (self._table.version, self._clock())
            return self._camera_sees_all(underside) or self._clock() - self._waiting[1] > CAMERA_PATIENCE_S

    def _camera_sees_all(self, underside: Underside) -> bool:
        seen = {i.thing: i for i in underside.lying if i.thing is not None}
        top: dict[tuple[float, float], Body] = {}
        for body in self._table.bodies():
            if body.on_mat:
                top[body.x_mm, body.y_mm] = body
        lying_open = {b.piece for b in top.values() if b.face_up and not self._table.figure(b.piece)}
        gone = [i for piece, i in seen.items() if piece not in lying_open and not any(map(i.is_under, underside.lying))]
        return lying_open <= set(seen) and not gone and self._camera_sees_board(underside)

    def _camera_sees_board(self, underside: Underside) -> bool:
        """Whether the camera has seen the figures as they stand now; true in games without any."""
        figures, lies = self._table.figures(), self._table.layout.board
        if not figures or lies is None:
            return True
        if underside.standing is None:
            return False
        light, dark = lies.sides
        standing = {b: self._table.field_of(b) for b in figures if b.on_mat}
        sides = {at: light if self._table.figure(b.piece) == "light" else dark for b, at in standing.items() if at}
        shown = underside.standing.position
        return all(shown[at] == sides.get(at, "") for at in shown if at not in underside.standing.unsure)

    def _lay_board(self, underside: Underside) -> bool:
        """Turns the board so that the seat at the lower edge sees it as on its phone; whether it lay otherwise."""
        draw = underside.board.voice.game.screens.board
        return draw is not None and self._table.turn_board(Seat(0) in draw(underside.full).turned)

    def _carry(self, underside: Underside) -> int:
        """Brings every card whose place has changed in the notes there, unless it is to lie on view, which the to-do
        list says: a hand card that was given away, face-down cards that were exchanged, a card that was laid away.
        Gives how many."""
        full, before = underside.full, self._noted
        now = self._noted = _noted(full)
        boxes = (p for p in full.piles.values() if is_bag(p) and p.face_up)
        short = {p.key for p in boxes if len(self._table.inside(p.key)) < len(p)}
        on_view = {piece for pile in full.piles.values() if not _is_covered(pile, full) for piece in visible(pile)}
        on_view -= {body.piece for body in self._table.figures()}  # which of them it is no camera sees
        moves: list[tuple[Body, Pile, bool]] = []  # all chosen before any is made: of look-alikes no piece goes twice
        for piece, (key, face_up) in now.items():
            if before is None or piece in on_view or (before.get(piece) == (key, face_up) and key not in short):
                continue
            moves.append((self._tidying.bodies.find(piece, full), full.pile(key), face_up))
        return sum(self._tidying.bring(body, pile, face_up, full) for body, pile, face_up in moves)

    def _even_out(self, underside: Underside) -> int:
        """Pieces that nobody has named, face-down before their seat or in its bag: as many as the notes have. Gives
        how many were moved."""
        full, moved = underside.full, 0
        for pile in full.piles.values():
            if is_bag(pile) and not pile.face_up and not isinstance(underside.question, ByHand):  # else it is done then
                moved += self._hands.fill(pile, full)
            if pile.spot is None or pile.owner is None or pile.shape is Shape.SLOT or pile.face_up:
                continue
            down = [b for b in self._table.at(pile.spot) if not b.face_up]
            short = self._tidying.held_short(pile.owner, full)
            if len(down) > len(pile) and short > 0:
                self._table.take(down[-1].ident, pile.owner)
                moved += 1
            elif len(down) < len(pile) and short < 0:
                moved += self._tidying.lay_down(pile.spot, full)
            elif len(down) < len(pile):
                moved += self._tidying.out_of_bag(pile, pile.owner, full)
        return moved


def _noted(full: State) -> dict[PieceId, tuple[str, bool]]:
    """The pile of every card whose place is known, and whether it lies open there."""
    return {
        slot.piece: (pile.key, slot.face_up)
        for pile in full.piles.values()
        for slot in pile.slots
        if isinstance(slot.piece, PieceId)
    }


def _is_covered(pile: Pile, full: State) -> bool:
    """Whether another pile lies over this one: of those on one spot the game names the one that lies higher later."""
    on_spot = [p for p in full.piles.values() if p.spot is not None and p.spot == pile.spot]
    return any(len(p) for p in on_spot[on_spot.index(pile) + 1 :]) if pile in on_spot else False
