"""Building blocks of the service, each made from the configuration: words, mat, camera, reader box."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

from companion.camera.camera_setup import CameraSetup, Words
from companion.camera.lens_files import LensFiles
from companion.camera.table_source import open_table_source
from companion.prints.mat_plan import labelled, mat_layout
from companion.settings.config import Config
from companion.telling.voice import Voice
from companion.virtual.virtual_table import VirtualTable
from rules import games
from rules.engine.look import GameLook
from rules.engine.types import UNSEEN, Card, PieceId
from vision import (
    CameraSettings,
    Eye,
    LookBack,
    MatLayout,
    RecordingSettings,
    RecordingSource,
    TableTop,
    VirtualCamera,
    WhenFull,
    read_card,
    render_card,
)
from vision.cameras.phone import PhoneInbox, PhoneSource
from vision.faces.close_up import look_in
from vision.registry import TagRegistry
from vision.sticker import CLOSE_UP_PX_PER_MM
from vision.types import Clock, FrameSource, Side, Tag, VisionError
from vision.virtual.mat import Colour

FAST = 100.0  # from this speed on (tests, soaks) the virtual camera runs as fast as it is read


def camera_maker(
    config: Config,
    voice: Voice,
    table: VirtualTable | None,
    recording_ended: Callable[[str], None] = lambda sentence: None,
    look_back: LookBack | None = None,
    phone: PhoneInbox | None = None,
) -> Callable[[], FrameSource] | None:
    """How the configured camera is opened, now and again after a failure; None without a camera. Its frames are kept
    where that is set, and those of no other camera; the latest are held by `look_back`. A recording that has ended does
    not begin again with a camera that comes back: everybody was told that it is over."""
    camera = config.camera
    make = _watched(table_camera(config, voice, table, phone), look_back)
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


def look_back_of(config: Config, closing: ExitStack) -> LookBack | None:
    """What holds the camera's latest pictures, where there is a camera and nobody has said no. It ends with
    `closing`."""
    if not config.camera.look_back or config.camera.source == "none":
        return None
    look_back = LookBack()
    closing.callback(look_back.close)
    return look_back


def _watched(make: Callable[[], FrameSource] | None, look_back: LookBack | None) -> Callable[[], FrameSource] | None:
    return make if make is None or look_back is None else lambda: look_back.watch(make())


def table_camera(
    config: Config, voice: Voice, table: VirtualTable | None, phone: PhoneInbox | None = None
) -> Callable[[], FrameSource] | None:
    """How the camera that looks at the table is opened; None without one. `phone`: where the pages lay what a phone
    sends."""
    camera = config.camera
    if camera.source == "none":
        return None
    if phone is not None:
        return lambda: PhoneSource(phone)
    if camera.source == "virtual":
        assert table is not None  # the service makes one for this source
        is_fast = config.play.speed >= FAST
        plain = CameraSettings(
            px_per_mm=camera.px_per_mm,
            tilt_deg=camera.tilt_deg,
            blur_px=camera.blur_px,
            noise=camera.noise,
            gradient=camera.gradient,
            top=TableTop(camera.ground.value),
            fps=0.0 if is_fast else camera.fps,
            heartbeat_s=0.2 if is_fast else 2.0,
            settle_frames=5 if is_fast else 8,
        )
        slug = voice.game.slug
        settings = _coloured(plain, games.look(slug) if slug in games.slugs() else None)
        mat = labelled(mat_layout(voice.layout), voice)
        seed = 0 if config.table.seed is None else config.table.seed

        def make() -> FrameSource:
            source = VirtualCamera(mat, table.scene, settings, time.monotonic, seed)
            table.changed = source.wake
            return source

        return make
    return lambda: open_table_source(camera, camera.source, camera.fps)


def _coloured(plain: CameraSettings, look: GameLook | None) -> CameraSettings:
    """The mat and the backs of cards as the game's pages colour them."""
    if look is None:
        return plain
    felt, back = (_bgr(look.light[name]) for name in ("felt", "accent"))
    return replace(plain, felt=plain.felt.tinted(felt), back=back)


def _bgr(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return blue, green, red


def reader_box(table: VirtualTable, tags: Callable[[], TagRegistry]) -> Callable[[PieceId], Card]:
    """The small camera under a glass, on the virtual table: a picture of the card's front is rendered and read."""

    def read(piece: PieceId) -> Card:
        picture = render_card(table.front(piece), table.art(piece))
        for raw in read_card(picture):
            tag = tags().get(raw.payload)
            if tag is not None and tag.side is Side.FRONT:
                return PieceId(tag.piece)
        look = look_in(picture, tags().looks, CLOSE_UP_PX_PER_MM)
        return UNSEEN if look is None or look.side is Side.BACK else PieceId(look.piece)

    return read


def camera_setup(
    config: Config, eye: Eye | None, phone: PhoneInbox | None, mat: MatLayout, say: Words, clock: Clock
) -> CameraSetup:
    """What the host's pages see of the table's camera; a phone that is the camera is asked for a picture then."""

    def looked_through() -> Eye | None:
        if phone is not None:
            phone.ask()
        return eye

    return CameraSetup(looked_through, mat, LensFiles(config.data.path, config.camera.source), say, clock)


def label(voice: Voice, tag: Tag) -> str:
    """What stands beside a tag in the camera's picture, which everybody sees: of a back never which card it is."""
    face = None if tag.side is Side.BACK else voice.faces.get(PieceId(tag.piece))
    return "" if face is None else f"{face.corner} {face.title}".strip()
