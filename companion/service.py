"""The composition root: builds every part from the configuration, starts the threads, and stops them again."""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from random import Random, SystemRandom

from companion.addresses import addresses, base_url
from companion.bots import Bots
from companion.config import Autoplay, Config, ConfigError, Wording
from companion.dealer import Dealer, deck_homes, seat_up
from companion.desk import Desk
from companion.inbox import DeviceBack, DeviceFailed, Inbox, PeopleChanged, Pressed, Seen, Stop
from companion.journal import Journal
from companion.keeping import MatchKeeper
from companion.outlet import TableOutlet
from companion.parts import FAST, build_voice, camera_maker, mat_layout, reader_box
from companion.port import Outside, Port
from companion.publish import Publisher
from companion.referee import Referee
from companion.replays import Replays
from companion.seating import Seating
from companion.tags import game_tags
from companion.virtual_port import VirtualPort
from companion.virtual_table import VirtualTable
from companion.watch import Watch
from hardware import Speech, open_rig
from hardware.types import Fault, Press
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import PieceId
from vision import Eye, EyeSettings, read_photo
from vision.types import Side, Tag, VisionError
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
        self.inbox = Inbox()
        self.journal = Journal.open(config.data.journal_path)
        self._open.callback(self.journal.close)
        self.keeper = self._match(fresh)
        match = self.keeper.match
        seats = match.header.seats
        names = config.table.names[:seats] + tuple(f"Player {n + 1}" for n in range(len(config.table.names), seats))
        self.voice = build_voice(game, seats, match.settings, config.table.language, names)
        adopted = [Tag(payload, piece, Side.FRONT) for payload, piece in self.journal.tags(game.slug).items()]
        self._tags = game_tags(game.slug, match.table.decks, adopted)
        self.new_pin = ""
        self.seating = Seating(self.journal, names, lambda: self._autoplay.value)
        self.publisher = Publisher(config.web.max_streams)
        self.speech = Speech(config.voice.speech_settings, clock, self._failed)
        self._open.callback(self.speech.close)
        self.rig = open_rig(config.hardware.pins, config.hardware.pin_map, clock, self._pressed, on_fault=self._failed)
        self._open.callback(self.rig.close)
        self._random: Random = SystemRandom() if config.table.seed is None else Random(config.table.seed)
        self.table = self._virtual_table() if config.camera.source == "virtual" else None
        self.outlet = TableOutlet(
            self.voice,
            self.publisher,
            self.seating.everybody,
            self.speech.say,
            self.rig.lights.show,
            lambda: (self.seating.code, f"{base_url(config.web.host, self.port_number)}/join"),
            f"{self.keeper.boot}",
            config.voice.wording is Wording.LONG,
        )
        desk = Desk(match, self.keeper, self.outlet, Watch(config.play.patience_s / max(1.0, config.play.speed)))
        self.referee = Referee(desk, self.inbox, clock, lambda: self._tags, self.seating.has_phone)
        for seat, request in self.keeper.requests():
            self.referee.remember(seat, request)
        self.dealer, self.bots = self._players()
        self.port = self._port()
        app = create_app(self.port, WebSettings(extra_hosts=config.web.extra_hosts, max_streams=config.web.max_streams))
        self.server = Server(app, config.web.host, config.web.port, config.web.max_streams)
        self._open.callback(self.server.stop)
        self.eye = self._eye()

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
            self._run("companion-camera", lambda: eye.run(self._stopping))
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

    def _virtual_table(self) -> VirtualTable:
        match = self.keeper.match
        table = VirtualTable(self.game.slug, match.table.decks, self.voice.layout, self.voice.faces, self._random)
        start = Match(self.game, replace(match.header, position=None)).state
        seat_up(table, match.state, deck_homes(start))
        return table

    def _eye(self) -> Eye | None:
        make = camera_maker(self.config, self.voice, self.table)
        if make is None:
            return None
        return Eye(
            make(),
            mat_layout(self.voice.layout),
            self._tags,
            None,
            self._clock,
            lambda report: self.inbox.put(Seen(report)),
            self._camera_fault,
            make,
            self._label,
            EyeSettings(read_all_s=1.0) if self.config.play.speed >= FAST else EyeSettings(),
        )

    def _players(self) -> tuple[Dealer | None, Bots | None]:
        table = self.table
        if table is None:
            return None, None
        box = reader_box(table, lambda: self._tags)
        dealer = Dealer(table, lambda: self.outlet.board, self.inbox, box, self._clock)
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
        )
        return dealer, bots

    def _port(self) -> Port:
        virtual = None
        if self.table is not None and self.dealer is not None:
            seats, card = self.keeper.match.header.seats, self.voice.layout.card_mm
            virtual = VirtualPort(self.table, self.dealer, lambda: self.outlet.board, seats, card)
        outside = Outside(
            read_photo=lambda picture: tuple(dict.fromkeys(raw.payload for raw in read_photo(picture))),
            camera_jpeg=lambda: None if self.eye is None else self.eye.snapshot(),
            devices=self._devices,
            rules_text=lambda: self.game.rules_text(self.voice.words),
            adopt=self._adopt,
            set_bots=self._set_bots,
            bots_mode=lambda: self._autoplay.value,
        )
        replays = Replays(self.game, self.keeper.stored, lambda: self.outlet.board)
        return Port(self.publisher, self.inbox, lambda: self.outlet.board, self.seating, outside, replays, virtual)

    # -- callbacks from other threads: they only put messages --------------------------------------------------------

    def _pressed(self, press: object) -> None:
        if isinstance(press, Press):
            self.inbox.put(Pressed(press))

    def _failed(self, fault: Fault) -> None:
        self.inbox.put(DeviceFailed(fault))

    def _camera_fault(self, sentence: str | None) -> None:
        self.inbox.put(DeviceBack("camera") if sentence is None else DeviceFailed(Fault("camera", sentence)))

    def _label(self, tag: Tag) -> str:
        face = self.voice.faces.get(PieceId(tag.piece))
        return "" if face is None else f"{face.corner} {face.title}".strip()

    def _devices(self) -> tuple[str, ...]:
        camera = self.config.camera.source
        pins = self.config.hardware.pins.value
        return (f"Camera: {camera}", f"Pins: {pins}", f"Voice: {self.config.voice.sink.value}")

    def _adopt(self, payload: str, piece: str) -> str:
        if piece not in self.voice.faces:
            raise VisionError("Choose which piece that tag stands for.")
        self._tags = self._tags.adopted(payload, Tag(payload, piece, Side.FRONT))
        self.journal.adopt_tag(self.game.slug, payload, piece)
        if self.eye is not None:
            self.eye.set_registry(self._tags)
        return f"That tag now stands for {self._label(Tag(payload, piece, Side.FRONT))}."

    def _set_bots(self, mode: str) -> str:
        if mode not in {m.value for m in Autoplay} or self.table is None:
            return ""
        self._autoplay = Autoplay(mode)
        self.inbox.put(PeopleChanged())
        return f"Bots: {mode}."

    def _run(self, name: str, target: Callable[[], object]) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()


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
