"""The settings: `load_config` gives them typed, with where each came from; `render_example` documents them all."""

from companion._config_example import render_example, toml_value
from companion._config_read import DEFAULT, Loaded, Override, load_config
from companion._config_values import ConfigError, Setting, settings, variable_of
from companion._settings import (
    CameraConfig,
    CameraKind,
    Config,
    DataConfig,
    DealOrder,
    HardwareConfig,
    RecordFull,
    TableConfig,
    VoiceConfig,
    WebConfig,
    Wording,
)
from companion._settings_play import Autoplay, Option, PlayConfig

__all__ = [
    "DEFAULT",
    "Autoplay",
    "CameraConfig",
    "CameraKind",
    "Config",
    "ConfigError",
    "DataConfig",
    "DealOrder",
    "HardwareConfig",
    "Loaded",
    "Option",
    "Override",
    "PlayConfig",
    "RecordFull",
    "Setting",
    "TableConfig",
    "VoiceConfig",
    "WebConfig",
    "Wording",
    "load_config",
    "render_example",
    "settings",
    "toml_value",
    "variable_of",
]
