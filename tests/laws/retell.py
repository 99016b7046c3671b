"""Prints a digest of every reader's packets in some random matches: `python -m tests.laws.retell GAME ...`."""

from __future__ import annotations

import sys
from hashlib import sha256

from companion.kit.laws.laws import told_to_all
from companion.kit.laws.playing import played
from tests.laws.playing import game_of, script_of

LENGTH = 60


def main(slugs: list[str]) -> None:
    """One line for each match: its script, its entries and a digest of all packets."""
    for slug in slugs:
        for seats in (game_of(slug).seats[0], game_of(slug).seats[-1]):
            match = played(script_of(slug, seats, seed=7, length=LENGTH))
            digest = sha256("\n".join(told_to_all(match)).encode()).hexdigest()
            print(slug, seats, match.version, [a.key for a in match.log if hasattr(a, "key")], digest)


if __name__ == "__main__":
    main(sys.argv[1:])
