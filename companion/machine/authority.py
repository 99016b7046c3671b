"""The table's own authority and certificate for https, made by the system's `openssl` when https is first wanted.

The authority can vouch for home names and private addresses only, so that nobody could use it to pose as a bank. Its
key is never read by this program and stands in no copy of the journal and no report: it stays in this folder.
"""

from __future__ import annotations

import logging
import os
import re
import secrets
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network, ip_address
from pathlib import Path
from typing import Final

from companion.machine.addresses import own_address
from companion.settings.config import Config, HttpsUse
from web import Certificate, WebError
from web.door.hosts import HostNames
from words import Sentence

log = logging.getLogger("companion.authority")

LEAF_DAYS: Final = 800
"""Phones accept no certificate that is good for longer than 825 days."""
_AUTHORITY_DAYS: Final = 3650
_RENEWED_S: Final = 60 * 86_400  # a certificate that ends this soon is made anew
_LOOK_AGAIN_S: Final = 86_400.0
_WITHIN_S: Final = 30.0  # a Pi makes a key in less than a second
NAMES: Final = ("local", "localhost")
NETWORKS: Final = tuple(
    map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"))
)
_ADDRESS = re.compile(r"IP Address:([0-9.]+)")
_FORM: Final = """\
[req]
distinguished_name = who
prompt = no
x509_extensions = authority
[who]
CN = {who}
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign
subjectKeyIdentifier = hash
nameConstraints = critical, {limits}
[table]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = {names}
"""
_NEW_KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")


class Authority:
    """The authority in `folder`, and the certificate that it signs for this machine's addresses. Nothing is made before
    it is asked for. Safe from any thread."""

    def __init__(
        self, folder: Path, own: Callable[[], str] = own_address, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._folder = folder
        self._own = own
        self._is_ours = HostNames().allows
        self._clock = clock
        self._lock = threading.Lock()
        self._addresses: frozenset[str] = frozenset()  # those in the certificate, as far as it was looked at
        self._look_at_s = 0.0
        self._name = re.sub(r"[^a-z0-9-]", "", socket.gethostname().partition(".")[0].lower())[:40] or "table"

    @staticmethod
    def is_possible() -> bool:
        """Whether this machine has what makes certificates."""
        return shutil.which("openssl") is not None

    def vouching(self) -> bytes:
        """The authority's certificate as phones take it (PEM). Raises `WebError` when none can be made."""
        with self._lock:
            self._found()
            return (self._folder / "authority.pem").read_bytes()

    def certificate(self, address: str) -> Certificate:
        """What is shown to somebody who has called this machine at that address: a certificate that has it, and the
        address of now. Raises `WebError` when none can be made."""
        with self._lock:
            wanted = {one for one in (address, self._own(), "127.0.0.1") if _is_home(one)}
            if not wanted <= self._addresses or self._clock() >= self._look_at_s:
                self._found()
                self._renewed(wanted)
                self._look_at_s = self._clock() + _LOOK_AGAIN_S
            return Certificate(str(self._folder / "table.pem"), str(self._folder / "table-key.pem"))

    # -- inside ------------------------------------------------------------------------------------------------------

    def _found(self) -> None:
        """The authority, made if there is none."""
        if (self._folder / "authority.pem").exists() and (self._folder / "authority-key.pem").exists():
            return
        limits = [f"permitted;DNS:{name}" for name in NAMES]
        limits += [f"permitted;IP:{one.network_address}/{one.netmask}" for one in NETWORKS]
        form = {"who": f"Tabletop Companion on {self._name}", "limits": ", ".join(limits), "names": "DNS:localhost"}
        with self._making(form) as at:
            made = ("req", "-x509", "-config", "form", *_NEW_KEY, "-days", str(_AUTHORITY_DAYS))
            _openssl(at, *made, "-keyout", "authority-key.pem", "-out", "authority.pem")
            self._keep(at, "authority-key.pem", "authority.pem")
        log.info("an authority for https was made")

    def _renewed(self, wanted: set[str]) -> None:
        """The table's certificate, made anew if it is missing, ends soon or lacks an address."""
        known = self._in_certificate()
        if wanted <= known:
            return
        wanted |= {one for one in known if self._is_ours(one)}  # of a machine in several networks
        names = ["DNS:localhost", f"DNS:{self._name}.local", *(f"IP:{one}" for one in sorted(wanted))]
        with self._making({"who": self._name, "limits": "permitted;DNS:local", "names": ", ".join(names)}) as at:
            _openssl(at, "req", "-new", "-config", "form", *_NEW_KEY, "-keyout", "table-key.pem", "-out", "table.csr")
            by = ("-CA", str(self._folder / "authority.pem"), "-CAkey", str(self._folder / "authority-key.pem"))
            serial = ("-set_serial", str(secrets.randbits(120)), "-days", str(LEAF_DAYS))
            form = ("-extfile", "form", "-extensions", "table")
            _openssl(at, "x509", "-req", "-in", "table.csr", *by, *serial, *form, "-out", "table.pem")
            self._keep(at, "table-key.pem", "table.pem")
        self._addresses = frozenset(wanted)
        log.info("a certificate for https was made, for %d addresses", len(wanted))

    def _in_certificate(self) -> frozenset[str]:
        """The addresses in the certificate that there is; none if it ends soon, is damaged, or another's."""
        path, key = self._folder / "table.pem", self._folder / "table-key.pem"
        if not (path.exists() and key.exists()):
            return frozenset()
        looked = ("x509", "-in", str(path), "-noout", "-ext", "subjectAltName", "-checkend", str(_RENEWED_S))
        try:
            text = _openssl(self._folder, *looked)
            _openssl(self._folder, "verify", "-CAfile", str(self._folder / "authority.pem"), str(path))
        except WebError:
            return frozenset()
        self._addresses = frozenset(_ADDRESS.findall(text))
        return self._addresses

    def _making(self, form: dict[str, str]) -> tempfile.TemporaryDirectory[str]:
        try:
            self._folder.mkdir(parents=True, mode=0o700, exist_ok=True)
            at = tempfile.TemporaryDirectory(dir=self._folder, prefix="making-")
            Path(at.name, "form").write_text(_FORM.format(**form), "utf-8")
        except OSError as error:
            raise WebError(_sorry(error.strerror or "")) from error
        return at

    def _keep(self, at: str, key: str, path: str) -> None:
        """The key first: without its certificate it is not used."""
        for name, mode in ((key, 0o600), (path, 0o644)):
            made = Path(at, name)
            made.chmod(mode)
            made.replace(self._folder / name)


def own_authority(config: Config) -> Authority | None:
    """What makes the table's certificate; None where the settings bring one, or want none."""
    web = config.web
    return None if web.certificate or web.https is HttpsUse.OFF else Authority(config.data.path / "https")


def _is_home(address: str) -> bool:
    """Whether the authority may vouch for it."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return isinstance(found, IPv4Address) and any(found in network for network in NETWORKS)


def _openssl(at: str | Path, *words: str) -> str:
    """Runs it there; what it prints. Raises `WebError` with one sentence when it fails."""
    try:
        ran = subprocess.run(
            ("openssl", *words),
            cwd=at,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_WITHIN_S,
            umask=0o077,
            env={**os.environ, "OPENSSL_CONF": os.devnull},
            check=True,
        )
    except FileNotFoundError as error:
        raise WebError(
            Sentence("Https needs the program openssl, which is not here; run {install}.", install=_INSTALL)
        ) from error
    except subprocess.CalledProcessError as error:
        raise WebError(_sorry(error.stderr.strip().rpartition("\n")[2][:160])) from error
    except (OSError, subprocess.SubprocessError) as error:
        raise WebError(_sorry(type(error).__name__)) from error
    return ran.stdout


_INSTALL: Final = "sudo apt install -y openssl"


def _sorry(why: str) -> Sentence:
    return Sentence("The certificate for https could not be made ({why}); look at the disk and the log.", why=why)
