"""The page for owners tells the truth: its examples are read, and it explains everything that there is."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rules.games.chain_mail.reading import BEGINNINGS, HEROES, beginning, fits, load_owner, problems
from rules.games.chain_mail.reading.deeds import EFFECTS, POWERS, STATUS_RULES, TERRAIN_RULES
from rules.games.chain_mail.reading.goals import QUEST_RULES, VICTORIES, WHEN_USED, WHEN_WON
from rules.games.chain_mail.reading.hero_cards import ACTIONS, KEYS
from rules.games.chain_mail.reading.schema import schema
from rules.games.chain_mail.tools.checking import located

PAGE = (Path(__file__).parents[3] / "docs/games/chain_mail_content.md").read_text("utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
NAMED = set(re.findall(r"`([^`\n]+)`", PAGE)) | set(re.findall(r"`(\w+) = ", PAGE))


def test_the_examples_can_be_played_together() -> None:
    files = {f"{n}.toml": text for n, text in enumerate(BLOCKS)}
    assert problems(files) == ()
    content = load_owner(files)
    assert fits(content, "two-wells", "bell-below") == ""
    assert {"mine-folk", "mine-finds", "glass", "sleepy"} <= content.names.keys()
    assert not content.constants.long_battle_clock


@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_each_example_is_right_alone(number: int) -> None:
    assert problems({"example.toml": BLOCKS[number]}) == ()


def test_the_mistake_on_the_page_is_told_like_this() -> None:
    (shown,) = re.findall(r"^ *> (old-mine\.toml:.*)$", PAGE, re.MULTILINE)
    text = beginning("map", "old-mine").replace("skulls = 2", "skulls = 8")
    assert located(problems({"old-mine.toml": text}), {"old-mine.toml": text}) == [shown]


def test_everything_that_a_card_can_do_is_explained() -> None:
    ops = {*EFFECTS, *POWERS, *STATUS_RULES, *TERRAIN_RULES, *QUEST_RULES, *VICTORIES, *WHEN_USED, *WHEN_WON}
    assert sorted({*ops, *ACTIONS, *KEYS} - NAMED) == []


def keys_of(form: object) -> set[str]:
    """Every key that the schema has anywhere."""
    if isinstance(form, list):
        return {key for one in form for key in keys_of(one)}
    if not isinstance(form, dict):
        return set()
    own = set(form["properties"]) if isinstance(form.get("properties"), dict) else set()
    return own.union(*(keys_of(one) for one in form.values()))


def test_every_key_is_explained_or_shown() -> None:
    shown = {key for block in BLOCKS for key in keys_in(tomllib.loads(block))}
    words = set(re.findall(r"\w+", " ".join(NAMED)))
    numbers = {str(n) for n in range(13)}
    left = keys_of(schema()) - shown - words - numbers - {"N", "E", "S", "W"}
    assert sorted(left) == []


def keys_in(value: object) -> set[str]:
    if isinstance(value, list):
        return {key for one in value for key in keys_in(one)}
    return set(value).union(*(keys_in(one) for one in value.values())) if isinstance(value, dict) else set()


def test_every_kind_of_file_can_be_begun_as_the_page_says() -> None:
    begun = set(re.findall(r"companion content new (\w+)", PAGE)) | (NAMED & set(BEGINNINGS))
    assert begun == set(BEGINNINGS)
    assert {model for model in HEROES if f"| `{model}` |" in PAGE} == set(HEROES)
