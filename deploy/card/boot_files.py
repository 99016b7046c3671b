"""The files that a stock Raspberry Pi OS reads from its boot partition when it starts for the first time.

One made from Debian 13 has cloud-init, which reads `user-data`, `network-config` and `meta-data` there. One that
is made from Debian 12 runs a script that its kernel's command line names, as the Raspberry Pi Imager does it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import Final

from deploy.card.wanted import Wanted, Wifi

FOLDER: Final = "tabletop"
"""What of ours lies on the boot partition lies in this folder."""
BEGIN: Final = f"/boot/firmware/{FOLDER}/begin"
FIRST_RUN: Final = "firstrun.sh"
COMMAND_LINE: Final = (
    f"systemd.run=/boot/firmware/{FIRST_RUN} systemd.run_success_action=reboot systemd.unit=kernel-command-line.target"
)
"""What is added to the kernel's command line for Debian 12."""
ACCOUNT: Final = "host"
_GROUPS: Final = "users,adm,dialout,audio,netdev,video,plugdev,input,gpio,spi,i2c,render,sudo"


def cloud_files(wanted: Wanted, instance: str) -> dict[str, str]:
    """Names and texts for Debian 13. `instance`: what cloud-init tells one card from another by."""
    return {
        "user-data": "\n".join(("#cloud-config", *_user_data(wanted), "")),
        "network-config": "\n".join((*_network(wanted), "")),
        "meta-data": f"dsmode: local\ninstance-id: {instance}\n",
    }


def quoted(text: str) -> str:
    """A text as YAML reads it back, whatever is in it: what JSON says is YAML, too."""
    return json.dumps(text, ensure_ascii=False)


def _user_data(wanted: Wanted) -> Iterator[str]:
    yield f"hostname: {wanted.host_name}"
    yield "manage_etc_hosts: true"
    if wanted.timezone:
        yield f"timezone: {quoted(wanted.timezone)}"
    yield "ssh_pwauth: false"
    if wanted.ssh_key:
        yield "users:"
        yield f"- name: {ACCOUNT}"
        yield f"  groups: {_GROUPS}"
        yield "  shell: /bin/bash"
        yield "  lock_passwd: true"
        yield "  sudo: ALL=(ALL) NOPASSWD:ALL"
        yield f"  ssh_authorized_keys: [{quoted(wanted.ssh_key)}]"
    # at every start, early: what runs once is not run again after a cut of the power in the middle of it
    yield f"bootcmd: [[sh, {BEGIN}]]"


def _network(wanted: Wanted) -> Iterator[str]:
    yield "network:"
    yield "  version: 2"
    yield "  ethernets:"
    yield "    eth0: {dhcp4: true, optional: true}"
    if wanted.wifi is None:
        return
    yield "  wifis:"
    yield "    wlan0:"
    yield "      dhcp4: true"
    yield "      optional: true"
    yield f"      regulatory-domain: {quoted(wanted.country)}"
    yield "      access-points:"
    yield f"        {quoted(wanted.wifi.name)}:"
    yield from (f"          {line}" for line in _access(wanted.wifi))


def _access(wifi: Wifi) -> Iterator[str]:
    if wifi.is_hidden:
        yield "hidden: true"
    if wifi.is_wpa3:
        yield f"auth: {{key-management: sae, password: {quoted(wifi.secret)}}}"
    elif wifi.secret:
        yield f"password: {quoted(wifi.secret)}"
    elif not wifi.is_hidden:
        yield "{}"


def first_run(wanted: Wanted) -> str:
    """The script for Debian 12. It is started again at every start until its end takes it from the command line."""
    custom = "/usr/lib/raspberrypi-sys-mods/imager_custom"
    lines = [
        "#!/bin/sh",
        "# The first start of a card that becomes a Tabletop Companion.",
        "set +e",
        f"{custom} set_hostname {wanted.host_name}",
    ]
    if wanted.timezone:
        lines.append(f"{custom} set_timezone {shlex.quote(wanted.timezone)}")
    if wifi := wanted.wifi:
        flags = ("-h ",) if wifi.is_hidden else ()
        words = (wifi.name, *((wifi.secret, wanted.country) if wifi.secret else ()))
        lines.append(f"{custom} set_wlan {''.join(flags)}{' '.join(map(shlex.quote, words))}")
        if not wifi.secret:
            lines.append(f"{custom} set_wlan_country {wanted.country}")
    if wanted.ssh_key:
        lines.append(f"{custom} enable_ssh -k {shlex.quote(wanted.ssh_key)}")
    lines += [
        f"sh {BEGIN} later || exit 1",
        "sync",
        "sed -i 's| systemd\\.[^ ]*||g' /boot/firmware/cmdline.txt",
        "sync",
        f"rm -f /boot/firmware/{FIRST_RUN}",
        "exit 0",
        "",
    ]
    return "\n".join(lines)


def with_first_run(command_line: str) -> str:
    """The kernel's command line with the script for Debian 12 in it, once."""
    words = [word for word in command_line.split() if not word.startswith("systemd.")]
    return " ".join((*words, COMMAND_LINE)) + "\n"
