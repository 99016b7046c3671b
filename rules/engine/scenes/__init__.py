"""Scenes: one readable file that plays a few steps of any game and says what must come of them.

The form is described in docs/scenes.md. Reading, running and writing are pure: text in, values out.
"""

from rules.engine.scenes.checks import Difference as Difference, run_scene as run_scene
from rules.engine.scenes.form import (
    Expect as Expect,
    Scene as Scene,
    SceneError as SceneError,
    SceneStep as SceneStep,
    parse_scene as parse_scene,
)
from rules.engine.scenes.text import scene_of as scene_of
