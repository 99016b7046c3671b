"""The virtual table for the pages: what one session may see of it, and what its hands may do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.telling.board import Board
from companion.values.notices import Notice
from companion.virtual.dealer import Dealer
from companion.virtual.figures import Figures
from companion.virtual.viewpoint import Lying, Viewpoint
from companion.virtual.virtual_table import Body, VirtualTable
from rules.engine.mat import MatSpot
from rules.engine.types import PieceId, Seat
from web.pages.virtual.views import VirtualAct, VirtualDie, VirtualMove, VirtualPiece, VirtualScene, VirtualSpot
from web.views import Face

MOVED = Notice("virtual_moved")
_SMALL_MM = 100.0


class VirtualPort:
    """Scenes and moves of the virtual table, by seat."""

    def __init__(self, table: VirtualTable, dealer: Dealer, board: Callable[[], Board | None]):
        self._table = table
        self._dealer = dealer
        self._board = board

    def scene(self, seat: Seat | None, language: str = "") -> VirtualScene:
        """The table as this seat sees it: faces that lie open, the own hand, and the own place at the bottom."""
        board, layout = self._board(), self._table.layout
        view = Viewpoint(layout, seat)
        assert board is not None  # the referee publishes before the pages open
        voice = board.tongues.of(language)
        version = self._table.version
        bodies = self._table.bodies()
        shown = [b for b in bodies if b.on_mat or (b.hand is not None and b.hand == seat)]
        faces = {b.piece: voice.face(b.piece, b.deck) for b in shown if b.face_up or b.hand is not None}
        grounds = _grounds(board)
        spots = tuple(
            replace(_spot(view.spot(s), voice.spot(s.name, long=_says_whose(s)), grounds), lying=self._lying(s))
            for s in layout.spots
        )
        tray = None if layout.tray is None else _spot(view.spot(layout.tray), voice.hub.word("tray", voice.names), {})
        pieces = tuple(self._piece(b, faces, view) for b in _without_buried(shown))
        return VirtualScene(
            version=version,
            width_mm=layout.width_mm,
            height_mm=layout.height_mm,
            spots=spots,
            pieces=pieces,
            tray=tray,
            dice=tuple(_die(die, view) for die in self._table.dice()),
        )

    def _lying(self, spot: MatSpot) -> int:
        """How many pieces lie on a spot or in its bag now, whatever the rules know already; of fields all are seen."""
        return 0 if spot.cell else len(self._table.at(spot.name)) + len(self._table.inside(spot.name))

    def move(self, seat: Seat | None, move: VirtualMove) -> Notice | None:
        """Does what a hand does; None when done, else why not."""
        match move.act:
            case VirtualAct.TIDY:
                return None if self._dealer.tidy() else Notice("virtual_tidy")
            case VirtualAct.DEAL:
                done = self._dealer.answer_question() or bool(self._dealer.throw())
                return None if done else Notice("virtual_no_deal")
        body = self._table.by_handle(move.handle)
        if body is None or body.away:
            return MOVED
        if body.hand is not None and body.hand != seat:
            return Notice("virtual_other_hand")
        if self._is_anothers(body, seat):
            return Notice("virtual_others")
        if move.act is VirtualAct.TAKE:
            if seat is None:
                return Notice("virtual_no_hand")
            done = self._take(body, seat)
        else:
            done = self._put(body, move, seat)
        return None if done else MOVED

    def _put(self, body: Body, move: VirtualMove, seat: Seat | None) -> bool:
        """Lays a piece where this seat sees the place."""
        to = Viewpoint(self._table.layout, seat).laid(Lying(move.x_mm, move.y_mm, move.angle_deg))
        if self._table.figure(body.piece):
            return Figures(self._table).stand(body.ident, to.x_mm, to.y_mm, seat, body.handle)
        return self._table.put(body.ident, to.x_mm, to.y_mm, to.angle_deg, move.face_up, body.handle)

    def _take(self, body: Body, seat: Seat) -> bool:
        """Into the hand; a figure is nothing to be held there and goes to the own tray."""
        if not self._table.figure(body.piece):
            return self._table.take(body.ident, seat, body.handle)
        Figures(self._table).put_aside(body.ident, seat)
        return True

    def _is_anothers(self, body: Body, seat: Seat | None) -> bool:
        """Whether touching this face-down card would show what only its owner may see. A card that the rules want
        turned up may be turned by everybody."""
        if body.face_up or body.hand is not None:
            return False
        spots = [s for s in self._table.layout.spots if s.seat is not None and body in self._table.at(s.name)]
        board = self._board()
        wanted = None if board is None else board.to_turn_up
        return any(s.seat != seat and s.name != wanted for s in spots)

    def _piece(self, body: Body, faces: Mapping[PieceId, Face], view: Viewpoint) -> VirtualPiece:
        in_hand = body.hand is not None
        seen = view.seen(Lying(body.x_mm, body.y_mm, body.angle_deg))
        size = self._table.layout.size(body.deck)
        return VirtualPiece(
            handle=body.handle,
            x_mm=seen.x_mm,
            y_mm=seen.y_mm,
            angle_deg=seen.angle_deg,
            face_up=body.face_up,
            face=faces[body.piece] if body.face_up or in_hand else None,
            in_hand=in_hand,
            width_mm=size.width_mm,
            height_mm=size.height_mm,
            layer=body.layer,
            round=size.round,
        )


def _says_whose(spot: MatSpot) -> bool:
    """Whether the label of a spot names its owner: where there is room for it."""
    return spot.seat is not None and max(spot.width_mm, spot.height_mm) > _SMALL_MM


def _die(die: VirtualDie, view: Viewpoint) -> VirtualDie:
    seen = view.seen(Lying(die.x_mm, die.y_mm, die.angle_deg))
    return replace(die, x_mm=seen.x_mm, y_mm=seen.y_mm, angle_deg=seen.angle_deg)


def _grounds(board: Board) -> dict[str, str]:
    """What is printed on the fields that are in play, by their names."""
    draw = board.voice.game.screens.board
    return {} if draw is None else {field.cell: field.ground for field in draw(board.public.state).fields}


def _spot(spot: MatSpot, label: str, grounds: Mapping[str, str]) -> VirtualSpot:
    unused = bool(spot.cell) and spot.cell not in grounds
    return VirtualSpot(
        name=spot.name,
        label=label,
        x_mm=spot.x_mm,
        y_mm=spot.y_mm,
        width_mm=spot.width_mm,
        height_mm=spot.height_mm,
        angle_deg=spot.angle_deg,
        sides=spot.sides,
        ground=grounds.get(spot.cell, ""),
        unused=unused,
        seat=spot.seat,
    )


def _without_buried(bodies: list[Body]) -> list[Body]:
    """Of pieces that lie exactly on each other only the two upper ones: lifting one shows the next."""
    stacks: dict[tuple[float, float, float], list[Body]] = {}
    kept: list[Body] = []
    for body in bodies:
        if body.hand is not None:
            kept.append(body)
        else:
            stacks.setdefault((body.x_mm, body.y_mm, body.angle_deg), []).append(body)
    for stack in stacks.values():
        kept += stack[-2:]
    return sorted(kept, key=lambda b: b.layer)
