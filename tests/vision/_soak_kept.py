"""The frames of an act that went wrong, and how a new eye judges them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.vision._soak import CAMERA, MAT, SoakTable, Told
from tests.vision._soak_pieces import registry
from vision import Eye, Frame, SceneState, VirtualCamera


@dataclass(frozen=True)
class Fault:
    """What was told beside what should have been, after one act."""

    act: int
    what: str
    missing: tuple[Told, ...]
    phantom: tuple[Told, ...]
    believed: tuple[str, ...] = ()


def saved(fault: Fault, table: SoakTable, expected_in: Path) -> Path:
    """The frames of a faulty act in a folder of their own, with the seed and the fault beside them."""
    folder = expected_in / f"seed{table.seed}-act{fault.act}"
    folder.mkdir(parents=True, exist_ok=True)
    frames = [*table.before, *table.frames]
    for number, frame in enumerate(frames):
        cv2.imwrite(str(folder / f"{number:03d}.png"), frame.image)
    story = {
        "seed": table.seed,
        "act": fault.act,
        "what": fault.what,
        "still_frames": len(table.before),
        "times_s": [round(frame.taken_s, 3) for frame in frames],
        "missing": fault.missing,
        "phantom": fault.phantom,
        "believed": fault.believed,
    }
    (folder / "fault.json").write_text(json.dumps(story, indent=1))
    return folder


def replayed(folder: Path) -> list[Told]:
    """What an eye that sees only these frames tells, after the still table with which they begin."""
    story = json.loads((folder / "fault.json").read_text())
    frames = [
        Frame(np.asarray(cv2.imread(str(path)), np.uint8), taken_s, number)
        for number, (path, taken_s) in enumerate(zip(sorted(folder.glob("*.png")), story["times_s"], strict=True))
    ]
    camera = VirtualCamera(MAT, lambda: SceneState(1, ()), CAMERA, lambda: 0.0)
    eye = Eye(camera, MAT, registry(), None, lambda: 0.0, lambda report: None)
    told: list[Told] = []
    for frame in frames:
        report = eye.look(frame)
        if report is not None and frame.number >= story["still_frames"]:
            told += [(change.kind.value, change.payload) for change in report.changes]
    return told
