"""What every request passes, whatever page it is for: closed routes, hosts, sessions, limits of attempts and bodies,
JSON in and out, errors. It knows no page."""

from web.door.registrar import Audience as Audience, ClosedFlask as ClosedFlask, Gate as Gate
from web.door.settings import Certificate as Certificate, WebError as WebError, WebSettings as WebSettings
