"""The eye: frames in, table reports out. Owns the memory of one camera and the thread that looks."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from vision.calibration.board import BoardWatch
from vision.calibration.calibrator import Calibrator
from vision.calibration.lens import Lens
from vision.calibration.mat import Calibration, Glance
from vision.cameras._packed import UsualSizes
from vision.cameras.feed import Feed, FeedSettings
from vision.dice.reader import DiceReader
from vision.dice.watch import DiceWatch
from vision.reading.reader import TagReader, table_reader
from vision.registry import TagRegistry
from vision.squares.watch import SquaresWatch
from vision.table._memory import Lying, Standing, TrackSettings, decided
from vision.table._reading import TableReading
from vision.table._rereads import Rereads, RereadSettings
from vision.table._sight import place_cells, sticker_sizes
from vision.table._snapshot import Snapshots
from vision.table._whole import BumpWatch, Notes
from vision.table.gate import GateView, MotionGate
from vision.types import (
    Clock,
    Frame,
    FrameSource,
    MatLayout,
    NamelessCard,
    StageTimes,
    TableChange,
    TableReport,
    Tag,
    Unread,
)

_WAITS_S = 0.4  # so long what settled beside a hand that moves on waits to be looked at together with what follows


@dataclass(frozen=True)
class EyeSettings:
    """How the eye judges stillness, and how it behaves when the camera fails."""

    still_frames: int = 2
    read_all_s: float = 10.0  # so long after a change everything is read again, to heal what a look may have missed
    track: TrackSettings = field(default_factory=TrackSettings)
    feed: FeedSettings = field(default_factory=FeedSettings)


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
        self._make_reader = make_reader if make_reader is not None else table_reader
        self._reading = TableReading(layout, registry, self._make_reader(registry), settings.track)
        self._report = report
        self._snapshots = Snapshots(label)
        self._gate = MotionGate(settings.still_frames)
        self._rereads = Rereads(RereadSettings(all_s=settings.read_all_s))
        self._bumps = BumpWatch()
        self._notes = Notes(settings.track.strangers)
        self._calibrator = Calibrator(layout)
        self._calibrator.sticker_mm = sticker_sizes(registry)[-1]
        self._board = BoardWatch(None if layout is None else layout.board)
        self._dice = None if layout is None or layout.tray is None else DiceWatch(DiceReader(), layout)
        has_squares = layout is not None and layout.board is not None and layout.board.untagged
        self._squares = SquaresWatch(layout) if layout is not None and has_squares else None
        self._has_watches = self._dice is not None or self._squares is not None
        self._calibration: Calibration | None = None
        self._known: Calibration | None = None  # the latest one, also while there is none
        self._lock = threading.Lock()  # guards what other threads touch: registry, decisions, latest picture
        self._new_registry: TagRegistry | None = None
        self._decisions: list[tuple[int, int]] = []
        self._latest: tuple[Frame, tuple[Lying, ...]] | None = None
        self._times = StageTimes()
        self._still_s: float | None = None  # what the latest frame took, if nothing had to be done
        self._sizes = UsualSizes()
        self._is_at_rest = False  # by the latest frame that was looked at
        self._told: tuple[tuple[Unread, ...], tuple[NamelessCard, ...], tuple[str, ...]] = (), (), ()  # not well read
        self._read_s = self._passed_s = -math.inf  # when something was read last, and what was passed over looked at
        self._is_busy = False  # something moved in the latest frame

    @property
    def times(self) -> StageTimes:
        """Seconds per stage of the latest frame in which something settled, or 0 everywhere else than in the gate."""
        return self._times if self._still_s is None else StageTimes(gate_s=self._still_s)

    @property
    def is_calibrated(self) -> bool:
        """Whether the mat's markers have been found."""
        return self._calibration is not None

    def set_registry(self, registry: TagRegistry) -> None:
        """New known tags; everything on the table is read again with the next frame. From any thread."""
        with self._lock:
            self._new_registry = registry

    def set_lenses(self, lenses: Sequence[Lens]) -> None:
        """This camera's measured lens, for each size of picture that it was measured at; used from the next frame on.
        From any thread."""
        self._calibrator.set_lenses(lenses)
        with self._lock:
            self._new_registry = self._new_registry or self._reading.registry  # everything is looked at again

    def set_position(self, position: Mapping[str, str], is_afresh: bool = False) -> None:
        """What stands on a board whose pieces carry no stickers, as the rules have it (field to side). The first one,
        and every one `is_afresh`, is learned from the next still picture of the board; each later one says what the
        latest reading was taken for. Without such a board nothing happens. From any thread."""
        if self._squares is not None:
            self._squares.set_position(position, is_afresh)

    def decide(self, act: int, choice: int) -> None:
        """What an act was that came with alternatives: 0 what was told, 1 the first of the alternatives, and so on. The
        memory follows with the next frame. From any thread."""
        with self._lock:
            self._decisions.append((act, choice))

    def glance(self) -> Glance | None:
        """The latest frame and what is known about how the camera sees the mat; None before the first. From any
        thread."""
        latest = self._now()
        if latest is None:
            return None
        sizes_mm = sticker_sizes(self._reading.registry)
        return Glance(latest[0], self._calibration, self._calibrator.markers, self._calibrator.wrong_now, sizes_mm)

    def recognised(self) -> int:
        """How many tags are seen in the latest frame; what lies below others does not count. From any thread."""
        latest = self._now()
        return 0 if latest is None else sum(one.standing is Standing.SEEN for one in latest[1])

    def snapshot(self) -> bytes | None:
        """The latest frame as a JPEG with the recognised tags drawn in; None before the first. From any thread."""
        return self._snapshots.of(self._now)

    def _now(self) -> tuple[Frame, tuple[Lying, ...]] | None:
        with self._lock:
            return self._latest

    def look(self, frame: Frame) -> TableReport | None:
        """One frame. A report when something settled and was read, or when there is a note to tell, else None."""
        started = time.perf_counter()
        if self._is_still(frame):
            self._latest = frame, self._reading.memory.lying  # one assignment: no lock is needed for it
            self._still_s = time.perf_counter() - started
            return None
        with self._lock:
            registry, self._new_registry = self._new_registry, None
            decisions, self._decisions = self._decisions, []
        for act, choice in decisions:
            self._reading.memory = decided(self._reading.memory, act, choice)
        if registry is not None:
            self._reading.know(registry, self._make_reader(registry))
            self._calibrator.sticker_mm = sticker_sizes(registry)[-1]
        self._rereads.step(self._gate, frame.taken_s, registry is not None, self._is_busy)
        view = self._gate.step(frame)
        self._is_busy = not view.is_quiet and bool(view.moving.any())
        gate_s = time.perf_counter() - started
        reading = self._reading
        report = None
        self._is_at_rest = view.is_quiet and not reading.memory.missing and not reading.still.waits
        self._sizes.see(frame, self._is_at_rest)
        if self._is_at_rest:
            self._still_s = gate_s
        else:
            report = self._settled(frame, view, gate_s)
        report = self._with_board(self._with_dice(report, frame, view), frame, view)
        with self._lock:
            self._latest = frame, reading.memory.lying
        return report

    def _is_still(self, frame: Frame) -> bool:
        """Whether there is nothing to do: nothing is asked for or due, and the table is at rest still."""
        if not self._is_at_rest or self._new_registry is not None or self._decisions:
            return False
        if frame.taken_s >= self._rereads.due_s:
            return False
        if self._sizes.hold(frame):
            return True
        if self._has_watches or not self._gate.is_as_before(frame):
            return False
        self._sizes.see(frame, True)
        return True

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

    def _settled(self, frame: Frame, view: GateView, gate_s: float) -> TableReport | None:
        """What follows from a frame that is not quite like the last one."""
        reading, started = self._reading, time.perf_counter()
        changes: tuple[TableChange, ...] = ()
        times = StageTimes()
        view = self._passed_over(view)
        pending = reading.pending(view)
        is_new = bool(view.fresh.any()) or bool(reading.passed(view)) or bool(pending)
        is_apart = view.is_apart or any(not view.beside[place_cells(view, item)].all() for item in pending)
        is_read = is_new and (is_apart or frame.taken_s - self._read_s >= _WAITS_S)
        if is_read:
            self._read_s = frame.taken_s
            if self._calibrator.step(frame, view):
                self._recalibrated(frame)
            refitted = self._lay_board(frame, view)
            located = time.perf_counter()
            markers = (*self._calibrator.seen_in(frame), *self._board.seen_in(frame))
            found = reading.read(view, pending, self._calibration, markers)
            decoded = time.perf_counter()
            if self._bumps.is_bumped(found.seen, reading.memory, frame.taken_s):
                self._gate.doubt_all()
            else:
                changes = reading.take_over(found)
                self._gate.accept(found.mask, view.beside)
                if reading.bared is not None:
                    self._gate.doubt(reading.bared)
            changes = (*refitted, *changes)
            self._rereads.settled(view, frame.taken_s)
            track_s = time.perf_counter() - decoded
            times = StageTimes(0.0, 0.0, located - started + found.locate_s, found.decode_s, track_s)
        elif (still := reading.read_still(view, self._calibration)) is not None:
            changes, is_read = reading.take_over(still), True
            times = StageTimes(decode_s=still.decode_s)
        self._times, self._still_s = replace(times, grab_s=self._feed.grab_s, gate_s=gate_s), None
        notes = tuple(dict.fromkeys((*self._notes.step(view, reading.memory), *self._calibrator.notes())))
        told = self._told
        self._told = reading.unread(self._calibration), reading.nameless(self._calibration), reading.contradicted
        if not is_read and not notes and told == self._told:
            return None
        return replace(self._nothing_new(frame), changes=changes, notes=notes)

    def _nothing_new(self, frame: Frame) -> TableReport:
        presences = self._reading.memory.presences
        unread, nameless, contradicted = self._told
        return TableReport(
            (),
            presences,
            self.is_calibrated,
            frame.taken_s,
            self._times,
            unread=unread,
            nameless=nameless,
            contradicted=contradicted,
        )

    def _passed_over(self, view: GateView) -> GateView:
        """Accepts the places over which only a hand has passed. From afar two codes look alike: what was put there
        instead shows in the frame's own pixels, and has changed."""
        now_s = view.frame.taken_s
        is_due = now_s - self._passed_s >= _WAITS_S or not view.moving.any()
        if view.same is None or not is_due or not view.same.any():
            return view
        self._passed_s = now_s
        clear = view.same & ~view.beside
        same = self._reading.ground.unchanged(view, clear)
        self._gate.accept(same)
        other = clear & ~same
        return replace(view, same=view.same & ~other, other=None if view.other is None else view.other | other)

    def _with_dice(self, report: TableReport | None, frame: Frame, view: GateView) -> TableReport | None:
        """The report with the throw that came to rest with this frame, if one did."""
        dice = None if self._dice is None else self._dice.step(frame, view, self._calibration)
        if dice is None:
            return report
        return replace(report or self._nothing_new(frame), dice=dice)

    def _with_board(self, report: TableReport | None, frame: Frame, view: GateView) -> TableReport | None:
        """The report with what stands on a board without stickers, if it was read in this frame."""
        board = self._squares
        seen = None if board is None else board.step(frame, view, self._calibration, self._board.fit)
        if seen is None:
            return report
        return replace(report or self._nothing_new(frame), board=seen)

    def _lay_board(self, frame: Frame, view: GateView) -> tuple[TableChange, ...]:
        """Looks where the board lies, and gives the pieces that lie on other fields than was thought."""
        if not self._board.step(frame, view, self._calibration):
            return ()
        assert self._board.fit is not None
        assert self._calibration is not None
        return self._reading.lay_board(view, self._board.fit, self._calibration)

    def _recalibrated(self, frame: Frame) -> None:
        """There is a new calibration. If the camera moved, remembered tags keep their places on the mat and get new
        ones in the picture."""
        new, old = self._calibrator.calibration, self._known
        self._calibration = new
        if new is not None:
            self._known = new
            if old is not None:
                self._reading.rebase(old, new, frame.size_px)
        self._gate.doubt_all()
