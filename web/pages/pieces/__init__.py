"""Registering which sticker is on which piece."""

from web.pages.pieces.routes import install as install
