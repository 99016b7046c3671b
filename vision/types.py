"""What vision says to the rest: frames in, sightings, presences and table changes out.

Everything here is immutable. Places are millimetres on the mat, x to the right and y towards the viewer's bottom
edge, origin in the mat's top left corner; pixels are image pixels, origin top left. Times are seconds of one
monotonic clock that the caller injects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

import numpy as np
import numpy.typing as npt

from words import Sentence

Image = npt.NDArray[np.uint8]
"""H x W (grey) or H x W x 3 (BGR) picture."""

Clock = Callable[[], float]


class VisionError(Exception):
    """One clear sentence for people: what is wrong with the camera or picture, and what to do. `str` of it is a
    Sentence."""

    def __init__(self, text: str, /, **facts: object):
        super().__init__(text if isinstance(text, Sentence) else Sentence(text, **facts))


class Side(Enum):
    """Which side of a piece carries the tag that was read."""

    FRONT = "front"
    BACK = "back"


@dataclass(frozen=True)
class Frame:
    """One picture of the table, taken at `taken_s`; `number` grows by one for each frame the source made."""

    image: Image
    taken_s: float
    number: int
    name: str = ""  # the file that it came from, where there is one
    alone: bool = False  # a photograph by itself: it is a still table, and does not follow from the one before
    small: Image | None = None  # the same view from the camera's low-resolution stream, where it has one

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the image. To ask for these costs nothing; a packed image is unpacked when it is asked
        for itself."""
        height, width = self.image.shape[:2]
        return width, height


@dataclass(frozen=True)
class Point:
    """A place on the mat in millimetres."""

    x_mm: float
    y_mm: float


@dataclass(frozen=True)
class PieceShape:
    """How far a piece reaches from the centre of its tag, in the tag's own directions (right, down), all >= 0. A round
    one fills the circle in that square."""

    left_mm: float
    up_mm: float
    right_mm: float
    down_mm: float
    round: bool = False


CARD_SHAPE = PieceShape(16.0, 16.0, 47.0, 72.0)
"""A card of 63 x 88 mm with a 24 mm sticker 4 mm from its top left edges."""


@dataclass(frozen=True)
class Tag:
    """What a registered payload stands for. `piece` names one physical thing, or for shared backs the whole deck."""

    payload: str
    piece: str
    side: Side
    shared: bool = False  # the same payload is on many pieces (the back of a deck)
    # None: unknown; the tag's own place then decides the spot, and a card is assumed where it is about covering
    shape: PieceShape | None = None
    sticker_mm: float | None = None  # side of the printed sticker with its quiet zone; None: not known


@dataclass(frozen=True)
class Sighting:
    """One tag decoded in one frame. `at` is None while the camera has no calibration."""

    payload: str
    corners_px: tuple[tuple[float, float], ...]  # four, clockwise from the code's own top left
    at: Point | None
    angle_deg: float  # direction of the code's own "right", clockwise from the mat's x axis, 0..360
    taken_s: float
    reader: str = ""  # which decoder read it, for the records


@dataclass(frozen=True)
class Spot:
    """A named place on the mat: a rectangle, turned about its centre, or with six `sides` a hex whose corners lie to
    its left and right. `capacity` is how many pieces lie there side by side (0: any number); `mark` names how a field
    of a board is marked for people, who must tell such fields from the others."""

    name: str
    x_mm: float  # centre
    y_mm: float
    width_mm: float
    height_mm: float
    angle_deg: float = 0.0
    capacity: int = 1
    label: str = ""
    sides: int = 4
    mark: str = ""


@dataclass(frozen=True)
class MatBoard:
    """A board that lies on the mat: the names of the spots that are its fields, its outline, and its own corner markers
    (AprilTag 36h11 ids, none of them one of the mat's; centre in mm) where they lie when the board lies as drawn.
    `untagged`: its pieces carry no stickers, so that only which of the two `sides` stands where can be seen (the one
    with the lighter pieces first). `dark`: the fields that are printed dark, where dark and light ones take turns; by
    them such a board is found without markers."""

    fields: frozenset[str]
    outline: Spot
    markers: Mapping[int, Point] = field(default_factory=dict)
    marker_size_mm: float = 22.0
    untagged: bool = False
    dark: frozenset[str] = frozenset()
    sides: tuple[str, str] = ("white", "black")


@dataclass(frozen=True)
class MatLayout:
    """The mat: its size, its spots, where the four corner markers (AprilTag 36h11 ids, centre in mm) are, and the board
    that lies on it."""

    width_mm: float
    height_mm: float
    spots: tuple[Spot, ...]
    markers: Mapping[int, Point] = field(default_factory=dict)
    marker_size_mm: float = 30.0
    tray: Spot | None = None  # where dice are thrown
    board: MatBoard | None = None


@dataclass(frozen=True)
class DieReading:
    """One die that has come to rest. `confidence` is the estimated probability (0..1) that `value` is right;
    `is_sure` False means that people must be asked."""

    value: int
    sides: int
    confidence: float
    is_sure: bool
    centre_px: tuple[float, float]
    width_px: float  # side of the die, as far as it can be told
    at: Point | None = None


class CameraNote(Enum):
    """What people should know about the camera's picture as a whole. Told once when it begins, by the hub."""

    MOVED = "moved"  # the camera was bumped; the places were found again from the markers
    NO_MARKERS = "no_markers"  # the markers are gone or too few: places are those of before, or unknown
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    MIRRORED = "mirrored"
    FOREIGN = "foreign"  # very many codes that are not ours


@dataclass(frozen=True)
class Occupant:
    """What stands on a field of a board whose pieces carry no stickers: the side it belongs to ("" nobody's: the field
    is empty), and for every side, and for "", how probable that is (0..1, together 1)."""

    side: str
    scores: Mapping[str, float]


@dataclass(frozen=True)
class FieldChange:
    """How a field without stickers looks beside what stood on it before (`was`; None: nobody knows). `looks`: how
    probable every side, and "", is by its look alone (0..1, together 1). `otherwise`: the logarithm of how much
    likelier its look is if something else came to stand there than if nothing did. `behind`: the fields from which a
    tall piece leans over this one in the picture, so that what is done there changes its look too."""

    was: str | None
    looks: Mapping[str, float]
    otherwise: float
    behind: frozenset[str]


@dataclass(frozen=True)
class BoardSeen:
    """A board whose pieces carry no stickers, as one still picture shows it. `unsure`: the fields whose occupant people
    should be asked for, unless what can have happened decides it (`rank_positions`). `changes`: what each field shows
    beside the picture before; none when the board was just learned."""

    cells: Mapping[str, Occupant]
    unsure: frozenset[str]
    taken_s: float
    changes: Mapping[str, FieldChange] = field(default_factory=dict)

    @property
    def position(self) -> Mapping[str, str]:
        """The likeliest side on every field."""
        return {name: occupant.side for name, occupant in self.cells.items()}


@dataclass(frozen=True)
class Presence:
    """A tag that is believed to lie on the table now, seen or remembered."""

    tag: Tag
    at: Point | None
    angle_deg: float
    spot: str | None  # None: outside every spot, or no calibration
    since_s: float
    seen_s: float  # last time it was really seen


class ChangeKind(Enum):
    """What happened to a tag between two still tables."""

    PLACED = "placed"
    MOVED = "moved"
    GONE = "gone"
    TURNED = "turned"  # another side of something now lies at the same place
    UNKNOWN = "unknown"  # a payload that nobody registered came to lie on the table
    DOUBLED = "doubled"  # a payload that should exist once is seen in two places
    CORRECTED = "corrected"  # an earlier change did not happen: what it made believed is undone


@dataclass(frozen=True)
class TableChange:
    """One change of the table, reported once, after stillness.

    Changes that one act explains have the same `act`. After a CORRECTED one the same report tells, as ordinary changes,
    what is true instead.
    """

    kind: ChangeKind
    payload: str
    tag: Tag | None  # None for UNKNOWN
    spot: str | None  # where it lies now (None for GONE, or outside every spot)
    was_spot: str | None  # where it lay before
    at: Point | None
    at_s: float
    number: int = 0  # grows by one with every change that the eye tells; 0: told by something else
    act: int = 0
    odds: float = 1.0  # the estimated probability (0..1) that this is what happened
    alternatives: tuple[Alternative, ...] = ()  # what may have happened instead, the likeliest first
    corrects: int = 0  # CORRECTED: the number of the change that did not happen


@dataclass(frozen=True)
class Alternative:
    """Other changes that would explain the same look, and the estimated probability (0..1) that they happened. Empty
    changes: nothing happened."""

    changes: tuple[TableChange, ...]
    odds: float


@dataclass(frozen=True)
class Unread:
    """A code that lies still and cannot be read, since it is too small in the picture: `at` in the middle of it, None
    without calibration; `module_px`: pixels along one of its modules."""

    at: Point | None
    spot: str | None
    module_px: float


@dataclass(frozen=True)
class NamelessCard:
    """A card without sticker lies still and cannot be told by its look: `at` in its middle; `may_be`: the pieces that
    it may be, the likeliest first, none where it is like no card that is known."""

    at: Point
    spot: str | None
    may_be: tuple[str, ...] = ()


@dataclass(frozen=True)
class StageTimes:
    """Seconds spent on one frame by stage, for the bench and the doctor page.

    grab: waiting for the frame; gate: motion; locate: markers and regions; decode: the tags; track: what changed.
    """

    grab_s: float = 0.0
    gate_s: float = 0.0
    locate_s: float = 0.0
    decode_s: float = 0.0
    track_s: float = 0.0


@dataclass(frozen=True)
class TableReport:
    """What the eye tells after a frame in which something settled: the changes and the whole table as believed."""

    changes: tuple[TableChange, ...]
    presences: tuple[Presence, ...]
    calibrated: bool
    at_s: float
    times: StageTimes = StageTimes()
    dice: tuple[DieReading, ...] | None = None  # a throw that came to rest in the tray with this frame
    notes: tuple[CameraNote, ...] = ()  # that begin with this frame
    board: BoardSeen | None = None  # whose pieces carry no stickers, when it was looked at in this frame
    unread: tuple[Unread, ...] = ()  # codes that lie there and cannot be read
    nameless: tuple[NamelessCard, ...] = ()  # cards without stickers that lie there and cannot be told
    contradicted: tuple[
        str, ...
    ] = ()  # payloads of stickers on cards whose print is another card's: the sticker counts


class FrameSource(Protocol):
    """A camera: real, recorded or rendered.

    `read` waits for the next frame (at most `timeout_s`) and returns None when there is none in that time (a source
    that has ended returns None at once and sets `ended`). It raises VisionError when the camera is lost.
    """

    name: str
    ended: bool

    def read(self, timeout_s: float) -> Frame | None: ...

    def close(self) -> None: ...
