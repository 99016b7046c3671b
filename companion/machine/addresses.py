"""Where the pages can be opened: the addresses of this machine in its own network."""

from __future__ import annotations

import fcntl
import socket
import struct
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from companion.settings.config import ConfigError, HttpsUse, WebConfig
from web import Certificate

_ANYWHERE = ("0.0.0.0", "::", "")
_SIOCGIFADDR: Final = 0x8915


def own_address() -> str:
    """This machine's address in its network, or 127.0.0.1 when it is in none. Nothing is sent. A network that leads
    nowhere else, such as the table's own Wi-Fi, is one too."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation (RFC 5737): only the route is looked up
            return str(probe.getsockname()[0])
        except OSError:
            found = (_address_of(probe, name) for _, name in socket.if_nameindex() if name != "lo")
            return next((address for address in found if address), "127.0.0.1")


def _address_of(probe: socket.socket, interface: str) -> str:
    """The IPv4 address of an interface; empty when it has none."""
    try:
        answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", interface.encode()[:15]))
    except OSError:
        return ""
    return socket.inet_ntoa(answer[20:24])


def is_anywhere(web: WebConfig) -> bool:
    """Whether the pages are served at every address of this machine."""
    return web.host in _ANYWHERE


def is_private(web: WebConfig) -> bool:
    """Whether the address that phones use is one of a network at home, as a router gives them, and not of the world."""
    try:
        return ip_address(own_address() if is_anywhere(web) else web.host).is_private
    except ValueError:  # a name
        return web.host == "localhost"


def base_url(web: WebConfig, port: int, by_name: str = "") -> str:
    """The address that phones use: the IP address, since not every phone knows .local names; or one `by_name`."""
    name = by_name or (own_address() if is_anywhere(web) else web.host)
    is_secure = bool(web.certificate) or web.https is HttpsUse.SHOWN
    scheme, usual = ("https", 443) if is_secure else ("http", 80)
    return f"{scheme}://{name}{'' if port == usual else f':{port}'}"


def addresses(web: WebConfig, port: int) -> tuple[tuple[str, str], ...]:
    """What to open for what: pairs of a purpose and an address."""
    base = base_url(web, port)
    return (
        ("open this first", f"{base}/"),
        ("virtual table", f"{base}/virtual"),
        ("players' phones", f"{base}/join"),
        ("table screen (TV)", f"{base}/table"),
        ("host", f"{base}/host"),
    )


def certificate(web: WebConfig) -> Certificate | None:
    """What the pages are served with over https; None for plain http. ConfigError when half of it is missing."""
    if web.certificate:
        path, key = (str(Path(name).expanduser()) if name else "" for name in (web.certificate, web.certificate_key))
        return Certificate(path, key)
    if web.certificate_key:
        raise ConfigError("web.certificate_key is set and web.certificate is not; set both, or none for plain http.")
    return None
