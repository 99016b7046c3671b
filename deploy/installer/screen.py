"""The table on a screen at the machine itself: a kiosk browser of Debian's, on or off."""

from __future__ import annotations

from typing import Final

from deploy.installer.machine import Machine, out_of, say
from deploy.installer.places import SCREEN, SCREEN_USER, InstallError

PACKAGES: Final = ("cage", "xwayland", "chromium", "chromium-sandbox", "fonts-dejavu-core", "dbus-user-session")


def switch_screen(machine: Machine, *, on: bool) -> None:
    """Lets the screen show /table from now on and after every start, dark at night; or no more. InstallError when the
    browser cannot be had."""
    if not on:
        machine.systemctl("disable", "--now", *SCREEN)
        say("the screen shows the table no more")
        return
    machine.refresh_packages()
    machine.wish(*PACKAGES)
    if machine.places.is_real and len(machine.installed("cage", "chromium")) < 2:
        raise InstallError(
            "The packages cage and chromium could not be installed: give the machine internet, and repeat it."
        )
    if machine.places.is_real and out_of(("getent", "passwd", SCREEN_USER))[0] != 0:
        words = ("--home-dir", "/nonexistent", "--shell", "/usr/sbin/nologin", "--groups", "video,render", SCREEN_USER)
        code, text = out_of(("useradd", "--system", "--user-group", *words))
        if code != 0:
            raise InstallError(f"The account {SCREEN_USER} could not be made: {text}.")
    machine.systemctl("enable", "--now", *SCREEN)
    say("the screen shows the table; from 23 to 7 o'clock it is dark while nobody plays")
