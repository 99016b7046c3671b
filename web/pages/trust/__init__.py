"""Https with the table's own certificate: what the one warning means, and how a phone is told to trust it."""

from web.pages.trust.routes import install as install
