"""What the pages can be told from outside: limits, names and waiting times."""

from __future__ import annotations

from dataclasses import dataclass


class WebError(Exception):
    """One clear sentence for the person who starts the service: what is wrong with the pages, and what to do."""


@dataclass(frozen=True)
class WebSettings:
    """Settings of the pages; every value has a default that suits one table at home.

    Raises `WebError` when a value cannot work.
    """

    extra_hosts: tuple[str, ...] = ()  # further names under which a browser may call this machine
    max_streams: int = 40  # open pages that are fed live; each costs one thread
    max_photo_bytes: int = 12_000_000
    max_body_bytes: int = 64_000
    join_attempts: int = 12  # from one address before it has to wait
    join_refill_s: float = 6.0  # one further attempt after this time
    pin_attempts: int = 5
    pin_refill_s: float = 30.0
    post_burst: int = 60  # commands from one address in one go
    post_refill_s: float = 0.1
    heartbeat_s: float = 10.0  # a sign of life on a quiet stream
    disconnect_poll_s: float = 0.5  # how often a stream looks whether its reader is still there
    cookie_name: str = "tabletop_companion"
    cookie_days: int = 60

    def __post_init__(self) -> None:
        positive = {
            "max_streams": self.max_streams,
            "max_photo_bytes": self.max_photo_bytes,
            "max_body_bytes": self.max_body_bytes,
            "join_attempts": self.join_attempts,
            "pin_attempts": self.pin_attempts,
            "post_burst": self.post_burst,
            "heartbeat_s": self.heartbeat_s,
            "disconnect_poll_s": self.disconnect_poll_s,
        }
        for name, value in positive.items():
            if value <= 0:
                raise WebError(f"The web setting {name} is {value}; it has to be greater than zero.")
