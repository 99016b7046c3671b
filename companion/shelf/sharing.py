"""Games that are handed on inside the home network: whoever has the link gets the file while the host lets."""

from __future__ import annotations

import math
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

SHARED_S: Final = 15 * 60.0
"""So long a link leads to its file."""


@dataclass(frozen=True)
class _Link:
    slug: str
    ends_at: float


class Sharing:
    """The links of now. Nothing of it outlives the program. Safe from any thread."""

    def __init__(self, clock: Callable[[], float]):
        """`clock`: seconds that never jump."""
        self._clock = clock
        self._lock = threading.Lock()
        self._links: dict[str, _Link] = {}

    def begin(self, slug: str) -> str:
        """Another link for a game; one of before leads nowhere any more."""
        token = secrets.token_urlsafe(16)
        with self._lock:
            self._drop(slug)
            self._links[token] = _Link(slug, self._clock() + SHARED_S)
        return token

    def end(self, slug: str) -> None:
        """From now on no link leads to that game."""
        with self._lock:
            self._drop(slug)

    def slug(self, token: str) -> str:
        """The game that a link leads to, empty where it leads to none."""
        with self._lock:
            link = self._links.get(token)
            return link.slug if link is not None and link.ends_at > self._clock() else ""

    def link(self, slug: str) -> tuple[str, int]:
        """The link of a game and how many more minutes it leads there; an empty one where there is none."""
        with self._lock:
            for token, link in self._links.items():
                left_s = link.ends_at - self._clock()
                if link.slug == slug and left_s > 0:
                    return token, math.ceil(left_s / 60)
        return "", 0

    def _drop(self, slug: str) -> None:
        self._links = {token: link for token, link in self._links.items() if link.slug != slug}
