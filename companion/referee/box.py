"""The reader box: a second, small camera that looks up through a glass on which the dealer slides each face-down card.

What it reads is a secret: it goes into the inbox and nowhere else. There is no picture of it on any screen, it is never
recorded, and what goes wrong is told without saying which card it was.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.referee.inbox import BoxCard, BoxTrouble, DeviceBack, Inbox
from hardware.types import Fault
from rules.engine.types import PieceId
from vision import Feed, FeedSettings, FrameSource, TagReader, TagRegistry, table_reader
from vision.faces.close_up import on_glass
from vision.types import Frame, Side

STILL_FRAMES = 2
ODD_FRAMES = 8  # while one card makes way for the next, two of them may be in view
DEVICE = "box"
_UNSURE = ""  # no tag says this


@dataclass(frozen=True)
class _OnGlass:
    """What lies on the glass in one frame."""

    payloads: frozenset[str]


class GlassReader:
    """Reads frames of the glass one by one. A card is told once, when it was read alone in two frames in a row, and
    again only when something else, or nothing, lay there between."""

    def __init__(self, tags: Callable[[], TagRegistry]):
        self._tags = tags
        self._registry: TagRegistry | None = None
        self._reader: TagReader | None = None
        self._on_glass = _OnGlass(frozenset())
        self._still = 0
        self._told = _OnGlass(frozenset())

    def look(self, frame: Frame) -> BoxCard | BoxTrouble | None:
        """What is to be told after this frame, mostly nothing."""
        registry = self._tags()
        if self._reader is None or registry is not self._registry:
            self._registry, self._reader = registry, table_reader(registry)
        read = frozenset(raw.payload for raw in self._reader.read(frame.image).tags)
        lying = _OnGlass(read or _by_looks(frame, registry))
        self._still = self._still + 1 if lying == self._on_glass else 1
        self._on_glass = lying
        if self._still < STILL_FRAMES or lying == self._told:
            return None
        meaning = _meaning(lying, registry)
        if isinstance(meaning, BoxTrouble) and self._still < ODD_FRAMES:
            return None
        self._told = lying
        return meaning


def _by_looks(frame: Frame, registry: TagRegistry) -> frozenset[str]:
    """The tags that the cards on the glass would have, as far as they are told by their looks; `_UNSURE` for one that
    may be one of several."""
    if not registry.looks:
        return frozenset()
    looks = on_glass(frame.image, registry.looks)
    tags = [None if look is None else registry.of(look.piece, look.side) for look in looks]
    return frozenset(_UNSURE if tag is None else tag.payload for tag in tags)


def _meaning(on_glass: _OnGlass, registry: TagRegistry) -> BoxCard | BoxTrouble | None:
    if not on_glass.payloads:
        return None
    tags = [registry.get(payload) for payload in on_glass.payloads]
    fronts = {tag.piece for tag in tags if tag is not None and tag.side is Side.FRONT}
    if len(fronts) == 1 and None not in tags and len(tags) == sum(t is not None and t.side is Side.FRONT for t in tags):
        return BoxCard(PieceId(fronts.pop()))  # a card may have the same tag in two corners, or two tags
    if len(tags) > 1:
        return BoxTrouble.SEVERAL
    return BoxTrouble.UNKNOWN if tags[0] is None else BoxTrouble.BACK


class Box:
    """The reader box's own loop, for one thread. It looks only while a deal is wanted; else frames are let go."""

    def __init__(
        self,
        source: FrameSource,
        reopen: Callable[[], FrameSource],
        tags: Callable[[], TagRegistry],
        is_wanted: Callable[[], bool],
        inbox: Inbox,
        clock: Callable[[], float],
        settings: FeedSettings | None = None,
    ):
        self._feed = Feed(source, reopen, self._fault, clock, settings or FeedSettings())
        self._glass = GlassReader(tags)
        self._is_wanted = is_wanted
        self._inbox = inbox

    def run(self, stop: threading.Event) -> None:
        """Until `stop` is set or the camera has ended. Closes the camera."""
        try:
            while not stop.is_set() and not self._feed.has_ended:
                frame = self._feed.next(stop)
                if frame is None or not self._is_wanted():
                    continue
                if (told := self._glass.look(frame)) is not None:
                    self._inbox.put(told)
        finally:
            self._feed.close()

    def _fault(self, sentence: str | None) -> None:
        self._inbox.put(DeviceBack(DEVICE) if sentence is None else Fault(DEVICE, sentence))
