"""A player that a game brings itself: asked for an answer, and held to what it may say."""

from __future__ import annotations

import logging

from companion.machine.fault_places import fault_facts
from rules.engine.game import Bot
from rules.engine.questions import Option
from rules.engine.redact import Seen
from rules.outside import FAULTS

log = logging.getLogger("companion.bots")


def own_answer(bot: Bot | None, seen: Seen, allowed: tuple[Option, ...]) -> Option | None:
    """What a game's own player answers, by what its seat knows. One that fails, or says what it may not, leaves it to
    chance: None."""
    if bot is None:
        return None
    try:
        chosen = bot(seen, allowed)
    except FAULTS as error:  # the game's code: the match goes on without it
        log.error("a game's bot failed %s", fault_facts(error))
        return None
    return chosen if chosen in allowed else None
