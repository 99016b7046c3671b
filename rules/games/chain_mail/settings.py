"""What the rules leave open and what a table may choose, as options of a match (section 3 of the rule list)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import Setting
from rules.games.chain_mail.asking import AGREEMENTS, ANYBODY
from rules.games.chain_mail.content import Content, Quest
from rules.games.chain_mail.reading import fits

ASK = "ask"

EASY, NORMAL, HARD = "easy", "normal", "hard"
DIFFICULTIES = (EASY, NORMAL, HARD)
LESS_TIME: Final = 2
"""What a hard match takes off the time of a normal one."""


def time_at_start(settings: Mapping[str, object], content: Content, quest: Quest | None) -> int:
    """The time with which a match begins (CM-009): the printed one where it is easy; at normal difficulty what the
    quest gives for this map, which is the printed one too unless its card says otherwise; less where it is hard."""
    if quest is None:
        return content.constants.time_start
    if settings["difficulty"] == EASY:
        return quest.time_start
    normal = quest.normal_time.get(str(settings["map"]), quest.time_start)
    return normal if settings["difficulty"] == NORMAL else max(1, normal - LESS_TIME)


def match_settings(content: Content) -> tuple[Setting, ...]:
    """The options of a match with this content; what the first map is, is the default."""
    maps = tuple(content.maps)
    return (
        Setting("map", maps[0], "Which map lies on the table.", maps),
        Setting("quest", ASK, "Which quest is played, or ask at the table.", (ASK, *content.quests)),
        Setting("monsters", ASK, "Which monster card is in play, or ask at the table.", (ASK, *content.monster_cards)),
        Setting("treasure", ASK, "Which treasure card is in play, or ask at the table.", (ASK, *content.treasures)),
        Setting(
            "agreement",
            ANYBODY,
            "Who must agree to what somebody taps: nobody, who leads that hero, another player, or everybody.",
            AGREEMENTS,
        ),
        Setting(
            "difficulty",
            NORMAL,
            "How much time there is: easy as printed on the quest, normal as balanced for the map, hard 2 less.",
            DIFFICULTIES,
        ),
        Setting("taunt_once", False, "Whether a hero in Taunt takes only one hit for the others of each attack."),
        Setting(
            "long_battle_clock",
            content.constants.long_battle_clock,
            "Whether every round of a battle from the ninth on takes one time.",
        ),
    )


def unfit(content: Content, given: Mapping[str, object]) -> str:
    """Why a map and a quest do not go together; empty when they do."""
    quest, where = str(given["quest"]), str(given["map"])
    if quest != ASK:
        return fits(content, where, quest)
    every = [fits(content, where, ident) for ident in content.quests]
    return "" if "" in every else every[0]
