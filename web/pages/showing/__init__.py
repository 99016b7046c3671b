"""Showing the cards of a copy, so that they need no stickers."""

from web.pages.showing.routes import install as install
