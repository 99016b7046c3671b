"""The panel of somebody who writes a game. It shows every secret, and is no page of any table."""

from web.pages.workbench.routes import install as install
