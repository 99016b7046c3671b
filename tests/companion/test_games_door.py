"""Games of one's own on the host's page: brought by the host alone, asked about, and never in the way of a match."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.doors.games_door import GamesDoor
from companion.doors.replies import Replies
from companion.journal.journal import Journal
from companion.referee.inbox import Inbox
from companion.shelf.packing import packed
from companion.shelf.shelf import OwnersShelf
from rules import games
from rules.engine.entries import Header
from rules.engine.questions import Answer
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.owners_game import owners_edition, owners_game
from web.views import Role, Session

HOST, GUEST, ADA = Session(Role.HOST), Session(Role.SPECTATOR), Session(Role.SEAT, 0)


class House:
    """A data directory, its journal, and the door to its games."""

    def __init__(self, path: Path):
        self.path = path
        self.games = path / "data/games"
        games.look_in(self.games)
        self.journal = Journal.open(path / "data/companion.db")
        table = Evening(HIGH_CARD)
        replies = Replies(Inbox(), lambda: table.outlet.board)
        self.door = GamesDoor(replies, OwnersShelf(self.games, games.game_of), self.journal, "on_the_table")

    def zip(self, slug: str = "night_market", **changes: tuple[str, str]) -> bytes:
        """A packed game."""
        return packed(games.find(owners_game(self.path / f"made{len(list(self.path.iterdir()))}", slug, **changes)))

    def slugs(self) -> tuple[str, ...]:
        return games.slugs()[len(games.OURS) :]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.journal.close()
    games.look_in(None)


def test_a_program_waits_until_the_host_says_yes(house: House) -> None:
    assert house.door.bring_game(HOST, house.zip()).sentence == "High Card is here. Say below whether to install it."
    waiting = house.door.own_games(HOST).waiting
    assert waiting is not None
    assert (waiting.title, waiting.version, waiting.author, waiting.has_code) == ("High Card", "1.0", "You", True)
    assert house.slugs() == ()
    said = house.door.answer_game(HOST, True)
    assert said.ok
    assert said.sentence == "High Card 1.0 is installed. It is among the games that people choose from."
    assert house.slugs() == ("night_market",)
    view = house.door.own_games(HOST)
    assert view.waiting is None
    assert [(one.slug, one.version, one.can_remove) for one in view.games] == [("night_market", "1.0", True)]


def test_a_no_drops_it(house: House) -> None:
    house.door.bring_game(HOST, house.zip())
    assert house.door.answer_game(HOST, False).sentence == "High Card was not installed."
    assert not house.door.answer_game(HOST, True).ok
    assert house.slugs() == ()


def test_a_game_without_code_is_installed_at_once(house: House) -> None:
    content = packed(games.find(owners_edition(house.path / "made")))
    assert house.door.bring_game(HOST, content).ok
    assert house.slugs() == ("our_chronicle",)


@pytest.mark.parametrize("session", [GUEST, ADA])
def test_nobody_but_the_host_brings_or_removes_one(house: House, session: Session) -> None:
    content = house.zip()
    for reply in (
        house.door.bring_game(session, content),
        house.door.answer_game(session, True),
        house.door.remove_game(session, "night_market"),
    ):
        assert not reply.ok
    assert house.door.own_games(session).games == ()
    house.door.bring_game(HOST, content)
    assert not house.door.answer_game(session, True).ok
    assert house.door.own_games(session).waiting is None
    assert house.door.own_games(HOST).waiting is not None
    assert house.slugs() == ()


def test_a_hostile_zip_is_one_sentence(house: House) -> None:
    said = house.door.bring_game(HOST, b"no zip")
    assert (said.ok, said.sentence) == (False, "This is no zip. Take the file that companion game pack has written.")
    german = house.door.bring_game(Session(Role.HOST, language="de"), b"no zip")
    assert german.sentence  # the words of this table are English alone


def test_the_game_on_the_table_is_neither_removed_nor_changed(house: House) -> None:
    owners_game(house.games, "on_the_table")
    assert (
        house.door.remove_game(HOST, "on_the_table").sentence
        == "This game lies on the table. Lay another one out first."
    )
    house.door.bring_game(HOST, house.zip("on_the_table"))
    assert not house.door.answer_game(HOST, True).ok
    assert house.slugs() == ("on_the_table",)


def test_open_matches_are_told_before_one_is_removed_or_updated(house: House) -> None:
    owners_game(house.games, "night_market")
    match = house.journal.start_match(Header("night_market", 2), "High Card")
    house.journal.append(match, 1, Answer(None, "done"), "phone 0")
    assert [one.open_matches for one in house.door.own_games(HOST).games] == [1]
    house.door.bring_game(HOST, house.zip(game_toml=('"1.0"', '"2.0"')))
    waiting = house.door.own_games(HOST).waiting
    assert waiting is not None
    assert (waiting.before, waiting.open_matches) == ("1.0", 1)
    assert house.door.remove_game(HOST, "night_market").sentence.startswith("night_market is removed.")
    assert house.slugs() == ()


def test_one_that_does_not_open_is_listed_with_the_reason_and_can_be_removed(house: House) -> None:
    owners_game(house.games, "broken", game=("HAND = 2", "HAND = no"))
    (one,) = house.door.own_games(HOST).games
    assert (one.slug, one.why) == ("broken", "game.py, line 40: NameError: name 'no' is not defined.")
    assert house.door.remove_game(HOST, "broken").ok
    assert house.door.own_games(HOST).games == ()


def test_no_page_says_where_in_somebodys_home_the_games_lie(house: House) -> None:
    home = house.path / "ada lovelace"
    reads = ("HAND = 2", f'HAND = len(open("{home}/cards.csv").read())')
    owners_game(house.games, "reads_a_file", game=reads)
    owners_game(house.games, "chess_deckbuilder")
    (house.games / "packed.zip").write_bytes(house.zip())
    reasons = {one.slug: one.why for one in house.door.own_games(HOST).games}
    assert reasons == {
        "reads_a_file": "game.py, line 40: FileNotFoundError: [Errno 2] No such file or directory: 'cards.csv'.",
        "chess_deckbuilder": "chess_deckbuilder is the name of a game that the companion brings. Call yours otherwise.",
        "packed": "This is a packed game. Install it: companion game install packed.zip",
    }
    assert {one.place for one in games.broken()} == {f"games/{name}" for name in (*reasons, "packed.zip")} - {
        "games/packed"
    }
