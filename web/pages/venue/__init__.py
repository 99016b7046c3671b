"""The pages of a venue: its tables, their results, how people stand; and what tables send there."""

from web.pages.venue.routes import install as install
