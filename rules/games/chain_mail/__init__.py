"""Chain Mail, a co-operative dungeon for one to four players, whose cards are read from content files."""

from rules.games.chain_mail.game import build
from rules.games.chain_mail.reading import load_owner

__all__ = ["build", "load_owner"]
