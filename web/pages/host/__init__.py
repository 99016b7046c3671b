"""The host's page: acts on the match, settings, copies of the journal, the machine; the scripts of its `panels`."""

from web.pages.host.routes import install as install
