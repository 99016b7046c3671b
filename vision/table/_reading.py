"""Reading the settled parts of the table: tags to sightings, sightings to what is believed, and what was learned."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vision._pixels import Box, grown
from vision.calibration.board import BoardFit, laid
from vision.calibration.mat import Calibration, Corners
from vision.calibration.scale import Scale
from vision.codes import CODE_MODULES
from vision.reading._stages import Reading
from vision.reading.reader import TagReader
from vision.registry import TagRegistry
from vision.spots import spot_at
from vision.table._carried import carried, respotted
from vision.table._foreign import ForeignCodes, KnownCodes
from vision.table._ground import Ground, Looked, covered_cells
from vision.table._memory import Look, Lying, Memory, Standing, TrackSettings
from vision.table._sight import (
    BY_FACE,
    ByFace,
    apart,
    box_around,
    boxes_around_cut,
    cells_of,
    is_one_of,
    looked_cells,
    mean,
    near_boxes,
    place_cells,
    resting,
    sightings_of,
    sticker_px,
    sticker_sizes,
)
from vision.table._still_places import StillPlaces
from vision.table._where import Body
from vision.table.gate import GateView, Mask
from vision.table.track import fold, to_look_at
from vision.types import Image, MatLayout, NamelessCard, Sighting, TableChange, Unread

_MOST = 0.5  # of the picture: then all of it is read in one go
_TOO_SMALL_PX = 2.0  # a module; larger ones are unread for another reason
_NEAR_MM = 60.0  # a piece farther from what was read has nothing to do with it


@dataclass(frozen=True, eq=False)
class Found:
    """What was read in one frame, and where was looked (`boxes` None: everywhere)."""

    view: GateView
    boxes: list[Box] | None
    mask: Mask  # the cells that were looked at
    seen: tuple[Sighting, ...]
    calibration: Calibration | None
    left: Sequence[Box]  # where small codes may be that could not be read
    locate_s: float
    decode_s: float


@dataclass
class TableReading:
    """The memory of one table, and all that is needed to bring it up to date."""

    layout: MatLayout | None
    registry: TagRegistry
    reader: TagReader
    settings: TrackSettings
    memory: Memory = field(default_factory=Memory)
    ground: Ground = field(default_factory=Ground)
    foreign: ForeignCodes = field(default_factory=ForeignCodes)
    known: KnownCodes = field(default_factory=KnownCodes)
    still: StillPlaces = field(default_factory=StillPlaces)

    bared: Mask | None = None  # the cells of what turned out to be gone: to be read once more

    def __post_init__(self) -> None:
        self._sticker_mm = sticker_sizes(self.registry)
        self._by_face = ByFace(self.registry)
        self._spots = self.layout.spots if self.layout is not None else ()
        self._fit: BoardFit | None = None

    def know(self, registry: TagRegistry, reader: TagReader) -> None:
        """Other tags are registered now."""
        self.registry, self.reader = registry, reader
        self.foreign.forget()
        self.known.forget()
        self.still.forget()
        self._sticker_mm = sticker_sizes(registry)
        self._by_face = ByFace(registry)

    def pending(self, view: GateView) -> list[Lying]:
        """Tags that seem to be gone and whose places can be looked at with this frame."""
        return [item for item in self.memory.missing if not view.moving[place_cells(view, item)].any()]

    def passed(self, view: GateView) -> list[Lying]:
        """Tags over which something was that has passed on, and left the place as it was."""
        if view.same is None or not view.same.any():
            return []
        hidden = [item for item in self.memory.lying if item.standing is not Standing.SEEN]
        return [item for item in hidden if view.same[place_cells(view, item)].any()]

    def rebase(self, old: Calibration, new: Calibration, size_px: tuple[int, int]) -> None:
        """The camera moved: remembered tags keep their places on the mat and get new ones in the picture."""

        def moved(item: Lying) -> Lying:
            if item.sighting.at is None:
                return item  # read while nobody knew where the camera looks: it is where it was seen
            corners = tuple(new.pixel(old.point(x, y)) for x, y in item.sighting.corners_px)
            return replace(item, sighting=replace(item.sighting, corners_px=corners))

        memory = self.memory
        lying, extra = tuple(moved(item) for item in memory.lying), tuple(moved(item) for item in memory.extra)
        self.memory = replace(memory, lying=lying, extra=extra)
        self.foreign.forget()
        self.still.forget()
        self._by_face = ByFace(self.registry)
        self.ground.shift(lambda x, y: new.pixel(old.point(x, y)), size_px)

    def lay_board(self, view: GateView, fit: BoardFit, calibration: Calibration) -> tuple[TableChange, ...]:
        """The board lies there now: its fields are at other places, and what lay on it has moved with it. When this is
        known for the first time nothing has moved, and pieces that lie on other fields than was thought are given."""
        assert self.layout is not None
        assert self.layout.board is not None
        old, board = self._fit, self.layout.board
        self._fit, self._spots = fit, laid(self.layout, fit).spots
        if old is None:
            self.memory, changes = respotted(self.memory, board, self._spots, view.frame.taken_s)
            return changes
        self.memory = carried(self.memory, board, old, fit, calibration)
        self.foreign.forget()
        self.ground.forget(cells_of(view, [old.spot(board.outline), fit.spot(board.outline)], calibration))
        return ()

    def read(
        self,
        view: GateView,
        pending: Sequence[Lying],
        calibration: Calibration | None,
        markers: tuple[Corners, ...] = (),
    ) -> Found:
        """Reads what has settled, and the places of the `pending` tags. `markers`: those just seen in this frame."""
        started = time.perf_counter()
        boxes = self._boxes(view, pending, calibration)
        halves = view.halves if boxes is None else None
        scale = None if calibration is None else Scale(calibration, self._sticker_mm, markers, halves)
        located = time.perf_counter()
        seen, read = self._sightings(view, boxes, scale)
        if boxes is not None:
            more = self._old_places(view, seen)
            boxes += more
            seen += self._sightings(view, more, scale)[0] if more else []
        mask = looked_cells(view, boxes) & ~view.moving
        if calibration is not None:
            seen, mask = self._with_faces(view, seen, mask, calibration)
        found = tuple(apart(seen, self.memory.lying))
        decode_s = time.perf_counter() - located
        return Found(view, boxes, mask, found, calibration, read.left, located - started, decode_s)

    def read_still(self, view: GateView, calibration: Calibration | None) -> Found | None:
        """Takes one more frame of what rests unread, and reads it when enough of them have added up. None when nothing
        new came to light."""
        started = time.perf_counter()
        self.still.add(view)
        boxes = self.still.due
        if not boxes:
            return None
        scale = None if calibration is None else Scale(calibration, self._sticker_mm)
        seen, read = self._sightings(view, boxes, scale, self.still.picture(view.frame.size_px))
        self.still.was_read(read.unread)
        believed = [item.sighting for item in (*self.memory.lying, *self.memory.extra)]
        seen = [new for new in seen if not is_one_of(new, believed)]
        if not seen:
            return None
        more = self._old_places(view, seen)
        seen += self._sightings(view, more, scale)[0] if more else []
        found = tuple(apart(seen, self.memory.lying))
        # what is not read here tells nothing: only around what was read the table is known better than before
        mask = (covered_cells(view, self._bodies(found), 0.0) | looked_cells(view, more)) & ~view.moving
        return Found(view, [*boxes, *more], mask, found, calibration, (), 0.0, time.perf_counter() - started)

    def _with_faces(
        self, view: GateView, seen: list[Sighting], mask: Mask, calibration: Calibration
    ) -> tuple[list[Sighting], Mask]:
        """What was read of stickers and what is told by looks, and the cells that were looked at for both."""
        named, later = self._by_face.read(view, mask, seen, self.memory.lying, calibration)
        mask = mask & ~later
        old = self._old_places(view, named) if named else []
        more = looked_cells(view, old) & ~view.moving & ~mask
        again = self._by_face.again(view, self.memory.lying, more, calibration)
        return [*seen, *named, *again], mask | more

    def _old_places(self, view: GateView, seen: Sequence[Sighting]) -> list[Box]:
        """The boxes around those places at which the pieces of these sightings lay before."""
        return [box_around(item, *view.frame.size_px) for item in to_look_at(self.memory, seen, self.registry)]

    def _bodies(self, seen: Sequence[Sighting]) -> list[Body]:
        return [Body(s, self.registry[s.payload]) for s in seen if s.payload in self.registry]

    def take_over(self, found: Found) -> tuple[TableChange, ...]:
        """Brings the memory up to date with what was read, and gives what has changed by it."""
        memory, view, boxes = self.memory, found.view, found.boxes
        near = near_boxes((*memory.lying, *memory.extra), boxes, _NEAR_MM * _px_per_mm(memory))
        clear = found.mask & ~view.beside if view.moving.any() else found.mask
        looked = Looked(view, clear, near, self._bodies(found.seen), found.calibration)
        self.memory, changes = fold(memory, self._look(looked, found.seen), self.registry, self._spots, self.settings)
        after = _with_all_of(near, (*self.memory.lying, *self.memory.extra), boxes, _NEAR_MM * _px_per_mm(self.memory))
        self.ground.learn(looked, after, view.frame.taken_s, self.memory.imagined(view.frame.taken_s))
        self._by_face.learn(view, clear, self.memory.lying, found.calibration)
        self.foreign.remember(view, [item for item in self.memory.extra if item.tag.payload not in self.registry])
        codes = [item.sighting for item in self.memory.lying if item.sighting.reader != BY_FACE]
        self.known.remember(view.frame, codes)  # two cards may well be alike in so small a part
        self.still.found(view, found.mask, found.left)
        there = self.memory.numbers
        gone = [item.body for item in near if item.number not in there]
        # only now is it known that what is seen there is the table, or what lay beneath
        self.bared = covered_cells(view, gone, 0.0) if gone else None
        if gone:
            self.ground.keep_only(there.__contains__)
        return changes

    def nameless(self, calibration: Calibration | None) -> tuple[NamelessCard, ...]:
        """The cards without stickers that lie there and cannot be told by their looks."""
        return self._by_face.nameless(calibration, self._spots)

    @property
    def contradicted(self) -> tuple[str, ...]:
        """The payloads of stickers on cards whose print is another card's."""
        return self._by_face.contradicted(self.memory.lying)

    def unread(self, calibration: Calibration | None) -> tuple[Unread, ...]:
        """The codes that lie there and cannot be read however long they lie still, since they are too small."""
        bodies = [item.body for item in (*self.memory.lying, *self.memory.extra)]
        told = []
        for corners in self.still.unread:
            place, round_px = mean(corners), sum(map(math.dist, corners, (*corners[1:], corners[0])))
            module_px = round_px / (4 * CODE_MODULES)
            is_known = any(math.dist(body.centre_px, place) < body.sticker_mm * body.px_per_mm for body in bodies)
            if module_px < _TOO_SMALL_PX and not is_known:
                at = None if calibration is None else calibration.point(*place)
                told.append(Unread(at, None if at is None else spot_at(at, self._spots), module_px))
        return tuple(told)

    def _look(self, looked: Looked, seen: tuple[Sighting, ...]) -> Look:
        numbers = {item.number for item in looked.lying}

        def is_looked(item: Lying) -> bool:
            return item.number in numbers and looked.is_looked(item.body)

        def lies(item: Lying, gone: Sequence[Lying], over: Sequence[Body]) -> float:
            return self.ground.lies(looked, item, gone, over)

        def hidden(item: Lying) -> bool:
            place = place_cells(view, item)
            return bool((view.moving[place] | view.beside[place] | view.fresh[place]).any())

        view, frame = looked.view, looked.view.frame
        return Look(seen, is_looked, lies, frame.taken_s, frame.alone, bool(view.moving.any()), hidden)

    def _boxes(self, view: GateView, pending: Sequence[Lying], calibration: Calibration | None) -> list[Box] | None:
        """What has to be read (None: everything). Where only a hand has passed over, nothing but the tags that it
        hid."""
        width, height = view.frame.size_px
        margin = round(sticker_px(calibration, self.layout, width, self._sticker_mm[0]))
        boxes = [grown(box, margin, width, height) for box in view.boxes(view.fresh)]
        boxes += [box_around(item, width, height) for item in (*pending, *self.passed(view))]
        if sum(w * h for _, _, w, h in boxes) > _MOST * width * height:
            return None
        near = near_boxes((*self.memory.lying, *self.memory.extra), boxes, 0.0)
        # those first: a code that has been read is not tried again where only a part of it is in view
        return [*boxes_around_cut(near, boxes, width, height), *boxes]

    def _sightings(
        self, view: GateView, boxes: list[Box] | None, scale: Scale | None, still: Image | None = None
    ) -> tuple[list[Sighting], Reading]:
        """What is read in the boxes (None: everywhere) and does not move, and all that the reader says. `still`: what
        is to be read instead of the frame."""
        frame = view.frame
        calibration = None if scale is None else scale.calibration
        image, foreign = self.foreign.painted_over(view, boxes) if still is None else (still, ())
        if boxes is None and image is frame.image:
            image = view.halves.whole
        known: tuple[Sighting, ...] = ()
        if scale is not None:
            known = self.known.seen_again(frame, [item.sighting for item in self.memory.lying], boxes)
            # what lies half under a hand cannot be read, and is not tried
            half = [i.sighting for i in self.memory.lying if view.moving[place_cells(view, i)].any()]
            scale = replace(scale, explained=(*scale.explained, *(s.corners_px for s in (*known, *half))))
        read = self.reader.read(image, boxes, scale)
        found = [raw for raw in read.tags if not is_one_of(raw, known)]
        tags = [self.registry.get(raw.payload) for raw in found]
        sides_mm = [None if tag is None else tag.sticker_mm for tag in tags]
        seen = sightings_of(found, calibration, frame.taken_s, sides_mm, frame.image)
        return resting(view, [*seen, *foreign, *known]), read


def _with_all_of(
    near: Sequence[Lying], lying: Sequence[Lying], boxes: Sequence[Box] | None, grow_px: float
) -> list[Lying]:
    """The items near the boxes, and those that were so before: at the border a hair decides, and what is not among
    them counts as gone."""
    numbers = {item.number for item in (*near, *near_boxes(lying, boxes, grow_px))}
    return [item for item in lying if item.number in numbers]


def _px_per_mm(memory: Memory) -> float:
    return memory.lying[0].body.px_per_mm if memory.lying else 1.0
