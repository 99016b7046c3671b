"""Reading the settled parts of the table: tags to sightings, sightings to what is believed, and what was learned."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from vision._pixels import Box, grown
from vision.calibration.board import BoardFit, laid
from vision.calibration.mat import Calibration, Corners
from vision.calibration.scale import Scale
from vision.reading.reader import TagReader
from vision.registry import TagRegistry
from vision.table._carried import carried, respotted
from vision.table._foreign import ForeignCodes, KnownCodes
from vision.table._ground import Ground, Looked, covered_cells
from vision.table._memory import Look, Lying, Memory, Standing, TrackSettings
from vision.table._sight import (
    apart,
    box_around,
    boxes_around_cut,
    cells_of,
    is_one_of,
    looked_cells,
    near_boxes,
    place_cells,
    sightings_of,
    sticker_px,
    sticker_sizes,
    still,
)
from vision.table._where import Body
from vision.table.gate import GateView, Mask
from vision.table.track import fold, to_look_at
from vision.types import MatLayout, Sighting, TableChange

_MOST = 0.5  # of the picture: then all of it is read in one go
_NEAR_MM = 60.0  # a piece farther from what was read has nothing to do with it


@dataclass(frozen=True, eq=False)
class Found:
    """What was read in one frame, and where was looked (`boxes` None: everywhere)."""

    view: GateView
    boxes: list[Box] | None
    mask: Mask  # the cells that were looked at
    seen: tuple[Sighting, ...]
    calibration: Calibration | None
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

    bared: Mask | None = None  # the cells of what turned out to be gone: to be read once more

    def __post_init__(self) -> None:
        self._sticker_mm = sticker_sizes(self.registry)
        self._spots = self.layout.spots if self.layout is not None else ()
        self._fit: BoardFit | None = None

    def know(self, registry: TagRegistry, reader: TagReader) -> None:
        """Other tags are registered now."""
        self.registry, self.reader = registry, reader
        self.foreign.forget()
        self.known.forget()
        self._sticker_mm = sticker_sizes(registry)

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
        seen = self._sightings(view, boxes, scale)
        again = [] if boxes is None else to_look_at(self.memory, seen, self.registry)
        if boxes is not None and again:
            width, height = view.frame.size_px
            more = [box_around(item, width, height) for item in again]
            boxes += more
            seen += self._sightings(view, more, scale)
        seen = apart(seen, self.memory.lying)
        mask = looked_cells(view, boxes) & ~view.moving
        return Found(view, boxes, mask, tuple(seen), calibration, located - started, time.perf_counter() - located)

    def take_over(self, found: Found) -> tuple[TableChange, ...]:
        """Brings the memory up to date with what was read, and gives what has changed by it."""
        memory, view, boxes = self.memory, found.view, found.boxes
        near = near_boxes((*memory.lying, *memory.extra), boxes, _NEAR_MM * _px_per_mm(memory))
        read = [Body(s, self.registry[s.payload]) for s in found.seen if s.payload in self.registry]
        clear = found.mask & ~view.beside if view.moving.any() else found.mask
        looked = Looked(view, clear, near, read, found.calibration)
        self.memory, changes = fold(memory, self._look(looked, found.seen), self.registry, self._spots, self.settings)
        after = near_boxes((*self.memory.lying, *self.memory.extra), boxes, _NEAR_MM * _px_per_mm(self.memory))
        self.ground.learn(looked, after, view.frame.taken_s)
        self.foreign.remember(view, [item for item in self.memory.extra if item.tag.payload not in self.registry])
        self.known.remember(view.frame, [item.sighting for item in self.memory.lying])
        there = {item.number for item in (*self.memory.lying, *self.memory.extra)}
        gone = [item.body for item in near if item.number not in there]
        # only now is it known that what is seen there is the table, or what lay beneath
        self.bared = covered_cells(view, gone, 0.0) if gone else None
        if gone:
            self.ground.keep_only(there.__contains__)
        return changes

    def _look(self, looked: Looked, seen: tuple[Sighting, ...]) -> Look:
        numbers = {item.number for item in looked.lying}

        def is_looked(item: Lying) -> bool:
            return item.number in numbers and looked.is_looked(item.body)

        def lies(item: Lying, gone: Sequence[Lying], over: Sequence[Body]) -> float:
            return self.ground.lies(looked, item, gone, over)

        frame = looked.view.frame
        is_busy = bool(looked.view.moving.any())
        return Look(seen, is_looked, lies, frame.taken_s, frame.alone, is_busy)

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

    def _sightings(self, view: GateView, boxes: list[Box] | None, scale: Scale | None) -> list[Sighting]:
        """What is read in the boxes (None: everywhere) and does not move."""
        frame = view.frame
        calibration = None if scale is None else scale.calibration
        image, foreign = self.foreign.painted_over(view, boxes)
        if boxes is None and image is frame.image:
            image = view.halves.whole
        known: tuple[Sighting, ...] = ()
        if scale is not None:
            known = self.known.seen_again(frame, [item.sighting for item in self.memory.lying], boxes)
            # what lies half under a hand cannot be read, and is not tried
            half = [i.sighting for i in self.memory.lying if view.moving[place_cells(view, i)].any()]
            scale = replace(scale, explained=(*scale.explained, *(s.corners_px for s in (*known, *half))))
        found = [raw for raw in self.reader.read_tags(image, boxes, scale) if not is_one_of(raw, known)]
        tags = [self.registry.get(raw.payload) for raw in found]
        sides_mm = [None if tag is None else tag.sticker_mm for tag in tags]
        seen = sightings_of(found, calibration, frame.taken_s, sides_mm, frame.image)
        return still(view, [*seen, *foreign, *known])


def _px_per_mm(memory: Memory) -> float:
    return memory.lying[0].body.px_per_mm if memory.lying else 1.0
