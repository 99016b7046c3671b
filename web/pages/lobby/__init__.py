"""The shelf of games, from which people choose before a match and after it, on their own pages and the host's."""

from web.pages.lobby.routes import install as install
