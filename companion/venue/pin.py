"""The organiser's PIN, kept as a hash, and the sessions of whoever has entered it."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from typing import Final

from companion.venue.book import Book
from web.views import Joined, Role, Session

_DIGITS: Final = 8
_PIN: Final = "organiser_pin"
_MOST_SESSIONS: Final = 2000


def make_pin(book: Book, *, anew: bool = False) -> str:
    """A PIN to be shown this once; empty when there is one already, unless it is wanted `anew`. VenueGone."""
    if book.fact(_PIN) and not anew:
        return ""
    pin, salt = "".join(secrets.choice("0123456789") for _ in range(_DIGITS)), secrets.token_bytes(16)
    book.set_fact(_PIN, f"{salt.hex()}${_scrypt(pin, salt)}")
    return pin


def is_pin(book: Book, pin: str) -> bool:
    """Whether this is the organiser's; takes some hundredths of a second on purpose. VenueGone."""
    salt, _, kept = book.fact(_PIN).partition("$")
    return bool(kept) and secrets.compare_digest(_scrypt(pin, bytes.fromhex(salt)), kept)


class Sessions:
    """Who looks at the pages: anybody, or an organiser. They live in memory: a restart signs all off."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._looking: OrderedDict[str, Session] = OrderedDict()
        self._organising: OrderedDict[str, Session] = OrderedDict()

    def session(self, token: str) -> Session | None:
        """Whose token that is."""
        with self._lock:
            return self._organising.get(token) or self._looking.get(token)

    def open_session(self) -> Joined:
        """A session of somebody who looks."""
        return self._open(self._looking, Role.SPECTATOR)

    def organise(self) -> Joined:
        """A session of an organiser, under a new token."""
        return self._open(self._organising, Role.HOST)

    def end(self, token: str) -> None:
        """Signs an organiser off."""
        with self._lock:
            self._organising.pop(token, None)

    def _open(self, kept: OrderedDict[str, Session], role: Role) -> Joined:
        joined = Joined(secrets.token_urlsafe(32), Session(role, csrf=secrets.token_urlsafe(24)))
        with self._lock:
            kept[joined.token] = joined.session
            while len(kept) > _MOST_SESSIONS:
                kept.popitem(last=False)
        return joined


def _scrypt(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "surrogatepass"), salt=salt, n=2**14, r=8, p=1).hex()
