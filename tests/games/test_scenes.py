"""Every scene file of every game plays as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.engine.scenes import parse_scene, run_scene
from tests.laws.shipped import game

HERE = Path(__file__).parent
SCENES = sorted(HERE.glob("*/scenes/*.toml"))


@pytest.mark.parametrize("path", SCENES, ids=lambda p: f"{p.parent.parent.name}-{p.stem}")
def test_scene(path: Path) -> None:
    scene = parse_scene(path.read_text("utf-8"), path.name)
    assert scene.game == path.parent.parent.name, "a scene lies in the folder of its game"
    assert [str(difference) for difference in run_scene(scene, game(scene.game))] == []


def test_there_are_scenes() -> None:
    assert SCENES
