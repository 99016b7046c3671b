"""Where the pages can be opened: the addresses of this machine in its own network."""

from __future__ import annotations

import socket

_ANYWHERE = ("0.0.0.0", "::", "")


def own_address() -> str:
    """This machine's address in its network, or 127.0.0.1 when it is in none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737): only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def base_url(host: str, port: int) -> str:
    """The address that phones use: the IP address, since not every phone knows .local names."""
    name = own_address() if host in _ANYWHERE else host
    return f"http://{name}{'' if port == 80 else f':{port}'}"


def addresses(host: str, port: int) -> tuple[tuple[str, str], ...]:
    """What to open for what: pairs of a purpose and an address."""
    base = base_url(host, port)
    return (
        ("open this first", f"{base}/"),
        ("virtual table", f"{base}/virtual"),
        ("players' phones", f"{base}/join"),
        ("table screen (TV)", f"{base}/table"),
        ("host", f"{base}/host"),
    )
