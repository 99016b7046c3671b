"""Taking a seat, changing and giving it back, claims, hand-overs, and the host's list of people."""

from web.pages.join.routes import install as install
