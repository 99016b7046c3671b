"""The page that everybody sees first."""

from __future__ import annotations

from web.door.page import session_page
from web.door.registrar import Audience, ClosedFlask, Gate, reader
from web.pages.landing.views import LandingPort


def install(app: ClosedFlask, table: LandingPort) -> None:
    """Adds the page."""

    def landing() -> str:
        session = reader()
        return session_page(
            "landing/landing.html",
            packet=table.packet(session),
            session=session,
            virtual=table.virtual_scene(session) is not None,
            is_new=table.is_new_table(),
            is_damaged=table.is_damaged(),
        )

    app.add_url_rule("/", "landing", landing, gate=Gate(Audience.OPEN, page=True), methods=["GET"])
