"""The schema of content files names the same keys as the reader knows, at every place of every file."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from rules.games.chain_mail.reading import check, starter_texts
from rules.games.chain_mail.reading.entries import Entry
from rules.games.chain_mail.reading.schema import schema
from tests.games.chain_mail.content_made import tables, toml_text
from tests.games.chain_mail.test_content_problems import whole

SCHEMA = schema()
Read = list[tuple[tuple[str | int, ...], dict[str, Any], frozenset[str]]]


def read_by_reader(table: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Read:
    """Every table that the reader looked at, with the keys that it allows there."""
    seen: Read = []

    def only(entry: Entry, *allowed: str) -> None:
        seen.append((entry.path, dict(entry.table), frozenset(allowed)))

    with monkeypatch.context() as patch:
        patch.setattr(Entry, "only", only)
        assert not check({"it": toml_text(table)}).problems
    return seen


def branches(form: dict[str, Any], value: object) -> Iterator[dict[str, Any]]:
    """The forms that a value may have here: of several, those whose fixed words are its own."""
    choices = [one for key in ("oneOf", "anyOf") for one in form.get(key, ()) if "type" in one or "oneOf" in one]
    if not choices:
        yield form
    for one in choices:
        fixed = {key: part["const"] for key, part in one.get("properties", {}).items() if "const" in part}
        if isinstance(value, dict) and all(value.get(key) == word for key, word in fixed.items()):
            yield from branches(one, value)


def _under(form: dict[str, Any], key: str) -> Any:
    return form.get("properties", {}).get(key, form.get("additionalProperties"))


def forms_at(table: dict[str, Any], path: tuple[str | int, ...]) -> list[dict[str, Any]]:
    """What the schema says about a place of a file."""
    here: Any = table
    forms = [SCHEMA]
    for key in path:
        here = here[key]
        inner = [form["items"] if isinstance(key, int) else _under(form, key) for form in forms]
        assert all(isinstance(form, dict) for form in inner), path
        forms = [one for form in inner for one in branches(form, here)]
    return forms


def compare(table: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> int:
    seen = read_by_reader(table, monkeypatch)
    for path, _, allowed in seen:
        named = [frozenset(form["properties"]) if "properties" in form else frozenset(form["propertyNames"]["enum"])
                 for form in forms_at(table, path) if form.get("maxProperties") != 0]  # fmt: skip
        assert named == [allowed], path
    return len(seen)


def test_every_kind_of_thing_has_the_keys_that_the_reader_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(whole(), monkeypatch) > 60


@pytest.mark.parametrize("name", sorted(starter_texts()))
def test_the_starter_set_has_only_keys_of_the_schema(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compare(tomllib.loads(starter_texts()[name]), monkeypatch) > 10


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(table=tables())
def test_made_content_has_the_keys_of_the_schema(table: dict[str, Any]) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        compare(table, monkeypatch)


def test_a_schema_without_a_key_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    properties = SCHEMA["properties"]["maps"]["items"]["properties"]
    monkeypatch.delitem(properties, "solid")
    with pytest.raises(AssertionError):
        compare(whole(), monkeypatch)


def test_the_schema_is_plain_json() -> None:
    assert json.loads(json.dumps(SCHEMA)) == SCHEMA
    assert SCHEMA["properties"]["format"] == {"const": "chainmail-content-1"}
