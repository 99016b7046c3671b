"""The eye: frames in, table reports out. Owns the memory of one camera and the thread that looks."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from vision._calibrator import Calibrator
from vision._feed import Feed, FeedSettings
from vision._ground import Ground
from vision._pixels import Box, grown
from vision._sight import (
    box_around,
    boxes_around_cut,
    looked_cells,
    place_cells,
    sighting_of,
    sticker_px,
    sticker_sizes,
)
from vision._snapshot import drawn_jpeg
from vision._where import centre_px, px_per_mm
from vision.gate import GateView, Mask, MotionGate
from vision.mat import Calibration
from vision.reader import TagReader, table_reader
from vision.registry import TagRegistry
from vision.scale import Scale
from vision.track import (
    Look,
    Lying,
    Memory,
    TrackSettings,
    Visibility,
    fold,
    missing,
    presences,
    to_look_at,
)
from vision.types import (
    Clock,
    Frame,
    FrameSource,
    MatLayout,
    Sighting,
    StageTimes,
    TableChange,
    TableReport,
    Tag,
)


@dataclass(frozen=True)
class EyeSettings:
    """How the eye judges stillness, and how it behaves when the camera fails."""

    still_frames: int = 2
    read_all_s: float = 10.0  # so often everything is read again, to heal what a look may have missed
    track: TrackSettings = field(default_factory=TrackSettings)
    feed: FeedSettings = field(default_factory=FeedSettings)


_READ_AGAIN_S = 0.3  # after a change its place is read once more: one unlucky picture must not stand for ever


class Eye:
    """Looks at one source. `look` does one frame (tests and tools call it); `run` is the loop of the camera thread.

    `report` is called from the looking thread with every report; `report_fault` once per failure with a sentence, and
    with None when pictures come again. `reopen` makes a new source after a failure.
    """

    def __init__(
        self,
        source: FrameSource,
        layout: MatLayout | None,
        registry: TagRegistry,
        make_reader: Callable[[TagRegistry], TagReader] | None,
        clock: Clock,
        report: Callable[[TableReport], None],
        report_fault: Callable[[str | None], None] = lambda sentence: None,
        reopen: Callable[[], FrameSource] | None = None,
        label: Callable[[Tag], str] = lambda tag: tag.piece,
        settings: EyeSettings = EyeSettings(),
    ) -> None:
        self._feed = Feed(source, reopen, report_fault, clock, settings.feed)
        self._layout = layout
        self._registry = registry
        self._make_reader = make_reader if make_reader is not None else table_reader
        self._reader: TagReader = self._make_reader(registry)
        self._report = report
        self._label = label
        self._settings = settings
        self._gate = MotionGate(settings.still_frames)
        self._ground = Ground()
        self._sticker_mm = sticker_sizes(registry)
        self._memory = Memory()
        self._calibrator = Calibrator(layout)
        self._calibration: Calibration | None = None
        self._is_registry_new = False
        self._to_confirm: tuple[Mask, float] | None = None  # what is to be read once more, and when
        self._read_all_at_s = -math.inf
        self._lock = threading.Lock()  # guards what other threads touch: registry, latest picture
        self._latest: tuple[Frame, tuple[Lying, ...]] | None = None
        self._times = StageTimes()

    @property
    def times(self) -> StageTimes:
        """Seconds per stage of the latest frame."""
        return self._times

    @property
    def is_calibrated(self) -> bool:
        """Whether the mat's markers have been found."""
        return self._calibration is not None

    def set_registry(self, registry: TagRegistry) -> None:
        """New known tags; everything on the table is read again with the next frame. From any thread."""
        with self._lock:
            self._registry = registry
            self._is_registry_new = True

    def snapshot(self) -> bytes | None:
        """The latest frame as a JPEG with the recognised tags drawn in; None before the first. From any thread."""
        with self._lock:
            latest = self._latest
        return None if latest is None else drawn_jpeg(latest[0].image, latest[1], self._label)

    def look(self, frame: Frame) -> TableReport | None:
        """One frame. A report when something settled and was read, else None."""
        started = time.perf_counter()
        with self._lock:
            registry, is_new = self._registry, self._is_registry_new
            self._is_registry_new = False
        if is_new:
            self._reader = self._make_reader(registry)
            self._sticker_mm = sticker_sizes(registry)
        if is_new or frame.taken_s - self._read_all_at_s >= self._settings.read_all_s:
            self._gate.doubt_all()
            self._read_all_at_s = frame.taken_s
        confirmed = self._to_confirm
        is_due = confirmed is not None and frame.taken_s >= confirmed[1]
        if confirmed is not None and is_due:
            self._gate.doubt(confirmed[0])
            self._to_confirm = None
        view = self._gate.step(frame.image, frame.alone)
        gated = time.perf_counter()
        report = None
        pending = [i for i in missing(self._memory) if not view.moving[place_cells(view, i)].any()]
        if view.settled.any() or pending:
            if self._calibrator.step(frame, view):
                self._recalibrated()
            calibrated = time.perf_counter()
            report = self._read(frame, view, pending, registry)
            if not is_due and view.settled.any():
                waiting = None if self._to_confirm is None else self._to_confirm[0]
                is_more = waiting is not None and waiting.shape == view.settled.shape
                place = view.settled | waiting if waiting is not None and is_more else view.settled
                self._to_confirm = place, frame.taken_s + _READ_AGAIN_S
            report = replace(
                report,
                times=replace(
                    report.times,
                    grab_s=self._feed.grab_s,
                    gate_s=gated - started,
                    locate_s=report.times.locate_s + calibrated - gated,
                ),
            )
            self._times = report.times
        else:
            self._times = StageTimes(gate_s=gated - started)
        with self._lock:
            self._latest = frame, self._memory.lying
        return report

    def run(self, stop: threading.Event) -> None:
        """The loop of the camera thread: until `stop` is set or the source has ended. Closes the source."""
        try:
            while not stop.is_set() and not self._feed.has_ended:
                frame = self._feed.next(stop)
                if frame is None:
                    continue
                report = self.look(frame)
                if report is not None:
                    self._report(report)
        finally:
            self._feed.close()

    def _recalibrated(self) -> None:
        """There is a new calibration. If the camera moved, remembered tags keep their places on the mat and get new
        ones in the picture."""
        new, old = self._calibrator.calibration, self._calibration
        self._calibration = new
        if new is not None and old is not None:
            self._rebase(new)
            self._ground.forget()
        self._gate.doubt_all()

    def _rebase(self, new: Calibration) -> None:
        lying = []
        for item in self._memory.lying:
            at = item.sighting.at
            if at is not None:
                x, y = centre_px(item.sighting)
                new_x, new_y = new.pixel(at)
                corners = tuple((px + new_x - x, py + new_y - y) for px, py in item.sighting.corners_px)
                item = replace(item, sighting=replace(item.sighting, corners_px=corners))
            lying.append(item)
        self._memory = replace(self._memory, lying=tuple(lying))

    def _read(self, frame: Frame, view: GateView, pending: Sequence[Lying], registry: TagRegistry) -> TableReport:
        started = time.perf_counter()
        height, width = frame.image.shape[:2]
        margin = round(sticker_px(self._calibration, self._layout, width))
        boxes: list[Box] | None = [grown(box, margin, width, height) for box in view.boxes(view.settled)]
        assert boxes is not None
        boxes += [box_around(item, width, height) for item in pending]
        boxes += boxes_around_cut(self._memory.lying, boxes, width, height)
        if sum(w * h for _, _, w, h in boxes) > 0.5 * width * height:
            boxes = None
        located = time.perf_counter()
        seen = self._sightings(frame, view, boxes)
        again = [] if boxes is None else to_look_at(self._memory, seen, registry)
        if boxes is not None and again:
            more = [box_around(item, width, height) for item in again]
            boxes += more
            seen += self._sightings(frame, view, more)
        decoded = time.perf_counter()
        looked = looked_cells(view, boxes) & ~view.moving
        self._memory, changes = self._fold(frame, view, looked, seen, registry)
        self._ground.learn(view, looked, self._memory.lying, frame.taken_s)
        self._gate.accept(looked)
        ended = time.perf_counter()
        times = StageTimes(0.0, 0.0, located - started, decoded - located, ended - decoded)
        return TableReport(changes, presences(self._memory), self.is_calibrated, frame.taken_s, times)

    def _fold(
        self, frame: Frame, view: GateView, looked: Mask, seen: list[Sighting], registry: TagRegistry
    ) -> tuple[Memory, tuple[TableChange, ...]]:
        lying = self._memory.lying
        read = [(sighting, registry[sighting.payload]) for sighting in seen if sighting.payload in registry]

        @cache  # the fold asks more than once
        def visible(item: Lying) -> Visibility:
            return self._ground.visibility(view, looked, lying, read, item)

        look = Look(tuple(seen), visible, frame.taken_s, frame.alone)
        spots = self._layout.spots if self._layout is not None else ()
        return fold(self._memory, look, registry, spots, self._settings.track)

    def _sightings(self, frame: Frame, view: GateView, boxes: list[Box] | None) -> list[Sighting]:
        """What is read in the boxes (None: everywhere) and does not move."""
        calibration = self._calibration
        scale = None if calibration is None else Scale(calibration, self._sticker_mm)
        found = self._reader.read_tags(frame.image, boxes, scale)
        seen = [sighting_of(raw, calibration, frame.taken_s) for raw in found]
        return [s for s in seen if not view.moving[view.around(*centre_px(s), 6.0 * px_per_mm(s))].any()]
