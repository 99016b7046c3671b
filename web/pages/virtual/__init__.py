"""The virtual table: what lies on it, and the hands that move it."""

from web.pages.virtual.routes import install as install
