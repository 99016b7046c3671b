"""Scenes: one readable file that plays a few steps of any game and says what must come of them.

The form is described in docs/scenes.md. Reading, running and writing are pure: text in, values out.
"""

from rules.engine.scenes.checks import Difference, run_scene
from rules.engine.scenes.form import Expect, Scene, SceneError, Step, parse_scene
from rules.engine.scenes.text import scene_of

__all__ = ["Difference", "Expect", "Scene", "SceneError", "Step", "parse_scene", "run_scene", "scene_of"]
