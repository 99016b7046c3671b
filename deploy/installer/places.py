"""Where everything lies on a machine that the companion is installed on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

USER: Final = "companion"
SCREEN_USER: Final = "companion-screen"
SERVICE: Final = "companion.service"
OWN_WIFI: Final = "companion-wifi.service"
SCREEN: Final = ("companion-screen.service", "companion-screen-night.timer", "companion-screen-day.timer")
"""What is switched on for a screen at the machine."""
WATCHER: Final = "companion-update.path"
GROUPS: Final = ("gpio", "video", "audio")


class InstallError(Exception):
    """Something that keeps the installer from going on: one sentence with what to do."""


class Places:
    """All places, below `root`. Another root than the machine's own is for trying and for images."""

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root
        self.is_real = self.root == Path("/")  # whether this is the running machine itself
        self.program = self.root / "opt/companion"  # the directory of all versions
        self.versions = self.program / "versions"  # each version has a directory here, with its environment
        self.current = self.program / "current"  # the link to the version that is started
        self.previous = self.program / "previous"  # the link to the version before it
        # held by the installer that works here: a second one would take the first one's work for leavings
        self.lock = self.program / ".lock"
        # the installer beside all versions, for the day on which none of them is whole
        self.installer = self.program / "deploy/installer"
        self.settings = self.root / "etc/companion/companion.toml"  # the file of settings
        self.state = self.root / "var/lib/companion"  # the data directory
        self.journal = self.state / "companion.db"  # the journal in it
        self.chosen = self.state / "chosen.toml"  # the settings that were chosen on the host's page
        self.wish = self.state / "update/wish"  # what the host asked for on the page
        self.told = self.root / "var/lib/companion-update/told.json"  # how that ended, for the page
        # the journal as it was before the last update, keys and all, so in the private data directory
        self.before_update = self.state / "before-update.db"
        self.unit = self.root / "etc/systemd/system" / SERVICE  # the service's unit
        # what sees a wish of the host's for another version, and what carries it out
        self.watcher = self.root / "etc/systemd/system" / WATCHER
        self.fulfiller = self.watcher.with_suffix(".service")
        # a Wi-Fi of the box's own, and a screen at it: there for whoever switches them on
        more = (OWN_WIFI, *SCREEN, "companion-screen-night.service")
        self.more_units = tuple(self.root / "etc/systemd/system" / name for name in more)
        # what leads the names that a phone asks for in the box's own Wi-Fi to the box, and where connections stand
        self.portal = self.root / "etc/NetworkManager/dnsmasq-shared.d/companion-portal.conf"
        self.connections = self.root / "etc/NetworkManager/system-connections"
        self.own_unit = self.root / "etc/systemd/system" / f"{SERVICE}.d"  # changes of the owner to the unit
        self.command = self.root / "usr/local/bin/companion"  # the command for people
        self.avahi = self.root / "etc/avahi/services/companion.service"  # what announces the pages in the local network
        # the rule that gives the pins to their group
        self.udev = self.root / "etc/udev/rules.d/60-companion-gpio.rules"
        # the rule that mounts USB sticks for copies
        self.sticks = self.root / "etc/udev/rules.d/61-companion-stick.rules"
        # the rule that lets the service switch the machine off
        self.polkit = self.root / "etc/polkit-1/rules.d/60-companion-power.rules"
        # what sends all sound to PipeWire, as on a Raspberry Pi OS with a desktop
        self.pipewire = self.root / "etc/alsa/conf.d/99-pipewire-default.conf"
        # what sends the service's sound to the sound card: PipeWire serves whoever has signed in at the desktop
        self.sound = self.state / ".asoundrc"
