"""Games without code as they are made on a page: their files, their names, and who may fetch them."""

from __future__ import annotations

import json
import tomllib
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.doors.maker_preview import shown
from companion.journal.journal import Journal
from companion.shelf.making import Sketch, kinds, made_here, sketch_of, slug_for, zip_of
from companion.shelf.sharing import SHARED_S, Sharing
from companion.shelf.shelf import OwnersShelf
from rules import games
from rules.engine.definitions import written
from tests.companion.doorway import Doorway
from tests.companion.evening import HANDS, Evening
from tests.companion.high_card import HIGH_CARD
from tests.laws.definitions import defined, plain_of
from web.pages.maker.views import Draft, Moment
from web.views import Role, Session

PLAYS = defined()


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[OwnersShelf]:
    games.look_in(tmp_path)
    yield OwnersShelf(tmp_path, trial=lambda found: None)
    games.look_in(None)


def sketch(plays: str, **more: object) -> Sketch:
    definition = kinds()[plays]
    values = plain_of(definition, definition.templates[0])
    given = {"title": '<b>"Our"</b> Game', "author": "Zoë", "seats": tuple(games.about(plays).seats), "slug": "our"}
    return Sketch(plays=plays, values=values, **{**given, **more})  # type: ignore[arg-type]


def save(shelf: OwnersShelf, made: Sketch) -> None:
    with shelf.staged(zip_of(made, written(made.values, kinds()[made.plays]))) as staged:
        shelf.install(staged)


@pytest.mark.parametrize("plays", PLAYS)
def test_what_was_made_is_a_game_that_can_be_changed(shelf: OwnersShelf, plays: str) -> None:
    save(shelf, sketch(plays))
    (found,) = made_here()
    assert (found.about.title, found.about.author, found.about.version) == ('<b>"Our"</b> Game', "Zoë", "1.0")
    (found.folder / "text.en.toml").write_text('[about]\nsentence = "Ours."\n', "utf-8")
    save(shelf, sketch(plays, title="Theirs", kept=sketch_of(found).kept))
    (changed,) = made_here()
    assert (changed.about.title, changed.about.version) == ("Theirs", "1.1")
    assert "Ours." in (changed.folder / "text.en.toml").read_text("utf-8"), "what the maker does not know stays"
    assert sketch_of(changed).values == sketch(plays).values


def test_a_file_is_the_same_for_the_same_answers() -> None:
    one, other = (zip_of(sketch(PLAYS[0]), "format = 1\n") for _ in range(2))
    assert one == other
    about = tomllib.loads(zipfile.ZipFile(BytesIO(one)).read("our/game.toml").decode())
    assert about["plays"] == PLAYS[0]


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Our Tricks", "our_tricks"),
        ("Über Élan!", "uber_elan"),
        ("麻雀", "game"),
        ("7 Wonders", "game_7_wonders"),
        ("class", "game_class"),
        ("../../etc", "etc"),
        ("taken", "taken_2"),
        ("x" * 99, "x" * 32),
    ],
)
def test_a_folder_is_called_like_its_game_and_like_no_other(title: str, slug: str) -> None:
    assert slug_for(title, {"taken"}) == slug


def test_who_has_the_link_may_fetch_one_game_until_it_ends() -> None:
    now = [0.0]
    sharing = Sharing(lambda: now[0])
    old, token, other = sharing.begin("ours"), sharing.begin("ours"), sharing.begin("theirs")
    assert [sharing.slug(one) for one in (old, token, other, "guessed", "")] == ["", "ours", "theirs", "", ""]
    assert sharing.link("ours") == (token, 15)
    sharing.end("ours")
    assert (sharing.slug(token), sharing.link("ours"), sharing.slug(other)) == ("", ("", 0), "theirs")
    now[0] = SHARED_S
    assert (sharing.slug(other), sharing.link("theirs")) == ("", ("", 0))


@pytest.mark.parametrize("plays", PLAYS)
def test_it_is_looked_at_as_a_phone_and_the_table_show_it(plays: str) -> None:
    definition = kinds()[plays]
    game = games.game(plays, {definition.file: definition.text_of(definition.templates[0])})
    for moment in (Moment.BEGIN, Moment.MIDDLE):
        phone, table = shown(game, "de", moment)
        assert (phone.seat is not None, table.seat, phone.result, table.result) == (True, None, None, None)
        assert phone.question is not None


def test_a_game_that_was_made_stays_of_its_kind(tmp_path: Path) -> None:
    games.look_in(tmp_path / "games")
    with Journal.open(tmp_path / "companion.db") as journal:
        maker = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.maker
        host = Session(Role.HOST)
        made = maker.save(host, Draft("score_sheet", "Ours", dict(sketch("score_sheet").values)))
        assert made.reply.ok, made.reply.sentence
        other = maker.save(host, Draft("roles", "Ours", dict(sketch("roles").values), slug=made.slug))
        assert (other.reply.ok, other.reply.sentence) == (False, "Ours is a game of another kind.")
        assert not maker.save(Session(Role.SPECTATOR), Draft("score_sheet", "Theirs", {})).reply.ok
        assert [one.slug for one in maker.making(host).games] == [made.slug]
    games.look_in(None)


def test_how_many_may_play_is_narrowed_and_a_remark_is_not_lost_unsaid(tmp_path: Path) -> None:
    games.look_in(tmp_path / "games")
    with Journal.open(tmp_path / "companion.db") as journal:
        maker = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.maker
        host = Session(Role.HOST)
        draft = Draft("score_sheet", "Ours", dict(sketch("score_sheet").values), for_seats=(2, 4))
        made = maker.save(host, draft)
        assert made.reply.ok, made.reply.sentence
        form = maker.form(host, "", "", made.slug)
        assert form is not None
        assert (form.for_seats, form.remarks) == ((2, 4), False)
        assert tuple(games.game(made.slug).seats) == (2, 3, 4)
        wrong = maker.save(host, msgspec.structs.replace(draft, for_seats=(4, 2)))
        assert wrong.fault is not None
        assert (wrong.fault.path, wrong.fault.sentence) == (("", "seats"), "It takes 1 to 10 players.")
        (found,) = made_here()
        file = found.folder / kinds()["score_sheet"].file
        file.write_text(f"# ours since 1990\n{file.read_text('utf-8')}", "utf-8")
        form = maker.form(host, "", "", made.slug)
        assert form is not None
        assert form.remarks
        script = maker.form(host, "roles", "", "")
        assert script is not None
        assert script.seats is None, "the script says it"
    games.look_in(None)


def test_one_look_is_made_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.open(tmp_path / "companion.db") as journal:
        maker = Doorway(Evening(HIGH_CARD, HANDS), journal).pages.maker
        draft, seconds = Draft("score_sheet", "Ours", dict(sketch("score_sheet").values)), []

        def meanwhile(*given: Any) -> tuple[Any, Any]:
            seconds.append(maker.preview(Session(Role.HOST), draft))
            return shown(*given)

        monkeypatch.setattr("companion.doors.maker_door.REPLY_S", 0)
        monkeypatch.setattr("companion.doors.maker_door.shown", meanwhile)
        assert maker.preview(Session(Role.HOST), draft).seat is not None
        (second,) = seconds
        assert second.fault is not None
        assert second.fault.sentence == "Another look is being made. Try again in a moment."


@pytest.mark.parametrize("plays", PLAYS)
def test_the_schema_of_its_file_is_written(plays: str) -> None:
    told = json.loads(CliRunner().invoke(main, ["game", "schema", plays]).output)
    assert told["title"] == kinds()[plays].file
    refused = CliRunner().invoke(main, ["game", "schema", "chronicle"])
    assert f"These are: {', '.join(PLAYS)}" in " ".join(refused.output.split())
