"""Under which names a browser may call this machine; everything else smells of DNS rebinding."""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import Final

_HOST: Final = re.compile(r"(?P<name>\[[^\[\]]*\]|[^:@\[\]/\\\s]*)(?::[0-9]{1,5})?")
"""A name or an address, IPv6 in brackets, and perhaps a port; nothing beside it that a browser never sends."""


class HostNames:
    """The allow-list: localhost, this machine's name with and without `.local`, its addresses, and `extra`."""

    def __init__(self, extra: tuple[str, ...] = ()) -> None:
        own = socket.gethostname().lower()
        short = own.split(".")[0]
        names = {"localhost", own, short, f"{short}.local", *(name.strip().lower() for name in extra)}
        self._names = frozenset(name for name in names if name)

    def allows(self, host: str) -> bool:
        """Whether the value of a `Host` header (with or without port) names this machine."""
        found = _HOST.fullmatch(host.strip().lower())
        if found is None:
            return False
        name = found["name"]
        if name.removesuffix(".") in self._names:
            return True
        try:
            address = ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return address.is_loopback or _is_ours(address)


def _is_ours(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Addresses come and go with the network, so the system is asked: only an own address can be bound."""
    if address.is_unspecified or address.is_multicast:
        return False
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True
