"""Which cameras Linux offers under /dev/video*, and why one of them cannot be used."""

from __future__ import annotations

import errno
import fcntl
import os
import re
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from words import Sentence

# The request and the struct v4l2_capability are those of <linux/videodev2.h>: driver, card and bus as 16, 32 and 32
# bytes of text, then version, capabilities and device_caps, then three reserved numbers.
_QUERY = 0x80685600
_ANSWER = struct.Struct("=16s32s32s3I12x")
_CAPTURE = 0x00000001
_CAPTURE_PLANES = 0x00001000
_HAS_DEVICE_CAPS = 0x80000000
# Parts of the Raspberry Pi's own camera path: raw sensors and picture processors, of no use by themselves.
_RIBBON = frozenset({"unicam", "rp1-cfe", "bcm2835-isp", "pispbe", "rpi-hevc-dec", "bcm2835-codec"})
DEV = Path("/dev")


@dataclass(frozen=True)
class Node:
    """What a video node says about itself."""

    driver: str
    name: str
    is_capture: bool

    @property
    def is_ribbon(self) -> bool:
        """Whether it belongs to a camera on the Pi's ribbon cable, which is opened as csi:N."""
        return self.driver in _RIBBON


@dataclass(frozen=True)
class FoundCamera:
    """A camera that can be opened. `stable` is a path that stays the same when it is plugged in again."""

    path: Path
    name: str
    stable: Path | None = None

    @property
    def setting(self) -> str:
        """What to write as camera.source."""
        return str(self.stable or self.path)


def query(path: Path) -> Node | None:
    """Asks a video node what it is; None when it is no video node. OSError when it cannot be opened."""
    handle = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        answer = bytearray(_ANSWER.size)
        try:
            fcntl.ioctl(handle, _QUERY, answer)
        except OSError as error:
            if error.errno in (errno.ENOTTY, errno.EINVAL):
                return None
            raise
    finally:
        os.close(handle)
    driver, card, _, _, all_of_it, own = _ANSWER.unpack(bytes(answer))
    caps = own if all_of_it & _HAS_DEVICE_CAPS else all_of_it
    return Node(_text(driver), _text(card), bool(caps & (_CAPTURE | _CAPTURE_PLANES)))


Query = Callable[[Path], Node | None]


def found_cameras(dev: Path = DEV, ask: Query = query) -> tuple[FoundCamera, ...]:
    """The cameras that can be opened now, by their number."""
    by_id = sorted((dev / "v4l/by-id").glob("*")) if (dev / "v4l/by-id").is_dir() else []
    stable = {link.resolve(): link for link in reversed(by_id)}
    found = []
    for path in sorted(dev.glob("video[0-9]*"), key=lambda p: int(re.sub(r"\D", "", p.name))):
        try:
            node = ask(path)
        except OSError:
            continue
        if node is not None and node.is_capture and not node.is_ribbon:
            found.append(FoundCamera(path, node.name, stable.get(path.resolve())))
    return tuple(found)


def refusal(path: Path, name: str, dev: Path = DEV, ask: Query = query) -> Sentence | None:
    """Why a camera cannot be opened; None when nothing speaks against it."""
    if not path.exists():
        others = [camera for camera in found_cameras(dev, ask) if camera.path != path]
        if not others:
            return Sentence("The {name} is not there; plug it in or choose another camera in the settings.", name=name)
        return Sentence(
            "The {name} is not there; there is {other} at {setting}; plug it in or choose another camera in "
            "the settings.",
            name=name,
            other=others[0].name,
            setting=others[0].setting,
        )
    try:
        node = ask(path)
    except PermissionError:
        cure = Sentence("run sudo usermod -aG video {account}, then sign on again", account=_account())
        return Sentence("The {name} may not be opened by this account; {cure}.", name=name, cure=cure)
    except OSError as error:
        if error.errno == errno.EBUSY:
            return Sentence("The {name} is in use by another program; end that one first.", name=name)
        return Sentence(
            "The {name} cannot be opened ({why}); unplug it and plug it in again.", name=name, why=error.strerror
        )
    if node is None:
        return Sentence("The {name} is no camera; companion doctor lists the cameras that there are.", name=name)
    if node.is_ribbon:
        return Sentence(
            "The {name} is a part of the camera on the ribbon cable; write csi:0 in the settings instead.", name=name
        )
    if not node.is_capture:
        return Sentence(
            "The {name} gives no pictures ({device} has another number for them); companion doctor lists it.",
            name=name,
            device=node.name,
        )
    return None


def _text(raw: bytes) -> str:
    return raw.split(b"\0", 1)[0].decode("utf-8", "replace").strip()


def _account() -> str:
    return os.environ.get("USER") or "NAME"
