"""Laws of every game that files make: a file is played to its end or refused with file, line and a sentence, whatever
stands in it; and what the maker writes is what is read."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from companion.kit.laws.playing import LONGEST, Tape
from rules import games
from rules.engine.definitions import DefinitionError, Field, GrammarError, Tables, columns, rows_of, schema, written
from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.sampling import pick
from tests.laws.definitions import changed, defined, definition_of, plain_of

DEFINED = defined()


def made(slug: str, text: str) -> Game | DefinitionError:
    """The game of a file, or why there is none."""
    try:
        return games.game(slug, {definition_of(slug).file: text})
    except DefinitionError as error:
        return error


def play(game: Game, seats: int, seed: int) -> Match:
    """A match by chance."""
    match, tape = Match(game, Header(game.slug, seats, {})), Tape(seed)
    for _ in range(LONGEST):
        if match.question is None:
            break
        match.submit(pick(match, tape))
    return match


@pytest.mark.parametrize("slug", DEFINED)
@given(data=st.data(), seed=st.integers(0, 99))
@settings(max_examples=40)
def test_any_file_is_played_to_its_end_or_refused(slug: str, data: st.DataObject, seed: int) -> None:
    definition = definition_of(slug)
    text = written(data.draw(changed(definition)), definition)
    game = made(slug, text)
    if isinstance(game, DefinitionError):
        assert str(game).startswith(f"{definition.file}, line "), (str(game), text)
        assert game.path, text
        return
    match = play(game, data.draw(st.sampled_from(game.seats)), seed)
    assert match.state.result is not None, text


@pytest.mark.parametrize("slug", DEFINED)
def test_what_comes_with_it_is_written_as_it_is_read(slug: str) -> None:
    definition = definition_of(slug)
    for name in definition.templates:
        text = written(plain_of(definition, name), definition)
        assert definition.read(text) == definition.read(definition.text_of(name))


@pytest.mark.parametrize("slug", DEFINED)
def test_a_list_that_was_copied_into_a_spreadsheet_can_be_pasted(slug: str) -> None:
    definition = definition_of(slug)
    for template in definition.templates:
        for fields, tables in lists_of(plain_of(definition, template), definition.fields):
            known = [field.key for field in columns(fields)]
            plain = [{key: stripped(table[key]) for key in known if key in table} for table in tables]
            rows = [[cell_of(table.get(key, "")) for key in known] for table in plain]
            for mark in "\t;," if plain else ():
                assert list(rows_of(spreadsheet([known, *rows], mark), fields)) == plain


@pytest.mark.parametrize("slug", DEFINED)
@given(text=st.text(st.sampled_from('ab1,;\t\n\r"\0 -é٣<'), max_size=60))
def test_any_list_is_tables_or_a_sentence(slug: str, text: str) -> None:
    definition = definition_of(slug)
    for fields, _ in lists_of(plain_of(definition, definition.templates[0]), definition.fields):
        try:
            found = rows_of(text, fields)
        except GrammarError:
            continue
        assert found
        assert all(found)


def lists_of(
    table: Mapping[str, Any], fields: Iterable[Field]
) -> Iterator[tuple[tuple[Field, ...], list[dict[str, Any]]]]:
    """Every list of tables of a file, with the fields of each."""
    for field in fields:
        if isinstance(field.kind, Tables):
            yield field.kind.fields, table.get(field.key, [])
            for one in table.get(field.key, []):
                yield from lists_of(one, field.kind.fields)


def stripped(value: Any) -> Any:
    return value.strip() if isinstance(value, str) else value


def cell_of(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def spreadsheet(rows: list[list[str]], mark: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=mark).writerows(rows)
    return out.getvalue()


@pytest.mark.parametrize("slug", DEFINED)
def test_too_much_is_refused(slug: str) -> None:
    definition = definition_of(slug)
    lists = [field.key for field in definition.fields if isinstance(field.kind, Tables)]
    heads = f"[[{lists[0]}]]\n" if lists else "[[x]]\n"
    for text in (
        "#" * 1_048_576,
        f"format = {definition.format}\n" + heads * 10_000,
        "x = " + "[" * 10_000,
        "x" + ".x" * 10_000 + " = 1",
        "x = " + "9" * 10_000,
        "\0",
    ):
        assert isinstance(made(slug, text), DefinitionError), text[:40]


@pytest.mark.parametrize("slug", DEFINED)
def test_every_field_is_on_a_page_of_the_maker_and_told_to_editors(slug: str) -> None:
    definition = definition_of(slug)
    keys = [field.key for field in definition.fields]
    assert sorted(keys) == sorted(key for step in definition.steps for key in step.fields)
    told: dict[str, Any] = json.loads(json.dumps(schema(definition)))
    assert list(told["properties"]) == ["format", *keys]


@pytest.mark.parametrize("slug", DEFINED)
def test_what_comes_with_it_can_be_chosen(slug: str) -> None:
    definition, game = definition_of(slug), games.game(slug)
    choices = {setting.key: setting.choices for setting in game.rules.settings}
    assert choices[definition.chosen_by] == definition.templates
