"""How well the eye sees in play: how many of its changes it doubted or withdrew in an evening, where on the mat, and
how light it is there."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from vision import ChangeKind, Eye, MatLayout, Point, TableChange, TableReport
from vision.calibration.heat import HeatMap, part_of_mat
from vision.calibration.setup import MAP_COLUMNS, MAP_ROWS, SetupLook, look_through
from vision.types import Unread

_PAUSE_S: Final = 4 * 3600.0  # after so long without a report another evening begins
_REMEMBERED: Final = 512  # changes whose place is still known when they are withdrawn, and places of trouble
_DIM: Final = 0.7  # of the light at the brightest marker
_MANY, _SHARE = 3, 0.01  # so much trouble, of so many changes, is worth a look
_BLANK: Final = HeatMap(MAP_COLUMNS, MAP_ROWS, (0.0,) * (MAP_COLUMNS * MAP_ROWS))
_ACTS: Final = frozenset({ChangeKind.PLACED, ChangeKind.MOVED, ChangeKind.GONE, ChangeKind.TURNED})


@dataclass(frozen=True)
class TooSmall:
    """How many stickers cannot be read, where most of them lie in words (empty: nobody knows), and how many pixels a
    module of the smallest has."""

    count: int
    where: str
    module_px: float


@dataclass(frozen=True)
class EyeEvening:
    """What the eye told in this evening: changes, how many of them came with alternatives, how many it withdrew.
    `cells`: how often that was in each field of the map, row by row from the mat's top left; `where`: the most of it in
    words, empty where nothing was; `light`: percent of the brightest corner's, only where that part of the mat is
    dim. `unread`: the stickers that lie there now and are too small to be read."""

    changes: int = 0
    doubted: int = 0
    withdrawn: int = 0
    cells: tuple[int, ...] = ()
    where: str = ""
    light: int | None = None
    unread: TooSmall | None = None

    @property
    def is_well(self) -> bool:
        """Whether so little was doubtful or wrong that nobody has to look."""
        trouble = self.doubted + self.withdrawn
        return trouble < _MANY or trouble < _SHARE * self.changes


@dataclass
class _Evening:
    changes: int = 0
    doubted: int = 0
    withdrawn: int = 0
    places: deque[Point] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    told: OrderedDict[int, Point] = field(default_factory=OrderedDict)  # by the number of a change


class EyeTally:
    """Counts what is reported; safe from any thread. Of the pictures and the pieces it keeps nothing."""

    def __init__(self, layout: MatLayout, eye: Callable[[], Eye | None] = lambda: None):
        """`eye` is asked how light it is."""
        self._layout = layout
        self._eye = eye
        self._spots: Mapping[str, Point] = {spot.name: Point(spot.x_mm, spot.y_mm) for spot in layout.spots}
        self._lock = threading.Lock()
        self._evening = _Evening()
        self._unread: tuple[Unread, ...] = ()
        self._at_s: float | None = None

    def note(self, report: TableReport) -> None:
        """Takes a report of the camera into the count."""
        with self._lock:
            if self._at_s is not None and report.at_s - self._at_s > _PAUSE_S:
                self._evening = _Evening()
            self._at_s, self._unread = report.at_s, report.unread
            for change in report.changes:
                self._count(change)

    def now(self) -> EyeEvening:
        """The evening so far."""
        with self._lock:
            evening, places = self._evening, tuple(self._evening.places)
            counts, unread = (evening.changes, evening.doubted, evening.withdrawn), self._unread
        if not places:
            return EyeEvening(*counts, unread=self._too_small(unread))
        fields = Counter(map(self._cell, places))
        cells = tuple(fields[n] for n in range(MAP_COLUMNS * MAP_ROWS))
        worst = _most(fields)
        light = self._light(_middle(worst, self._layout))
        return EyeEvening(*counts, cells, part_of_mat(worst, _BLANK), light, self._too_small(unread))

    def _too_small(self, unread: Sequence[Unread]) -> TooSmall | None:
        if not unread:
            return None
        fields = Counter(self._cell(code.at) for code in unread if code.at is not None)
        where = part_of_mat(_most(fields), _BLANK)
        return TooSmall(len(unread), where, min(code.module_px for code in unread))

    def _count(self, change: TableChange) -> None:
        evening = self._evening
        place = change.at or self._spots.get(change.spot or "") or self._spots.get(change.was_spot or "")
        if change.kind is ChangeKind.CORRECTED:
            evening.withdrawn += 1
            place = place or evening.told.get(change.corrects)
        elif change.kind in _ACTS:
            evening.changes += 1
            evening.doubted += bool(change.alternatives)
            if place is not None:
                evening.told[change.number] = place
            while len(evening.told) > _REMEMBERED:
                evening.told.popitem(last=False)
        if place is not None and (change.kind is ChangeKind.CORRECTED or change.alternatives):
            evening.places.append(place)

    def _cell(self, place: Point) -> int:
        column = int(MAP_COLUMNS * place.x_mm / self._layout.width_mm)
        row = int(MAP_ROWS * place.y_mm / self._layout.height_mm)
        return min(max(row, 0), MAP_ROWS - 1) * MAP_COLUMNS + min(max(column, 0), MAP_COLUMNS - 1)

    def _light(self, place: Point) -> int | None:
        """How light it is at the marker nearest to a place, where that is dim."""
        eye = self._eye()
        glance = None if eye is None else eye.glance()
        return None if glance is None else _dim_at(place, look_through(glance, self._layout), self._layout)


def _dim_at(place: Point, look: SetupLook, layout: MatLayout) -> int | None:
    if len(look.looks) < 2:
        return None

    def gap(number: int) -> float:
        at = layout.markers[number]
        return (at.x_mm - place.x_mm) ** 2 + (at.y_mm - place.y_mm) ** 2

    nearest = min(look.looks, key=lambda one: gap(one.number))
    share = nearest.white / max(1.0, *(one.white for one in look.looks))
    return round(100 * share) if share < _DIM else None


def _most(fields: Mapping[int, int]) -> list[int]:
    """The fields of the map at which there is most, or half of that."""
    return [n for n in fields if 2 * fields[n] >= max(fields.values())]


def _middle(cells: list[int], layout: MatLayout) -> Point:
    columns, rows = [n % MAP_COLUMNS + 0.5 for n in cells], [n // MAP_COLUMNS + 0.5 for n in cells]
    x, y = sum(columns) / len(cells) / MAP_COLUMNS, sum(rows) / len(cells) / MAP_ROWS
    return Point(x * layout.width_mm, y * layout.height_mm)
