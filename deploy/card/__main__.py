"""`./run card`: writes a card for a stock Raspberry Pi OS that becomes a companion by itself."""

from __future__ import annotations

import argparse
import getpass
import json
import secrets
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from deploy.card import bundle
from deploy.card.boot_files import COMMAND_LINE, FIRST_RUN, FOLDER, cloud_files, first_run, with_first_run
from deploy.card.wanted import (
    ARCHITECTURES,
    SYSTEMS,
    CardError,
    Wanted,
    Wifi,
    checked_country,
    checked_key,
    checked_name,
    host_name,
    own_timezone,
    wifi_of,
)

HERE: Final = Path(__file__).resolve().parents[2]
_BOX: Final = Path(__file__).with_name("box")
_BEGIN: Final = Path(__file__).with_name("begin")
_PIN_DIGITS: Final = 6
_ROOM: Final = 30_000_000
"""Bytes that stay free on the boot partition: its kernels are changed by the system's own updates."""


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """What the words of the call ask for."""
    parser = argparse.ArgumentParser(
        prog="./run card",
        description="Writes what makes a memory card with a stock Raspberry Pi OS Lite (64-bit) a companion by itself, "
        "without internet. OUT is the card's boot partition, or a folder whose files are copied there.",
    )
    parser.add_argument("--out", metavar="OUT", type=Path, required=True, help="the card's boot partition, or a folder")
    parser.add_argument("--name", default="Tabletop", help="what the table is called; its address follows from it")
    parser.add_argument("--wifi", metavar="NAME", help="your Wi-Fi; its password is asked for. None: by cable only")
    parser.add_argument("--country", metavar="DE", default="", help="two letters: the country whose radio rules hold")
    parser.add_argument("--hidden", action="store_true", help="the Wi-Fi does not show its name")
    parser.add_argument("--wpa3", action="store_true", help="it takes WPA3 only: the password itself is written")
    parser.add_argument("--port", type=int, default=80, help="port of the pages (80)")
    parser.add_argument("--key", metavar="FILE", type=Path, help="a public key that may sign in by ssh; else nobody")
    parser.add_argument("--timezone", default=own_timezone(), help="such as Europe/Berlin (as here)")
    parser.add_argument("--light", metavar="PIN", type=int, help="a light at this pin blinks while the box is set up")
    parser.add_argument("--system", choices=SYSTEMS, help="the Debian of its system; else as the card shows, or 13")
    parser.add_argument("--arch", choices=ARCHITECTURES, default="arm64", help="arm64 for every Raspberry Pi")
    parser.add_argument("--bundle", metavar="FILE", type=Path, help="take this bundle, made before, and make none")
    return parser.parse_args(list(words))


def main(words: Sequence[str]) -> int:
    """0 when the card is written; 1, with one sentence, when not."""
    asked = arguments(words)
    try:
        system = asked.system or system_of(asked.out)
        wanted = wanted_of(asked)
        write(asked.out, wanted, system, asked.arch, asked.bundle)
    except CardError as error:
        print(f"card: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("card: stopped; start it again", file=sys.stderr)
        return 130
    print(ending(asked.out, wanted, system))
    return 0


def wanted_of(asked: argparse.Namespace) -> Wanted:
    """What was asked for. CardError when something of it cannot be."""
    name = checked_name(asked.name)
    country = checked_country(asked.country) if asked.wifi or asked.country else ""
    if not 1 <= asked.port <= 65535:
        raise CardError("A port is a number from 1 to 65535: leave --port out for 80.")
    if asked.light is not None and not 0 <= asked.light <= 27:
        raise CardError("A light's pin is its GPIO number, 0 to 27: see docs/wiring.md.")
    key = checked_key(asked.key) if asked.key else ""
    wifi: Wifi | None = None
    if asked.wifi is not None:
        wifi = wifi_of(asked.wifi, password(asked.wifi), is_hidden=asked.hidden, is_wpa3=asked.wpa3)
    pin = "".join(secrets.choice("0123456789") for _ in range(_PIN_DIGITS))
    return Wanted(name, host_name(name), asked.port, country, asked.timezone, wifi, key, pin, asked.light)


def password(name: str) -> str:
    """The Wi-Fi's password: typed without being shown, or a line that another program hands over."""
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of the Wi-Fi {name} (not shown; nothing for an open one): ")
    return sys.stdin.readline().rstrip("\n")


def system_of(out: Path) -> str:
    """The Debian of the system on a card, by the files that its boot partition comes with; the newest for a folder."""
    is_card = (out / "cmdline.txt").is_file()
    return "12" if is_card and not (out / "meta-data").exists() else SYSTEMS[0]


def write(out: Path, wanted: Wanted, system: str, architecture: str, ready: Path | None) -> None:
    """Writes all files. What makes the card begin comes last, so that a half written card does nothing. CardError when
    they cannot be written."""
    try:
        folder = out / FOLDER
        folder.mkdir(parents=True, exist_ok=True)
        packed = folder / bundle.file_name(architecture, system)
        _bring(packed, architecture, system, ready)
        shutil.copytree(
            _BOX,
            folder / "box",
            ignore=shutil.ignore_patterns("__pycache__"),
            copy_function=shutil.copyfile,
            dirs_exist_ok=True,
        )
        shutil.copyfile(_BEGIN, folder / "begin")
        card = {"name": wanted.name, "port": wanted.port, "pin": wanted.pin, "ssh": bool(wanted.ssh_key)}
        card |= {"light": wanted.light, "bundle": packed.name, "sum": bundle.sum_of(packed)}
        (folder / "card.json").write_text(json.dumps(card, indent=1) + "\n", "utf-8")
        if system == "12":
            (out / FIRST_RUN).write_text(first_run(wanted), "utf-8")
            line = out / "cmdline.txt"
            if line.is_file():
                line.write_text(with_first_run(line.read_text("utf-8")), "utf-8")
        else:
            for name, text in cloud_files(wanted, f"tabletop-{secrets.token_hex(6)}").items():
                (out / name).write_text(text, "utf-8")
    except OSError as error:
        raise CardError(f"{error.filename or out} cannot be written: {error.strerror}.") from error


def _bring(packed: Path, architecture: str, system: str, ready: Path | None) -> None:
    """Lays the bundle onto the card: the one that is there already made, or a new one."""
    for old in packed.parent.glob("tabletop-*.tar.gz"):
        if ready is None or old.resolve() != ready.resolve():
            old.unlink()
    if ready is not None:
        if ready.name != packed.name:
            raise CardError(f"{ready.name} is not the bundle for this card, which is called {packed.name}.")
        if not packed.exists():
            _copy(ready, packed)
        return
    print("card: fetching what the bundle holds, some 120 MB; this takes a minute or two", flush=True)
    with tempfile.TemporaryDirectory(prefix="companion-card-") as work:
        made = Path(work) / packed.name
        bundle.build(HERE, made, architecture, system, Path(work))
        _copy(made, packed)


def _copy(made: Path, packed: Path) -> None:
    size, free = made.stat().st_size, shutil.disk_usage(packed.parent).free
    if free < size + _ROOM:
        raise CardError(
            f"The bundle has {size // 1_000_000} MB and {packed.parent} has room for {free // 1_000_000}: is this the "
            "boot partition of a 64-bit Raspberry Pi OS Lite?"
        )
    shutil.copyfile(made, packed)


def ending(out: Path, wanted: Wanted, system: str) -> str:
    """What whoever wrote the card has to know now."""
    address = f"http://{wanted.host_name}.local{'' if wanted.port == 80 else f':{wanted.port}'}/"
    lines = [f"The card is written in {out}.", ""]
    if not (out / "cmdline.txt").is_file():
        lines += ["Copy everything in that folder onto the boot partition of a stock Raspberry Pi OS Lite (64-bit)."]
        if system == "12":
            lines += [f"Then add this to the end of the one line of its cmdline.txt:\n  {COMMAND_LINE}"]
    where = "your Wi-Fi" if wanted.wifi else "its cable"
    lines += [
        f"Put the card into the Raspberry Pi and switch it on. A phone that is in {where} sees from the first minute",
        f"on how far it is, at {address} (or at the number that your router shows).",
        "",
        f"Host PIN: {wanted.pin}   (keep it: the first page asks for it, and it is shown only now)",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
