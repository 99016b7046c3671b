"""What the doctor looks at of the network: the port, what phones should type, the .local name, the certificate."""

from __future__ import annotations

import errno
import json
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from companion.doctor.finding import Examination, Finding, Grade, Patient, Section
from companion.doctor.service import unit_state
from companion.doctor.world import World
from companion.journal.journal import is_running
from companion.machine.addresses import base_url, certificate, is_anywhere
from companion.machine.authority import Authority
from companion.settings.config import ConfigError, HttpsUse, WebConfig
from web import WebError
from web.serve.tls import tls_context
from words import Sentence

_INNER: Final = ("lo", "docker", "br-", "veth", "virbr", "podman", "lxc")
"""How networks begin that end in this machine: no phone is in them."""


@dataclass(frozen=True)
class Net:
    """One network that this machine is in."""

    name: str
    address: str


def networks(world: World) -> tuple[Net, ...] | None:
    """The networks in which phones can be; None when nobody can tell."""
    ran = world.run(("ip", "-json", "-4", "address", "show", "up", "scope", "global"))
    if ran is None or ran.code:
        return None
    try:
        rows: list[dict[str, Any]] = json.loads(ran.out or "[]")
    except ValueError:
        return None
    return tuple(
        Net(str(row.get("ifname", "")), str(one["local"]))
        for row in rows
        if not str(row.get("ifname", "")).startswith(_INNER)
        for one in row.get("addr_info", ())
        if "local" in one
    )


def _port(patient: Patient) -> Iterator[Finding]:
    web = patient.config.web
    where = f"{web.host}:{web.port}"
    if patient.live is not None:
        where = f"{web.host}:{patient.live.port}"
        yield Finding("port", Grade.OK, Sentence("{where}, in use by the running companion", where=where))
        return
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(web.host, web.port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except socket.gaierror:
        text = Sentence("{host} is no address of this machine", host=web.host)
        yield Finding("port", Grade.BAD, text, Sentence("Set web.host to 0.0.0.0."))
    except OSError as error:
        if error.errno == errno.EADDRINUSE and is_running(patient.config.data.journal_path):
            yield Finding("port", Grade.OK, Sentence("{where}, in use by the running companion", where=where))
        elif error.errno == errno.EACCES:
            text = Sentence("{where} needs more rights", where=where)
            yield Finding("port", Grade.BAD, text, Sentence("Choose a web.port above 1023."))
        else:
            text = Sentence("{where} cannot be used: {why}", where=where, why=error.strerror)
            yield Finding("port", Grade.BAD, text, Sentence("Stop the other program, or set another web.port."))
    else:
        yield Finding("port", Grade.OK, Sentence("{where} is free", where=where))


def _addresses(patient: Patient) -> Iterator[Finding]:
    """What phones should type."""
    web = patient.config.web
    port = web.port if patient.live is None else patient.live.port
    if not is_anywhere(web):
        if web.host.startswith("127.") or web.host in ("localhost", "::1"):
            text = Sentence("the pages open on this machine only, at {address}", address=base_url(web, port))
            yield Finding("addresses", Grade.WARN, text, Sentence("Set web.host to 0.0.0.0, so that phones find them."))
        else:
            yield Finding("addresses", Grade.OK, Sentence("phones open {address}", address=base_url(web, port)))
        return
    nets = networks(patient.world)
    if nets is None:
        yield Finding("addresses", Grade.OK, Sentence("phones open {address}", address=base_url(web, port)))
    elif not nets:
        text = Sentence("this machine is in no network, so no phone finds the pages")
        cure = Sentence("Plug in the network cable, or join the Wi-Fi; phones must be in the same network.")
        yield Finding("addresses", Grade.BAD, text, cure)
    elif len(nets) == 1:
        text = Sentence("phones open {address}", address=base_url(web, port, nets[0].address))
        yield Finding("addresses", Grade.OK, text)
    else:
        known = ", ".join(f"{net.name}: {base_url(web, port, net.address)}" for net in nets)
        text = Sentence("several networks; phones open the address of the one that they are in: {known}", known=known)
        yield Finding("addresses", Grade.OK, text)
    if nets:
        yield from _name(patient.world, web, port, nets)


def _name(world: World, web: WebConfig, port: int, nets: tuple[Net, ...]) -> Iterator[Finding]:
    """The .local name: good to have, never needed, since the screens show the address."""
    name = f"{world.hostname().partition('.')[0]}.local"
    address = world.local_address(name)
    is_box = bool(world.model or unit_state(world))
    if address is None:
        cure = Sentence("Run sudo apt install avahi-daemon, or let phones use the address.") if is_box else ""
        text = Sentence("there is none: no avahi answers; phones use the address")
        yield Finding("local name", Grade.WARN if is_box else Grade.OK, text, cure)
    elif address in {net.address for net in nets} or address.startswith("127."):
        text = Sentence("newer phones may open {address} too", address=base_url(web, port, name))
        yield Finding("local name", Grade.OK, text)
    elif not address:
        cure = Sentence("Run sudo systemctl restart avahi-daemon; phones can use the address meanwhile.")
        yield Finding("local name", Grade.WARN, Sentence("nobody answers to {name}", name=name), cure)
    else:
        cure = Sentence("Give this machine another name: sudo hostnamectl set-hostname NAME.")
        text = Sentence("another machine ({address}) answers to {name}", address=address, name=name)
        yield Finding("local name", Grade.WARN, text, cure)


def _certificate(patient: Patient) -> Iterator[Finding]:
    try:
        found = certificate(patient.config.web)
        if found is None:
            if patient.config.web.https is not HttpsUse.OFF and not Authority.is_possible():
                text = Sentence("plain http only: the program openssl is missing")
                yield Finding("certificate", Grade.WARN, text, Sentence("Run sudo apt install -y openssl."))
            return  # plain http, and what the companion makes for whoever asks
        tls_context(found)
    except (ConfigError, WebError) as error:
        yield Finding("certificate", Grade.BAD, str(error), Sentence("docs/https.md says how to make one."))
    else:
        text = Sentence("{path}, so the pages are served over https", path=found.path)
        yield Finding("certificate", Grade.OK, text)


NETWORK_LOOKS: Final = (
    Examination("port", Section.NETWORK, _port),
    Examination("addresses", Section.NETWORK, _addresses, 15.0),
    Examination("certificate", Section.NETWORK, _certificate),
)
