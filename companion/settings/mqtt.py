"""The settings of `[mqtt]`: the broker that hears what everybody at the table may know."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Final

from msgspec import Meta

from words import N_

_WORD: Final = r"[^\s/+#\x00-\x1f\x7f-\x9f]"
TOPIC: Final = rf"^((?!\$){_WORD}+(/{_WORD}+)*)?\Z"
"""A topic that may be listened to, or none: a broker hangs up on a control character, and + and # are wishes."""


@dataclass(frozen=True)
class MqttConfig:
    """A broker for a home or a club, see docs/mqtt.md."""

    broker: Annotated[
        str,
        Meta(
            pattern=r"^[^\s/@]*$",
            description="Name or address of the MQTT broker that hears how the table is: what everybody may know, and "
            "nothing else. Empty: none.",
            extra={"allowed": N_("empty, or a name or an address without a slash"), "private": True},
        ),
    ] = ""
    port: Annotated[int, Meta(ge=1, le=65535, description="Port of the broker; with tls it is mostly 8883.")] = 1883
    tls: Annotated[
        bool,
        Meta(
            description="Whether the way to the broker is encrypted. Without, use it in a network of your own only.",
            extra={"allowed": N_("true or false")},
        ),
    ] = False
    ca: Annotated[
        str,
        Meta(description="File with the certificate that the broker's own goes back to. Empty: as the system has it."),
    ] = ""
    user: Annotated[
        str,
        Meta(max_length=100, description="Who signs on at the broker. Empty: nobody does.", extra={"private": True}),
    ] = ""
    password: Annotated[
        str,
        Meta(
            max_length=200,
            description="The password that goes with it.",
            extra={"allowed": N_("at most 200 characters"), "secret": True},
        ),
    ] = field(default="", repr=False)
    topic: Annotated[
        str,
        Meta(
            pattern=TOPIC,
            description="What all topics of this table begin with, such as club/table4. Empty: tabletop/ and the name "
            "of this machine.",
            extra={"allowed": N_("empty, or words with a slash between, without + and #"), "private": True},
        ),
    ] = ""
    names: Annotated[
        bool,
        Meta(
            description="Whether the names of the people at the table are told to the broker. Ask them first.",
            extra={"allowed": N_("true or false")},
        ),
    ] = False
    commands: Annotated[
        bool,
        Meta(
            description="Whether the broker may pause the match, let it go on and have something announced.",
            extra={"allowed": N_("true or false")},
        ),
    ] = False
    home_assistant: Annotated[
        bool,
        Meta(
            description="Whether Home Assistant finds the table by itself at this broker.",
            extra={"allowed": N_("true or false")},
        ),
    ] = True


MQTT_AS_DELIVERED: Final = MqttConfig()
