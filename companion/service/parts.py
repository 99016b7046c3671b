"""The parts of a running table, in the order in which they are built: each stage has all of the stages before."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random

from companion.camera.camera_setup import CameraSetup
from companion.camera.eye_tally import EyeTally
from companion.camera.kept_pictures import KeptPictures
from companion.camera.photos import PhotoReader
from companion.copies.card_looks import CardLooks
from companion.copies.pieces import Pieces
from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.machine.recent_log import RecentLines
from companion.mqtt import Link
from companion.outbox import Sender
from companion.past.history import History
from companion.people.device_health import DeviceHealth
from companion.people.join_view import WayIn
from companion.people.joining import Joining
from companion.people.seating import Seating
from companion.reading.table_tags import TableTags
from companion.referee.box import Box
from companion.referee.inbox import Inbox
from companion.referee.referee import Referee
from companion.settings.config import Autoplay, Config, Loaded
from companion.telling.live_voice import LiveVoice
from companion.telling.publish import Publisher
from companion.telling.teller import TableOutlet
from companion.telling.tongues import Tongues
from companion.telling.voice import Voice
from companion.values.notices import Notice
from companion.virtual.dealer import Dealer
from companion.virtual.deciding import Deciding
from companion.virtual.virtual_table import VirtualTable
from companion.wiring.button_test import ButtonTest
from hardware import Rig, Signal
from hardware.types import Fault, TableSense
from rules.engine.game import Game
from vision import Eye
from vision.cameras.phone import PhoneInbox


class BotSeats:
    """Which seats the program plays. Safe from any thread."""

    def __init__(self, keeper: MatchKeeper, config: Config):
        self._keeper = keeper
        self._config = config
        self._kept = keeper.autoplay(config)

    @property
    def mode(self) -> str:
        """Off, those without a person, or all."""
        return self._kept.value

    def choose(self, mode: str) -> bool:
        """Lets the program play other seats; False when there is no such mode. SaveError when it cannot be written."""
        if mode not in {m.value for m in Autoplay}:
            return False
        self._kept = self._keeper.choose_autoplay(self._config, Autoplay(mode))
        return True


class Presses:
    """What the pins tell, on its way to the referee, or to the test of the buttons while there is one."""

    def __init__(self, inbox: Inbox):
        self._inbox = inbox
        self.test: ButtonTest | None = None  # it needs the pins, which tell to here: given as soon as both are there

    def __call__(self, signal: object) -> None:
        if isinstance(signal, Signal) and self.test is not None and self.test.takes(signal):
            return
        if isinstance(signal, Signal | TableSense):
            self._inbox.put(signal)


class Recording:
    """Whether the camera's pictures are kept."""

    def __init__(self, config: Config, inbox: Inbox):
        self.is_on = bool(config.camera.record) and config.camera.source != "none"
        self._inbox = inbox

    def ended(self, sentence: str) -> None:
        """They are not any more, and everybody is told why."""
        self.is_on = False
        self._inbox.put(Fault("recording", sentence))


@dataclass(frozen=True, kw_only=True)
class Ground:
    """What everything else stands on: settings, journal, pins, the match, its words."""

    config: Config  # without the wiring, where the pins could not be opened
    loaded: Loaded  # where the settings came from
    game: Game
    clock: Callable[[], float]
    lenient: bool
    closing: ExitStack  # whatever is opened is closed with it
    inbox: Inbox
    recent: RecentLines
    health: DeviceHealth
    journal: Journal
    rig: Rig
    button_test: ButtonTest
    keeper: MatchKeeper
    bot_seats: BotSeats
    names: tuple[str, ...]
    tongues: Tongues
    random: Random

    @property
    def voice(self) -> Voice:
        """The words of the screens."""
        return self.tongues.screens

    @property
    def is_safe(self) -> bool:
        """Without pins, camera and voice, whatever the settings say."""
        return self.loaded.is_safe

    def tell(self, notice: Notice) -> None:
        """Tells it to everybody at the table."""
        self.inbox.put(notice)


@dataclass(frozen=True, kw_only=True)
class Sight(Ground):
    """Besides: what the table sees, and which piece a code stands for."""

    table: VirtualTable | None
    tags: TableTags
    recording: Recording
    phone: PhoneInbox | None  # where a phone's pictures come in, if a phone is to be the camera
    box_phone: PhoneInbox | None  # the same of one that is to be the reader box
    eye: Eye | None
    read_photo: PhotoReader
    pieces: Pieces
    card_looks: CardLooks
    camera: CameraSetup
    tally: EyeTally
    kept: KeptPictures


@dataclass(frozen=True, kw_only=True)
class Parts(Sight):
    """Besides: people, what they are told, and the referee. With these the match can be played."""

    seating: Seating
    joining: Joining
    way_in: WayIn
    publisher: Publisher
    speech: LiveVoice
    outlet: TableOutlet
    link: Link | None  # to a broker
    sender: Sender | None  # to a venue
    referee: Referee
    box: Box | None
    dealer: Dealer | None
    bots: Deciding
    past: History
