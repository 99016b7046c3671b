"""The screen that everybody sees, and the pictures on it."""

from web.pages.table.routes import install as install
