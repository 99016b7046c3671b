"""Which version of the companion this is."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path


def own_version() -> str:
    """As it is installed; from a checkout, as its project file says. FileNotFoundError where there is neither."""
    try:
        return metadata.version("tabletop-companion")
    except metadata.PackageNotFoundError:
        project = Path(__file__).resolve().parents[2] / "pyproject.toml"
        return str(tomllib.loads(project.read_text("utf-8"))["project"]["version"])
