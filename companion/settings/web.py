"""The settings of `[web]`: where the pages are served, how a seat is taken, the host's PIN and the Wi-Fi for guests."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Final

from msgspec import Meta

from words import N_

_Filled = Annotated[str, Meta(min_length=1)]


class CodeShown(Enum):
    """Whether the code to join stands on the table screen."""

    AUTO = "auto"
    ON = "on"
    OFF = "off"


class JoinRule(Enum):
    """How a seat is taken."""

    AUTO = "auto"
    BUTTON = "button"
    CODE = "code"
    OPEN = "open"


class HttpsUse(Enum):
    """What becomes of https with the table's own certificate."""

    OFFERED = "offered"
    SHOWN = "shown"
    OFF = "off"


@dataclass(frozen=True)
class WebConfig:
    """The pages for phones and screens."""

    host: Annotated[
        str,
        Meta(
            min_length=1,
            description="Address to listen at: 0.0.0.0 for every device of the local network, "
            "127.0.0.1 for this machine.",
            extra={"told": True},
        ),
    ] = "0.0.0.0"
    port: Annotated[int, Meta(ge=0, le=65535, description="Port to listen at; 0 takes any free one.")] = 8080
    max_streams: Annotated[
        int, Meta(ge=1, le=500, description="Pages that are kept up to date at the same time; each costs a thread.")
    ] = 40
    connections_per_address: Annotated[
        int,
        Meta(
            ge=8,
            le=500,
            description="Connections that one address may have, not counting phones with a seat and the host's. More, "
            "where many people share an address, as behind a router of their own.",
        ),
    ] = 96
    extra_hosts: Annotated[
        tuple[_Filled, ...], Meta(description="Further names by which browsers may call this machine, beside its own.")
    ] = ()
    https: Annotated[
        HttpsUse,
        Meta(
            description="Https beside plain http, with a certificate that the companion makes when it is first wanted: "
            "offered (the screens show plain addresses), shown (they show https) or off."
        ),
    ] = HttpsUse.OFFERED
    certificate: Annotated[
        str,
        Meta(
            description="File with a certificate in PEM form: the pages are then served over https only. docs/https.md "
            "says how to make one. Empty: see https."
        ),
    ] = ""
    certificate_key: Annotated[
        str,
        Meta(description="File with the certificate's private key. Empty: it stands in the certificate's file."),
    ] = ""
    host_pin: Annotated[
        str,
        Meta(
            pattern=r"^([A-Za-z0-9]{4,32})?$",
            description="What the host page asks for. Empty: one is made at the first start and shown once in the "
            "terminal, or of a service by `companion pin`. Keep a file with a PIN private (mode 600).",
            extra={"allowed": N_("empty, or 4 to 32 letters and digits"), "secret": True},
        ),
    ] = field(default="", repr=False)
    joining: Annotated[
        JoinRule,
        Meta(
            description="How a seat is taken: button (by pressing the seat's own), code (the host tells it), open "
            "(whoever picks a free seat sits) or auto (button where every seat has one, else code)."
        ),
    ] = JoinRule.AUTO
    show_code: Annotated[
        CodeShown,
        Meta(
            description="Whether the code stands on the table screen, so that a phone needs only a name: on, off "
            "(where other people share the network: whoever opens that page can read it) or auto (on in a private one)."
        ),
    ] = CodeShown.AUTO
    wifi_name: Annotated[
        str,
        Meta(
            max_length=32,
            description="Name of the Wi-Fi for guests. The host can show a QR code for it on the table screen.",
            extra={"private": True},
        ),
    ] = ""
    wifi_password: Annotated[
        str,
        Meta(
            pattern=r"^(.{8,63})?$",
            description="Password of that Wi-Fi. Empty: it has none. While the QR code is shown everybody can read it.",
            extra={"allowed": N_("empty, or 8 to 63 characters"), "secret": True},
        ),
    ] = field(default="", repr=False)


WEB_AS_DELIVERED: Final = WebConfig()
