"""The settings of `[venue]`: where the results of matches are sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from msgspec import Meta

from words import N_


@dataclass(frozen=True)
class VenueConfig:
    """A club's memory of all its tables, see docs/venue.md."""

    address: Annotated[
        str,
        Meta(
            pattern=r"^(https?://[^\s/@?#]+(/[^\s@?#]*)?)?$",
            description="Address of the venue that is told how matches ended: what everybody may know, and nothing "
            "else. The table is paired with it on the host's page. Empty: none.",
            extra={"allowed": N_("empty, or an address that begins with http:// or https://"), "private": True},
        ),
    ] = ""
    ca: Annotated[
        str,
        Meta(description="File with the certificate that the venue's own goes back to. Empty: as the system has it."),
    ] = ""
    matches: Annotated[
        bool,
        Meta(
            description="Whether the venue may lay out a match of a tournament: its game, its options and who sits "
            "where. Only while nobody plays or sits here; whoever sat at a match that is over gets up.",
            extra={"allowed": N_("true or false"), "told": True},
        ),
    ] = False


VENUE_AS_DELIVERED: Final = VenueConfig()
