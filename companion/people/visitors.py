"""The sessions of people who only look on, and of the table screen: in memory, and so many of them."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from typing import Final

from companion.people.presence import SeatFeed
from companion.telling.publish import PacketFeed
from web.views import Session

MOST_VISITORS: Final = 500


class Visitors:
    """Sessions by token. Where there are too many, one goes that never came back, as of a program that keeps no
    cookies; then the one that was not used for longest; and one with an open page, such as the table screen's, only
    when there is no other. Safe from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._fresh: OrderedDict[str, Session] = OrderedDict()  # nobody has come back with these
        self._used: OrderedDict[str, Session] = OrderedDict()  # the one that was not used for longest comes first
        self._open: Counter[str] = Counter()  # pages that are fed, by the session's csrf

    def add(self, token: str, session: Session) -> None:
        """A session that was just made."""
        with self._lock:
            while len(self._fresh) + len(self._used) >= MOST_VISITORS:
                self._drop_one()
            self._fresh[token] = session

    def use(self, token: str) -> Session | None:
        """The session of a token, which is used by this."""
        with self._lock:
            session = self._fresh.pop(token, None) or self._used.get(token)
            if session is not None:
                self._used[token] = session
                self._used.move_to_end(token)
            return session

    def drop(self, token: str) -> bool:
        """Ends a session; False when there is none."""
        with self._lock:
            return (self._fresh.pop(token, None) or self._used.pop(token, None)) is not None

    def __contains__(self, token: str) -> bool:
        return token in self._fresh or token in self._used

    def watched(self, session: Session, feed: PacketFeed) -> SeatFeed:
        """The same stream; while it is open, the session is in use."""
        with self._lock:
            self._open[session.csrf] += 1
        return SeatFeed(feed, lambda: self._closed(session.csrf))

    def _closed(self, csrf: str) -> None:
        with self._lock:
            self._open[csrf] -= 1
            if not self._open[csrf]:
                del self._open[csrf]

    def _drop_one(self) -> None:
        for kept in (self._fresh, self._used):
            for token, session in kept.items():
                if session.csrf not in self._open:
                    del kept[token]
                    return
        (self._fresh or self._used).popitem(last=False)
