"""Tournaments of a venue: who meets whom, what counts, and that late, repaired and repeated results come out right."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from companion.venue import tournaments
from companion.venue.book import Book
from companion.venue.bouts import Bout, Tournament
from companion.venue.draws import Round, met_in, round_robin, sizes, swiss
from companion.venue.messages import Status
from companion.venue.tournament_door import TournamentDoor
from companion.venue.tournaments import ROUND_ROBIN, SWISS, NotSo, Tournaments
from tests.venue.clubhouse import Clock, book_at, in_a_file, paired, sent, take
from web.views import Role, Session


class Hall:
    """A venue with tables that take matches; the smaller number of an entrant wins."""

    def __init__(self, book: Book, tables: int) -> None:
        self.book, self.cups = book, Tournaments(book.store, book.now)
        self.tokens = {}
        for number in range(1, tables + 1):
            token = paired(book, f"Table {number:02}")
            table = book.table_of(token)
            assert table is not None
            self.tokens[table] = token
            self.say(table)

    def say(self, table: int, laid: str = "", *, takes: bool = True, state: str = "free") -> None:
        status = {"v": 1, "name": f"Table {table:02}", "state": state, "takes": takes, "laid": laid}
        self.book.hear(table, msgspec.convert(status, Status))

    def begin(self, people: int, rounds: int = 5, most: int = 2, fewest: int = 2, system: str = SWISS) -> int:
        cup = self.cups.begin("Cup", "chronicle", {"length": "short"}, system, most, fewest, rounds)
        assert self.cups.enter(cup, [f"P{n:02}" for n in range(people)]) == people
        return cup

    def see(self, cup: int) -> Tournament:
        found = self.cups.one(cup)
        assert found is not None
        return found

    def tones(self, cup: int) -> list[str]:
        """How far the bouts are, as the pages say it; the latest round first."""
        view = TournamentDoor(self.book).cup(Session(Role.HOST), cup)
        assert view is not None
        return [bout.tone.value for _, found in view.rounds_drawn for bout in found]

    def play(self, bout: Bout, revision: int = 1, **more: object) -> None:
        """The table sends how it ended."""
        order = sorted(chair.entrant for chair in bout.chairs)
        people = tuple(("", -order.index(chair.entrant), 1 + order.index(chair.entrant)) for chair in bout.chairs)
        assert bout.table is not None
        take(self.book, self.tokens[bout.table], sent(int(bout.match, 16), revision, people, **more))  # type: ignore[arg-type]

    def play_round(self, cup: int) -> None:
        """Each table asks what it has to play until nothing is left."""
        while open_before := self.see(cup).waiting():
            for table in self.tokens:
                told = self.cups.for_table(table)
                if told is not None:
                    (bout,) = [one for one in self.see(cup).bouts if one.match == told["match"]]
                    assert bout.table == table
                    assert len(told["people"]) == len(bout.chairs)
                    self.play(bout)
            assert len(self.see(cup).waiting()) < len(open_before), "somebody has something to play"


def test_a_tournament_over_few_tables_comes_to_its_end_with_everybody_rightly_placed(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        hall = Hall(book, 3)
        cup = hall.begin(9)
        for number in range(1, 5):
            assert hall.cups.draw(cup) == number
            if number == 1:
                with pytest.raises(NotSo, match="waiting"):
                    hall.cups.draw(cup)
            hall.play_round(cup)
        it = hall.see(cup)
        assert max(met_in([c.entrant for c in one.chairs] for one in it.bouts).values()) == 1, "nobody twice"
        byes = Counter(one.chairs[0].entrant for one in it.bouts if len(one.chairs) == 1)
        assert set(byes.values()) == {1}, "nobody sits out twice"
        first = it.standings()[0]
        assert (first.entrant.name, first.points, first.won) == ("P00", 4.0, 4)
        assert sum(one.points for one in it.standings()) == 4 * 5, "a point a bout"
        hall.cups.draw(cup)
        hall.play_round(cup)
        with pytest.raises(NotSo, match="last"):
            hall.cups.draw(cup)


def test_late_corrected_given_up_repaired_and_strange_results(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        hall = Hall(book, 3)
        cup = hall.begin(4)
        hall.cups.draw(cup)
        one, other = hall.see(cup).bouts
        assert (one.table, other.table) == (1, 2)
        strange = sent(int(one.match, 16), 5, (("", 0, 2), ("", 1, 1)))
        assert take(book, hall.tokens[3], strange) is None, "another table's match is nobody else's to end"
        for _ in range(3):
            hall.play(one)
        winner = min(chair.entrant for chair in one.chairs)

        def points() -> dict[int, float]:
            return {stand.entrant.id: stand.points for stand in hall.see(cup).standings()}

        assert points()[winner] == sum(points().values()) == 1.0
        hall.play(one, 2, state="open")
        assert sum(points().values()) == 0.0, "the end was taken back"
        hall.play(one, 3)
        hall.play(other, 1, given_up=True)
        assert [bout.given_up for bout in hall.see(cup).waiting()] == [True]
        hall.cups.repair(cup, other.id, {0: 1, 1: 1})
        assert sorted(points().values()) == [0.0, 0.5, 0.5, 1.0]
        hall.play(other, 2)
        assert sorted(points().values()) == [0.0, 0.5, 0.5, 1.0], "what the organiser says counts"
        hall.cups.repair(cup, other.id, {})
        assert sorted(points().values()) == [0.0, 0.0, 1.0, 1.0], "until the table's word counts again"
        with pytest.raises(NotSo, match="places"):
            hall.cups.repair(cup, other.id, {0: 1, 1: 3})
        hall.cups.again(cup, one.id)
        hall.play(one, 4)
        assert sum(points().values()) == 1.0, "the old match counts no longer"
        book.forget("P00")
        assert "P00" not in [stand.entrant.name for stand in hall.see(cup).standings()]
        assert book.is_forgotten("p00")


def test_who_comes_late_or_leaves_and_a_table_whose_host_does_not_want_it(tmp_path: Path) -> None:
    clock = Clock()
    with book_at(in_a_file(tmp_path), clock) as book:
        hall = Hall(book, 2)
        hall.say(2, takes=False)
        gone = Hall(book, 1)
        clock.now += timedelta(minutes=5)
        for table in hall.tokens:
            hall.say(table, takes=table == 1)
        cup = hall.begin(4)
        hall.cups.draw(cup)
        assert [one.table for one in hall.see(cup).bouts] == [1, None]
        assert set(gone.tokens) == {3}, "nothing was heard of that one for too long"
        assert hall.cups.for_table(2) is None
        told = hall.cups.for_table(1)
        assert told is not None
        assert (told["game"], told["options"]) == ("chronicle", {"length": "short"})
        hall.say(1, told["match"])
        assert hall.cups.for_table(1) is None, "it lies there already"
        hall.play(hall.see(cup).bouts[0])
        hall.play_round(cup)
        first = hall.see(cup).entrants[0].id
        assert hall.cups.enter(cup, ["Late", "late", "P01"]) == 1
        hall.cups.set_out(cup, first, is_out=True)
        hall.cups.draw(cup)
        second = [chair.entrant for bout in hall.see(cup).bouts if bout.round == 2 for chair in bout.chairs]
        assert first not in second
        assert len(second) == 4
        hall.cups.close(cup, is_over=True)
        assert hall.cups.for_table(1) is None
        with pytest.raises(NotSo, match="over"):
            hall.cups.draw(cup)


def test_matches_are_for_free_tables_and_what_is_not_laid_out_goes_to_another(tmp_path: Path) -> None:
    clock = Clock()
    with book_at(in_a_file(tmp_path), clock) as book:
        hall = Hall(book, 3)

        def match(table: int) -> str | None:
            told = hall.cups.for_table(table)
            return None if told is None else told["match"]

        def at_tables() -> list[int | None]:
            return [bout.table for bout in hall.see(cup).bouts]

        for table, state in enumerate(("playing", "over", "gathering"), 1):
            hall.say(table, state=state)
        cup = hall.begin(4)
        hall.cups.draw(cup)
        assert at_tables() == [2, None], "they play at the others"
        assert (match(1), match(3)) == (None, None)
        first = match(2)
        hall.say(2, state="gathering")
        assert at_tables() == [2, None]
        hall.say(1)
        taken = match(1)
        assert at_tables() == [1, None], "somebody sits at the other one by now"
        assert taken != first, "which may lay it out all the same"
        hall.say(1, str(taken), state="playing")
        hall.say(1, takes=False, state="playing")
        hall.say(3)
        second = match(3)
        assert at_tables() == [1, 3], "what has begun stays, also where the host wants no further one"
        clock.now += timedelta(minutes=5)
        hall.say(2)
        assert (match(2) is None, at_tables()) == (False, [1, 2]), "nothing was heard of the other"
        hall.say(2, state="playing")
        hall.say(3, str(second), state="playing")
        assert (match(3), match(2)) == (None, None)
        assert at_tables() == [1, None]
        lost = hall.see(cup).bouts[1]
        hall.say(3, lost.match, state="playing")
        assert (match(3), at_tables()) == (None, [1, 3]), "it has it still"


def test_a_table_that_was_shut_out_and_paired_again_ends_its_match(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        hall = Hall(book, 2)
        cup = hall.begin(4)
        hall.cups.draw(cup)
        one, other = hall.see(cup).bouts
        for bout in (one, other):
            hall.say(bout.table or 0, bout.match, state="playing")
        hall.play(other)
        for bout in (one, other):
            book.withdraw(bout.table or 0)
        hall = Hall(book, 2)
        assert not set(hall.tokens) & {one.table, other.table}
        third, fourth = hall.tokens
        told = sent(int(one.match, 16), 1, (("", 0, 2), ("", 1, 1)))
        assert take(book, hall.tokens[third], told) is not None
        told = sent(int(other.match, 16), 2, (("", 0, 1), ("", 1, 1)))
        assert take(book, hall.tokens[fourth], told) is not None
        assert [(bout.table, bout.is_ended) for bout in hall.see(cup).bouts] == [(third, True), (fourth, True)]
        assert sorted(stand.points for stand in hall.see(cup).standings()) == [0.0, 0.5, 0.5, 1.0]


def test_a_bot_in_somebodys_place_and_a_result_that_is_taken_back_wait_for_the_organiser(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        hall = Hall(book, 2)
        cup = hall.begin(4)
        hall.cups.draw(cup)
        one, other = hall.see(cup).bouts
        take(book, hall.tokens[1], sent(int(one.match, 16), 1, (("bot", 1, 1), ("Ada", 0, 2))))
        hall.play(other)
        assert [(bout.id, bout.had_bot) for bout in hall.see(cup).waiting()] == [(one.id, True)]
        assert hall.tones(cup) == ["had_bot", "ended"]
        assert sum(stand.points for stand in hall.see(cup).standings()) == 1.0
        hall.say(1)
        assert hall.cups.for_table(1) is None, "it was played"
        hall.cups.repair(cup, one.id, {0: 2, 1: 1})
        hall.cups.draw(cup)
        hall.play_round(cup)
        hall.play(other, 2, state="withdrawn")
        assert [(bout.id, bout.taken_back) for bout in hall.see(cup).waiting()] == [(other.id, True)]
        assert hall.tones(cup) == ["ended", "ended", "ended", "taken_back"]
        with pytest.raises(NotSo, match="waiting"):
            hall.cups.draw(cup)
        hall.cups.repair(cup, other.id, {0: 1, 1: 1})
        assert hall.cups.draw(cup) == 3


def test_a_round_robin_goes_on_when_somebody_leaves(tmp_path: Path) -> None:
    for gone in range(3):
        (tmp_path / str(gone)).mkdir()
        with book_at(in_a_file(tmp_path / str(gone))) as book:
            hall = Hall(book, 1)
            cup = hall.begin(3, system=ROUND_ROBIN)
            people = [one.id for one in hall.see(cup).entrants]
            hall.cups.set_out(cup, people[gone], is_out=True)
            hall.cups.draw(cup)
            hall.play_round(cup)
            (bout,) = hall.see(cup).bouts
            assert {chair.entrant for chair in bout.chairs} == {*people} - {people[gone]}
            assert sum(stand.points for stand in hall.see(cup).standings()) == 1.0, "none for who had nobody to meet"
            with pytest.raises(NotSo, match=r"last|few"):
                hall.cups.draw(cup)


def test_in_a_round_robin_everybody_meets_everybody_once() -> None:
    for people in (6, 7):
        drawn = [group for number in range(1, 2 * ((people + 1) // 2)) for group in round_robin(range(people), number)]
        met = met_in(group for group in drawn if len(group) > 1)
        assert (len(met), set(met.values())) == (people * (people - 1) // 2, {1})
    assert (sizes(32, 4, 3), sizes(30, 4, 3), sizes(5, 4, 3), sizes(3, 2, 2)) == (
        [4] * 8,
        [4] * 6 + [3] * 2,
        [4],
        [2],
    )


def test_no_difference_of_points_is_a_reason_to_meet_twice() -> None:
    far = {n: 100.0 * (n // 2) for n in range(4)}
    met = met_in([[0, 1], [2, 3]])
    assert not met_in(swiss(Round(range(4), far, met), 2, 2, "1 2")) & met
    apart = {n: n / 3 for n in range(96)}
    met = met_in(range(n, n + 6) for n in range(0, 96, 6))
    assert not met_in(swiss(Round(range(96), apart, met), 6, 5, "1 2")) & met


def test_while_a_round_is_looked_for_the_database_serves_others_whose_changes_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        hall = Hall(book, 1)
        cup = hall.begin(3)

        def looked_for(*what: object) -> list[list[int]]:
            hall.cups.enter(cup, ["Late"])
            return swiss(*what)  # type: ignore[arg-type]

        monkeypatch.setattr(tournaments, "swiss", looked_for)
        hall.cups.draw(cup)
        assert [len(bout.chairs) for bout in hall.see(cup).bouts] == [2, 2]


def test_larger_tables_count_by_who_was_beaten_and_a_round_robin_ends_by_itself(tmp_path: Path) -> None:
    with book_at(in_a_file(tmp_path)) as book:
        hall = Hall(book, 4)
        cup = hall.begin(7, rounds=1, most=4, fewest=3)
        hall.cups.draw(cup)
        hall.play_round(cup)
        assert sorted(one.points for one in hall.see(cup).standings()) == [0.0, 0.0, 1.0, 1.5, 2.0, 3.0, 3.0]
        with pytest.raises(NotSo, match="robin"):
            hall.begin(4, most=3, system=ROUND_ROBIN)
        cup = hall.begin(4, rounds=9, system=ROUND_ROBIN)
        for _ in range(3):
            hall.cups.draw(cup)
            hall.play_round(cup)
        with pytest.raises(NotSo, match="last"):
            hall.cups.draw(cup)
        assert [(one.entrant.name, one.points) for one in hall.see(cup).standings()] == [
            ("P00", 3.0),
            ("P01", 2.0),
            ("P02", 1.0),
            ("P03", 0.0),
        ]
