"""Where everything lies on a machine that the companion is installed on."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

USER: Final = "companion"
SERVICE: Final = "companion.service"
GROUPS: Final = ("gpio", "video", "audio")


class InstallError(Exception):
    """Something that keeps the installer from going on: one sentence with what to do."""


@dataclass(frozen=True)
class Places:
    """All places, below `root`. Another root than the machine's own is for trying and for images."""

    root: Path = Path("/")

    @property
    def is_real(self) -> bool:
        """Whether this is the running machine itself."""
        return self.root == Path("/")

    @property
    def program(self) -> Path:
        """The directory of all versions."""
        return self.root / "opt/companion"

    @property
    def versions(self) -> Path:
        """Each version has a directory here, with its environment."""
        return self.program / "versions"

    @property
    def current(self) -> Path:
        """The link to the version that is started."""
        return self.program / "current"

    @property
    def previous(self) -> Path:
        """The link to the version before it."""
        return self.program / "previous"

    @property
    def lock(self) -> Path:
        """Held by the installer that works here: a second one would take the first one's work for leavings."""
        return self.program / ".lock"

    @property
    def installer(self) -> Path:
        """The installer beside all versions, for the day on which none of them is whole."""
        return self.program / "deploy/installer"

    @property
    def settings(self) -> Path:
        """The file of settings."""
        return self.root / "etc/companion/companion.toml"

    @property
    def state(self) -> Path:
        """The data directory."""
        return self.root / "var/lib/companion"

    @property
    def journal(self) -> Path:
        """The journal in it."""
        return self.state / "companion.db"

    @property
    def chosen(self) -> Path:
        """The settings that were chosen on the host's page."""
        return self.state / "chosen.toml"

    @property
    def before_update(self) -> Path:
        """The journal as it was before the last update, keys and all, so in the private data directory."""
        return self.state / "before-update.db"

    @property
    def unit(self) -> Path:
        """The service's unit."""
        return self.root / "etc/systemd/system" / SERVICE

    @property
    def own_unit(self) -> Path:
        """Changes of the owner to the unit."""
        return self.root / "etc/systemd/system" / f"{SERVICE}.d"

    @property
    def command(self) -> Path:
        """The command for people."""
        return self.root / "usr/local/bin/companion"

    @property
    def avahi(self) -> Path:
        """What announces the pages in the local network."""
        return self.root / "etc/avahi/services/companion.service"

    @property
    def udev(self) -> Path:
        """The rule that gives the pins to their group."""
        return self.root / "etc/udev/rules.d/60-companion-gpio.rules"

    @property
    def polkit(self) -> Path:
        """The rule that lets the service switch the machine off."""
        return self.root / "etc/polkit-1/rules.d/60-companion-power.rules"

    @property
    def pipewire(self) -> Path:
        """What sends all sound to PipeWire, as on a Raspberry Pi OS with a desktop."""
        return self.root / "etc/alsa/conf.d/99-pipewire-default.conf"

    @property
    def sound(self) -> Path:
        """What sends the service's sound to the sound card: PipeWire serves whoever has signed in at the desktop."""
        return self.state / ".asoundrc"
