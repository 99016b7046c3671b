"""What one movement of cubes on a hero's card is, whichever hero: the contract of the hero modules.

Where the cubes are is a tuple of names of spaces, one for each cube on the card, in the order of the card's spaces. A
hero module gives from there every movement, allowed or not, and what passive icons are in force.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rules.engine import Refusal

PASSIVE: Final = frozenset(
    {"bless", "rally", "pick_lock", "disarm_trap", "fly", "extra_damage", "backstab", "curse", "defense"}
)
"""Action codes that work while a cube is there (section 1.5 of the facts)."""

BATTLE: Final = frozenset(
    {
        *("melee1", "melee2", "melee3", "range1", "dual_melee1", "bear_call"),
        *("extra_damage", "backstab", "curse", "defense", "hide", "dog"),
    }
)
"""Battle icons; all others are adventure icons. The dog is both (CM-145, CM-151)."""

ATTACKS: Final = ("melee1", "melee2", "melee3", "range1", "dual_melee1", "bear_call")


@dataclass(frozen=True)
class Fires:
    """An icon that a movement brings about: its action code, and the spaces whose cubes leave the card once it has been
    used (CM-056)."""

    action: str
    leaves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Movement:
    """One way to move the cubes of a hero in a turn.

    `key` is unique on the card and made of letters, digits and '-'. `cubes` is how they stand afterwards. `to` is the
    space that people tap for it and `frm` the one that they tap first, empty where that is not needed. `steps` are the
    cubes that moved, as (from, to). `fires`: the icons that come about, each of which may be used or not, in this
    order. `spaces` is how many spaces were moved and `needs` the least number on the die of disorientation, 0 for no
    roll (Thief); `refusal` is why it is not allowed."""

    key: str
    cubes: tuple[str, ...]
    to: str
    frm: str = ""
    steps: tuple[tuple[str, str], ...] = ()
    fires: tuple[Fires, ...] = ()
    spaces: int = 1
    needs: int = 0
    refusal: Refusal | None = None
