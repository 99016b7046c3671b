"""The sensible player at a seat of the table: the party decides together, so it is the same at every seat."""

from __future__ import annotations

from rules.engine import IsAsked, Option, Seen
from rules.games.chain_mail.content import Content
from rules.games.chain_mail.player.sense import Sense
from rules.games.chain_mail.situation import Situation


class Party:
    """Answers by what its seat knows. It keeps nothing of a match, only what it has worked out of cards and maps."""

    def __init__(self, content: Content):
        self._content = content
        self._sense = Sense()

    def __call__(self, seen: Seen, asked: IsAsked, options: tuple[Option, ...]) -> Option | None:
        """What it answers; before dice fall, what helps the roll, or None."""
        now, allowed = Situation(seen.state, self._content), [o for o in options if o.refusal is None]
        if all(option.aside for option in allowed):
            return self._sense.aside(now, asked, allowed)
        return self._sense.choose(now, asked, allowed)
