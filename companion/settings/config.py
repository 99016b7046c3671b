"""The settings: `load_config` gives them typed, with where each came from; `render_example` documents them all."""

from companion.settings.box import BoxConfig
from companion.settings.example import render_example, toml_value
from companion.settings.hardware import HardwareConfig
from companion.settings.play import Autoplay, Option, PlayConfig
from companion.settings.read import CHOSEN, DEFAULT, Loaded, Override, Sources, load_config, read_chosen
from companion.settings.sections import (
    CHOSEN_FILE,
    CameraConfig,
    CameraKind,
    Config,
    DataConfig,
    DealOrder,
    RecordFull,
    TableConfig,
)
from companion.settings.values import ConfigError, Given, Setting, checked, settings, value_of, variable_of
from companion.settings.voice import VoiceConfig, Wording
from companion.settings.web import JoinRule, WebConfig

__all__ = [
    "CHOSEN",
    "CHOSEN_FILE",
    "DEFAULT",
    "Autoplay",
    "BoxConfig",
    "CameraConfig",
    "CameraKind",
    "Config",
    "ConfigError",
    "DataConfig",
    "DealOrder",
    "Given",
    "HardwareConfig",
    "JoinRule",
    "Loaded",
    "Option",
    "Override",
    "PlayConfig",
    "RecordFull",
    "Setting",
    "Sources",
    "TableConfig",
    "VoiceConfig",
    "WebConfig",
    "Wording",
    "checked",
    "load_config",
    "read_chosen",
    "render_example",
    "settings",
    "toml_value",
    "value_of",
    "variable_of",
]
