"""Building blocks of the service, each made from the configuration: words, mat, camera, reader box."""

from __future__ import annotations

import threading
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from importlib import resources

from companion.config import CameraConfig, Config
from companion.tongues import Tongues
from companion.view import Voice
from companion.virtual_table import VirtualTable
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.layout import Board, Layout, MatSpot
from rules.engine.match import Match
from rules.engine.redact import redact
from rules.engine.types import PUBLIC, UNSEEN, Card, PieceId, Say
from rules.engine.words import Names, Words
from vision import (
    CameraSettings,
    CsiSettings,
    RecordingSettings,
    RecordingSource,
    VirtualCamera,
    WhenFull,
    open_source,
    read_tags,
    render_card,
)
from vision.registry import TagRegistry
from vision.types import FrameSource, MatBoard, MatLayout, Point, Side, Spot, VisionError

MARKER_INSET_MM = 20.0
FAST = 100.0  # from this speed on (tests, soaks) the virtual camera runs as fast as it is read


def hub_words(language: str) -> Words:
    """The companion's own sentences; English where the language has no file."""
    folder = resources.files("companion")
    wanted = folder.joinpath(f"text.{language}.toml")
    file = wanted if wanted.is_file() else folder.joinpath("text.en.toml")
    return Words(language, tomllib.loads(file.read_text(encoding="utf-8")))


def build_voice(game: Game, seats: int, settings: Mapping[str, object], language: str, names: tuple[str, ...]) -> Voice:
    """Words, faces, mat and names of a match."""
    words = game.words(language)
    faces = game.faces(settings, words)
    titles = {piece: face.title for piece, face in faces.items()}
    return Voice(game, words, hub_words(language), faces, game.mat(seats, settings), Names(names, titles), settings)


def seat_names(given: Sequence[str], seats: int, language: str) -> tuple[str, ...]:
    """What the seats are called until somebody sits there: as given, the others by their number."""
    words = hub_words(language)
    rest = (words.say("notice", Say("nameless_player", {"number": n + 1}), Names()) for n in range(len(given), seats))
    return (*given[:seats], *rest)


def languages() -> tuple[str, ...]:
    """The codes of the languages that the companion speaks, English first."""
    names = (file.name for file in resources.files("companion").iterdir())
    found = {name.split(".")[1] for name in names if name.startswith("text.") and name.endswith(".toml")}
    return ("en", *sorted(found - {"en"}))


def build_tongues(
    game: Game, seats: int, settings: Mapping[str, object], names: tuple[str, ...], table: str, voice: str
) -> Tongues:
    """The words of a match in every language. `table` is the language of the screens and `voice` that of the voice, as
    espeak-ng calls it: "en-gb" speaks English; where the companion has no such language, it is English."""
    voices = {code: build_voice(game, seats, settings, code, names) for code in languages()}

    def known(language: str) -> str:
        short = language.partition("-")[0]
        return short if short in voices else "en"

    return Tongues(voices, known(table), known(voice))


def mat_layout(layout: Layout) -> MatLayout:
    """The mat as vision knows it: spots, a marker in each corner (AprilTag 36h11, ids 0 to 3 clockwise), and the board
    that lies on it, its markers where they are when it lies as drawn."""
    inset, width, height = MARKER_INSET_MM, layout.width_mm, layout.height_mm
    corners = ((inset, inset), (width - inset, inset), (width - inset, height - inset), (inset, height - inset))
    return MatLayout(
        width,
        height,
        tuple(_spot(s) for s in layout.spots),
        {n: Point(x, y) for n, (x, y) in enumerate(corners)},
        layout.marker_mm,
        None if layout.tray is None else _spot(layout.tray),
        None if layout.board is None else _board(layout.board, layout.spots),
    )


def _board(board: Board, spots: Iterable[MatSpot]) -> MatBoard:
    """The outline is around the middle of all fields, wherever the field (0, 0) is among them."""
    fields = [spot for spot in spots if spot.cell]
    across, down = [spot.x_mm for spot in fields], [spot.y_mm for spot in fields]
    middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    dark = {cell for cell, at in board.grid.cells.items() if sum(at) % 2 == 0} if board.checkered else set()
    return MatBoard(
        frozenset(spot.name for spot in fields),
        Spot("board", *middle, board.width_mm, board.height_mm),
        {n: Point(board.x_mm + x, board.y_mm + y) for n, (x, y) in board.markers.items()},
        board.marker_mm,
        board.untagged,
        frozenset(dark),
        board.sides,
    )


def _spot(spot: MatSpot) -> Spot:
    size = (spot.width_mm, spot.height_mm, spot.angle_deg)
    return Spot(spot.name, spot.x_mm, spot.y_mm, *size, spot.capacity, spot.cell, spot.sides)


def printed(text: str) -> str:
    """A text of the screens as paper has it: without the places where a screen may break a word."""
    return text.replace("\u00ad", "")


def labelled(mat: MatLayout, voice: Voice) -> MatLayout:
    """The same mat with every spot's name on it, as a printer would print it: seats by their number, fields of a board
    by their own names and with their marks."""
    numbered = replace(voice, names=replace(voice.names, seats=()))
    fields = frozenset() if mat.board is None else mat.board.fields
    spots = (s if s.name in fields else replace(s, label=printed(numbered.spot(s.name))) for s in mat.spots)
    return marked(replace(mat, spots=tuple(spots)), voice)


def marked(mat: MatLayout, voice: Voice) -> MatLayout:
    """The same mat with the fields of its board as the game draws them for so many players and these options: what is
    printed on a field is its mark, and a field that is out of play has no name."""
    game, seats = voice.game, len(voice.names.seats)
    if game.board is None or mat.board is None:
        return mat
    state = redact(Match(game, Header(game.slug, seats, voice.settings)).state, PUBLIC)
    grounds, fields = {field.cell: field.ground for field in game.board(state).fields}, mat.board.fields
    spots = (
        s if s.name not in fields else replace(s, mark=grounds[s.name]) if s.name in grounds else replace(s, label="")
        for s in mat.spots
    )
    return replace(mat, spots=tuple(spots))


def camera_maker(
    config: Config,
    voice: Voice,
    table: VirtualTable | None,
    recording_ended: Callable[[str], None] = lambda sentence: None,
) -> Callable[[], FrameSource] | None:
    """How the configured camera is opened, now and again after a failure; None without a camera. Its frames are kept
    where that is set, and those of no other camera. A recording that has ended does not begin again with a camera that
    comes back: everybody was told that it is over."""
    camera = config.camera
    make = table_camera(config, voice, table)
    if make is None or not camera.record:
        return make
    settings = RecordingSettings(
        quality=camera.record_quality,
        limit_bytes=camera.record_limit_mb * 1_000_000,
        when_full=WhenFull(camera.record_when_full.value),
    )

    is_begun, is_over = threading.Event(), threading.Event()

    def ended(sentence: str) -> None:
        is_over.set()
        recording_ended(sentence)

    def recorded() -> FrameSource:
        source = make()
        if is_over.is_set():
            return source
        try:
            recording = RecordingSource(source, camera.record, settings, ended)
        except VisionError as error:
            if not is_begun.is_set():  # at the start it is said loudly; in play the camera is worth more
                source.close()
                raise
            ended(str(error))
            return source
        is_begun.set()
        return recording

    return recorded


def box_maker(config: Config) -> Callable[[], FrameSource] | None:
    """How the reader box's camera is opened; None without a box."""
    camera = config.camera
    if not camera.box_source:
        return None
    csi = CsiSettings(camera.fps, camera.mains_hz, camera.box_lens, holds_light=False)
    return lambda: open_source(camera.box_source, fps=camera.fps, csi=csi, colour=False)


def table_camera(config: Config, voice: Voice, table: VirtualTable | None) -> Callable[[], FrameSource] | None:
    """How the camera that looks at the table is opened; None without one."""
    camera = config.camera
    if camera.source == "none":
        return None
    if camera.source == "virtual":
        assert table is not None  # the service makes one for this source
        is_fast = config.play.speed >= FAST
        settings = CameraSettings(
            px_per_mm=camera.px_per_mm,
            tilt_deg=camera.tilt_deg,
            blur_px=camera.blur_px,
            noise=camera.noise,
            gradient=camera.gradient,
            fps=0.0 if is_fast else camera.fps,
            heartbeat_s=0.2 if is_fast else 2.0,
            settle_frames=5 if is_fast else 8,
        )
        mat = labelled(mat_layout(voice.layout), voice)
        seed = 0 if config.table.seed is None else config.table.seed

        def make() -> FrameSource:
            source = VirtualCamera(mat, table.scene, settings, time.monotonic, seed)
            table.changed = source.wake
            return source

        return make
    return lambda: open_table_source(camera, camera.source, camera.fps)


def open_table_source(camera: CameraConfig, source: str, fps: float) -> FrameSource:
    """Opens what `source` names with the settings of the table's camera. VisionError when it cannot be opened."""
    csi = CsiSettings(camera.fps, camera.mains_hz, camera.lens)
    return open_source(source, camera.width, camera.height, fps, csi=csi, colour=camera.colour)


def reader_box(table: VirtualTable, tags: Callable[[], TagRegistry]) -> Callable[[PieceId], Card]:
    """The small camera under a glass, on the virtual table: a picture of the card's front is rendered and read."""

    def read(piece: PieceId) -> Card:
        picture = render_card(table.front(piece), table.art(piece))
        for raw in read_tags(picture):
            tag = tags().get(raw.payload)
            if tag is not None and tag.side is Side.FRONT:
                return PieceId(tag.piece)
        return UNSEEN

    return read
