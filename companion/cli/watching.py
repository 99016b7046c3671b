"""Looking at a camera or a recording without playing: every change of the table as a line."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass

from companion.camera.table_source import open_table_source
from companion.journal.journal import Journal
from companion.prints.mat_plan import mat_layout
from companion.reading.table_tags import TableTags
from companion.reading.tags import game_tags, with_stickers
from companion.settings.chosen_game import match_settings
from companion.settings.config import Config
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from vision import Eye, FrameSource, RecordingSource, TableChange, TableReport, TagRegistry
from vision.types import ChangeKind, MatLayout

_LIKELY_PLAYERS = 4
_WORDS = {
    ChangeKind.PLACED: "placed",
    ChangeKind.MOVED: "moved",
    ChangeKind.GONE: "gone",
    ChangeKind.TURNED: "turned over",
    ChangeKind.UNKNOWN: "not registered",
    ChangeKind.DOUBLED: "seen twice",
    ChangeKind.CORRECTED: "did not happen",
}


@dataclass(frozen=True)
class _PrintedLine:
    """A line to print; `is_last` when nothing more comes."""

    text: str
    is_last: bool = False


def tags_of(config: Config, game: Game, players: int | None) -> TagRegistry:
    """The game's own tags, and those of the copies in play where a journal keeps some."""
    seats, settings = _seats(game, players), match_settings(game, config)
    layout = game.mat(seats, settings)
    decks, size = with_stickers(Match(game, Header(game.slug, seats, settings)).table.decks, layout), layout.size
    if not config.data.journal_path.is_file():
        return game_tags(game.slug, decks, size=size)
    with Journal.look(config.data.journal_path) as journal:
        return TableTags(journal.copies, game.slug, decks, config.table.copies, size=size).registry


def watch_source(
    config: Config,
    source: str,
    game: Game | None,
    players: int | None,
    record: str | None,
    seconds: float | None,
    *,
    fast: bool = False,
) -> Iterator[str]:
    """The lines to print as they come, until the source ends, `seconds` are over or the caller stops.

    VisionError when the source cannot be opened; what fails later is a line.
    """
    camera: FrameSource = open_table_source(config.camera, source, fps=-1.0 if fast else 0.0)
    told: queue.SimpleQueue[_PrintedLine] = queue.SimpleQueue()
    if record:
        camera = RecordingSource(camera, record, report=lambda sentence: told.put(_PrintedLine(sentence)))
    yield f"Watching {camera.name}."
    stop = threading.Event()
    eye = _eye(config, camera, game, players, told)
    thread = threading.Thread(target=_run, args=(eye, stop, told), name="watch", daemon=True)
    thread.start()
    end = math.inf if seconds is None else time.monotonic() + seconds
    try:
        while (left := end - time.monotonic()) > 0:
            try:
                line = told.get(timeout=min(left, 1.0))
            except queue.Empty:
                continue
            yield line.text
            if line.is_last:
                break
    finally:
        stop.set()
        thread.join(5.0)
    if record:
        yield f"The pictures are kept in {record}."


def _eye(
    config: Config, camera: FrameSource, game: Game | None, players: int | None, told: queue.SimpleQueue[_PrintedLine]
) -> Eye:
    layout: MatLayout | None = None
    registry = TagRegistry()
    if game is not None:
        layout = mat_layout(game.mat(_seats(game, players), match_settings(game, config)))
        registry = tags_of(config, game, players)
    began: list[float] = []

    def hear(report: TableReport) -> None:
        began.append(report.at_s)
        for change in report.changes:
            told.put(_PrintedLine(_line(change, report.at_s - began[0])))

    def fault(sentence: str | None) -> None:
        told.put(_PrintedLine(sentence or "The camera works again."))

    return Eye(camera, layout, registry, None, time.monotonic, hear, fault)


def _run(eye: Eye, stop: threading.Event, told: queue.SimpleQueue[_PrintedLine]) -> None:
    try:
        eye.run(stop)
    finally:
        told.put(_PrintedLine(f"The end; the mat was {'found' if eye.is_calibrated else 'not found'}.", is_last=True))


def _line(change: TableChange, at_s: float) -> str:
    what = change.payload if change.tag is None else f"{change.tag.piece} ({change.tag.side.value})"
    place = f" at {change.at.x_mm:.0f}, {change.at.y_mm:.0f} mm" if change.at is not None else ""
    spots = [f"from {change.was_spot}" if change.was_spot else "", f"on {change.spot}" if change.spot else ""]
    return " ".join(filter(None, (f"{at_s:8.2f} s  {_WORDS[change.kind]:<14} {what}", *spots))) + place


def _seats(game: Game, players: int | None) -> int:
    return min(game.seats, key=lambda n: abs(n - _LIKELY_PLAYERS)) if players is None else players
