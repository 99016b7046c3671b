"""What is asked for a card, looked through before anything is written."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final


class CardError(Exception):
    """Something that keeps a card from being written: one sentence with what to do."""


@dataclass(frozen=True)
class Wifi:
    """A Wi-Fi of the owner's."""

    name: str
    secret: (
        str  # 64 hexadecimal digits that only open this one network; the password itself for WPA3; empty: an open one
    )
    is_hidden: bool = False
    is_wpa3: bool = False


@dataclass(frozen=True)
class Wanted:
    """A card: what its box is called and where it is at home."""

    name: str
    host_name: str
    port: int
    country: str  # two letters; empty without a Wi-Fi
    timezone: str  # such as Europe/Berlin; empty: the system's own
    wifi: Wifi | None
    ssh_key: str  # empty: nobody can sign in over the network
    pin: str
    light: int | None  # the number of the pin at which a light is wired


SYSTEMS: Final = ("13", "12")
"""The Debian that a Raspberry Pi OS is made from, newest first."""
ARCHITECTURES: Final = ("arm64", "amd64")
_LONGEST_NAME: Final = 40
_GERMAN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


def host_name(name: str) -> str:
    """What a table's box is called in the network: letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFC", name).casefold().translate(_GERMAN))
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    return "-".join(words)[:_LONGEST_NAME].strip("-") or "tabletop"


def checked_name(name: str) -> str:
    """A table's name as it is shown. CardError when it is none."""
    found = " ".join(name.split())
    if not found or len(found) > _LONGEST_NAME or not found.isprintable():
        raise CardError(f"The table's name has to have 1 to {_LONGEST_NAME} letters: give another one with --name.")
    return found


def checked_country(code: str, known: Path = Path("/usr/share/zoneinfo/iso3166.tab")) -> str:
    """A country as radio rules are asked for it. CardError unless it is one."""
    found = code.strip().upper()
    countries = re.findall(r"^([A-Z]{2})\t", known.read_text("utf-8"), re.MULTILINE) if known.is_file() else []
    if not re.fullmatch("[A-Z]{2}", found) or (countries and found not in countries):
        raise CardError(
            f"{code!r} is no country: give its two letters, such as --country DE; they say what Wi-Fi may do."
        )
    return found


def wifi_of(name: str, password: str, *, is_hidden: bool = False, is_wpa3: bool = False) -> Wifi:
    """A Wi-Fi whose password is kept as what opens this one network and tells nobody the password; WPA3 wants the
    password itself. CardError when such a Wi-Fi cannot be."""
    if not name or len(name.encode()) > 32 or not name.isprintable():
        raise CardError("A Wi-Fi's name has 1 to 32 letters, as a phone shows it: give it with --wifi.")
    if not password:
        return Wifi(name, "", is_hidden)
    if not 8 <= len(password) <= 63 or not password.isprintable() or not password.isascii():
        raise CardError(
            f"A Wi-Fi's password has 8 to 63 plain letters, digits and signs, and this one has {len(password)}: "
            "type it again, or nothing for a Wi-Fi without one."
        )
    secret = password if is_wpa3 else hashlib.pbkdf2_hmac("sha1", password.encode(), name.encode(), 4096, 32).hex()
    return Wifi(name, secret, is_hidden, is_wpa3)


def checked_key(path: Path) -> str:
    """A public key for signing in, as its file has it. CardError for anything else, above all a private one."""
    try:
        text = path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise CardError(f"The key {path} cannot be read: {error}.") from error
    if not re.fullmatch(r"(ssh|ecdsa|sk)-[\w@.-]+ [A-Za-z0-9+/=]+( [^\n]*)?", text):
        raise CardError(f"{path} is no public key for ssh: its name mostly ends with .pub.")
    return text


def own_timezone(link: Path = Path("/etc/localtime")) -> str:
    """The time zone of the machine at which the card is written; empty where it does not say."""
    _, _, zone = str(link.resolve()).partition("/zoneinfo/")
    return zone if re.fullmatch(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*", zone) else ""
