"""Showing the cards of a copy, so that they need no stickers."""

from web.pages.card_looks.routes import install as install
