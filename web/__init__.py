"""The pages: phones, the table screen, the host and the virtual table, over HTTP or HTTPS in the local network.

`create_app(table, settings)` makes the Flask app for anything that fulfils `ports.TablePort`; `Server` serves it.
"""

from web.app import create_app
from web.registrar import Audience
from web.server import Server
from web.settings import Certificate, WebError, WebSettings

__all__ = ["Audience", "Certificate", "Server", "WebError", "WebSettings", "create_app"]
