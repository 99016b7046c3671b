"""The first steps of a new table."""

from web.pages.wizard.routes import install as install
