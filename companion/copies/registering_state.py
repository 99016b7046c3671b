"""How far the registration of a copy is: which pieces have their tag, which one is asked for. Pure values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from companion.journal.copies import Copy, CopyTag
from rules.engine.types import PieceId
from vision.types import Side
from web.pages.pieces.views import PieceStatus

_STEPS_KEPT: Final = 400
_PRINTED: Final = re.compile(r"[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}")
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True)
class Wanted:
    """One side of one piece that needs a tag; of a back, `piece` is the deck whose cards all share it."""

    piece: str
    side: Side
    deck: str

    @property
    def key(self) -> str:
        """Its name in the store and on the page."""
        return f"{self.side.value}/{self.piece}"

    def tag(self, payload: str) -> CopyTag:
        """Its tag, with this code."""
        return CopyTag(payload, self.piece, self.side, shared=self.side is Side.BACK)


@dataclass(frozen=True)
class Registered:
    """One thing that was done and can be taken back: the piece, the code that it got ("" if it was skipped) and the one
    that it had before ("" if none)."""

    key: str
    payload: str
    before: str = ""


@dataclass(frozen=True)
class Progress:
    """One registration. `at` is the piece that is asked for; empty when every piece is done or skipped."""

    wanted: tuple[Wanted, ...]
    done: Mapping[str, str] = field(default_factory=lambda: _NOTHING)  # key -> payload
    skipped: frozenset[str] = frozenset()
    at: str = ""
    steps: tuple[Registered, ...] = ()

    @property
    def now(self) -> Wanted | None:
        """The piece that is asked for."""
        return next((w for w in self.wanted if w.key == self.at), None)

    def state(self, key: str) -> PieceStatus:
        """What has become of a piece."""
        if key in self.done:
            return PieceStatus.DONE
        return PieceStatus.SKIPPED if key in self.skipped else PieceStatus.OPEN

    def ahead(self) -> tuple[Wanted, ...]:
        """The piece that is asked for, then the open ones after it, then the open ones before it."""
        keys = [w.key for w in self.wanted]
        start = keys.index(self.at) if self.at in keys else 0
        turned = self.wanted[start:] + self.wanted[:start]
        return tuple(w for w in turned if w.key == self.at or self.state(w.key) is PieceStatus.OPEN)

    def kept(self, *payloads: str) -> Progress:
        """The next pieces have these codes. There must be as many pieces ahead as codes."""
        progress = self
        for payload in payloads:
            key = progress.at
            step = Registered(key, payload, progress.done.get(key, ""))
            progress = progress._after(step, {**progress.done, key: payload}, progress.skipped - {key})
        return progress

    def skip(self) -> Progress:
        """The piece that is asked for is left out for now; one that has its tag keeps it."""
        if not self.at:
            return self
        skipped = self.skipped if self.at in self.done else self.skipped | {self.at}
        return self._after(Registered(self.at, ""), self.done, skipped)

    def back(self) -> tuple[Progress, Registered | None]:
        """Without the last step, and that step; with nothing to take back, as it is."""
        if not self.steps:
            return self, None
        step = self.steps[-1]
        done = {k: v for k, v in self.done.items() if k != step.key or not step.payload}
        if step.payload and step.before:
            done[step.key] = step.before
        return replace(self, done=done, skipped=self.skipped - {step.key}, at=step.key, steps=self.steps[:-1]), step

    def jump(self, key: str) -> Progress | None:
        """The same with that piece asked for; None when there is no such piece."""
        if key not in {w.key for w in self.wanted}:
            return None
        return replace(self, at=key, skipped=self.skipped - {key})

    def _after(self, step: Registered, done: Mapping[str, str], skipped: frozenset[str]) -> Progress:
        after = replace(self, done=done, skipped=skipped, steps=(*self.steps, step)[-_STEPS_KEPT:])
        ahead = [w for w in replace(after, at=step.key).ahead() if w.key != step.key]
        return replace(after, at=ahead[0].key if ahead else "")

    # -- in the store ------------------------------------------------------------------------------------------------

    def body(self) -> str:
        """Everything that the copy's tags do not tell, to be written down."""
        steps = [[s.key, s.payload, s.before] for s in self.steps]
        return json.dumps({"at": self.at, "skipped": sorted(self.skipped), "steps": steps}, ensure_ascii=False)


@dataclass(frozen=True)
class LatestNews:
    """The latest thing that came of showing a piece. `number` grows, so that the same sentence is told twice."""

    number: int
    ok: bool
    sentence: str


@dataclass(frozen=True)
class Assigned:
    """One code of a photograph: the piece that it would become, or why it becomes none."""

    payload: str
    wanted: Wanted | None
    problem: str = ""


@dataclass(frozen=True)
class Snapshot:
    """The registration that is under way, as it stands."""

    copy: Copy
    progress: Progress
    photo: tuple[Assigned, ...]
    told: LatestNews | None
    seen: tuple[str, ...] = ()  # codes that the camera saw and that became no piece, the latest last


def wanted_pieces(decks: Mapping[str, Sequence[PieceId]]) -> tuple[Wanted, ...]:
    """Everything of a game that needs a tag: deck by deck its back, then its fronts."""
    found: list[Wanted] = []
    for deck, pieces in decks.items():
        if pieces:
            found.append(Wanted(deck, Side.BACK, deck))
            found += [Wanted(str(piece), Side.FRONT, deck) for piece in pieces]
    return tuple(found)


def resumed(wanted: tuple[Wanted, ...], tags: Iterable[CopyTag], body: str) -> Progress:
    """The registration as it stood: from the copy's tags and what was written down. A body that cannot be read, or is
    empty, begins at the first piece without a tag."""
    keys = {w.key for w in wanted}
    done: dict[str, str] = {}
    for tag in tags:
        key = f"{tag.side.value}/{tag.piece}"
        if key in keys:
            done.setdefault(key, tag.payload)
    try:
        noted: Any = json.loads(body or "{}")
        skipped = frozenset(str(key) for key in noted.get("skipped", ())) & keys - done.keys()
        steps = tuple(
            Registered(str(key), str(payload), str(before)) for key, payload, before in noted.get("steps", ())
        )
        at = str(noted.get("at", ""))
    except (ValueError, TypeError, AttributeError):
        skipped, steps, at = frozenset(), (), ""
    # a code that was dropped or moved meanwhile can neither be taken back nor come back
    steps = tuple(s for s in steps if s.key in keys and (not s.payload or done.get(s.key) == s.payload))
    progress = Progress(wanted, done, skipped, at, steps)
    if at in keys:
        return progress
    ahead = progress.ahead()
    return replace(progress, at=ahead[0].key if ahead else "")


def assigned(
    progress: Progress, payloads: Iterable[str], problem: Callable[[str], str], no_more: str
) -> tuple[Assigned, ...]:
    """The codes of a photograph, each with the piece that it would become: the next ones in order, as far as there are
    any. `problem` says why a code can become none ("" if it can), `no_more` that no piece is left."""
    ahead = list(progress.ahead())
    found: list[Assigned] = []
    for payload in dict.fromkeys(payloads):
        why = problem(payload) or ("" if ahead else no_more)
        found.append(Assigned(payload, None, why) if why else Assigned(payload, ahead.pop(0)))
    return tuple(found)


def typed_code(text: str) -> str:
    """The payload that somebody means who types a code as it is printed beside a tag, `k7rt-2m9x`; other texts are the
    payload itself."""
    stripped = text.strip()
    return stripped.replace("-", "").upper() if _PRINTED.fullmatch(stripped) else stripped
