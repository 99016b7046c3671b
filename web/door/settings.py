"""What the pages can be told from outside: limits, names and waiting times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

_MOST_GUESTS: Final = 24  # two pages of each browser of a large family


class WebError(Exception):
    """One clear sentence for the person who starts the service: what is wrong with the pages, and what to do."""


@dataclass(frozen=True)
class Certificate:
    """Where the certificate for https and its key are; an empty `key`: it stands in the same file. Both are PEM."""

    path: str
    key: str = ""


@dataclass(frozen=True, kw_only=True)
class WebSettings:
    """Settings of the pages; every value has a default that suits one table at home.

    Raises `WebError` when a value cannot work.
    """

    extra_hosts: tuple[str, ...] = ()  # further names under which a browser may call this machine
    max_streams: int = 40  # open pages that are fed live; each costs one thread
    streams_per_phone: int = 4  # a browser has six connections to one address; some must be left for taps and pages
    connections_per_address: int = 96  # of strangers: a browser opens six, and a whole family may share an address
    max_photo_bytes: int = 12_000_000
    max_body_bytes: int = 64_000
    join_attempts: int = 12  # from one address before it has to wait
    join_refill_s: float = 6.0  # one further attempt after this time
    join_attempts_all: int = 30  # the same of all addresses together; docs/joining.md has the arithmetic
    join_refill_all_s: float = 3.0
    join_attempts_kept: int = 4  # of each address, when the others have used up what all share
    join_refill_kept_s: float = 900.0
    pin_attempts: int = 5
    pin_refill_s: float = 30.0
    pin_attempts_all: int = 10
    pin_refill_all_s: float = 60.0
    pin_attempts_kept: int = 3
    pin_refill_kept_s: float = 7200.0
    request_burst: int = 1800  # pages, scripts and pictures in one go: from one address, or of one phone with a seat
    request_refill_s: float = 0.05
    visit_burst: int = 60  # browsers without a cookie, from one address in one go: each gets a session of its own
    visit_refill_s: float = 1.0
    post_burst: int = 60  # commands from one address in one go
    post_refill_s: float = 0.1
    heartbeat_s: float = 10.0  # a sign of life on a quiet stream
    disconnect_poll_s: float = 0.5  # how often a stream looks whether its reader is still there
    unheard_s: float = 15.0  # a phone that walked out of the Wi-Fi says no goodbye; the kernel gives it up after this
    cookie_name: str = "tabletop_companion"
    cookie_days: int = 400  # as long as browsers keep one; the table itself forgets a phone that does not come
    portal: Callable[[], str] = lambda: ""  # see portal.portal_answer: what is said under a strange name
    portal_start: str = ""  # and where it leads
    language: str = "en"  # of phones whose browser wants none of ours

    @property
    def guests_per_address(self) -> int:
        """How many streams of one address may be held by people who only look on: a third of its connections stays for
        their pages, and some of all streams for others."""
        return max(1, min(_MOST_GUESTS, self.connections_per_address * 2 // 3))

    def __post_init__(self) -> None:
        positive = {
            "max_streams": self.max_streams,
            "streams_per_phone": self.streams_per_phone,
            "connections_per_address": self.connections_per_address,
            "max_photo_bytes": self.max_photo_bytes,
            "max_body_bytes": self.max_body_bytes,
            "join_attempts": self.join_attempts,
            "join_attempts_all": self.join_attempts_all,
            "pin_attempts": self.pin_attempts,
            "pin_attempts_all": self.pin_attempts_all,
            "request_burst": self.request_burst,
            "visit_burst": self.visit_burst,
            "post_burst": self.post_burst,
            "heartbeat_s": self.heartbeat_s,
            "disconnect_poll_s": self.disconnect_poll_s,
            "unheard_s": self.unheard_s,
        }
        for name, value in positive.items():
            if value <= 0:
                raise WebError(f"The web setting {name} is {value}; it has to be greater than zero.")
