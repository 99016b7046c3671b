"""Every code that a game can say has its sentences, and they name only facts that are given: in every language that the
game has a file for. What the languages owe each other is in test_languages.py."""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from companion.kit.laws.playing import pairs, played, settings_at
from companion.kit.said import Heard
from rules.engine.match import Match
from rules.engine.questions import Answer
from rules.engine.types import Refusal, Say, Seat
from rules.engine.words import NAMELESS, Names, Words
from tests.laws import shipped as games
from tests.laws.languages import ENGLISH, languages_of
from tests.laws.playing import GAMES, TOYS, game_of, script_of

pytestmark = pytest.mark.xdist_group("words of all games")  # one worker listens to the matches for all tests

ROOT = Path(__file__).parents[2]
Place = tuple[str, str]


class Said(Heard):
    """Everything that was said in some matches, with examples, and what is said to answers that are none."""

    def __init__(self) -> None:
        super().__init__()
        self.examples: dict[Place, list[Say]] = defaultdict(list)

    def add(self, table: str, say: Say) -> None:
        super().add(table, say)
        if len(self.examples[table, say.code]) < 5:
            self.examples[table, say.code].append(say)

    def moment(self, match: Match) -> None:
        super().moment(match)
        if match.question is None:
            return
        for answer in (
            Answer(None, "?"),
            Answer(Seat(0), "?"),
            Answer(match.waiting[0] if match.waiting else None, "?"),
        ):
            checked = match.check(answer)
            if isinstance(checked, Refusal):
                self.refusal(checked)


each_game = pytest.mark.parametrize(
    "slug", [pytest.param(slug, marks=pytest.mark.xdist_group(f"words of {slug}")) for slug in GAMES]
)
"""What a game says is worked out once: by one worker."""
each_language = pytest.mark.parametrize(
    ("slug", "language"),
    [
        pytest.param(slug, language, marks=pytest.mark.xdist_group(f"words of {slug}"))
        for slug in GAMES
        for language in languages_of(slug)
    ],
)


@cache
def said_in(slug: str) -> Said:
    """What is said in matches of every size and kind, told all cards and told none: whenever a kind of question is new
    in a match, and at every fifth moment."""
    game, said = game_of(slug), Said()
    for number, seats in enumerate(game.seats):
        full = played(script_of(slug, seats, number, settings=settings_at(game, seats, number)))
        copy, kinds = Match(game, full.header), set[str]()
        for entry in full.log:
            kind = "" if copy.question is None else copy.question.kind
            if kind not in kinds or copy.version % 5 == 0:
                said.moment(copy)
            kinds.add(kind)
            copy.submit(entry)
        said.end(full)
    for seats in game.seats:
        for pair in pairs(script_of(slug, seats, seed=3, length=80), frozenset()):
            said.moment(pair.watched)
        said.end(pair.watched)
    return said


def names_of(slug: str, words: Words) -> Names:
    game = game_of(slug)
    faces = game.box.faces(game.check_settings({}), words)
    return Names([f"Player{n}" for n in range(max(game.seats))], {p: f.title for p, f in faces.items()})


@each_language
def test_every_code_has_its_sentences(slug: str, language: str) -> None:
    words = game_of(slug).words(language)
    missing = sorted(place for place in said_in(slug).facts if place not in words and place[0] != "track")
    assert not missing, f"{slug} has no words for {missing}"


@each_game
def test_some_track_is_shown_and_the_prominent_ones_are(slug: str) -> None:
    """A track without words is one that the rules keep for themselves."""
    game = game_of(slug)
    shown = {
        code for section, code in said_in(slug).facts if section == "track" and ("track", code) in game.words(ENGLISH)
    }
    assert shown
    assert game.screens.prominent <= shown


@each_game
def test_episodes_speak_of_events_that_there_are(slug: str) -> None:
    game, known = game_of(slug), game_of(slug).words(ENGLISH).codes("event").keys()
    told = game.episodes
    assert {*told.begins, *told.decides, *told.lays, *told.plain} <= known
    assert told.counting <= set(told.begins.values())
    assert all(("episode", code) in game.words(ENGLISH) for code in told.begins.values())


@each_language
def test_sentences_name_only_facts_that_are_given(slug: str, language: str) -> None:
    words, wrong = game_of(slug).words(language), []
    for (section, code), given in said_in(slug).facts.items():
        if (section, code) in words:
            unknown = words.codes(section)[code].placeholders - given
            wrong += [f"{section}.{code} names {name}, but is given {sorted(given)}" for name in sorted(unknown)]
    assert not wrong


@each_language
def test_sentences_come_out_whole(slug: str, language: str) -> None:
    words = game_of(slug).words(language)
    names = names_of(slug, words)
    for (section, _), examples in said_in(slug).examples.items():
        for say in examples:
            for long in (True, False):
                text = words.say(section, say, names, long=long)
                assert text.strip() == text != ""
                assert not re.search(r"[{}|]|Seat\(|PieceId|UNSEEN|Private|None|  ", text), text


def _sources(slug: str) -> str:
    """The text of the modules that can say something: the engine's, and the game's."""
    if slug in TOYS:
        folder = Path(__file__).parent
    else:
        folder = games.folder(slug)
    files = [*folder.rglob("*.py"), *(ROOT / "rules/engine").rglob("*.py")]
    return "\n".join(file.read_text("utf-8") for file in files)


@each_game
def test_no_sentence_names_a_fact_that_nobody_gives(slug: str) -> None:
    """Also of sentences that no match above happened to say."""
    words, known = game_of(slug).words(ENGLISH), set(re.findall(r"\w+", _sources(slug)))
    wrong = [
        f"{section}.{code}: {name}"
        for section in ("event", "refusal", "question", "option", "claim", "result", "pile", "track", "note")
        for code, sentence in words.codes(section).items()
        for name in sentence.placeholders - known
    ]
    assert not wrong


@each_game
def test_no_sentence_is_never_said(slug: str) -> None:
    """A code in the language file stands in the source as well, or it is a typing error."""
    words, known = game_of(slug).words(ENGLISH), set(re.findall(r"[\w]+", _sources(slug)))
    sections = ("event", "refusal", "question", "option", "claim")
    allowed = known | {"winners", "no_winner", "ended_early"}
    assert not [f"{s}.{code}" for s in sections for code in words.codes(s) if code not in allowed]


@each_language
def test_every_piece_has_a_face(slug: str, language: str) -> None:
    game = game_of(slug)
    settings = game.check_settings({})
    faces = game.box.faces(settings, game.words(language))
    assert set(faces) == {p for deck in game.all_pieces(settings).values() for p in deck}
    assert all(face.piece == piece and face.title for piece, face in faces.items())


@pytest.mark.parametrize("slug", games.slugs())
def test_what_stands_on_the_shelf_is_true_of_the_game(slug: str) -> None:
    game, about = games.game(slug), games.about(slug)
    assert game.about == about
    assert (about.title, about.seats) == (game.title, tuple(game.seats))
    assert about.minutes[0] < about.minutes[1]
    assert about.weight in ("light", "medium", "heavy")


@pytest.mark.parametrize("slug", games.slugs())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_option_that_is_offered_is_said_with_each_of_its_values(slug: str, language: str) -> None:
    game, words = games.game(slug), games.game(slug).words(language)
    offered = {one.key: one for one in game.rules.settings if ("setting", one.key) in words}
    assert games.in_a_sentence(slug, language) == words.say("about", Say("sentence"), NAMELESS)
    assert set(words.codes("setting")) == set(offered)
    named = [one for one in offered.values() if one.choices and isinstance(one.default, str)]
    assert set(words.codes("choice")) == {f"{one.key}.{value}" for one in named for value in one.choices}


@pytest.mark.parametrize("slug", games.slugs())
def test_how_to_play_is_short_and_pictures_pieces_of_the_box(slug: str) -> None:
    """One screen of a phone; what the tests of the pages look at is how it is drawn."""
    game = games.game(slug)
    box = {piece for deck in game.all_pieces(game.check_settings({})).values() for piece in deck}
    assert {part: set(pieces) - box for part, pieces in game.about.pictures.items() if set(pieces) - box} == {}
    for language in languages_of(slug):
        how = game.words(language).codes("how")
        assert list(how) == list(game.about.pictures) == ["goal", "turn", "end"]
        assert sum(len(part.long) for part in how.values()) < 1000


@pytest.mark.parametrize("slug", games.slugs())
def test_every_question_of_a_game_says_why_it_is_asked_and_by_which_rule(slug: str) -> None:
    """Nothing of it depends on a match, so that it can tell nobody anything."""
    game = games.game(slug)
    rules = {rule for rule, _ in game.rules_text(ENGLISH)}
    kinds = set(tomllib.loads((games.folder(slug) / "text.en.toml").read_text("utf-8"))["question"])
    for language in languages_of(slug):
        why = game.words(language).codes("why")
        assert kinds <= set(why)
        assert not {kind for kind, entry in why.items() if entry.placeholders or len(entry.long) > 240}
    assert {kind for kind in kinds if game.rule_asked(kind) not in rules} == set()


@pytest.mark.parametrize("slug", games.slugs())
def test_the_list_of_rules_has_parts_whose_headings_every_whole_language_has(slug: str) -> None:
    chapters = games.game(slug).chapters(ENGLISH)
    assert all(chapter.heading and chapter.rules for chapter in chapters)
    assert {rule for chapter in chapters for rule, _ in chapter.rules} == {
        rule for rule, _ in games.game(slug).rules_text(ENGLISH)
    }
    assert chapters[-1].heading == "Who knows what", "what a table sees goes without saying to most who read it"
    german = games.game(slug).chapters("de")
    assert [len(chapter.rules) for chapter in german] == [len(chapter.rules) for chapter in chapters]
    assert not {one.heading for one in german} & {one.heading for one in chapters} - {"Teams"}
