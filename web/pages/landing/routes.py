"""The page that everybody sees first."""

from __future__ import annotations

from collections.abc import Callable

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.views import OnTable, Role


def install(app: ClosedFlask, table: OnTable, is_new: Callable[[], bool], is_damaged: Callable[[], bool]) -> None:
    """Adds the page. `is_new`: nobody has set the table up yet, which only hosts and
    whoever comes first are told; `is_damaged`: something of its journal is, and the host
    has not read of it."""

    def landing() -> str:
        session, packet = reader(), table.packet(reader())
        sets_up = session.role is Role.HOST or not any(one.joined for one in packet.players)
        return session_page(
            "landing/landing.html",
            packet=packet,
            session=session,
            virtual=table.virtual_scene(session) is not None,
            is_new=is_new() and sets_up,
            is_damaged=is_damaged(),
        )

    app.add_url_rule("/", "landing", landing, gate=Gate(Audience.OPEN, page=True), methods=["GET"])
