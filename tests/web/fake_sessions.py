"""The sessions of the table in memory."""

from __future__ import annotations

import secrets

from web.views import Joined, Role, Session


class FakeSessions:
    """Who has come in, by token."""

    sessions: dict[str, Session]

    def sign(self, role: Role, seat: int | None, name: str, seats: tuple[int, ...] = ()) -> Joined:
        """A new session."""
        token = secrets.token_urlsafe(24)
        own = seats or (() if seat is None else (seat,))
        self.sessions[token] = Session(role, seat, name=name, csrf=secrets.token_urlsafe(18), seats=own)
        return Joined(token, self.sessions[token])
