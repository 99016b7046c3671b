"""How a page is drawn: a shell from its template, filled by its scripts from the reader's packet."""

from __future__ import annotations

from pathlib import PurePosixPath

from flask import g, render_template

from web.door.registrar import reader
from web.views import Role, Session
from web.wording import language
from words.languages import languages


def host_page(template: str, **values: object) -> str:
    """A page of the host; whoever is none is asked for the PIN in its place."""
    return session_page(template if reader().role is Role.HOST else "host/pin.html", **values)


def session_page(template: str, **values: object) -> str:
    """A page for anybody who has a session."""
    session: Session | None = g.get("session")
    page, csrf = PurePosixPath(template).stem, session.csrf if session else ""
    return render_template(template, page=page, csrf=csrf, language=language(), languages=languages(), **values)
