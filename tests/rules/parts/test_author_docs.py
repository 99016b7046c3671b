"""The tables for authors: every question with an example that can be asked, every field of a game."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any, get_args

import pytest

import rules.engine as face
from rules.engine import (
    Bots,
    Box,
    CardFace,
    Cards,
    Deck,
    Episodes,
    Game,
    Option,
    PieceId,
    Rules,
    Say,
    Screens,
    Seat,
    Setting,
    Table,
)
from rules.engine.entries import EDITION
from rules.engine.questions import Gesture, Question
from rules.samples import game, slugs
from tests.house._source import ROOT
from tests.laws import shipped
from web.pages.shared.shapes import shapes

OWN = ROOT / "docs/own_game"
QUESTIONS, GESTURES = (
    re.findall(r"^\| `(\w+)` \|.*\| `(.+)` \|$", text, re.M)
    for text in (OWN / "questions.md").read_text("utf-8").split("\n## Gestures\n")
)
CLASSES = (Game, Rules, Box, Screens, Episodes, Bots, Setting, CardFace, Option)


@pytest.mark.parametrize(("name", "example"), QUESTIONS)
def test_every_example_of_a_question_can_be_asked(name: str, example: str) -> None:
    deck = Deck(Cards("rules.samples.harbour_night"))
    t = Table(2, {}, {"cards": deck.cards.pieces}, EDITION, {"cards"})
    deck.setup(t)
    t.move(PieceId("fog#1"), deck.hand(Seat(0)), frm="deck")
    names: dict[str, Any] = {name: getattr(face, name) for name in dir(face)}
    names |= {"deck": deck, "seat": Seat(0), "other": Seat(1), "yes": Option("yes", True, Say("yes"))}
    question = eval(example, names)
    assert isinstance(question, Question)
    assert type(question).__name__ == name
    options = question.options(t.state, question.asked[0] if question.asked else None)
    assert options
    assert all(option.refusal is None for option in options)


@pytest.mark.parametrize(("name", "example"), GESTURES)
def test_every_example_of_a_gesture_is_one(name: str, example: str) -> None:
    assert type(eval(example, {one: getattr(face, one) for one in dir(face)})).__name__ == name
    assert {one for one, _ in GESTURES} == {one.__name__ for one in get_args(Gesture)}


def test_every_question_is_in_the_table() -> None:
    of_the_face = (getattr(face, name) for name in dir(face))
    kinds = {one.__name__ for one in of_the_face if isinstance(one, type) and issubclass(one, Question)}
    assert kinds == {name for name, _ in QUESTIONS}


@pytest.mark.parametrize("kind", CLASSES)
def test_every_field_is_explained(kind: Any) -> None:
    text = (OWN / "fields.md").read_text("utf-8").partition(f"\n## {kind.__name__}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+) \|$", text, re.M)
    assert [name for name, _ in rows] == [one.name for one in fields(kind)]
    assert all(len(words.split()) >= 3 for _, words in rows)


def test_the_gallery_shows_every_shape() -> None:
    drawn = (ROOT / "docs/pictures/shapes.svg").read_text("utf-8")
    assert set(re.findall(r"<title>([\w-]+)</title>", drawn)) == shapes()


@pytest.mark.parametrize("slug", slugs())
def test_the_samples_are_as_short_as_they_are_said_to_be(slug: str) -> None:
    lines = (shipped.folder(slug) / "game.py").read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= {"harbour_night": 60, "ebb_and_flow": 50}[slug]
    assert game(slug).bots.bot is not None


def test_the_tutorial_shows_the_files_of_the_sample_as_they_are() -> None:
    text = (OWN / "tutorial.md").read_text("utf-8")
    shown = re.findall(r"^`(\w+/[\w.]+)`:\n\n```\w+\n(.*?)^```", text, re.M | re.S)
    assert {name for name, _ in shown} >= {f"harbour_night/{name}" for name in ("game.py", "cards.toml", "layout.toml")}
    for name, block in shown:
        whole = (ROOT / "rules/samples" / name).read_text("utf-8")
        assert block in whole if block.startswith(("[event]", "[lookout]", "[rules]")) else block == whole, name
