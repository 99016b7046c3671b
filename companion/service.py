"""The composition root: builds every part from the configuration, starts the threads, and stops them again."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

from companion.addresses import addresses, base_url
from companion.bots import Bots
from companion.box import Box
from companion.camera_setup import CameraSetup
from companion.config import Autoplay, Config, ConfigError, Wording
from companion.dealer import Dealer
from companion.desk import Desk
from companion.inbox import DeviceBack, DeviceFailed, Inbox, PeopleChanged, Pressed, Seen, Stop
from companion.journal import Journal
from companion.keeping import MatchKeeper
from companion.laying_out import deck_homes, last_owners, seat_up
from companion.lens_files import LensFiles
from companion.outlet import TableOutlet
from companion.pacing import Pace
from companion.parts import FAST, box_maker, build_voice, camera_maker, mat_layout, reader_box
from companion.pieces import Pieces, Sight
from companion.port import Outside, Port
from companion.publish import Publisher
from companion.referee import Referee
from companion.replays import Replays
from companion.seating import Seating
from companion.table_tags import TableTags
from companion.virtual_port import VirtualPort
from companion.virtual_table import VirtualTable
from companion.watch import Watch
from hardware import Speech, open_rig
from hardware.types import Fault, Press
from rules.engine.game import Game
from rules.engine.hands_on import Draw
from rules.engine.match import Match
from rules.engine.questions import Deal
from rules.engine.types import PieceId
from vision import Eye, EyeSettings, read_photo
from vision.registry import TagRegistry
from vision.types import Side, Tag
from web import Server, WebSettings, create_app

log = logging.getLogger("companion.service")


class Service:
    """One table. `start` returns when everything runs; `stop` ends it in a few seconds; both are called once."""

    def __init__(self, config: Config, game: Game, *, fresh: bool = False, clock: Callable[[], float] = time.monotonic):
        """Builds all parts. Raises one clear sentence (ConfigError, VisionError, HardwareError, WebError, JournalError,
        SettingError) when something configured is missing, before anything has started; then nothing stays open."""
        self._open = ExitStack()
        try:
            self._build(config, game, fresh, clock)
        except BaseException:
            self._open.close()
            raise

    def _build(self, config: Config, game: Game, fresh: bool, clock: Callable[[], float]) -> None:
        self.config = config
        self.game = game
        self._clock = clock
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._autoplay = config.play.autoplay
        self._is_recording = bool(config.camera.record) and config.camera.source != "none"
        self.inbox = Inbox()
        self.journal = Journal.open(config.data.journal_path)
        self._open.callback(self.journal.close)
        self.keeper = self._match(fresh)
        match = self.keeper.match
        seats = match.header.seats
        names = config.table.names[:seats] + tuple(f"Player {n + 1}" for n in range(len(config.table.names), seats))
        self.voice = build_voice(game, seats, match.settings, config.table.language, names)
        self.eye: Eye | None = None
        copies, in_play = self.journal.copies, config.table.copies
        size = self.voice.layout.size
        self.tags = TableTags(copies, game.slug, match.table.decks, in_play, self._tags_changed, size)
        source = config.camera.source
        sight = Sight(source != "none", source not in ("none", "virtual"))
        self.pieces = Pieces(copies, self.tags, self.voice, _payloads, sight, clock)
        files, say = LensFiles(config.data.path, source), partial(self.voice.say, "notice")
        self.camera = CameraSetup(lambda: self.eye, mat_layout(self.voice.layout), files, say, clock)
        self.new_pin = ""
        self.seating = Seating(self.journal, names, lambda: self._autoplay.value)
        self.publisher = Publisher(config.web.max_streams)
        self.speech = Speech(config.voice.speech_settings, clock, self._failed)
        self._open.callback(self.speech.close)
        self.rig = open_rig(config.hardware.pins, config.hardware.pin_map, clock, self._pressed, on_fault=self._failed)
        self._open.callback(self.rig.close)
        self._random: Random = SystemRandom() if config.table.seed is None else Random(config.table.seed)
        self.table = self._virtual_table() if config.camera.source == "virtual" else None
        self.outlet = self._outlet()
        desk = Desk(match, self.keeper, self.outlet, Watch(config.play.patience_s / max(1.0, config.play.speed)))
        has_phone = self.seating.has_phone
        box_order = config.camera.box_order if config.camera.box_source else None
        self.referee = Referee(
            desk,
            self.inbox,
            clock,
            lambda: self.tags.registry,
            has_phone,
            self.pieces.admit,
            box_order,
            Pace(config.play.window_minimum_s, config.play.window_limit_s).at_speed(config.play.speed),
        )
        for seat, request in self.keeper.requests():
            self.referee.remember(seat, request)
        self.dealer, self.bots = self._players()
        self.port = self._port()
        app = create_app(self.port, WebSettings(extra_hosts=config.web.extra_hosts, max_streams=config.web.max_streams))
        self.server = Server(app, config.web.host, config.web.port, config.web.max_streams)
        self._open.callback(self.server.stop)
        self.eye = self._eye()
        if self.eye is not None:
            self.eye.set_lenses(self.camera.lenses)
        self.box = self._box()

    # -- life --------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts every thread. The pages open when the first packets are there. ConfigError, with everything ended
        again, when the referee cannot begin."""
        self.keeper.enter()  # only a start that came so far ends the match before, and uses up the showing of the PIN
        self.new_pin = self.journal.ensure_pin(self.config.web.host_pin)
        self._run("companion-referee", self.referee.run)
        if not self.publisher.wait_for(lambda: self.outlet.board is not None, 10.0):
            self.stop()
            raise ConfigError("The table could not be set up; the log says why.")
        if self.eye is not None:
            eye = self.eye
            self._run("companion-camera", lambda: self._looking("camera", eye.run))
        if self.box is not None:
            box = self.box
            self._run("companion-box", lambda: self._looking("box", box.run))
        if self.bots is not None:
            self.bots.start()
        self.server.start()

    def stop(self) -> None:
        """Ends everything; what was acknowledged is on disk already."""
        self._stopping.set()
        self.publisher.close()
        self.server.stop()
        if self.bots is not None:
            self.bots.stop()
        if self.table is not None:
            self.table.changed()  # wakes a waiting virtual camera
        self.inbox.put(Stop())
        for thread in self._threads:
            thread.join(timeout=5.0)
        self._open.close()

    @property
    def port_number(self) -> int:
        """The port that the pages are served at."""
        return self.server.port

    # -- building ----------------------------------------------------------------------------------------------------

    def _match(self, fresh: bool) -> MatchKeeper:
        """The match that was cut off, or a new one when there is none or a fresh one is wanted."""
        resumed = None if fresh else MatchKeeper.resume(self.journal, self.game)
        if resumed is not None:
            return resumed
        options = self.config.play.options_for(self.game.slug)
        return MatchKeeper.start(self.journal, self.game, self.config.table.players, options)

    def _outlet(self) -> TableOutlet:
        config = self.config
        return TableOutlet(
            self.voice,
            self.publisher,
            self.seating.everybody,
            self.speech.say,
            self.rig.lights.show,
            lambda: (self.seating.code, f"{base_url(config.web.host, self.port_number)}/join"),
            f"{self.keeper.boot}",
            config.voice.wording is Wording.LONG,
            lambda: self._is_recording,
        )

    def _virtual_table(self) -> VirtualTable:
        match = self.keeper.match
        table = VirtualTable(self.game.slug, match.table.decks, self.voice.layout, self.voice.faces, self._random)
        start = Match(self.game, replace(match.header, position=None)).state
        seat_up(table, match.state, deck_homes(start), last_owners(match))
        return table

    def _eye(self) -> Eye | None:
        make = camera_maker(self.config, self.voice, self.table, self._recording_ended)
        if make is None:
            return None
        source = make()
        self._open.callback(source.close)
        return Eye(
            source,
            mat_layout(self.voice.layout),
            self.tags.registry,
            None,
            self._clock,
            lambda report: self.inbox.put(Seen(report)),
            self._camera_fault,
            make,
            self._label,
            EyeSettings(read_all_s=1.0) if self.config.play.speed >= FAST else EyeSettings(),
        )

    def _box(self) -> Box | None:
        make = box_maker(self.config)
        if make is None:
            return None
        source = make()
        self._open.callback(source.close)
        return Box(source, make, lambda: self.tags.registry, self._is_dealing, self.inbox, self._clock)

    def _is_dealing(self) -> bool:
        board = self.outlet.board
        return board is not None and isinstance(board.question, Deal | Draw) and not board.around.paused

    def _players(self) -> tuple[Dealer | None, Bots | None]:
        table = self.table
        if table is None:
            return None, None
        box = reader_box(table, lambda: self.tags.registry)
        start = self.keeper.match.state
        inbox, alike = self.inbox, self.game.alike
        dealer = Dealer(table, lambda: self.outlet.board, inbox, box, self._clock, self._random, start, alike)
        bots = Bots(
            table,
            dealer,
            lambda: self.outlet.board,
            self.publisher,
            self.inbox,
            self.seating.bot_seats,
            lambda: bool(self.seating.bot_seats()),
            self._random,
            self.config.play.speed,
            alike,
        )
        return dealer, bots

    def _port(self) -> Port:
        virtual = None
        if self.table is not None and self.dealer is not None:
            seats = self.keeper.match.header.seats
            virtual = VirtualPort(self.table, self.dealer, lambda: self.outlet.board, seats)
        outside = Outside(
            read_photo=lambda picture: _payloads(picture, self.tags.registry),
            camera_jpeg=lambda: None if self.eye is None else self.eye.snapshot(),
            devices=self._devices,
            rules_text=lambda: self.game.rules_text(self.voice.words),
            set_bots=self._set_bots,
            bots_mode=lambda: self._autoplay.value,
            has_box=bool(self.config.camera.box_source),
        )
        replays = Replays(self.game, self.keeper.stored, lambda: self.outlet.board)
        pub, look = self.publisher, lambda: self.outlet.board
        return Port(pub, self.inbox, look, self.seating, outside, replays, virtual, self.pieces, self.camera)

    # -- callbacks from other threads: they only put messages --------------------------------------------------------

    def _pressed(self, press: object) -> None:
        if isinstance(press, Press):
            self.inbox.put(Pressed(press))

    def _failed(self, fault: Fault) -> None:
        self.inbox.put(DeviceFailed(fault))

    def _camera_fault(self, sentence: str | None) -> None:
        self.inbox.put(DeviceBack("camera") if sentence is None else DeviceFailed(Fault("camera", sentence)))

    def _recording_ended(self, sentence: str) -> None:
        self._is_recording = False
        self._failed(Fault("recording", sentence))

    def _label(self, tag: Tag) -> str:
        """What stands beside a tag in the camera's picture, which everybody sees: of a back never which card it is."""
        face = None if tag.side is Side.BACK else self.voice.faces.get(PieceId(tag.piece))
        return "" if face is None else f"{face.corner} {face.title}".strip()

    def _devices(self) -> tuple[str, ...]:
        camera = self.config.camera.source
        pins = self.config.hardware.pins.value
        return (f"Camera: {camera}", f"Pins: {pins}", f"Voice: {self.config.voice.sink.value}")

    def _tags_changed(self, registry: TagRegistry) -> None:
        if self.eye is not None:
            self.eye.set_registry(registry)

    def _set_bots(self, mode: str) -> str:
        if mode not in {m.value for m in Autoplay} or self.table is None:
            return ""
        self._autoplay = Autoplay(mode)
        self.inbox.put(PeopleChanged())
        return f"Bots: {mode}."

    def _looking(self, device: str, run: Callable[[threading.Event], None]) -> None:
        """Runs a camera's loop; a fault of ours in it is told, not what was in the picture."""
        try:
            run(self._stopping)
        except Exception as error:  # the evening goes on by phone
            log.error("camera thread ended device=%s error=%s", device, type(error).__name__)
            self._failed(Fault(device, self.voice.say("notice", f"{device}_ended", {})))

    def _run(self, name: str, target: Callable[[], object]) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()


def _payloads(picture: bytes, known: Collection[str] = ()) -> tuple[str, ...]:
    """What the tags in a photograph say, in reading order, each once. `known`: what they may say, see read_photo."""
    return tuple(dict.fromkeys(raw.payload for raw in read_photo(picture, payloads=known)))


def run_service(config: Config, game: Game, *, fresh: bool) -> int:
    """Runs a table until SIGINT or SIGTERM. Returns the exit code."""
    service = Service(config, game, fresh=fresh)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    service.start()
    try:
        print(greeting(service), flush=True)
        ended.wait()
    finally:
        service.stop()
    return 0


def greeting(service: Service) -> str:
    """What the terminal says when the table is ready: addresses, the code, and where the PIN is."""
    port = service.port_number
    lines = [f"{service.game.title} is ready.", ""]
    for what, address in addresses(service.config.web.host, port):
        lines.append(f"  {what:<22} {address}")
    lines += ["", f"  join code              {service.seating.code}"]
    if service.new_pin:
        lines.append(f"  host PIN               {service.new_pin}   (shown only now: keep it)")
    else:
        lines.append("  host PIN               as shown at the first start; the setting web.host_pin makes another")
    lines += ["", "Stop with Ctrl+C; the match goes on where it stood at the next start."]
    return "\n".join(lines)
