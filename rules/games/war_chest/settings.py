"""What the rules leave open, as options of a match (sections 2.7 and 3 of the rule list)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.engine import Setting, Table

RANDOM: Final = "random"
DRAFT: Final = "draft"
GUARD_CARD: Final = "guard_card"

ARMIES: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "first": (
        ("swordsman", "pikeman", "crossbowman", "light_cavalry"),
        ("archer", "cavalry", "lancer", "scout"),
    ),
    "gaugamela": (
        ("knight", "light_cavalry", "pikeman", "marshall"),
        ("cavalry", "footman", "mercenary", "royal_guard"),
    ),
    "bannockburn": (
        ("archer", "cavalry", "lancer", "footman"),
        ("light_cavalry", "pikeman", "warrior_priest", "swordsman"),
    ),
    "crecy": (
        ("archer", "ensign", "knight", "royal_guard"),
        ("cavalry", "crossbowman", "lancer", "scout"),
    ),
}
"""The ready-made armies of the first and the second player (WC-015, WC-019)."""

SETTINGS: Final = (
    Setting(
        "armies",
        RANDOM,
        "How the armies are made: dealt at random, drafted, or ready-made for two players.",
        (RANDOM, DRAFT, *ARMIES),
    ),
    Setting("choose_factions", False, "Whether players choose their faction; else the first seat is the Wolf."),
    Setting(
        "royal_guard",
        "ask",
        "Which Royal Guard card is in your box: the later printing, the first one, or ask when it is in play.",
        ("ask", "later", "first"),
    ),
    Setting("berserker_coin_to_box", False, "Whether the coin that a Berserker spends leaves the game."),
    Setting("berserker_height_before", False, "Whether a repeating Berserker is judged with the coin it spends."),
    Setting(
        "dead_priest_draws", True, "Whether a Warrior Priest that fell in its own attack still lets its owner draw."
    ),
    Setting("footman_both", True, "Whether the Footman's tactic has to be carried out by both that can."),
    Setting("partner_triggers", True, "Whether a teammate's unit that is ordered to act uses what follows from it."),
    Setting(
        "team_draft_initiative",
        "flip",
        "Who begins after a draft of teams: a new flip, or the team that did not draft first.",
        ("flip", "second"),
    ),
)


@dataclass(frozen=True)
class House:
    """The options that the legality of moves depends on, as the table plays them."""

    berserker_height_before: bool
    footman_both: bool
    far_guard: bool  # the later Royal Guard card: two hexes, to an own location

    @classmethod
    def of(cls, settings: Mapping[str, object], guard_card: object) -> House:
        """From the match's settings and from which Royal Guard card lies there."""
        return cls(bool(settings["berserker_height_before"]), bool(settings["footman_both"]), guard_card != "first")


def house(t: Table) -> House:
    """What the match at this table plays by, with the Royal Guard card that lies there."""
    return House.of(t.settings, t[GUARD_CARD])
