"""The example of a file of settings, made from the settings themselves so that it cannot fall behind them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum

from companion.settings.sections import AS_DELIVERED, Config
from companion.settings.values import Setting, settings, variable_of

_WIDTH = 100
_HEAD = """\
# Settings of the Tabletop Companion. Every line that is commented out shows the default; take the # away to change it.
#
# Looked for here, the first that is there: the flag --config, $COMPANION_CONFIG,
# ~/.config/tabletop-companion/companion.toml, /etc/companion/companion.toml.
# Over it go environment variables (web.port is {variable}) and over those the flags of the command line.
"""


def render_example(config: Config = AS_DELIVERED) -> str:
    """A file of settings in which every setting stands with its meaning, bounds and default, all commented out."""
    lines = [_HEAD.format(variable=variable_of("web.port"))]
    for section in fields(Config):
        own = [s for key, s in settings(config).items() if key.startswith(f"{section.name}.")]
        title = (type(getattr(config, section.name)).__doc__ or "").strip()
        lines.append(f"# {title}\n[{section.name}]\n")
        lines += [_entry(setting) for setting in own]
    return "\n".join(lines).rstrip() + "\n"


def toml_value(value: object) -> str:
    """A setting's value as TOML; an empty text for one that is left out."""
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case Enum():
            return json.dumps(value.value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case tuple():
            return f"[{', '.join(toml_value(item) for item in value)}]"
        case Mapping():
            inner = ", ".join(f"{json.dumps(str(k))} = {toml_value(v)}" for k, v in value.items())
            return f"{{ {inner} }}" if inner else "{ }"
    return str(value)


def _entry(setting: Setting) -> str:
    name = setting.key.partition(".")[2]
    text = setting.meaning if setting.allowed == "a text" else f"{setting.meaning} Allowed: {setting.allowed}."
    value = toml_value(setting.default)
    sample = value or str(setting.extra["sample"])
    note = "" if value else "  # an example; the default is to leave it out"
    comment = textwrap.fill(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
    return f"{comment}\n# {name} = {sample}{note}\n"
