"""The first steps of a new table."""

from web.pages.wizard.routes import install

__all__ = ["install"]
