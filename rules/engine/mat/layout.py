"""The mat of a game: its size and spots in millimetres. Vision and the to-do list know places only by these names."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Final

from rules.engine.mat.grid import Grid
from rules.engine.types import Pile


class LayoutError(Exception):
    """A layout file that cannot be used: one sentence."""


@dataclass(frozen=True)
class MatSpot:
    """A named place on the mat: centre, size in mm, turned clockwise by `angle_deg`. `capacity` is how many cards
    lie there side by side, 0 for any number; `label` is a code of the game's `pile` words, `seat` its owner. A field of
    a board says so by `cell`, its name; with six `sides` it is a hex whose corners lie to its left and right."""

    name: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float = 0.0
    capacity: int = 1
    label: str = ""
    seat: int | None = None
    cell: str = ""
    sides: int = 4


@dataclass(frozen=True)
class PieceSize:
    """How large the pieces of a deck are; a round one is as wide as high and has its sticker in the middle."""

    width_mm: float
    height_mm: float
    round: bool = False


@dataclass(frozen=True)
class Board:
    """A board that lies on the mat: its grid, where the middle of the field (0, 0) lies, the distance between the
    middles of neighbouring fields, and the size of the whole board. `markers`: the corner markers that a board of its
    own carries, as AprilTag 36h11 ids and their middles in mm from that same point, to the right and down. `untagged`:
    what stands on it carries no stickers; the camera sees only which side stands on which field. `checkered`: its
    fields are printed dark and light by turns, with a1 dark, so that it can be found by its pattern. `figures`: the
    decks whose pieces stand on it without stickers, `sides` their two sides, that of the lighter ones first;
    `taken`: the spot of each seat for those that it has captured."""

    grid: Grid
    x_mm: float
    y_mm: float
    pitch_mm: float
    width_mm: float
    height_mm: float
    markers: Mapping[int, tuple[float, float]] = field(default_factory=dict)
    marker_mm: float = 22.0
    untagged: bool = False
    checkered: bool = False
    figures: frozenset[str] = frozenset()
    sides: tuple[str, str] = ("white", "black")
    taken: str = ""


@dataclass(frozen=True)
class Layout:
    """The mat for one number of players. `card_mm` is the size of its cards, width and height; `piece_mm` that of the
    decks whose pieces are of another size."""

    width_mm: float
    height_mm: float
    spots: tuple[MatSpot, ...]
    card_mm: tuple[float, float] = (63.0, 88.0)
    marker_mm: float = 30.0
    tray: MatSpot | None = None  # where dice are thrown
    board: Board | None = None
    piece_mm: Mapping[str, PieceSize] = field(default_factory=dict)

    @property
    def figures(self) -> frozenset[str]:
        """The decks whose pieces carry no stickers."""
        return frozenset() if self.board is None else self.board.figures

    def size(self, deck: str) -> PieceSize:
        """How large the pieces of a deck are."""
        return self.piece_mm.get(deck, PieceSize(*self.card_mm))

    def spot(self, name: str) -> MatSpot:
        """The spot of that name; LayoutError when there is none."""
        try:
            return self._by_name[name]
        except KeyError:
            raise LayoutError(f"the mat has no spot '{name}'") from None

    def check_spots(self, piles: Iterable[Pile]) -> None:
        """LayoutError when one of the piles lies on a spot that the mat does not have: nobody could see or lay it."""
        for pile in piles:
            if pile.spot is not None and pile.spot not in self._by_name:
                near = get_close_matches(pile.spot, self._by_name, n=1)
                cure = f"perhaps '{near[0]}' is meant" if near else "layout.toml has to say where it is"
                raise LayoutError(f"The pile '{pile.key}' lies on the spot '{pile.spot}', which the mat lacks: {cure}.")

    @cached_property
    def _by_name(self) -> dict[str, MatSpot]:
        return {spot.name: spot for spot in self.spots}


def _number(table: Mapping[str, Any], key: str, where: str, default: float | None = None) -> float:
    value = table.get(key, default)
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise LayoutError(f"layout: {where} needs a number '{key}'")
    return float(value)


def read_layout(table: Mapping[str, Any], seats: int, grid: Grid | None = None) -> Layout:
    """The layout for that many players from a parsed layout.toml, which holds one mat, or several in tables of their
    own, each with its own numbers of players.

    `[mat]` has width_mm, height_mm; `[tray]` the place for dice, if there is one; `[[spot]]` the common spots;
    `[[seat_spot]]` spots that every seat has, relative to its anchor; `[seats.N]` the anchors for N players as
    [x_mm, y_mm, angle_deg] in seat order. `[board]` says where `grid` lies: x_mm and y_mm of its field (0, 0),
    pitch_mm, width_mm, height_mm and optional `markers` (id = [x_mm, y_mm] from that field), `untagged`, `checkered`,
    `figures` (a list of decks), `sides` (two), `taken`; every field is a spot of its name. Without `[board]` the grid
    is made as large as fits into the spot named `board`, which then is no spot any more.
    `[piece_mm]` has the size of decks that are no cards: [width, height], or one number for a round piece.
    """
    if "mat" not in table:
        mats = (mat for mat in table.values() if isinstance(mat, Mapping))
        table = next((mat for mat in mats if str(seats) in mat.get("seats", {})), {})
    mat = table.get("mat", {})
    anchors = table.get("seats", {}).get(str(seats))
    if not anchors or len(anchors) != seats:
        raise LayoutError(f"layout: [seats] needs {seats} anchors under '{seats}'")
    spots = [_spot(s, s["name"], 0.0, 0.0, 0.0, None) for s in table.get("spot", ())]
    for seat, (x, y, angle) in enumerate(anchors):
        for spot in table.get("seat_spot", ()):
            spots.append(_spot(spot, f"{spot['name']}/{seat}", float(x), float(y), float(angle), seat))
    card = mat.get("card_mm", (63.0, 88.0))
    board = None if grid is None or "board" not in table else _board(table["board"], grid)
    spots += [] if board is None else _cells(board)
    layout = Layout(
        _number(mat, "width_mm", "[mat]"),
        _number(mat, "height_mm", "[mat]"),
        tuple(spots),
        (float(card[0]), float(card[1])),
        _number(mat, "marker_mm", "[mat]", 30.0),
        _spot({"name": "tray", **table["tray"]}, "tray", 0.0, 0.0, 0.0, None) if "tray" in table else None,
        board,
        {deck: _size(size) for deck, size in table.get("piece_mm", {}).items()},
    )
    return layout if grid is None or board is not None else _with_board(layout, grid)


def _with_board(plain: Layout, grid: Grid) -> Layout:
    place = plain.spot("board")
    centres = [grid.centre(cell) for cell in grid.cells]
    reach = 1 / math.sqrt(3) if grid.sides == 6 else 0.5  # from the middle of a field to its corner, to the side
    left, right = min(x for x, _ in centres) - reach, max(x for x, _ in centres) + reach
    top, bottom = min(y for _, y in centres) - 0.5, max(y for _, y in centres) + 0.5
    pitch = math.floor(min(place.width_mm / (right - left), place.height_mm / (bottom - top), _WIDEST_MM))
    x = place.x_mm - pitch * (left + right) / 2
    y = place.y_mm - pitch * (top + bottom) / 2
    board = Board(grid, round(x, 3), round(y, 3), pitch, place.width_mm, place.height_mm)
    spots = (*(spot for spot in plain.spots if spot.name != place.name), *_cells(board))
    stones = PieceSize(_OF_A_FIELD * pitch, _OF_A_FIELD * pitch, round=True)
    return replace(plain, spots=spots, board=board, piece_mm={STONES: stones, **plain.piece_mm})


STONES: Final = "stones"
"""The deck of stones that stand on fields; those of a fitted board are as large as there is room for."""
_OF_A_FIELD: Final = 0.7
_WIDEST_MM: Final = 85.0
"""No field of a fitted board is wider from side to side: a few fields need not fill the whole place."""


def _size(size: float | list[float]) -> PieceSize:
    if isinstance(size, list):
        return PieceSize(float(size[0]), float(size[1]))
    return PieceSize(float(size), float(size), round=True)


def _board(table: Mapping[str, Any], grid: Grid) -> Board:
    x, y, pitch, width, height = (
        _number(table, key, "[board]") for key in ("x_mm", "y_mm", "pitch_mm", "width_mm", "height_mm")
    )
    markers = {int(ident): (float(at[0]), float(at[1])) for ident, at in table.get("markers", {}).items()}
    light, dark = table.get("sides", ("white", "black"))
    return Board(
        grid,
        x,
        y,
        pitch,
        width,
        height,
        markers,
        _number(table, "marker_mm", "[board]", 22.0),
        untagged=bool(table.get("untagged", False)),
        checkered=bool(table.get("checkered", False)),
        figures=frozenset(table.get("figures", ())),
        sides=(str(light), str(dark)),
        taken=str(table.get("taken", "")),
    )


def _cells(board: Board) -> list[MatSpot]:
    """Every field as a spot: a hex is as high as the pitch, and wider from corner to corner."""
    pitch, sides = board.pitch_mm, board.grid.sides
    width = pitch * 2 / math.sqrt(3) if sides == 6 else pitch
    return [
        MatSpot(
            cell,
            round(board.x_mm + x * pitch, 3),
            round(board.y_mm + y * pitch, 3),
            round(width, 3),
            pitch,
            capacity=1,
            label="cell",
            cell=cell,
            sides=sides,
        )
        for cell in board.grid.cells
        for x, y in (board.grid.centre(cell),)
    ]


def _spot(table: Mapping[str, Any], name: str, x0: float, y0: float, angle: float, seat: int | None) -> MatSpot:
    x, y = _number(table, "x_mm", name), _number(table, "y_mm", name)
    turn = math.radians(angle)
    return MatSpot(
        name,
        round(x0 + x * math.cos(turn) - y * math.sin(turn), 3),
        round(y0 + x * math.sin(turn) + y * math.cos(turn), 3),
        _number(table, "width_mm", name),
        _number(table, "height_mm", name),
        (angle + _number(table, "angle_deg", name, 0.0)) % 360,
        int(_number(table, "capacity", name, 1)),
        str(table.get("label", table["name"])),
        seat,
    )
