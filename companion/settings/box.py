"""The settings of the machine itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from words import N_


@dataclass(frozen=True)
class BoxConfig:
    """The machine that all this runs on."""

    shutdown: Annotated[
        str,
        Meta(
            min_length=1,
            description="Whether the host's page can switch this machine off: auto (where it runs as a service that "
            "may), off, or a command of your own, which is run as it stands, without a shell.",
            extra={"allowed": N_('"auto", "off" or a command')},
        ),
    ] = "auto"


BOX_AS_DELIVERED: Final = BoxConfig()
