"""Finished matches for other programs: JSON, CSV, the notation of a game's field, and the link of BG Stats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import chess.pgn
import pytest

from companion.journal.rosters import Seated
from companion.past.bgstats import app_link
from companion.past.exporting import COLUMNS, FORMAT, VERSION, export_all, written_down
from companion.past.story import Story
from rules.engine.notation import Notation, Record
from rules.engine.redact import redact
from rules.engine.types import PUBLIC
from rules.games import game as game_of
from tests.companion.high_card import HIGH_CARD
from tests.companion.played import GUEST, HOST, Shelf, random_match, shelf_at
from tests.house._source import ROOT
from web.pages.history.views import ExportForm, NotationFile, PastPlayer, PastRow

CHESS = game_of("chess_deckbuilder")
ENDED = datetime(2026, 11, 20, 21, 44, 5, tzinfo=UTC)
PLAYERS = (
    PastPlayer(seat=0, name="Ada", colour="amber", shape="circle", won=True, score=7),
    PastPlayer(seat=1, name="Zoë & Co", colour="blue", shape="square", score=4),
)
ROW = PastRow(
    match=12, game="war_chest", title="War Chest", started=ENDED - timedelta(minutes=74), ended=ENDED, players=PLAYERS
)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    made = shelf_at(tmp_path)
    yield made
    made.journal.close()


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


# ---- CSV and JSON ----------------------------------------------------------------------------------------------------


def test_csv_has_a_row_for_every_seat_of_every_match() -> None:
    lines = table(export_all([ROW, replace(ROW, match=11)], ExportForm.CSV))
    assert [(line["match"], line["seat"], line["player"], line["won"], line["score"]) for line in lines] == [
        ("12", "1", "Ada", "yes", "7"),
        ("12", "2", "Zoë & Co", "no", "4"),
        ("11", "1", "Ada", "yes", "7"),
        ("11", "2", "Zoë & Co", "no", "4"),
    ]
    assert lines[0]["duration_s"] == "4440"
    assert lines[0]["ended_utc"] == "2026-11-20T21:44:05+00:00"
    assert {line["format_version"] for line in lines} == {str(VERSION)}


@pytest.mark.parametrize("name", ["=1+1", "+49", "-Ada", "@sum(A1)", "\t=1", "\r=1", "  =cmd|' /C calc'!A0"])
def test_no_name_becomes_a_formula(name: str) -> None:
    row = replace(ROW, title=name, players=(replace(PLAYERS[0], name=name, score=-3),))
    (line,) = table(export_all([row], ExportForm.CSV))
    assert line["player"] == line["title"] == f"'{name}"
    assert line["score"] == "-3", "a number stays one"


def test_json_of_one_match_has_its_story_and_only_what_everybody_knew(shelf: Shelf) -> None:
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    text = shelf.history.export(HOST, ExportForm.JSON, number)
    assert text is not None
    whole = json.loads(text)
    assert (whole["format"], whole["version"]) == (FORMAT, VERSION)
    (match,) = whole["matches"]
    assert [one["name"] for one in match["players"]] == ["Ada", "Bea"]
    assert match["story"][0]["step"] == 0
    assert len(match["scores"]) == 1
    past = shelf.history.past_match(GUEST, number)
    assert past is not None
    assert match["result"]["text"] == past.text


def test_a_seat_without_a_name_has_none_in_a_file(shelf: Shelf) -> None:
    shelf.keep(random_match(HIGH_CARD, 2, 4), [Seated(0, "", True)])
    text = shelf.history.export(GUEST, ExportForm.JSON, None)
    assert text is not None
    assert [(one["name"], one["bot"]) for one in json.loads(text)["matches"][0]["players"]] == [
        (None, True),
        (None, False),
    ]
    assert "story" not in json.loads(text)["matches"][0]


def test_there_is_no_file_of_a_match_that_is_played(shelf: Shelf) -> None:
    running = shelf.begin(random_match(HIGH_CARD, 2, 4))
    for form in ExportForm:
        assert shelf.history.export(HOST, form, running) is None
        assert shelf.history.export(HOST, form, 99) is None


def test_a_match_of_chess_is_written_down_as_pgn(shelf: Shelf) -> None:
    number = shelf.keep(random_match(CHESS, 2, 3), [Seated(0, "Ada"), Seated(1, "", True)])
    found = shelf.history.notation(GUEST, number)
    assert found is not None
    assert (found.suffix, found.media) == ("pgn", "application/vnd.chess-pgn")
    game = chess.pgn.read_game(io.StringIO(found.text))
    assert game is not None
    assert not game.errors
    stored = shelf.journal.match(number)
    assert stored is not None
    assert game.headers["Date"] == f"{stored.started:%Y.%m.%d}"
    assert (game.headers["White"], game.headers["Black"]) == ("Ada", "?"), "a nameless player has no name in a file"
    past = shelf.history.past_match(GUEST, number)
    assert past is not None
    assert past.notation == "pgn"
    german = shelf.history.notation(replace(GUEST, language="de"), number)
    assert german is not None
    assert "Weiß" in german.text
    assert "White draws" in found.text


def test_a_notation_is_handed_only_what_everybody_knew(shelf: Shelf) -> None:
    match = random_match(CHESS, 2, 3)
    story = Story(CHESS, match.header)
    story.follow(match.journal)
    handed: list[Record] = []

    def write(record: Record) -> str:
        handed.append(record)
        return "as told"

    story.game = replace(CHESS, notation=Notation("txt", "text/plain", write))
    found = written_down(ROW, story, CHESS.words("en"))
    assert found == NotationFile("txt", "text/plain", "as told")
    (record,) = handed
    assert record.names == ("Ada", "Zoë & Co")
    assert record.date == "2026-11-20"
    assert len(record.moments) == len(story.steps)
    for moment, step in zip(record.moments, story.steps, strict=True):
        assert moment.state == redact(step.state, PUBLIC)
        assert moment.events == step.events
    hands = [moment.state.pile(f"hand/{seat}") for moment in record.moments for seat in (0, 1)]
    assert sum(map(len, hands)) == sum(hand.unseen for hand in hands) > 0


def test_there_is_no_notation_of_a_match_that_is_played_or_of_another_game(shelf: Shelf) -> None:
    assert shelf.history.notation(HOST, shelf.begin(random_match(CHESS, 2, 3, 20))) is None
    assert shelf.history.notation(HOST, 99) is None
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    assert shelf.history.notation(HOST, number) is None
    past = shelf.history.past_match(GUEST, number)
    assert past is not None
    assert past.notation == ""


def test_every_column_and_field_is_described(shelf: Shelf) -> None:
    page = (ROOT / "docs/history.md").read_text("utf-8")
    number = shelf.keep(random_match(HIGH_CARD, 2, 4))
    text = shelf.history.export(GUEST, ExportForm.JSON, number)
    assert text is not None
    match = json.loads(text)["matches"][0]
    fields = {*json.loads(text), *match, *match["players"][0], *match["result"], *match["scores"][0]}
    assert not [name for name in sorted(fields | set(COLUMNS)) if f"`{name}`" not in page]


# ---- BG Stats --------------------------------------------------------------------------------------------------------


def play_in(link: str) -> dict[str, object]:
    parts = urlsplit(link)
    assert (parts.scheme, parts.netloc, parts.path) == ("https", "app.bgstatsapp.com", "/createPlay.html")
    (data,) = parse_qs(parts.query, strict_parsing=True)["data"]
    play: dict[str, object] = json.loads(data)
    return play


def test_the_link_holds_the_play_in_the_apps_own_fields() -> None:
    assert play_in(app_link(ROW, 249259, "All markers are on the board.")) == {
        "sourceName": "Tabletop Companion",
        "sourcePlayId": "20261120203005-12",
        "playDate": "2026-11-20 21:44:05",
        "durationMin": 74,
        "game": {
            "name": "War Chest",
            "sourceGameId": "war_chest",
            "highestWins": True,
            "noPoints": False,
            "bggId": 249259,
        },
        "players": [
            {"name": "Ada", "sourcePlayerId": "ada", "winner": True, "startPlayer": False, "score": 7},
            {"name": "Zoë & Co", "sourcePlayerId": "zoë & co", "winner": False, "startPlayer": False, "score": 4},
        ],
        "comments": "All markers are on the board.",
    }


def test_what_is_not_known_is_left_out() -> None:
    play = play_in(app_link(replace(ROW, players=(replace(PLAYERS[0], score=None), PLAYERS[1])), None, ""))
    assert play["game"] == {"name": "War Chest", "sourceGameId": "war_chest", "highestWins": True, "noPoints": True}
    assert isinstance(play["players"], list)
    assert all("score" not in one for one in play["players"])


def test_a_match_without_a_result_has_no_link() -> None:
    assert app_link(replace(ROW, given_up=True), None, "") == ""
    assert app_link(replace(ROW, known=False), None, "") == ""
