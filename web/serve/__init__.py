"""Putting the pages together and serving them: the app, the server with its connections, TLS, and the live streams."""

from web.serve.app import Pages as Pages, create_app as create_app
from web.serve.server import Server as Server
from web.serve.venue import VenueServer as VenueServer
from web.serve.workbench import Workbench as Workbench
