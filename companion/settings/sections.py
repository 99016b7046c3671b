"""Every setting of the companion: its type, unit, bounds, default and meaning, in one place.

The bounds are what `_config_read` checks and words, and the meanings are what `_config_example` writes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta

from companion.settings.box import BOX_AS_DELIVERED, BoxConfig
from companion.settings.hardware import HARDWARE_AS_DELIVERED, HardwareConfig
from companion.settings.mqtt import MQTT_AS_DELIVERED, MqttConfig
from companion.settings.play import PLAY_AS_DELIVERED, PlayConfig
from companion.settings.venue import VENUE_AS_DELIVERED, VenueConfig
from companion.settings.voice import VOICE_AS_DELIVERED, Language, VoiceConfig
from companion.settings.web import WEB_AS_DELIVERED, WebConfig
from words import N_

CHOSEN_FILE: Final = "chosen.toml"


class DealOrder(Enum):
    """In which order cards go over the reader box: one for each seat in turn, or one hand after the other."""

    TURNS = "turns"
    HANDS = "hands"


class RecordFull(Enum):
    """What happens when the recorded pictures have reached their limit."""

    STOP = "stop"
    OLDEST = "oldest"


class Ground(Enum):
    """What lies under the cards of the virtual table: the printed mat, or a real table top, as photographed."""

    MAT = "mat"
    OAK = "oak"
    MAPLE = "maple"
    WALNUT = "walnut"
    SLATE = "slate"
    CARPET = "carpet"
    RUG = "rug"


class CameraKind(Enum):
    """What stands behind `camera.source`."""

    VIRTUAL = "virtual"
    NONE = "none"
    FOLDER = "folder"
    VIDEO = "video"
    RECORDING = "recording"
    DEVICE = "device"
    CSI = "csi"
    PHONE = "phone"
    NETWORK = "network"

    @property
    def is_device(self) -> bool:
        """Whether it is a thing that only one program can have."""
        return self in (CameraKind.DEVICE, CameraKind.CSI)


# The bounds of a type are given to msgspec; `allowed` says them where they cannot be read off the type, `sample` stands
# in the example where the default has no TOML form, and a `secret` is never shown, not even in the sentence about it.
_Filled = Annotated[str, Meta(min_length=1)]
_Seed = Annotated[int, Meta(ge=0, le=2**63 - 1)]
_Share = Annotated[float, Meta(ge=0, le=1)]
_NETWORK: Final = r"(?:https?|rtsp)://(?!\S*[?&](?:user|usr|pass\w*|pwd|token)=[^{])[^\s@]+"
"""An address without a login: it is shown on pages and in the log."""
_Dioptres = Annotated[float, Meta(ge=0, le=32)]


@dataclass(frozen=True)
class TableConfig:
    """What is played, and by whom."""

    name: Annotated[
        str,
        Meta(
            pattern=r"^[^\x00-\x1f\x7f]{0,32}$",
            description="What the table is called: on its start page, on the table screen and in the terminal. Empty: "
            "it has no name.",
            extra={"allowed": N_("empty, or at most 32 characters in one line")},
        ),
    ] = ""
    game: Annotated[
        str,
        Meta(
            description="The game that `companion play` starts when it names none; see `companion games`.",
            extra={"told": True},
        ),
    ] = ""
    players: Annotated[
        int,
        Meta(
            ge=1,
            le=16,
            description="Number of players. Not given: as many as there are names, else the "
            "number nearest to four that the game allows.",
        ),
    ] = 4
    seed: Annotated[
        _Seed | None,
        Meta(
            description="Number that the shuffles of the virtual table start from, to repeat an evening. "
            "Not given: another one each time.",
            extra={"sample": "7"},
        ),
    ] = None
    language: Annotated[Language, Meta(description="Language of the screens, a two-letter code.")] = "en"
    names: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=24)], ...],
        Meta(description="What the seats are called, in seat order, 24 characters each at most."),
    ] = ()
    copies: Annotated[
        tuple[_Filled, ...], Meta(description="Names of the copies of the game that are played with. Empty: all.")
    ] = ()


@dataclass(frozen=True)
class CameraConfig:
    """Where the pictures of the table come from."""

    source: Annotated[
        str,
        Meta(
            pattern=r"^(virtual|none|phone|folder:.+|video:.+|recording:.+|csi:[0-9]+|device:[0-9]+|/dev/.+|"
            rf"{_NETWORK})$",
            description="virtual (drawn from the virtual table in the browser), none (everything is told by phone), "
            "phone (a phone's browser looks at the table, see docs/phone_camera.md), "
            "csi:N (a camera on the Pi's ribbon cable), device:N or a path such as /dev/videoN or, the same after "
            "every start, one below /dev/v4l/by-id (a USB camera), http://... or rtsp://... (a "
            "camera in the network, without its password), folder:PATH (pictures), video:PATH (a file), "
            "recording:PATH (see record).",
            extra={
                "allowed": N_(
                    '"virtual", "none", "phone", "csi:N", "device:N", "/dev/...", "http://...", "rtsp://...", '
                    '"folder:PATH", "video:PATH" or "recording:PATH"; a password stands in camera.password'
                ),
                "told": True,
            },
        ),
    ] = "virtual"
    user: Annotated[
        str,
        Meta(
            max_length=64,
            description="The name that a camera in the network asks for. Empty: it asks for none.",
            extra={"private": True},
        ),
    ] = ""
    password: Annotated[
        str,
        Meta(
            max_length=128,
            description="The password that goes with it. Where an address has both write {user} and {password}.",
            extra={"secret": True},
        ),
    ] = field(default="", repr=False)
    width: Annotated[int, Meta(ge=160, le=8192, description="Width asked of a camera, in pixels.")] = 1920
    height: Annotated[int, Meta(ge=120, le=8192, description="Height asked of a camera, in pixels.")] = 1080
    fps: Annotated[
        float,
        Meta(
            ge=0,
            le=120,
            description="Pictures a second. 0: a video runs at its own pace, "
            "a folder's pictures are single photographs.",
        ),
    ] = 8.0
    px_per_mm: Annotated[
        float, Meta(ge=0.5, le=12, description="Resolution of the virtual camera, in pixels a millimetre of the mat.")
    ] = 3.2
    tilt_deg: Annotated[float, Meta(ge=0, le=40, description="How far the virtual camera leans, in degrees.")] = 4.0
    blur_px: Annotated[float, Meta(ge=0, le=10, description="Blur of the virtual camera: sigma in pixels.")] = 0.7
    noise: Annotated[float, Meta(ge=0, le=80, description="Noise of the virtual camera: sigma in grey levels.")] = 3.0
    gradient: Annotated[
        _Share, Meta(description="Share of the light that the virtual camera's darkest corner lacks.")
    ] = 0.25
    ground: Annotated[
        Ground,
        Meta(
            description="What the virtual table is made of: mat (the printed mat), or a real table top, on which the "
            "places are marked: oak, maple, walnut, slate, carpet or rug."
        ),
    ] = Ground.MAT
    stickers: Annotated[
        bool,
        Meta(
            description="Whether the cards of the virtual table carry stickers. Without, each has a picture, and the "
            "camera tells it by that.",
            extra={"allowed": N_("true or false")},
        ),
    ] = True
    colour: Annotated[
        bool,
        Meta(
            description="Whether a USB camera's pictures are unpacked in colour. Without, it takes less than half the "
            "time, which a Pi needs for large pictures, and the screens show them in grey.",
            extra={"allowed": N_("true or false")},
        ),
    ] = True
    mains_hz: Annotated[
        int,
        Meta(
            ge=50,
            le=60,
            multiple_of=10,
            description="Frequency of the mains: lamps flicker with it, and a csi camera exposes in step with them.",
            extra={"allowed": N_("50 or 60")},
        ),
    ] = 50
    lens: Annotated[
        _Dioptres | None,
        Meta(
            description="Where the lens of a csi camera is held, in dioptres: 1 divided by the distance in metres, "
            "so 1.2 for 83 cm. Left out: it focuses once at the start.",
            extra={"sample": "1.2"},
        ),
    ] = None
    box_source: Annotated[
        str,
        Meta(
            pattern=rf"^(phone|folder:.+|video:.+|csi:[0-9]+|device:[0-9]+|/dev/.+|{_NETWORK})?$",
            description="Camera of the reader box, as in source: cards that are dealt face-down over its glass are "
            "known to the companion and to nobody else. Empty: there is no box.",
            extra={
                "allowed": N_(
                    'empty, "phone", "csi:N", "device:N", "/dev/...", "http://...", "rtsp://...", "folder:PATH" '
                    'or "video:PATH"'
                ),
                "told": True,
            },
        ),
    ] = ""
    box_lens: Annotated[
        _Dioptres,
        Meta(description="Where the lens of a csi camera in the box is held, in dioptres: 10 for a glass 10 cm away."),
    ] = 10.0
    box_order: Annotated[
        DealOrder,
        Meta(description="How cards are dealt over the box: turns (a card for each in turn) or hands (hand by hand)."),
    ] = DealOrder.TURNS
    look_back: Annotated[
        bool,
        Meta(
            description="Whether the table camera's pictures of the last half minute are held in memory, so that the "
            "host can keep them when something went wrong. Everybody is told when that is done.",
            extra={"allowed": N_("true or false")},
        ),
    ] = True
    record: Annotated[
        str,
        Meta(
            description="Directory in which the table camera's pictures are kept, for replays and reports of faults; "
            "all screens say so meanwhile. Never the reader box, never photos of hands. Empty: nothing is kept."
        ),
    ] = ""
    record_quality: Annotated[
        int, Meta(ge=0, le=100, description="JPEG quality of the kept pictures; 0 keeps every pixel, as PNG.")
    ] = 92
    record_limit_mb: Annotated[
        int, Meta(ge=10, le=1_000_000, description="How much the pictures in that directory may be, in megabytes.")
    ] = 2000
    record_when_full: Annotated[
        RecordFull, Meta(description="stop (keep no more) or oldest (the oldest pictures make room).")
    ] = RecordFull.STOP

    @property
    def kind(self) -> CameraKind:
        """What `source` names."""
        return _kind(self.source)


@dataclass(frozen=True)
class DataConfig:
    """Where matches are kept."""

    directory: Annotated[
        str,
        Meta(
            description="Directory of the journal, readable for its owner only. Empty: $STATE_DIRECTORY where systemd "
            "gives one, else ~/.local/share/tabletop-companion."
        ),
    ] = ""

    @property
    def path(self) -> Path:
        """The directory, absolute."""
        return Path(self.directory).expanduser().absolute() if self.directory else default_directory(os.environ)

    @property
    def journal_path(self) -> Path:
        """The journal's file in it."""
        return self.path / "companion.db"

    @property
    def games_path(self) -> Path:
        """The folder in it with the games of its owner."""
        return self.path / "games"

    @property
    def chosen_path(self) -> Path:
        """The file in it with the settings that were chosen on the host's page."""
        return self.path / CHOSEN_FILE


@dataclass(frozen=True)
class Config:
    """All settings. Made by `load_config`; every section has defaults that suit a table at home."""

    table: TableConfig = TableConfig()
    camera: CameraConfig = CameraConfig()
    web: WebConfig = WEB_AS_DELIVERED
    hardware: HardwareConfig = HARDWARE_AS_DELIVERED
    voice: VoiceConfig = VOICE_AS_DELIVERED
    data: DataConfig = DataConfig()
    play: PlayConfig = PLAY_AS_DELIVERED
    box: BoxConfig = BOX_AS_DELIVERED
    mqtt: MqttConfig = MQTT_AS_DELIVERED
    venue: VenueConfig = VENUE_AS_DELIVERED


AS_DELIVERED: Final = Config()


def _kind(source: str) -> CameraKind:
    if source.startswith("/dev/"):
        return CameraKind.DEVICE
    return CameraKind.NETWORK if "://" in source else CameraKind(source.partition(":")[0])


def default_directory(environ: Mapping[str, str]) -> Path:
    """Where matches are kept when nobody said: systemd's state directory (the first of several), else the user's."""
    given = environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if given:
        return Path(given).absolute()
    home = environ.get("XDG_DATA_HOME") or "~/.local/share"
    return Path(home).expanduser().absolute() / "tabletop-companion"
