"""Files to begin with: a commented example of each kind of thing, which is right as it stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.engine import own_text
from rules.games.chain_mail.reading.entries import ID
from rules.games.chain_mail.reading.hero_cards import KEYS as MODELS

BEGINNINGS: Final = ("map", "monsters", "quest", "treasure", "hero", "status", "terrain", "trap")
"""What a file can be begun for."""
HEROES: Final[Mapping[str, str]] = {
    "cleric_grid": "cleric",
    "thief_hexagon": "thief",
    "witch_pairs": "witch",
    "ranger_mill": "ranger",
    "shepherd_compass": "shepherd",
}
"""The starter hero of each model."""
LONGEST: Final = 30
_PACKAGE: Final = "rules.games.chain_mail"


class NoBeginning(Exception):
    """A file cannot be begun with this id: one sentence that says what is allowed."""


def beginning(kind: str, ident: str, model: str = "cleric_grid") -> str:
    """The text of a file to begin with: of one of BEGINNINGS, of a hero with this model. NoBeginning for an id that
    cannot be used."""
    text = own_text(_PACKAGE, f"starter/new/{kind}.toml")
    if kind == "trap":
        if ident not in "123456" or len(ident) != 1:
            raise NoBeginning(f"A trap is known by the double that springs it, a number from 1 to 6, not by '{ident}'.")
        return text.replace('"@ID@"', ident).replace("@NAME@", f"Trap {ident}")
    if not ID.fullmatch(ident) or len(ident) > LONGEST:
        raise NoBeginning(
            f"'{ident}' cannot be an id: take small letters (a to z), digits and hyphens, beginning with a letter, "
            f"at most {LONGEST} characters."
        )
    name = ident.replace("-", " ").capitalize()
    if kind == "hero":
        text += f'format = "chainmail-content-1"\n\n{_hero(model, ident, name)}'
    return text.replace("@ID@", ident).replace("@NAME@", name)


def _hero(model: str, ident: str, name: str) -> str:
    """The starter hero of a model under another id and name."""
    assert model in MODELS
    blocks = own_text(_PACKAGE, "starter/heroes.toml").split("[[heroes]]\n")[1:]
    block = next(block for block in blocks if f'model = "{model}"' in block)
    lines = block.rstrip().splitlines()[2:]  # after its own id and name
    return "\n".join(["[[heroes]]", f'id = "{ident}"', f'name = "{name}"', *lines, ""])
