"""The first page: what the table does now, and the ways in."""

from web.pages.landing.routes import install as install
