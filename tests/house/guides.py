"""What files and guides say of the wired parts, made from the table of parts, and the gallery of shapes.

`python -m tests.house.guides` brings them up to date: the example of the settings, the list of the parts and the
settings for four seats in the guide to the wiring, and the drawing beside them; for authors the shapes, and all that
ready parts can do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from companion.settings.config import render_example
from companion.settings.hardware import hardware_config
from companion.settings.sections import Config
from companion.wiring.picture import wiring_svg
from companion.wiring.suggest import as_settings, suggested
from companion.wiring.wiring import wiring_of
from hardware import PARTS, PartRow
from rules.engine import TINTS
from tests.house.gallery import gallery
from tests.house.parts_page import parts_page

ROOT = Path(__file__).resolve().parents[2]
_SEATS = 4
_LIST = re.compile(r"^\| part \| setting in `\[hardware\]` \| what it does \|\n(?:\|.*\n)+", re.MULTILINE)
_BLOCK = re.compile(r"^```toml\n\[hardware\]\n.*?^```\n", re.MULTILINE | re.DOTALL)


def part_list(table: tuple[PartRow, ...]) -> str:
    """What each part does, as a table in Markdown."""
    lines = ["| part | setting in `[hardware]` | what it does |", "|---|---|---|"]
    lines += [f"| {row.title or row.label} | `{row.key}` | {row.does} |" for row in table]
    return "\n".join(lines) + "\n"


def guides(table: tuple[PartRow, ...] = PARTS) -> Mapping[Path, str]:
    """Every file that says something of the parts, as it has to be by this table."""
    suggestion = suggested(_SEATS, table)
    wiring = ROOT / "docs/wiring.md"
    text = _LIST.sub(lambda _: part_list(table), wiring.read_text("utf-8"))
    text = _BLOCK.sub(lambda _: f"```toml\n{as_settings(suggestion)}```\n", text)
    return {
        ROOT / "deploy/companion.example.toml": render_example(Config(hardware=hardware_config(table))),
        wiring: text,
        ROOT / "docs/pictures/wiring-4.svg": wiring_svg(wiring_of(suggestion.pins)),
        ROOT / "docs/pictures/shapes.svg": gallery(TINTS),
        ROOT / "docs/own_game/parts.md": parts_page(),
    }


if __name__ == "__main__":
    for file, text in guides().items():
        is_new = file.read_text("utf-8") != text
        file.write_text(text, "utf-8")
        print(f"{file.relative_to(ROOT)}: {'written anew' if is_new else 'as it was'}")
