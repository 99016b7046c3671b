"""The settings: `load_config` gives them typed, with where each came from; `render_example` documents them all."""

from companion._config_example import render_example, toml_value
from companion._config_read import CHOSEN, DEFAULT, Loaded, Override, Sources, load_config
from companion._config_values import ConfigError, Given, Setting, checked, settings, variable_of
from companion._settings import (
    CameraConfig,
    CameraKind,
    Config,
    DataConfig,
    DealOrder,
    RecordFull,
    TableConfig,
)
from companion._settings_box import BoxConfig
from companion._settings_hardware import HardwareConfig
from companion._settings_play import Autoplay, Option, PlayConfig
from companion._settings_voice import VoiceConfig, Wording
from companion._settings_web import JoinRule, WebConfig

__all__ = [
    "CHOSEN",
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
    "render_example",
    "settings",
    "toml_value",
    "variable_of",
]
