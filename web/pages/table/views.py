"""What the table screen asks."""

from __future__ import annotations

from typing import Protocol

from web.views import OnTable


class ScreenPort(OnTable, Protocol):
    """What the page may ask. Every call is safe from any thread."""

    def camera_jpeg(self) -> bytes | None: ...  # the table with recognised tags drawn in
