"""What the page for setting the camera up draws and sends. Places in the picture are shares of its width and height."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from web.views import Reply, Session

Place = tuple[float, float]
"""x and y in shares (0..1) of the picture."""


class Tone(Enum):
    """How a line of advice is meant."""

    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class CameraMarker:
    """One marker of the mat. `corners` are empty when nobody knows where to look for it."""

    number: int
    found: bool
    corners: tuple[Place, ...]


class Zone(Enum):
    """How a sticker is read at a place."""

    WELL = "well"
    GOOD_LIGHT = "good_light"
    NOT = "not"
    OUTSIDE = "outside"


@dataclass(frozen=True, kw_only=True)
class StickerMap:
    """How stickers of one size are read over the table, field by field from the mat's top left."""

    sticker_mm: float
    label: str
    zones: tuple[Zone, ...]
    px_per_module: tuple[float, ...]  # 0 outside the picture
    summary: str  # in words, for those who do not see the map
    tone: Tone


@dataclass(frozen=True)
class TableMap:
    """The mat cut into fields: `grid` holds their corners, (columns + 1) x (rows + 1), row by row."""

    columns: int
    rows: int
    grid: tuple[Place, ...]
    stickers: tuple[StickerMap, ...]  # largest first


@dataclass(frozen=True, kw_only=True)
class Advice:
    """One thing about the picture: what it is, how good, and what to do. `level` 0..1 for a bar."""

    key: str
    title: str
    tone: Tone
    level: float
    value: str
    text: str


@dataclass(frozen=True)
class TestTag:
    """One test tag of the calibration page."""

    size_mm: int
    read: bool
    px_per_module: float  # 0 when it is not read


class LensStage(Enum):
    """How far the measuring of the lens is."""

    NONE = "none"
    KEPT = "kept"  # measured, and used
    GATHERING = "gathering"
    MEASURED = "measured"  # not kept yet


@dataclass(frozen=True, kw_only=True)
class LensWork:
    """The measuring of the lens. `parts`: in which of 4 x 3 parts of the picture the board was, row by row."""

    stage: LensStage
    views: int
    wanted: int
    parts: tuple[bool, ...]
    ready: bool  # there are enough views
    text: str
    outline: tuple[Place, ...] = ()  # where the board is seen now


@dataclass(frozen=True, kw_only=True)
class CameraView:
    """Everything that the page draws. `frame` grows with each picture; `has_camera` False: nothing to set up; `cards`:
    how many pieces are recognised now."""

    has_camera: bool
    frame: int
    width_px: int
    height_px: int
    headline: str
    tone: Tone
    markers: tuple[CameraMarker, ...]
    marker_text: str
    table: TableMap | None  # None while the mat's place is not known
    advice: tuple[Advice, ...]
    tests: tuple[TestTag, ...]
    test_text: str
    lens: LensWork
    cards: int = 0


class CameraAct(Enum):
    """What the host may do on the page."""

    LENS_BEGIN = "lens_begin"
    LENS_STOP = "lens_stop"  # what was gathered is forgotten
    LENS_MEASURE = "lens_measure"
    LENS_KEEP = "lens_keep"
    LENS_FORGET = "lens_forget"  # the lens that is used


class CameraPort(Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def camera_view(self, session: Session) -> CameraView: ...
    def camera_picture(self, session: Session) -> bytes | None: ...  # JPEG, nothing drawn in
    def camera_act(self, session: Session, act: CameraAct) -> Reply: ...
