"""What the page about https needs."""

from __future__ import annotations

from typing import Protocol


class TrustPort(Protocol):
    """Whoever has the table's authority. Safe from any thread."""

    def vouching(self) -> bytes: ...  # its certificate (PEM), never its key; raises WebError when there can be none
