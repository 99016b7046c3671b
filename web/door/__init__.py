"""What every request passes, whatever page it is for: closed routes, hosts, sessions, limits of attempts and bodies,
JSON in and out, errors. It knows no page."""

from web.door.registrar import Audience, ClosedFlask, Gate
from web.door.settings import Certificate, WebError, WebSettings

__all__ = ["Audience", "Certificate", "ClosedFlask", "Gate", "WebError", "WebSettings"]
