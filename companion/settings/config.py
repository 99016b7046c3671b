"""The settings: `load_config` gives them typed, with where each came from; `render_example` documents them all."""

from companion.settings.example import render_example as render_example, toml_value as toml_value
from companion.settings.hardware import HardwareConfig as HardwareConfig
from companion.settings.play import Autoplay as Autoplay, Option as Option
from companion.settings.read import (
    CHOSEN as CHOSEN,
    DEFAULT as DEFAULT,
    Loaded as Loaded,
    Override as Override,
    Sources as Sources,
    load_config as load_config,
    read_chosen as read_chosen,
)
from companion.settings.sections import (
    CHOSEN_FILE as CHOSEN_FILE,
    CameraConfig as CameraConfig,
    CameraKind as CameraKind,
    Config as Config,
    DataConfig as DataConfig,
    DealOrder as DealOrder,
    Ground as Ground,
    TableConfig as TableConfig,
)
from companion.settings.values import (
    ConfigError as ConfigError,
    Given as Given,
    Setting as Setting,
    checked as checked,
    settings as settings,
    value_of as value_of,
    variable_of as variable_of,
)
from companion.settings.voice import VoiceConfig as VoiceConfig, Wording as Wording
from companion.settings.web import (
    CodeShown as CodeShown,
    HttpsUse as HttpsUse,
    JoinRule as JoinRule,
    WebConfig as WebConfig,
)
