"""Acts that went wrong, kept so that they can be looked at again: the eye as it was before, and all frames since."""

from __future__ import annotations

import io
import json
import pickle
import threading
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from tests.vision._soak import MAT, SoakTable, eye_at
from tests.vision._soak_camera import LEVELS, Level, RealCamera, some_top
from tests.vision._soak_judge import Outcome
from vision import ChangeKind, Eye, Frame, Image, SceneState, TableChange

_LOCK = type(threading.Lock())
_CAMERA = "the camera"


def _view_of(mapping: dict) -> MappingProxyType:
    return MappingProxyType(mapping)


class _Freezer(pickle.Pickler):
    """Keeps an eye without its camera."""

    def __init__(self, into: io.BytesIO, camera: RealCamera) -> None:
        super().__init__(into, pickle.HIGHEST_PROTOCOL)
        self._camera = camera

    def persistent_id(self, one: object) -> str | None:
        """The camera is not kept."""
        return _CAMERA if one is self._camera else None

    def reducer_override(self, one: object):
        """A lock is made anew; a view of a mapping is one of a copy."""
        if isinstance(one, _LOCK):
            return threading.Lock, ()
        return (_view_of, (dict(one),)) if isinstance(one, MappingProxyType) else NotImplemented


class _Thawer(pickle.Unpickler):
    def __init__(self, packed: bytes, camera: RealCamera) -> None:
        super().__init__(io.BytesIO(packed))
        self._camera = camera

    def persistent_load(self, name: str) -> RealCamera:
        """The camera that is there now."""
        return self._camera


def frozen(table: SoakTable) -> bytes:
    """The eye with all its memory, exactly as it is."""
    into = io.BytesIO()
    _Freezer(into, table.camera).dump(table.eye)
    return into.getvalue()


def thawed(packed: bytes, level: Level) -> Eye:
    """The eye as it was. Whatever unpickling raises where the eye is made of other parts now."""
    eye = _Thawer(packed, _any_camera(level)).load()
    assert isinstance(eye, Eye)
    return eye


def _any_camera(level: Level) -> RealCamera:
    top = some_top(np.random.default_rng(0))
    return RealCamera(MAT, lambda: SceneState(1, ()), level, top, lambda: 0.0, 0)


def saved(outcome: Outcome, table: SoakTable, eye_before: bytes, folder: Path) -> Path:
    """The case in a folder of its own."""
    case = folder / f"{table.level.name}-seed{table.seed}-act{outcome.number}"
    case.mkdir(parents=True, exist_ok=True)
    for number, (_, packed) in enumerate(table.packed):
        (case / f"{number:03d}.jpg").write_bytes(packed)
    (case / "eye.pickle").write_bytes(eye_before)
    story = {
        "level": table.level.name,
        "seed": table.seed,
        "act": outcome.number,
        "kind": outcome.act.kind,
        "what": outcome.act.what,
        "verdict": outcome.verdict.value,
        "expected": outcome.act.told,
        "missing": outcome.missing,
        "phantom": outcome.phantom,
        "believed": outcome.beliefs,
        "times_s": [round(taken_s, 3) for taken_s, _ in table.packed],
    }
    (case / "story.json").write_text(json.dumps(story, indent=1))
    return case


def replayed(case: Path, with_memory: bool = True) -> list[tuple[int, TableChange]]:
    """What the eye tells of the frames of a case, each with the frame's number: with the memory that it had, or with no
    memory at all."""
    story = json.loads((case / "story.json").read_text())
    level = LEVELS[story["level"]]
    eye = thawed((case / "eye.pickle").read_bytes(), level) if with_memory else eye_at(_any_camera(level), level)
    told = []
    for number, (path, taken_s) in enumerate(zip(sorted(case.glob("*.jpg")), story["times_s"], strict=True)):
        report = eye.look(Frame(_picture(path), taken_s, number))
        told += [] if report is None else [(number, change) for change in report.changes]
    return told


def _picture(path: Path) -> Image:
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)


def sentence(number: int, change: TableChange) -> str:
    """A change of a replay in one line."""
    where = "" if change.at is None else f" at {change.at.x_mm:.0f},{change.at.y_mm:.0f}"
    over = f" (number {change.corrects} did not happen)" if change.kind is ChangeKind.CORRECTED else ""
    others = "".join(
        f" | or {[(c.kind.value, c.payload) for c in other.changes]} {other.odds:.2f}" for other in change.alternatives
    )
    return f"frame {number:2d}: {change.kind.value} {change.payload}{where}{over}, odds {change.odds:.2f}{others}"
