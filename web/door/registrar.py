"""Routes that are closed by default: one without a declared audience cannot be registered."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from enum import Enum
from typing import Any

from flask import Flask, g
from werkzeug.exceptions import NotFound
from werkzeug.routing import IntegerConverter, Rule

from web.door.settings import WebError
from web.views import Role, Session


class Audience(Enum):
    """Who may call a route. OPEN needs no session; SEAT needs a session that holds a seat; CAMERA that of a phone
    that is a camera, which has a cookie of its own: whoever plays on it stays who they are."""

    OPEN = "open"
    SESSION = "session"
    SEAT = "seat"
    HOST = "host"
    CAMERA = "camera"

    def admits(self, session: Session | None) -> bool:
        """Whether a request with this session may come in."""
        if self is Audience.OPEN:
            return True
        if session is None:
            return False
        if self is Audience.SEAT:
            return session.seat is not None and session.role is not Role.SPECTATOR
        if self is Audience.HOST:
            return session.role is Role.HOST
        if self is Audience.CAMERA:
            return session.role.is_camera
        return True


@dataclass(frozen=True)
class Gate:
    """What one route declares. `page`: for people (HTML, opens a spectator's session where there is none);
    `lead_to`: where a page sends somebody whom it does not admit; `photo`: the body may be a picture;
    `most_bytes`: the body may have so many bytes (0: as usual); `framed`: pages of ours may show it in theirs;
    `program`: a program calls it with a credential of its own, which no browser sends by itself, so that no page can be
    made to call it and no token of a page is asked for."""

    audience: Audience
    _: KW_ONLY
    page: bool = False
    lead_to: str = ""
    photo: bool = False
    most_bytes: int = 0
    framed: bool = False
    program: bool = False


class ShortNumber(IntegerConverter):
    """A number in a path. Python refuses to read one of some thousand digits, which must be no fault of ours."""

    regex = "[0-9]{1,10}"


class Address(Rule):
    """The address of a route. Pages write addresses out in full, so that what composes one is made when it is first
    asked for: made for every route it would be most of the work of putting the pages together."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        def compose(rule: Rule, **values: Any) -> tuple[str, str]:
            return Rule._compile_builder(self, append_unknown)(rule, **values)

        return compose


class ClosedFlask(Flask):
    """A Flask that refuses every route without a `Gate` and answers no method that was not named."""

    gates: dict[str, Gate]
    url_rule_class = Address

    def __init__(self, import_name: str, *, rooms: frozenset[str] | None = None, **settings: Any) -> None:
        """`rooms`: the only rooms of pages that may be opened; None: all."""
        self.gates = {}
        self._rooms = rooms
        super().__init__(import_name, static_folder=None, template_folder="pages", **settings)
        self.url_map.converters["int"] = ShortNumber

    def dispatch_request(self, *given: Any) -> Any:
        """What a page answers. One whose view was ended in its midst, as code of a game is that comes to no end, has
        failed like any other."""
        try:
            return super().dispatch_request(*given)
        except Exception:
            raise
        except BaseException as error:
            raise RuntimeError("a view was ended") from error

    def add_url_rule(
        self,
        rule: str,
        endpoint: str | None = None,
        view_func: Callable[..., Any] | None = None,
        provide_automatic_options: bool | None = None,
        *,
        gate: Gate | None = None,
        **options: Any,
    ) -> None:
        """Registers a route. Raises `WebError` when no gate is declared, the name is taken, or its room may not be
        opened."""
        if gate is None:
            raise WebError(f"The route {rule} does not say who may call it; declare its audience.")
        name = endpoint or getattr(view_func, "__name__", "")
        if not name or name in self.gates:
            raise WebError(f"The route {rule} needs a name of its own; '{name}' is taken or empty.")
        room = _room_of(view_func)
        if room and self._rooms is not None and room not in self._rooms:
            raise WebError(f"The route {rule} belongs to the room '{room}', which is no outlet that may be opened.")
        super().add_url_rule(rule, name, view_func, False, **options)
        self.gates[name] = gate

    def gate_of(self, endpoint: str | None) -> Gate:
        """The declared gate. Raises `NotFound` for an unknown endpoint."""
        gate = self.gates.get(endpoint or "")
        if gate is None:
            raise NotFound("There is no such page here.")
        return gate


def _room_of(view: Callable[..., Any] | None) -> str:
    """The room of pages in which a view stands, or the stream that feeds them; empty for what the door itself has."""
    web, _, rest = getattr(view, "__module__", "").partition(".")
    place, _, inside = rest.partition(".")
    return inside.partition(".")[0] if web == "web" and place in ("pages", "serve") else ""


def reader() -> Session:
    """The session of the present request. Raises `WebError` in a route that admits requests without one."""
    session = g.get("session")
    if not isinstance(session, Session):
        raise WebError("This route reads a session, so its audience has to be SESSION or narrower.")
    return session


def token() -> str:
    """The random token of the present request's cookie; empty without one."""
    return str(g.get("token", ""))
