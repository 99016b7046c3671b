"""Every piece by its sticker's code, every card and rule by a search, and the list of the rules."""

from web.pages.lookup.routes import install as install
