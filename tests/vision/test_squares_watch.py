"""The eye looks at a board without stickers: it is read when it is at rest, and cards beside it are read as ever."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import chess

from bench._boards import PITCH_MM, board_mat, moved_fit, sides_of
from vision import (
    BoardLook,
    BoardSeen,
    CameraSettings,
    Eye,
    Figure,
    MatLayout,
    ScenePiece,
    SceneState,
    Side,
    Tag,
    TagRegistry,
    VirtualCamera,
)
from vision.calibration.board import laid

CALM = CameraSettings(px_per_mm=1.5, fps=0, heartbeat_s=0, board=BoardLook.VINYL)
CODE = "HTTP://C.LOCAL/CARD1"


class WatchedBoard:
    """A chess board and a card before a virtual camera."""

    def __init__(self, layout: MatLayout, board: chess.Board) -> None:
        self.board, self._now_s, self._version = board, 10.0, 0
        self._layout = layout
        self._cards: tuple[ScenePiece, ...] = ()
        self.camera = VirtualCamera(layout, self._scene, CALM, lambda: self._now_s, 3)
        registry = TagRegistry([Tag(CODE, "card", Side.FRONT)])
        self.eye = Eye(self.camera, layout, registry, None, lambda: self._now_s, lambda report: None)

    def _scene(self) -> SceneState:
        at = {spot.name: spot for spot in self._layout.spots}
        men = tuple(
            ScenePiece(
                square,
                None,
                None,
                at[chess.square_name(square)].x_mm,
                at[chess.square_name(square)].y_mm,
                figure=Figure(chess.piece_name(piece.piece_type), piece.color, "plastic", PITCH_MM),
            )
            for square, piece in self.board.piece_map().items()
        )
        return SceneState(self._version, (*men, *self._cards))

    def frames(self, count: int) -> tuple[list[BoardSeen], list[str]]:
        """The readings of the board and the payloads of the changes in so many frames."""
        boards, changes = [], []
        for _ in range(count):
            self._now_s += 0.2
            frame = self.camera.read(0.0)
            report = None if frame is None else self.eye.look(frame)
            if report is not None:
                boards += [] if report.board is None else [report.board]
                changes += [change.payload for change in report.changes]
        return boards, changes

    def move(self, uci: str) -> None:
        self.board.push_uci(uci)
        self._version += 1

    def lay(self, *cards: ScenePiece) -> None:
        self._cards, self._version = cards, self._version + 1

    def push(self, layout: MatLayout) -> None:
        """Somebody pushes the board and all that stands on it."""
        self._layout, self._version = layout, self._version + 1
        self.camera.lay(layout)


def standing(seen: BoardSeen) -> Mapping[str, str]:
    return {name: side for name, side in seen.position.items() if side}


def test_a_move_is_told_once_after_the_hand_has_gone_and_cards_are_told_as_ever():
    table = WatchedBoard(board_mat(760.0), chess.Board())
    assert table.frames(4) == ([], []), "without a position there is nothing to compare with"
    table.eye.set_position(sides_of(table.board))
    learned, _ = table.frames(3)
    assert [standing(seen) for seen in learned] == [sides_of(table.board)]
    assert not learned[0].unsure
    table.move("g1f3")
    told, changes = table.frames(10)
    assert [standing(seen) for seen in told] == [sides_of(table.board)]
    assert changes == [], "what has no sticker is no card"
    table.eye.set_position(sides_of(table.board))
    table.lay(ScenePiece(900, CODE, None, 60.0, 280.0))
    boards, changes = table.frames(10)
    assert changes == [CODE]
    assert all(standing(seen) == sides_of(table.board) for seen in boards)
    table.move("d7d5")
    assert [standing(seen) for seen in table.frames(10)[0]] == [sides_of(table.board)]


def test_a_board_that_is_pushed_by_fifteen_millimetres_keeps_its_pieces():
    layout = board_mat(760.0)
    table = WatchedBoard(layout, chess.Board("r3k2r/ppp2ppp/8/3q4/3Q4/8/PPP2PPP/R3K2R w KQkq - 0 1"))
    table.eye.set_position(sides_of(table.board))
    assert len(table.frames(4)[0]) == 1
    table.push(laid(layout, moved_fit(3.0, 15.0, -8.0, layout)))
    boards, _ = table.frames(34)
    assert boards
    assert all(standing(seen) == sides_of(table.board) for seen in boards[-1:])
    table.move("d4d5")
    boards, _ = table.frames(10)
    assert standing(boards[-1]) == sides_of(table.board)


def test_with_markers_of_its_own_the_board_is_found_by_them():
    layout = board_mat(760.0, 560.0, has_markers=True)
    assert layout.board is not None
    plain = replace(layout, board=replace(layout.board, dark=frozenset()))  # the pattern would find it, too
    table = WatchedBoard(layout, chess.Board())
    table.eye = Eye(table.camera, plain, TagRegistry(), None, lambda: 0.0, lambda report: None)
    table.push(laid(layout, moved_fit(2.0, 9.0, 6.0, layout)))
    table.eye.set_position(sides_of(table.board))
    boards, _ = table.frames(8)
    assert [standing(seen) for seen in boards[-1:]] == [sides_of(table.board)]


def test_what_contradicts_the_position_too_much_is_not_learned():
    table = WatchedBoard(board_mat(760.0), chess.Board("8/8/3k4/8/8/3K4/8/8 w - - 0 1"))
    table.eye.set_position(sides_of(chess.Board()))
    boards, _ = table.frames(4)
    assert boards
    assert not any(standing(seen) == sides_of(chess.Board()) for seen in boards)
    table.eye.set_position(sides_of(table.board), is_afresh=True)
    boards, _ = table.frames(3)
    assert [standing(seen) for seen in boards] == [sides_of(table.board)]
