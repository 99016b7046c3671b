"""Tournaments on a venue's pages: the list, one with its rounds and standings, and the screen of the hall."""

from web.pages.venue.cup.routes import install as install
