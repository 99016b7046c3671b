"""Past matches: lists, charts, replays, files to take along."""

from web.pages.history.routes import install as install
