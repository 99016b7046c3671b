"""A table without its devices: safe mode, and what a service does when a device is missing at its start.

Safe mode is chosen by whoever starts the companion (`--safe`, COMPANION_SAFE=1): no pins, no camera but the virtual
table, no voice, whatever the settings say; the pages do everything. The settings themselves stay as they are, so that
the host's page shows them and they can be put right there.

A service that finds its pins or its camera missing starts without them, and says so: nobody stands at a terminal to
read why it does not start, and the page is where the reason can be seen. In a terminal one clear sentence is better.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.settings.hardware import HARDWARE_AS_DELIVERED
from companion.settings.play import Autoplay
from companion.settings.sections import CameraKind, Config
from companion.settings.web import JoinRule
from hardware.types import SpeechSink

VARIABLE: Final = "COMPANION_SAFE"
DEVICES: Final = frozenset({"camera", "hardware", "voice"})
"""The sections of settings that safe mode does without: what is wrong in them does not keep the table from starting."""
_NO: Final = frozenset({"", "0", "no", "off", "false"})


def is_wanted(environ: Mapping[str, str]) -> bool:
    """Whether the environment asks for safe mode."""
    return environ.get(VARIABLE, "").strip().lower() not in _NO


def without_devices(config: Config) -> Config:
    """The same table with nothing but pages. The virtual table stays, since it is a page too."""
    camera = replace(config.camera, box_source="", record="")
    play = config.play
    if camera.kind is not CameraKind.VIRTUAL:
        camera = replace(camera, source="none")
        play = replace(play, autoplay=Autoplay.OFF)  # without a camera nobody sees what hands play for it
    quiet = replace(config.voice, sink=SpeechSink.OFF)
    return replace(without_pins(config), camera=camera, play=play, voice=quiet)


def without_pins(config: Config) -> Config:
    """The same table with nothing wired; seats are then taken by the code."""
    web = config.web
    if web.joining is JoinRule.BUTTON:
        web = replace(web, joining=JoinRule.AUTO)
    return replace(config, hardware=HARDWARE_AS_DELIVERED, web=web)
