"""The active skills, used when a character appears, and the passive ones that begin a turn: which is which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine import Play, Refusal, Seat, State, Table
from rules.games.chesney.characters import skills_faction, skills_harm, skills_other
from rules.games.chesney.names import RESERVE
from rules.games.chesney.situation import hand_size, others, works

Skill = Callable[[Table, Seat], Play | None]

ACTIVE: Final[Mapping[str, Skill]] = {
    "CAPTAIN": skills_harm.rally,
    "PRIESTESS": skills_other.blessing,
    "MOTH": skills_harm.swarm,
    "RANGER": skills_harm.keen_smell,
    "HUNTER": skills_harm.precision_shot,
    "TRAVELLER": skills_faction.journey,
    "DISGUISE": skills_faction.smoke_screen,
    "PYRO": skills_other.flame_magic,
    "PUGILIST": skills_harm.cat_combo,
    "MAIDEN": skills_faction.true_sight,
    "FOXGIRL": skills_other.allure,
    "SPELL": skills_harm.arcane_field,
    "ALCHEMIST": skills_other.poisoning,
    "HYPNO": skills_faction.hypnosis,
    "ASSASSIN": skills_harm.backstab,
    "ENCHANTER": skills_faction.oath,
}

STARTING: Final[Mapping[str, Skill]] = {"BARD": skills_other.melody, "THIEF": skills_other.sleight_of_hand}


def why_not_appear(seen: State, seat: Seat, kind: str) -> Refusal | None:
    """The characters whose own text sets a condition for Appear (CH-CHAR-GEN-09)."""
    fails = {
        "CAPTAIN": lambda: not skills_harm.can_rally(seen, seat),
        "PYRO": lambda: not any(p.kind in ("BLAST", "FIREBALL") for p in seen.pile(RESERVE)),
        "FOXGIRL": lambda: not skills_other.not_allured(seen, seat),
        "ALCHEMIST": lambda: not any(p.kind == "POISON" for p in seen.pile(RESERVE)),
        "HYPNO": lambda: not [s for s in others(seen, seat) if not works(seen, s, "OATH")],
        "ASSASSIN": lambda: not skills_harm.stabbable(seen, seat),
    }
    if kind in fails and fails[kind]():
        return Refusal(*_NOT_NOW[kind])
    return None


_NOT_NOW: Final = {
    "CAPTAIN": ("no_captain_now", "CH-CHAR-CAPTAIN-01"),
    "PYRO": ("no_pyro_now", "CH-CHAR-PYRO-01"),
    "FOXGIRL": ("no_foxgirl_now", "CH-CHAR-FOXGIRL-01"),
    "ALCHEMIST": ("no_alchemist_now", "CH-CHAR-ALCHEMIST-01"),
    "HYPNO": ("no_hypno_now", "CH-CHAR-HYPNO-04"),
    "ASSASSIN": ("no_assassin_now", "CH-CHAR-ASSASSIN-01"),
}


def may_start(seen: State, seat: Seat, kind: str) -> bool:
    """Whether a skill at the start of the turn can be used, by public facts (CH-CHAR-THIEF-03)."""
    if not works(seen, seat, kind):
        return False
    if kind == "THIEF":
        return hand_size(seen, seat) > 0 and any(hand_size(seen, s) for s in others(seen, seat))
    return True
