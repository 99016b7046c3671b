"""The composition root: builds every part from the configuration, starts the threads, and stops them again."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from random import Random, SystemRandom

from companion.camera.camera_setup import CameraSetup
from companion.camera.lens_files import LensFiles
from companion.camera.photos import PhotoReader
from companion.copies.pieces import Pieces, Sight
from companion.doors.lookup import sticker_hosts
from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.machine.addresses import certificate
from companion.machine.fault_places import fault_facts
from companion.machine.recent_log import RecentLines
from companion.machine.shutdown import Ending
from companion.people.attendance import Attendance
from companion.people.device_health import DeviceHealth
from companion.people.join_view import WayIn, join_way
from companion.people.joining import Joining
from companion.people.seating import Seating
from companion.prints.mat_plan import mat_layout
from companion.reading.board_gestures import Sides
from companion.reading.table_tags import TableTags
from companion.reading.tags import with_stickers
from companion.reading.watch import Watch
from companion.referee.inbox import DeviceFailed, Inbox, Noticed, Pressed, Signalled, Stop, VoiceHeard
from companion.referee.referee import Referee
from companion.referee.running_match import RunningMatch
from companion.service.cameras import camera_maker, reader_box
from companion.service.office_parts import as_given, asked_of, make_caretaker, make_office, tuning_of
from companion.service.opening import Opening
from companion.service.page_doors import make_pages, make_past, payloads_in
from companion.settings.config import Autoplay, Config, ConfigError, Loaded, Wording
from companion.telling.live_voice import LiveVoice
from companion.telling.publish import Publisher
from companion.telling.teller import TableOutlet
from companion.telling.voices import build_tongues, seat_names
from companion.virtual.bots import Bots
from companion.virtual.dealer import Dealer
from companion.virtual.laying_out import deck_homes, last_owners, seat_up
from companion.virtual.virtual_table import VirtualTable
from companion.wiring.button_test import ButtonTest
from hardware import Signal
from hardware.types import Fault, PinFactory, Press, Release, Throw, Turn
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import PieceId, Seat
from vision import Eye
from vision.registry import TagRegistry
from vision.types import Side, Tag
from web import Server, WebSettings, create_app

log = logging.getLogger("companion.service")
_END_S = 2.0  # for all threads together: systemd, and somebody at the switch, do not wait for ever


class Service:
    """One table. `start` returns when everything runs; `stop` ends it in a few seconds; both are called once."""

    def __init__(
        self,
        config: Config,
        game: Game,
        *,
        fresh: bool = False,
        clock: Callable[[], float] = time.monotonic,
        loaded: Loaded | None = None,
        end: Callable[[Ending], None] = lambda ending: None,
        lenient: bool = False,
    ):
        """Builds all parts. `loaded`: where the settings came from; `end` is called when the host's page wants the
        program to end. Raises one clear sentence (ConfigError, VisionError, HardwareError, WebError, JournalError,
        SettingError, LayoutError) when something configured is missing, before anything has started; then nothing stays
        open. `lenient`: pins and cameras that are missing are told as faults, and the table starts without them."""
        self._open = ExitStack()
        self.is_safe = loaded is not None and loaded.is_safe
        self._seats_asked = None if loaded is None else loaded.seats_asked
        try:
            self._build(config, game, fresh, clock, lenient)
            self.keeper.outgrown = lambda: end(Ending.ANEW)
            self.office = make_office(self, loaded or as_given(config), end)
            self.caretaker = make_caretaker(self)
            self._serve()
        except BaseException:
            self._open.close()
            raise

    def _build(self, config: Config, game: Game, fresh: bool, clock: Callable[[], float], lenient: bool) -> None:
        self.config = config
        self.game = game
        self.clock = self._clock = clock
        self.recent, self.health = RecentLines(), DeviceHealth()
        logging.getLogger().addHandler(self.recent)
        self._open.callback(logging.getLogger().removeHandler, self.recent)
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._is_recording = bool(config.camera.record) and config.camera.source != "none"
        self.inbox = Inbox()
        self.journal = Journal.open(config.data.journal_path, mend=True)
        self._open.callback(self.journal.close)
        self.button_test = ButtonTest(lambda: self.rig, clock, lambda notice: self.inbox.put(Noticed(notice)))
        self._opening = Opening(config, self.inbox, clock, self._open, lenient)
        self.rig, self.config = self._opening.rig(self._pressed)
        self._open.callback(self.button_test.close)
        config = self.config  # without the wiring, where the pins could not be opened
        asked = self._seats_asked
        self.keeper = MatchKeeper.at_start(self.journal, game, config, asked, fresh=fresh, lenient=lenient)
        self._autoplay = self.keeper.autoplay(config)
        match = self.keeper.match
        seats = match.header.seats
        names = seat_names(config.table.names, seats, config.table.language)
        self.tongues = build_tongues(game, seats, match.settings, names, config.table.language, config.voice.language)
        self.voice = self.tongues.screens
        self.eye: Eye | None = None
        copies, in_play = self.journal.copies, config.table.copies
        size, decks = self.voice.layout.size, with_stickers(match.table.decks, self.voice.layout)
        self.tags = TableTags(copies, game.slug, decks, in_play, self._tags_changed, size)
        self._set_up_pages(config.camera.source)
        self.new_pin = ""
        self.seating = Seating(self.journal, names, lambda: self._autoplay.value)
        self.joining = Joining(self.journal, self.seating, join_way(config, seats), clock)
        self.way_in = WayIn(config.web, self.joining.way, self.seating, lambda: self.port_number)
        self.publisher = Publisher(config.web.max_streams)
        self.speech = LiveVoice(
            config.voice.speech_settings,
            clock,
            self._failed,
            on_audible=lambda is_audible: self.inbox.put(VoiceHeard(is_audible)),
            quiet=config.voice.quiet_hours,
        )
        self._open.callback(self.speech.close)
        self._random: Random = SystemRandom() if config.table.seed is None else Random(config.table.seed)
        self.table = self._virtual_table() if config.camera.source == "virtual" else None
        self.outlet = self._outlet()
        # the virtual table's pieces carry the game's own codes, all of them
        stickered = (lambda: None) if self.table is not None else lambda: self.tags.stickered
        watch = Watch(tuning_of(config).patience_s, self.voice.layout.figures, stickered=stickered)
        running = RunningMatch(match, self.keeper, self.outlet, watch)
        self.referee = self._referee(running)
        for seat, request in self.keeper.requests():
            self.referee.remember(seat, request)
        self.dealer, self.bots = self._players()
        self.keeper.attend = Attendance(self.journal.rosters, self.seating.everybody, len(config.table.names)).note
        self.past = make_past(self)

    def _set_up_pages(self, source: str) -> None:
        """What the pages for pieces and for the camera stand on."""
        sight = Sight(source != "none", source not in ("none", "virtual"))
        self.read_photo = PhotoReader(payloads_in)
        self.pieces = Pieces(self.journal.copies, self.tags, self.voice, self.read_photo, sight, self.clock)
        files, say = LensFiles(self.config.data.path, source), partial(self.voice.say, "notice")
        self.camera = CameraSetup(lambda: self.eye, mat_layout(self.voice.layout), files, say, self.clock)

    def _serve(self) -> None:
        """The second half: what needs the office, and the cameras."""
        config = self.config
        self.pages = make_pages(self)
        hosts = (*config.web.extra_hosts, *sticker_hosts(self.tags))
        limits = WebSettings(
            extra_hosts=hosts,
            max_streams=config.web.max_streams,
            connections_per_address=config.web.connections_per_address,
            language=self.tongues.table,
        )
        app = create_app(self.pages, limits)
        self.server = Server(app, config.web.host, config.web.port, certificate(config.web))
        self._open.callback(self.server.stop)
        camera = camera_maker(config, self.voice, self.table, self._recording_ended)
        self.eye = self._opening.eye(camera, mat_layout(self.voice.layout), self.tags.registry, self._label)
        if self.eye is not None:
            self.eye.set_lenses(self.camera.lenses)
        self.box = self._opening.box(lambda: self.tags.registry, lambda: self.outlet.board)

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
        for device, looking in (("camera", self.eye), ("box", self.box)):
            if looking is not None:
                self._run(f"companion-{device}", partial(self._looking, device, looking.run))
        if self.bots is not None:
            self.bots.start()
        self._run("companion-copies", lambda: self.caretaker.run(self._stopping))
        self._run("companion-history", self.past.settle)
        self.server.start()

    def stop(self) -> None:
        """Ends everything; what was acknowledged is on disk already."""
        self._stopping.set()
        self.caretaker.ring()
        self.publisher.close()
        self.server.stop()
        if self.bots is not None:
            self.bots.stop()
        if self.table is not None:
            self.table.changed()  # wakes a waiting virtual camera
        self.inbox.put(Stop())
        until_s = time.monotonic() + _END_S
        for thread in self._threads:
            thread.join(max(0.05, until_s - time.monotonic()))  # one that hangs in a driver is left to the system
        self._open.close()

    @property
    def port_number(self) -> int:
        """The port that the pages are served at."""
        return self.server.port

    # -- building ----------------------------------------------------------------------------------------------------

    def _referee(self, running: RunningMatch) -> Referee:
        tuning = tuning_of(self.config)
        box_order = self.config.camera.box_order if self.config.camera.box_source else None
        return Referee(
            running,
            self.inbox,
            self._clock,
            lambda: self.tags.registry,
            self.seating.has_phone,
            self.pieces.admit,
            box_order,
            tuning.pace,
            asked=lambda: asked_of(self.seating.everybody()),
            thinking_s=tuning.thinking_s,
            joining=self.joining,
            health=self.health,
            tray_sensor=self.rig.kind is not PinFactory.NONE and self.rig.pins.tray_sensor is not None,
            show_board=self._board_noted,
        )

    def _outlet(self) -> TableOutlet:
        config = self.config
        return TableOutlet(
            self.tongues,
            self.publisher,
            self.seating.everybody,
            self.speech.say,
            self.rig.lights.show,
            self.way_in.view,
            f"{self.keeper.boot}",
            config.voice.wording is Wording.LONG,
            lambda: self._is_recording,
            lambda: self.speech.wants_phones,
            die=self.rig.die,
            is_tested=lambda: self.button_test.is_open,
        )

    def _virtual_table(self) -> VirtualTable:
        match = self.keeper.match
        table = VirtualTable(self.game.slug, match.table.decks, self.voice.layout, self.voice.faces, self._random)
        start = Match(self.game, replace(match.header, position=None)).state
        if self.game.screens.board is not None:
            table.turn_board(Seat(0) in self.game.screens.board(match.state).turned)
        seat_up(table, match.state, deck_homes(start), last_owners(match))
        return table

    def _players(self) -> tuple[Dealer | None, Bots | None]:
        table = self.table
        if table is None:
            return None, None
        box = reader_box(table, lambda: self.tags.registry)
        start = self.keeper.match.state
        inbox, alike = self.inbox, self.game.box.alike
        dealer = Dealer(table, lambda: self.outlet.underside, inbox, box, self._clock, self._random, start, alike)
        bots = Bots(
            table,
            dealer,
            self.outlet.played,
            self.publisher,
            self.inbox,
            self.seating.bot_seats,
            lambda: bool(self.seating.bot_seats()),
            self._random,
            self.config.play.speed,
            alike,
        )
        return dealer, bots

    # -- callbacks from other threads: they only put messages --------------------------------------------------------

    def _pressed(self, signal: object) -> None:
        if isinstance(signal, Signal) and self.button_test.takes(signal):
            return
        match signal:
            case Press():
                self.inbox.put(Pressed(signal))
            case Release() | Turn() | Throw():
                self.inbox.put(Signalled(signal))

    def _failed(self, fault: Fault) -> None:
        self.inbox.put(DeviceFailed(fault))

    def _recording_ended(self, sentence: str) -> None:
        self._is_recording = False
        self._failed(Fault("recording", sentence))

    def _label(self, tag: Tag) -> str:
        """What stands beside a tag in the camera's picture, which everybody sees: of a back never which card it is."""
        face = None if tag.side is Side.BACK else self.voice.faces.get(PieceId(tag.piece))
        return "" if face is None else f"{face.corner} {face.title}".strip()

    def _board_noted(self, sides: Sides) -> None:
        if self.eye is not None:
            self.eye.set_position(sides)

    def _tags_changed(self, registry: TagRegistry) -> None:
        if self.eye is not None:
            self.eye.set_registry(registry)

    @property
    def bots_mode(self) -> str:
        """Which seats the program plays."""
        return self._autoplay.value

    def set_bots(self, mode: str) -> bool:
        """Lets the program play other seats; False when there is no such mode, or no virtual table. SaveError when it
        cannot be written."""
        if mode not in {m.value for m in Autoplay} or self.table is None:
            return False
        self._autoplay = self.keeper.choose_autoplay(self.config, Autoplay(mode))
        return True

    def _looking(self, device: str, run: Callable[[threading.Event], None]) -> None:
        """Runs a camera's loop; a fault of ours in it is told, not what was in the picture."""
        try:
            run(self._stopping)
        except Exception as error:  # the evening goes on by phone
            log.error("camera thread ended %s", fault_facts(error, device=device))
            self._failed(Fault(device, self.voice.say("notice", f"{device}_ended", {})))

    def _run(self, name: str, target: Callable[[], object]) -> None:
        thread = threading.Thread(target=target, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()
