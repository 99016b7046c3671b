"""Photographs of real chess boards, and moves made of their own pixels: a piece is cut out, its square is filled with
what an empty one beside it looks like, and it is laid on another square, under another light and with other noise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np
import numpy.typing as npt

from bench._boards import PITCH_MM, SIDES, board_mat
from vision._pixels import as_image
from vision.calibration.mat import Calibration, Matrix
from vision.calibration.pose import pose_of
from vision.types import Image

Floats = npt.NDArray[np.float32]
Square = tuple[int, int]
"""Row from the top of the photograph and column from its left, 0 to 7."""

OWN_PHOTOS = Path(__file__).parent.parent / "tests" / "vision" / "photos" / "boards"

_PX = 64  # of a square, in the straightened picture
_RIM = 2  # squares around the board that belong to it
_WIDE = 1000.0  # the corners below are given in a picture of this width

_MARKED: dict[str, tuple[tuple[tuple[float, float], ...], tuple[str, ...]]] = {
    "1": (
        ((146, 52), (614, 50), (657, 513), (87, 521)),
        ("b.b.....", "bb...b.b", "....bwb.", "..bww...", "..wbw...", "......w.", "ww....bw", "...ww..w"),
    ),
    "3": (
        ((222, 69), (692, 71), (780, 535), (146, 556)),
        ("b...b.b.", "bb...bbb", "........", "...w....", "..wwb.b.", "..w.....", "w...wwww", "w...w..w"),
    ),
    "5": (
        ((155, 176), (612, 175), (641, 647), (57, 649)),
        ("bb.w.b.b", "bb...bbb", "..b.....", "....w.w.", "....b...", "w.w.....", "..b..www", ".....ww."),
    ),
    "8": (
        ((214, 53), (690, 55), (764, 523), (91, 530)),
        ("w.w..w..", "ww....ww", ".w......", ".bw.....", "w..b....", ".....b..", "bbbb..bb", "b..b...b"),
    ),
    "10": (
        ((131, 17), (823, 17), (822, 713), (127, 713)),
        ("....w...", "...w.w..", "....b...", ".w.w....", ".w....w.", "........", ".b......", "......w."),
    ),
    "12": (
        ((308, 86), (774, 86), (864, 524), (163, 513)),
        ("bbbbbbbb", "bbbbbbbb", "........", "........", "........", "........", "wwwwwwww", "wwwwwwww"),
    ),
}
"""By the photograph's name: the corners of the squares (upper left, upper right, lower right, lower left), and who
stands where, row by row from the top: all marked by eye."""


@dataclass(frozen=True, eq=False)
class BoardPhoto:
    """A board straightened: `picture` (BGR), `calibration` from the mat of `bench._boards.board_mat` to it with the
    camera's real place, and the side on each occupied square."""

    name: str
    picture: Image
    calibration: Calibration
    pieces: dict[Square, str]

    def position(self, pieces: dict[Square, str] | None = None) -> dict[str, str]:
        """Field to side, as the mat names them."""
        return {field_of(at): side for at, side in (self.pieces if pieces is None else pieces).items()}


def field_of(at: Square) -> str:
    """The field's name when the photograph's lower left is a1."""
    return "abcdefgh"[at[1]] + str(8 - at[0])


@dataclass(frozen=True, eq=False)
class RawBoard:
    """A photograph as it was taken. `calibration` takes the mat of `bench._boards.board_mat` to it, by its marks; with
    the camera's place. `corners`: the marks, in pixels."""

    name: str
    picture: Image
    calibration: Calibration
    corners: Floats
    pieces: dict[Square, str]


def raw_boards(folder: Path) -> list[RawBoard]:
    """The marked photographs of the folder."""
    return [_raw(folder / f"{name}.jpg") for name in _MARKED if (folder / f"{name}.jpg").exists()]


def board_photos(folder: Path) -> list[BoardPhoto]:
    """The same, straightened."""
    return [_straight(board) for board in raw_boards(folder)]


def _raw(path: Path) -> RawBoard:
    image = as_image(cv2.imread(str(path), cv2.IMREAD_COLOR))
    marked, rows = _MARKED[path.stem]
    corners = np.asarray(marked, np.float32) * np.float32(image.shape[1] / _WIDE)
    to_px = np.asarray(cv2.getPerspectiveTransform(_corners_mm(), corners), np.float64)
    pose = pose_of(to_px, (image.shape[1], image.shape[0]), None)
    sides = {"w": SIDES[0], "b": SIDES[1]}
    pieces = {(r, c): sides[who] for r, row in enumerate(rows) for c, who in enumerate(row) if who != "."}
    return RawBoard(path.stem, image, Calibration(_inverse(to_px), to_px, None, pose), corners, pieces)


def _straight(raw: RawBoard) -> BoardPhoto:
    low, high = _RIM * _PX, (_RIM + 8) * _PX
    flat = np.asarray([(low, low), (high, low), (high, high), (low, high)], np.float32)
    size = 2 * _RIM * _PX + 8 * _PX
    to_flat = cv2.getPerspectiveTransform(raw.corners, flat)
    picture = cv2.warpPerspective(raw.picture, to_flat, (size, size), flags=cv2.INTER_AREA, borderValue=(90, 90, 90))
    to_px = np.asarray(cv2.getPerspectiveTransform(_corners_mm(), flat), np.float64)
    calibration = Calibration(_inverse(to_px), to_px, None, raw.calibration.pose)
    return BoardPhoto(raw.name, as_image(picture), calibration, raw.pieces)


def _corners_mm() -> Floats:
    origin = board_mat().width_mm / 2 - 4 * PITCH_MM
    return np.asarray([(origin + x, origin + y) for x, y in ((0, 0), (400, 0), (400, 400), (0, 400))], np.float32)


def _inverse(matrix: Matrix) -> Matrix:
    return np.asarray(np.linalg.inv(matrix), np.float64)


@dataclass(frozen=True, eq=False)
class PhotoMove:
    """A move: from where to where, who stands where afterwards, and what the camera sees then."""

    was: Square
    now: Square
    pieces: dict[Square, str]
    picture: Image


def photo_moves(photo: BoardPhoto, count: int, random: Random) -> Iterator[PhotoMove]:
    """So many different moves of pieces that stand free enough to be cut out."""
    done = 0
    free = [at for at in photo.pieces if _is_cut_well(photo, at)]
    options = [(was, now) for was in free for now in reached(was, photo.pieces)]
    random.shuffle(options)
    for was, now in options:
        if done == count:
            return
        if now in photo.pieces and now not in free:
            continue
        pieces = {at: side for at, side in photo.pieces.items() if at != was} | {now: photo.pieces[was]}
        yield PhotoMove(was, now, pieces, _relit(_pasted(photo, was, now), random))
        done += 1


def reached(was: Square, pieces: dict[Square, str]) -> list[Square]:
    """Where a piece of any kind might go: as a queen or as a knight does."""
    found = []
    for down, right in ((a, b) for a in (-1, 0, 1) for b in (-1, 0, 1) if a or b):
        at = (was[0] + down, was[1] + right)
        while min(at) >= 0 and max(at) <= 7:
            if pieces.get(at) != pieces[was]:
                found.append(at)
            if at in pieces:
                break
            at = (at[0] + down, at[1] + right)
    jumps = [(was[0] + a * s, was[1] + b * t) for a, b in ((1, 2), (2, 1)) for s in (1, -1) for t in (1, -1)]
    return found + [at for at in jumps if min(at) >= 0 and max(at) <= 7 and pieces.get(at) != pieces[was]]


_STRANGE, _MOST_LEFT = 45.0, 0.06  # grey levels by which what is left may differ, on a share of the square
_LEAST_PIECE = 0.2  # of a square: what is smaller was not cut out whole
_TALL = 3  # rows that a piece may cover: its own and those behind


def _like_empty(photo: BoardPhoto, at: Square) -> int | None:
    """A column of the same colours beside a piece in which its own row and those behind are empty; None also where
    another piece stands in the rows that this one may cover."""
    row, column = at
    rows = [r for r in range(row - _TALL + 1, row + 1) if r >= 0]
    if any((r, column) in photo.pieces for r in rows[:-1]) or ((row + 1, column) in photo.pieces and row < 7):
        return None
    for other in sorted(range(column % 2, 8, 2), key=lambda c: abs(c - column)):
        near = [(r, other) for r in [*rows, row + 1, row + 2]]
        if other != column and not any(square in photo.pieces for square in near):
            return other
    return None


def _block(at: Square) -> tuple[slice, slice]:
    """The pixels of a piece's square and of those behind it, with a little of the neighbours."""
    top, left = (at[0] - _TALL + 1 + _RIM) * _PX, (at[1] + _RIM) * _PX
    return slice(max(0, top), (at[0] + 1 + _RIM) * _PX + 6), slice(left - 6, left + _PX + 6)


def _pasted(photo: BoardPhoto, was: Square, now: Square) -> Image:
    """The picture after the move."""
    picture = photo.picture.copy()
    piece, cover = picture[_block(was)].astype(np.float32), _cover(photo.picture[_block(was)])
    _emptied(photo, picture, was)
    if now in photo.pieces:
        _emptied(photo, picture, now)
    target = picture[_block(now)]
    rows = min(len(target), len(piece))
    blend = cv2.GaussianBlur(cover, (0, 0), 1.0)[-rows:, :, None]
    target[-rows:] = as_image(target[-rows:] * (1 - blend) + piece[-rows:] * blend)
    return picture


def _is_cut_well(photo: BoardPhoto, at: Square) -> bool:
    """Whether the piece stands free, and what is left when it is taken away looks as an empty square does."""
    beside = _like_empty(photo, at)
    if beside is None:
        return False
    block, empty = photo.picture[_block(at)], photo.picture[_block((at[0], beside))]
    cover = cv2.dilate(_cover(block), np.ones((9, 9), np.uint8))
    off = np.abs(cv2.GaussianBlur(block, (0, 0), 2.0).astype(np.float32) - cv2.GaussianBlur(empty, (0, 0), 2.0)).max(
        axis=2
    )
    own = (slice(-_PX + 2, -14), slice(14, -14))
    left = ((off > _STRANGE) & (cover < 0.5))[own].mean()
    return bool(cover.sum() > _LEAST_PIECE * _PX * _PX and left < _MOST_LEFT)


def _emptied(photo: BoardPhoto, picture: Image, at: Square) -> None:
    """Takes a piece away: in its place what the like squares beside it show, in the light that there is."""
    beside = _like_empty(photo, at)
    assert beside is not None
    part = picture[_block(at)]
    empty = photo.picture[_block((at[0], beside))].astype(np.float32)
    cover = cv2.dilate(_cover(photo.picture[_block(at)]), np.ones((7, 7), np.uint8))
    cover = cv2.GaussianBlur(cover, (0, 0), 2.0)[..., None]
    part[:] = as_image(part * (1 - cover) + empty * cover)


def _cover(block: Image) -> Floats:
    """The piece that stands in the lowest square of a block, 0 or 1 a pixel, by GrabCut."""
    tall, wide = block.shape[:2]
    mask = np.full((tall, wide), cv2.GC_BGD, np.uint8)
    foot, middle = tall - 6 - _PX // 2, wide // 2
    cv2.rectangle(mask, (8, foot - round(1.5 * _PX)), (wide - 9, tall - 3), int(cv2.GC_PR_BGD), -1)
    cv2.ellipse(mask, (middle, foot - 10), (20, 30), 0, 0, 360, int(cv2.GC_PR_FGD), -1)
    cv2.circle(mask, (middle, foot), 9, int(cv2.GC_FGD), -1)
    models = np.zeros((1, 65), np.float64), np.zeros((1, 65), np.float64)
    cv2.grabCut(block.copy(), mask, (0, 0, 1, 1), *models, 5, cv2.GC_INIT_WITH_MASK)
    piece = np.isin(mask, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8)
    piece = np.asarray(cv2.morphologyEx(piece, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    _, labels = cv2.connectedComponents(piece)
    own = labels == labels[foot, middle]
    return np.asarray(cv2.morphologyEx(own.astype(np.float32), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.float32)


def _relit(picture: Image, random: Random) -> Image:
    """Another brightness, other on one side than on the other, and other noise."""
    size = picture.shape[0]
    ramp = np.linspace(-1, 1, size, dtype=np.float32)
    down, right = random.uniform(-0.08, 0.08), random.uniform(-0.08, 0.08)
    light = random.uniform(0.85, 1.12) * (1 + down * ramp[:, None] + right * ramp)
    noise = np.random.default_rng(random.getrandbits(32)).normal(0, 3.0, picture.shape)
    return as_image(np.clip(picture * light[..., None] + noise, 0, 255))
