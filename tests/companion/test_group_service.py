"""The whole service with players who decide together: bots among themselves and beside people, one player alone, and
boards that an option changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import companion.cli.watching
import rules.games
from companion.cli.commands import main
from companion.journal.journal import Journal
from companion.prints.mat_picture import mat_svg
from companion.prints.mat_plan import labelled, mat_layout
from companion.prints.stickers.pieces import game_pieces
from companion.service.building import build
from companion.service.service import Service
from companion.settings.chosen_game import match_settings
from companion.settings.config import Autoplay, Config
from companion.telling.voices import build_voice
from companion.virtual.dealer import Dealer
from companion.virtual.virtual_table import VirtualTable
from hardware.types import SpeechSink
from rules.engine.entries import Header
from rules.engine.game import Game, SettingError
from rules.engine.match import Match
from rules.engine.questions import Answer, GroupChoice
from rules.engine.types import PUBLIC, PieceId, Seat
from tests.companion.evening import Evening
from tests.companion.expedition import EXPEDITION, FIELDS, PARTY
from tests.companion.test_dealer_bots import bots_of
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import JoinWish
from web.views import Joined, Role, Session

DEADLINE_S = 120.0
HOST = Session(Role.HOST)


@pytest.fixture
def running() -> Iterator[list[Service]]:
    """The services of a test; they are stopped whatever happens."""
    made: list[Service] = []
    yield made
    for service in made:
        service.stop()


def config_for(data: Path, players: int, autoplay: Autoplay = Autoplay.ALL, path: str = "short") -> Config:
    base = Config()
    return replace(
        base,
        table=replace(base.table, players=players, seed=7),
        camera=replace(base.camera, px_per_mm=2.4),
        web=replace(base.web, port=0, host="127.0.0.1", host_pin="4711"),
        data=replace(base.data, directory=str(data)),
        play=replace(base.play, autoplay=autoplay, speed=100.0, options={"path": path}),
        voice=replace(base.voice, sink=SpeechSink.OFF),
    )


def ended(service: Service) -> bool:
    return service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is not None, DEADLINE_S)


# -- bots --------------------------------------------------------------------------------------------------------------


@pytest.mark.dear
@pytest.mark.parametrize("players", [1, 3])
def test_bots_alone_go_the_whole_way_and_only_the_leader_speaks_where_there_is_one(
    players: int, tmp_path: Path, running: list[Service]
) -> None:
    config = config_for(tmp_path / "data", players, path="long")
    running.append(build(config, EXPEDITION))
    running[0].start()
    assert ended(running[0])
    running[0].stop()
    with Journal.open(config.data.journal_path) as journal:
        header, entries = journal.load(journal.matches()[0].match)
    assert (header.seats, header.settings) == (players, {"path": "long"})
    assert "dice" in {e.origin for e in entries}, "the camera read what was thrown"
    match = Match(EXPEDITION, header)
    for stored in entries:
        question = match.question
        if isinstance(question, GroupChoice) and isinstance(stored.entry, Answer):
            assert stored.entry.seat == (Seat(0) if question.lead is None else question.lead)
        match.submit(stored.entry)
    assert match.table.result is not None
    assert match.table.result.winners in ((), match.table.seats)


class Hall:
    """A table of three whose bots are looked at without their thread."""

    def __init__(self, *, leads: bool):
        self.evening = Evening(EXPEDITION, seats=3, settings={"path": "long"})
        for _ in range(2 if leads else 0):
            self.evening.tap(0, "rest" if self.evening.match.question is None else "go:b1")
            self.evening.tap(0, "6")
        voice, decks = self.evening.voice, self.evening.match.table.decks
        self.virtual = VirtualTable("expedition", decks, voice.layout, voice.faces, self.evening.referee.host.random)
        self.dealer = Dealer(self.virtual, lambda: None, self.evening.inbox, None, lambda: 0.0)

    @property
    def board(self) -> object:
        return self.evening.outlet.board

    def speaking(self, *playing: int) -> list[int]:
        """Which of the bots on these seats would answer now."""
        seats = frozenset(Seat(n) for n in playing)
        bots = bots_of(self, seats)  # type: ignore[arg-type]
        found = []
        for seat in sorted(seats):
            packet = self.evening.handed(seat)
            assert packet.question is not None
            if bots._speaks(seat, packet, packet.question, seats):
                found.append(int(seat))
        return found


def test_where_nobody_leads_people_are_left_to_decide() -> None:
    hall = Hall(leads=False)
    assert hall.speaking(0, 1, 2) == [0]
    assert hall.speaking(1, 2) == []
    assert hall.speaking(0) == []


def test_the_dice_of_all_are_left_to_people_too() -> None:
    hall = Hall(leads=False)
    hall.evening.tap(0, "rest")
    assert hall.speaking(1, 2) == []
    assert hall.speaking(0, 1, 2) == [0]


def test_only_the_bot_that_leads_answers_and_none_for_a_person_who_leads() -> None:
    hall = Hall(leads=False)
    hall.evening.tap(0, "go:b1")
    hall.evening.tap(0, "6")
    question = hall.evening.match.question
    assert question is not None
    assert question.lead == Seat(1)
    assert hall.speaking(0, 1, 2) == hall.speaking(1) == hall.speaking(1, 2) == [1]
    assert hall.speaking(0, 2) == []


# -- one player alone --------------------------------------------------------------------------------------------------


def test_one_player_sits_down_plays_and_plays_again(tmp_path: Path, running: list[Service]) -> None:
    config = config_for(tmp_path / "data", 1, Autoplay.FILL)
    running.append(build(config, EXPEDITION))
    service = running[0]
    service.start()
    opened = service.pages.people.open_session()
    joined = service.pages.people.join(opened.session, opened.token, JoinWish("Ada", 0, service.joining.code))
    assert isinstance(joined, Joined)

    def answer(key: str) -> None:
        version = service.publisher.packet(PUBLIC).version
        assert service.pages.match.answer(joined.session, key, version, f"r{version}").ok
        assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).version > version, DEADLINE_S)

    for key in ("go:b1", "eat", "6", "go:c1"):
        answer(key)
    assert ended(service)
    packet = service.publisher.packet(PUBLIC)
    assert packet.result is not None
    assert packet.result.winners == (0,)
    assert [p.name for p in packet.players] == ["Ada"]

    (row,) = service.past.rows("en")
    assert [(p.name, p.won, p.score) for p in row.players] == [("Ada", True, 5)]
    assert service.pages.host.host(HOST, HostCommand(HostAct.NEW_MATCH)).ok
    assert service.publisher.wait_for(lambda: service.publisher.packet(PUBLIC).result is None, DEADLINE_S)


# -- boards that an option changes -------------------------------------------------------------------------------------


def fields(names: object) -> set[str]:
    return {str(name) for name in names if len(str(name)) == 2}  # type: ignore[attr-defined]


def path(kind: str) -> set[str]:
    return {f"{chr(ord('a') + n)}1" for n in range(FIELDS[kind])}


def test_a_new_match_with_another_option_has_another_board_everywhere(tmp_path: Path, running: list[Service]) -> None:
    """What the words know, where the virtual table's pieces may lie, and what the camera looks for."""
    for kind in ("short", "long"):
        service = build(config_for(tmp_path / "data", 2, Autoplay.OFF, kind), EXPEDITION, fresh=True)
        running.append(service)
        service.start()
        assert service.table is not None
        assert service.eye is not None
        assert fields(s.name for s in service.voice.layout.spots) == path(kind)
        assert fields(s.name for s in service.table.layout.spots) == path(kind)
        last = max(path(kind))
        place = service.table.layout.spot(last)
        body = service.table.find(PARTY)
        service.table.lay(body.ident, last, True)

        def seen(last: str = last, service: Service = service) -> bool:
            underside = service.outlet.underside
            return underside is not None and any((i.piece, i.spot) == (PARTY, last) for i in underside.lying)

        assert service.publisher.wait_for(seen, DEADLINE_S), place
        packet = service.publisher.packet(PUBLIC)
        assert packet.board is not None
        assert {f.name for f in packet.board.fields} == path(kind)
        service.stop()


def test_a_match_that_was_cut_off_keeps_the_board_that_it_was_begun_on(tmp_path: Path, running: list[Service]) -> None:
    for kind in ("long", "short"):
        service = build(config_for(tmp_path / "data", 2, Autoplay.OFF, kind), EXPEDITION)
        running.append(service)
        service.start()
        assert fields(s.name for s in service.voice.layout.spots) == path("long")
        service.stop()


@pytest.mark.parametrize("kind", ["short", "long"])
def test_what_is_drawn_and_printed_follows_the_options(kind: str) -> None:
    svg = mat_svg(EXPEDITION, 2, "en", {"path": kind})
    assert svg.count('data-spot="') == len(path(kind)) + 1, "the fields, and the tray"
    voice = build_voice(EXPEDITION, 2, {"path": kind}, "en", ("A", "B"))
    drawn = labelled(mat_layout(voice.layout), voice)
    last = next(s for s in drawn.spots if s.name == max(path(kind)))
    assert (last.label, last.mark) == (last.name, "camp"), "the board is drawn as it is with these options"
    assert game_pieces(EXPEDITION, {"path": kind}, "en").decks == {"tokens": (PARTY,)}


def test_an_option_that_the_game_does_not_have_is_named() -> None:
    with pytest.raises(SettingError, match="no option 'road'"):
        mat_svg(EXPEDITION, 2, "en", {"road": "long"})


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line knows the toy, too."""
    found = rules.games.game

    def game(slug: str, *given: object) -> Game:
        return EXPEDITION if slug == "expedition" else found(slug, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(rules.games, "game", game)


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, list(words))
    assert done.exit_code == code, done.output
    return done.output


@pytest.mark.usefixtures("known")
def test_the_command_that_draws_the_mat_takes_options_as_play_does() -> None:
    plain = run("mat", "expedition", "--players", "2")
    assert plain == run("mat", "expedition", "--players", "2", "--option", "path=short")
    longer = run("mat", "expedition", "--players", "2", "--option", "path=long")
    assert longer == mat_svg(EXPEDITION, 2, "en", {"path": "long"}) != plain
    assert longer == run("mat", "expedition", "--players", "2", "--set", "play.options.path=long")
    assert "can be short, long, not 'wide'" in run("mat", "expedition", "--option", "path=wide", code=2)
    assert "key=value" in run("mat", "expedition", "--option", "path", code=2)


def test_what_only_watches_looks_for_the_board_of_the_options(tmp_path: Path) -> None:
    config = config_for(tmp_path / "data", 2, path="long")
    assert match_settings(EXPEDITION, config) == {"path": "long"}
    assert len(companion.cli.watching.tags_of(config, EXPEDITION, 2)) == 2, "the token's own code and that of its back"
    header = Header("expedition", 2, match_settings(EXPEDITION, config))
    assert Match(EXPEDITION, header).state.where(PieceId("PARTY")) == "at/a1"
