"""What a venue keeps of what tables send: each match once, in its latest revision, and no name that may not be."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa

from companion.settings.config import ConfigError
from companion.venue.book import CODE_FOR, Book, Known, _name_hash, _salt
from companion.venue.erasures import Erasures
from companion.venue.messages import Sent, times
from companion.venue.schema import METADATA, forgotten, results, sittings, tables, unnamed
from companion.venue.standings import Period, Standings
from companion.venue.store import _MIGRATIONS, Store
from tests.venue.clubhouse import NOW, Clock, book_at, in_a_file, paired, sent, take


def test_a_result_is_kept_once_and_later_revisions_take_its_place(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        for _ in range(100):
            assert take(book, token, sent()) == Known(1, True)
        assert take(book, token, sent(revision=3, people=(("Ada", 1, 2), ("Ben", 7, 1)))) == Known(3, True)
        assert take(book, token, sent(revision=2)) == Known(3, False), "an older one came late"
        assert take(book, token, sent(revision=3, people=(("Ada", 2, 2), ("Ben", 7, 1)))) == Known(3, False)
        with book.store.transaction() as db:
            kept = db.execute(sa.select(sittings.c.name, sittings.c.score).order_by(sittings.c.seat)).all()
            assert db.execute(sa.select(sa.func.count()).select_from(results)).scalar() == 1
        assert kept == [("Ada", 1), ("Ben", 7)]
        for revision, state in ((4, "open"), (5, "withdrawn")):
            assert take(book, token, sent(revision=revision, state=state)) == Known(revision, True)
            with book.store.transaction() as db:
                assert db.execute(sa.select(sittings)).all() == []
                assert db.execute(sa.select(results.c.title)).scalar() == ""


def test_the_same_from_ten_sides_at_once_is_one(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book, ThreadPoolExecutor(10) as side:
        token = paired(book)
        assert set(side.map(lambda _: take(book, token, sent()), range(10))) == {Known(1, True)}
        with book.store.transaction() as db:
            assert db.execute(sa.select(sa.func.count()).select_from(sittings)).scalar() == 2


def test_a_code_pairs_one_table_once_and_for_a_quarter_of_an_hour(tmp_path: Path) -> None:
    clock = Clock()
    with book_at(in_a_file(tmp_path), clock) as book:
        code = book.new_code()
        assert book.pair("nonsense", "Table 4") is None
        token = book.pair(code.lower().replace("-", " "), "Table 4")
        assert token is not None
        assert book.pair(code, "Table 5") is None
        late = book.new_code()
        clock.now += CODE_FOR + timedelta(seconds=1)
        assert book.pair(late, "Table 5") is None
        with book.store.transaction() as db:
            kept = str(db.execute(sa.select(tables)).all())
        assert token not in kept, "the credential is kept as a hash"


def test_a_stolen_credential_is_good_for_nothing_and_the_same_table_paired_anew_goes_on(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        stolen = paired(book)
        other = paired(book, "Table 5")
        take(book, stolen, sent())
        assert take(book, other, sent(revision=2)) is None, "another table's match is nobody's to change"
        assert take(book, other, sent()) == Known(1, True), "what is there already is there, whoever sends it"
        assert take(book, other, sent(state="open")) is None
        table = book.table_of(stolen)
        assert table is not None
        assert book.withdraw(table)
        assert book.table_of(stolen) is None
        anew = paired(book, "Table 4 again")
        assert take(book, anew, sent()) == Known(1, True)
        again = paired(book, "Table 4", before=anew)
        assert book.table_of(again) != book.table_of(stolen) is None
        assert book.table_of(anew) is None, "the one before is no longer good"
        assert take(book, again, sent(revision=2)) == Known(2, True)
        with book.store.transaction() as db:
            assert db.execute(sa.select(sa.func.count()).select_from(tables)).scalar() == 3


def test_who_is_forgotten_is_not_kept_again_until_they_may_be(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        for match in (1, 2):
            take(book, token, sent(match))
        standings = Standings(book.store)
        assert [one.name for one in standings.of()] == ["Ada", "Ben"]
        assert book.forget(" ADA ") == 2
        assert [one.name for one in standings.of()] == ["Ben"]
        left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
        assert (b"Ada" in left, b"Ben" in left) == (False, True)
        assert take(book, token, sent(1)) == Known(1, True), "with the name it is no other revision"
        take(book, token, sent(1, revision=2))
        take(book, token, sent(3))
        with book.store.transaction() as db:
            assert set(db.execute(sa.select(sittings.c.name)).scalars()) == {"", "Ben"}
        assert book.allow("ada")
        assert not book.allow("ada")
        take(book, token, sent(4))
        with book.store.transaction() as db:
            assert "Ada" in set(db.execute(sa.select(sittings.c.name)).scalars())


def test_a_table_restored_from_a_copy_brings_back_no_name_that_it_had_taken_out(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        take(book, token, sent())
        take(book, token, sent(2))
        take(book, token, sent(revision=2, people=(("", 12, 1), ("Ben", 7, 2))))
        assert take(book, token, sent()) == Known(2, False), "restored, it sends what it had then"
        assert take(book, token, sent(revision=3)) == Known(3, True)
        assert [(line.name, line.matches) for line in Standings(book.store).of()] == [("Ada", 1), ("Ben", 2)]
        take(book, token, sent(revision=4, people=(("Ben", 12, 1), ("Zoe", 7, 2))))
        take(book, token, sent(revision=5, people=(("Zoe", 12, 1), ("Ben", 7, 2))))
        assert [(line.name, line.matches) for line in Standings(book.store).of()] == [
            ("Zoe", 1),
            ("Ada", 1),
            ("Ben", 2),
        ], "another seat is nothing taken out"


def test_a_name_spelt_another_way_is_nobody_taken_out_and_holds_up_no_queue(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        for revision, (name, score) in enumerate((("Ada", 12), ("ADA", 12), ("ADA", 13), ("", 13), ("ada", 14)), 1):
            assert take(book, token, sent(revision=revision, people=((name, score, 1),))) == Known(revision, True)
            named = [one.name for one in Standings(book.store).of()]
            assert named == ([name] if revision <= 3 else []), "taken out once it stays out"
        assert take(book, token, sent(revision=6, people=(("", 14, 1),))) == Known(6, True)


def test_a_name_that_an_older_venue_marked_though_it_stayed_holds_up_no_queue(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        take(book, token, sent())
        with book.store.transaction() as db:
            mark = _name_hash(_salt(db), "Ada")
            db.execute(unnamed.insert().values(result_id=1, name_sha256=mark))
        assert take(book, token, sent(revision=2)) == Known(2, True)
        assert [one.name for one in Standings(book.store).of()] == ["Ben"]


@pytest.mark.parametrize(
    "meanwhile", [("open", "ended"), ("open", "open", "ended"), ("withdrawn",), ("open", "withdrawn")]
)
def test_a_name_taken_out_while_they_play_on_or_with_its_match_stays_out(
    tmp_path: Path, meanwhile: tuple[str, ...]
) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        take(book, token, sent())
        for revision, state in enumerate(meanwhile, 2):
            take(book, token, sent(revision=revision, state=state, people=(("", 12, 1), ("Ben", 7, 2))))
        assert take(book, token, sent(revision=9, people=(("Ada", 12, 1), ("Zoe", 7, 2)))) == Known(9, True)
        assert [one.name for one in Standings(book.store).of()] == ["Zoe"]


def test_who_sits_there_still_when_they_have_played_on_keeps_the_name(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        for revision, state in enumerate(("ended", "open", "ended", "ended"), 1):
            take(book, token, sent(revision=revision, state=state))
        assert [one.name for one in Standings(book.store).of()] == ["Ada", "Ben"]


def test_a_database_restored_from_a_copy_has_nobody_who_was_forgotten_since(tmp_path: Path) -> None:
    forgotten, copy = tmp_path / "forgotten.json", tmp_path / "copy.db"
    with book_at(in_a_file(tmp_path)) as book:
        take(book, paired(book), sent())
    shutil.copy(tmp_path / "venue.db", copy)
    with book_at(in_a_file(tmp_path), erasures=Erasures(forgotten)) as book:
        book.forget("Ada")
        assert "ada" not in forgotten.read_text().lower()
        assert forgotten.stat().st_mode & 0o077 == 0
    with book_at(f"sqlite:///{copy}", erasures=Erasures(forgotten)) as book:
        token = paired(book)
        take(book, token, sent(2, people=(("ADA", 12, 1), ("Ben", 7, 2))))
        assert [line.name for line in Standings(book.store).of()] == ["Ben"]
        assert book.allow("Ada")
        take(book, token, sent(3))
        assert [line.name for line in Standings(book.store).of()] == ["Ada", "Ben"]
    forgotten.write_text("[]")
    with pytest.raises(ConfigError, match="forget those people again"):
        Erasures(forgotten)


def test_of_two_venues_at_one_database_either_lets_a_name_be_kept_again(tmp_path: Path) -> None:
    files, clock = (tmp_path / "one.json", tmp_path / "other.json"), Clock()

    def open_at(number: int) -> AbstractContextManager[Book]:
        clock.now += timedelta(seconds=1)
        return book_at(in_a_file(tmp_path), clock, Erasures(files[number]))

    with open_at(0) as one, open_at(1) as other:
        token = paired(one)
        take(one, token, sent())
        one.forget("Ada")
        clock.now += timedelta(seconds=1)
        assert other.allow("ada")
        take(one, token, sent(2))
        assert [line.name for line in Standings(other.store).of()] == ["Ada", "Ben"], "also where it was forgotten"
    with open_at(0) as again:
        assert [line.name for line in Standings(again.store).of()] == ["Ada", "Ben"], "and after a start"
        again.forget("Ada")
        with again.store.transaction() as db:
            db.execute(forgotten.delete())  # as a copy of before
        take(again, token, sent(3))
        assert [line.name for line in Standings(again.store).of()] == ["Ben"]


def test_what_an_older_venue_noted_beside_its_database_counts(tmp_path: Path) -> None:
    noted = Erasures(tmp_path / "forgotten.json")
    noted.note("Ada", "2026")
    told = json.loads((tmp_path / "forgotten.json").read_text())
    (tmp_path / "forgotten.json").write_text(json.dumps(told | {"names": list(told["names"])}))
    with book_at(in_a_file(tmp_path), erasures=Erasures(tmp_path / "forgotten.json")) as book:
        assert (book.is_forgotten("ada"), book.is_forgotten("Ben")) == (True, False)


def test_who_is_forgotten_leaves_the_standings_though_an_empty_name_takes_the_place(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        take(book, paired(book), sent(people=(("Ada", 1, 1), ("Ben", 0, 2))))
        standings = Standings(book.store)
        assert {one.name for one in standings.of()} == {"Ada", "Ben"}
        book.forget("Ada")
        assert {one.name for one in standings.of()} == {"Ben"}


def test_a_forgotten_result_is_kept_with_the_digest_of_what_is_left(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        take(book, token, sent(1))
        take(book, token, sent(2, people=(("", 12, 1), ("Ben", 7, 2))))
        book.forget("Ada")
        with book.store.transaction() as db:
            assert len(set(db.execute(sa.select(results.c.digest)).scalars())) == 1


def test_a_name_is_one_however_a_keyboard_writes_its_accents(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        take(book, paired(book), sent(people=(("Zoe\u0308", 1, 1), ("Ren\u00e9", 0, 2))))
        assert [one.name for one in Standings(book.store).of()] == ["Zo\u00eb", "Ren\u00e9"]
        assert book.forget("zo\u00cb") == book.forget("RENE\u0301") == 1


def test_a_revision_does_not_move_the_end_of_a_match(tmp_path: Path) -> None:
    clock = Clock()
    with book_at(in_a_file(tmp_path), clock) as book:
        token = paired(book)
        take(book, token, sent())
        clock.now += timedelta(days=9)
        without_a_clock = (NOW - timedelta(days=9000)).isoformat()
        take(book, token, sent(revision=2) | {"now": without_a_clock})
        with book.store.reading() as db:
            assert db.execute(sa.select(results.c.ended_at)).scalar() == NOW


def test_who_reads_waits_for_no_writer(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book, book.store.transaction() as db:
        db.execute(tables.update().values(title=""))
        assert book.fact("nothing") == ""


def test_clocks_that_differ_by_years_do_no_harm() -> None:
    def at(off: timedelta, ended: timedelta, **more: str) -> tuple[timedelta, timedelta]:
        told = sent(at=NOW + off) | {"ended": (NOW + off + ended).isoformat()} | more
        begun, end = times(msgspec.convert(told | {"result": msgspec.Raw(b"{}")}, Sent, strict=False), NOW)
        return NOW - begun, NOW - end

    hour, week = timedelta(hours=1), timedelta(weeks=3)
    assert at(timedelta(), -week + timedelta()) == (max(hour, week), week)
    assert at(timedelta(days=-9000), timedelta()) == (hour, timedelta()), "a table without a clock"
    assert at(timedelta(days=4000), -week)[1] == week
    assert at(timedelta(), timedelta(days=-9000))[1] == timedelta(), "its clock was set after the match"
    years = timedelta(days=800)
    assert at(timedelta(), -years)[1] == years, "a venue that is told everything long after"
    assert at(timedelta(days=9), -years)[1] == timedelta(), "its clock goes wrong"
    assert at(timedelta(), timedelta(), now="0001-01-01T00:00:00+14:00") == (timedelta(), timedelta())
    assert at(timedelta(), timedelta(), begun="9999-12-31T23:59:59+00:00") == (timedelta(), timedelta())


@pytest.mark.parametrize(
    "wrong",
    [
        sent() | {"v": 2},
        sent() | {"match": "7"},
        sent() | {"revision": 0},
        sent() | {"revision": 2**31},
        sent() | {"state": "lost"},
        sent() | {"ended": "yesterday"},
        sent(title="x" * 101),
        sent(seats=[]),
        sent(people=(("x" * 61, 1, 1),)),
        sent(people=(("Ada", 10**13, 1),)),
        sent(people=(("Ada", 1, 0),)),
    ],
)
def test_what_does_not_fit_is_refused_in_one_piece(tmp_path: Path, wrong: dict[str, object]) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        token = paired(book)
        with pytest.raises(msgspec.DecodeError):
            take(book, token, wrong)
        with book.store.transaction() as db:
            assert db.execute(sa.select(results)).all() == []


def test_standings_count_what_was_played_to_its_end_by_game_and_time(tmp_path: Path) -> None:
    clock = Clock()
    with book_at(in_a_file(tmp_path), clock) as book:
        token = paired(book)
        take(book, token, sent(1))
        take(book, token, sent(2, people=(("ada", 3, 1), ("bot", 1, 2), ("", 0, 3))))
        take(book, token, sent(3, people=(("Cleo", None, None), ("Ben", None, None))))  # lost together
        take(book, token, sent(4, given_up=True))
        clock.now += timedelta(days=40)
        take(book, token, sent(5, people=(("Ben", 3, 1), ("Ada", 1, 2)), game="chess", title="Chess", at=clock.now))
        standings = Standings(book.store)
        everything = {one.name: (one.matches, one.won) for one in standings.of()}
        assert everything == {"Ada": (3, 2), "Ben": (3, 1), "Cleo": (1, 0)}
        assert [one.name for one in standings.of("chess")] == ["Ben", "Ada"]
        early = standings.of(period=Period(until=NOW + timedelta(days=1)))
        assert [(one.name, one.matches) for one in early] == [("ada", 2), ("Ben", 2), ("Cleo", 1)]
        assert early[2].rating is None, "who won or lost with all others has no rating yet"
        assert early[0].rating is not None
        assert early[1].rating is not None
        assert early[0].rating > early[1].rating
        take(book, token, sent(5, revision=2, state="withdrawn"))
        assert standings.of("chess") == ()


def test_a_database_of_a_newer_venue_or_none_at_all_is_one_sentence(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book, book.store.transaction() as db:
        db.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(ConfigError, match="newer companion"):
        Store(in_a_file(tmp_path))
    with pytest.raises(ConfigError, match="--database") as found:
        Store("postgresql://club:geheim@127.0.0.1:1/venue")
    assert "geheim" not in str(found.value)
    with pytest.raises(ConfigError, match="--database"):
        Store("nonsense")


def test_a_table_of_an_older_venue_stays_with_what_was_known_of_it(tmp_path: Path) -> None:
    from alembic import command
    from alembic.config import Config

    engine, steps = sa.create_engine(in_a_file(tmp_path)), Config()
    steps.set_main_option("script_location", str(_MIGRATIONS))
    with engine.begin() as db:
        steps.attributes["connection"] = db
        command.upgrade(steps, "0002")
        db.execute(
            sa.text("INSERT INTO tables (name, paired_at, state, title) VALUES ('Four', :at, 'over', 'Go')"),
            {"at": "2026-05-02 20:00:00"},
        )
    engine.dispose()
    with book_at(in_a_file(tmp_path)) as book, book.store.reading() as db:
        row = db.execute(sa.select(tables)).one()
        assert (row.name, row.state, row.title, row.topic, row.x, row.takes, row.ill) == (
            "Four",
            "over",
            "Go",
            "",
            None,
            False,
            "",
        )


def test_the_steps_make_what_the_venue_goes_by(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book, book.store.transaction() as db:
        from alembic.autogenerate import compare_metadata
        from alembic.migration import MigrationContext

        assert compare_metadata(MigrationContext.configure(db), METADATA) == []
    with book_at(in_a_file(tmp_path)) as again:
        assert again.fact("nothing") == "", "a second start finds it as it was left"
