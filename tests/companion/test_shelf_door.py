"""Another game is picked in the lobby: who may, what is written down, and that everybody comes along."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from companion.machine.shutdown import Ending
from companion.service import running
from companion.service.service import Service
from companion.settings.config import Override, load_config
from tests.companion.changing import Room, room, settings_for
from tests.owners_game import owners_game
from web.pages.host.views import HostAct, HostCommand
from web.pages.join.views import JoinWish
from web.pages.lobby.views import GamePick
from web.views import BrokenGame, Joined, Reply, Role, Session


@dataclass
class Phone:
    """A phone that has taken a seat; its session is looked up anew each time, as a request does."""

    room: Room
    token: str

    @classmethod
    def sits(cls, room: Room, service: Service, name: str, seat: int) -> Phone:
        people = service.pages.people
        guest = people.open_session()
        done = people.join(guest.session, guest.token, JoinWish(name, seat, service.joining.code))
        assert isinstance(done, Joined)
        return cls(room, done.token)

    def session(self, service: Service) -> Session:
        found = service.pages.people.session(self.token)
        assert found is not None
        return found

    def pick(self, service: Service, pick: GamePick) -> Reply:
        return service.pages.shelf.pick(self.session(service), pick)


def test_everybody_comes_along_to_another_game_and_back(tmp_path: Path) -> None:
    loaded = settings_for(tmp_path, Override("table.game", "chronicle", "GAME"), Override("table.players", "4", "-p"))
    with room(loaded) as table:
        first = table.at(1)
        screen = first.pages.people.open_session()
        code = first.joining.code
        ada, ben = Phone.sits(table, first, "Ada", 1), Phone.sits(table, first, "Ben", 3)
        assert not ben.pick(first, GamePick("chess_deckbuilder")).ok  # Ada has the first seat
        for phone, pace in ((ben, "relaxed"), (ada, "brisk")):
            assert first.pages.shelf.set_pace(phone.session(first), "brisk").ok is (phone is ada)
            assert first.pages.shelf.shelf(phone.session(first)).pace == pace
            assert first.pages.shelf.set_strength(phone.session(first), 2, "thinker").ok is (phone is ada)
        assert not first.pages.shelf.set_strength(ada.session(first), 2, "genius").ok
        assert not first.pages.shelf.set_strength(ada.session(first), 9, "thinker").ok
        assert [one.strength.value for one in first.seating.everybody()] == ["chance", "chance", "thinker", "chance"]
        reply = ada.pick(first, GamePick("chess_deckbuilder"))
        assert (reply.ok, reply.sentence) == (
            True,
            "Chess deckbuilder is being laid out. Your pages follow by themselves.",
        )
        second = table.at(2)
        assert (second.game.slug, second.seating.count) == ("chess_deckbuilder", 2)
        assert second.referee.running.gathering
        assert [person.name for person in second.seating.everybody()] == ["Ben", "Ada"]
        assert (ada.session(second).seat, ben.session(second).seat) == (1, 0)
        assert second.pages.people.session(screen.token) is not None  # the TV stays, too
        assert second.joining.code == code  # and what was told holds
        assert ben.pick(second, GamePick("war_chest", 4, {"choose_factions": "true"})).ok
        third = table.at(3)
        assert (third.game.slug, third.seating.count) == ("war_chest", 4)
        assert third.keeper.match.settings["choose_factions"] is True
        assert ben.session(third).seat == 0
        armies = next(one for one in third.pages.shelf.shelf(ben.session(third)).options if one.key == "armies")
        assert {choice.key: choice.seats for choice in armies.choices if choice.key in ("random", "first")} == {
            "random": (2, 4),
            "first": (2,),
        }
        refused = ben.pick(third, GamePick("war_chest", 4, {"armies": "first"}))
        assert (refused.ok, refused.sentence) == (
            False,
            "Armies: First battle: that does not go with 4 players. Choose something else.",
        )
    again = load_config(None, loaded.sources.overrides[:5], {})
    assert (again.config.table.game, again.config.table.players) == ("war_chest", 4)  # the next evening goes on with it


def test_whatever_is_chosen_nobody_who_still_comes_is_shut_out(tmp_path: Path) -> None:
    loaded = settings_for(tmp_path, Override("table.game", "chain_mail", "GAME"), Override("table.players", "4", "-p"))
    with room(loaded) as table:
        first = table.at(1)
        phones = [Phone.sits(table, first, name, seat) for seat, name in enumerate(("Ada", "Ben", "Cem"))]
        assert phones[0].pick(first, GamePick("chain_mail")).ok  # the game that lies there already
        assert table.starts == 1  # nothing has to be laid out
        assert phones[0].pick(first, GamePick("chronicle")).ok
        second = table.at(2)
        assert second.seating.count == 4
        phones.append(Phone.sits(table, second, "Zoë", 3))
        assert phones[0].pick(second, GamePick("chronicle", 5)).ok  # one more seat
        last = table.at(3)
        assert last.seating.count == 5
        assert last.seating.held_seats == {0, 1, 2, 3}
        assert phones[0].pick(last, GamePick("war_chest")).ok
        assert table.at(4).seating.count == 4


def test_the_game_that_nobody_had_chosen_yet_is_chosen_without_laying_it_out_anew(tmp_path: Path) -> None:
    with room(settings_for(tmp_path)) as table:
        service = table.at(1)
        ada = Phone.sits(table, service, "Ada", 0)
        assert service.pages.shelf.shelf(ada.session(service)).unnamed
        assert ada.pick(service, GamePick(service.game.slug)).ok
        assert not service.pages.shelf.shelf(ada.session(service)).unnamed
        assert table.starts == 1


def test_a_game_for_fewer_than_sit_there_is_refused(tmp_path: Path) -> None:
    with room(settings_for(tmp_path, Override("table.game", "chronicle", "GAME"))) as table:
        service = table.at(1)
        phones = [Phone.sits(table, service, name, seat) for seat, name in enumerate(("Ada", "Ben", "Cem"))]
        reply = phones[0].pick(service, GamePick("chess_deckbuilder"))
        assert not reply.ok
        assert reply.sentence == (
            "Chess deckbuilder is for 2 players at most, and there are 3 of you. Somebody must give up a seat first."
        )
        assert not phones[0].pick(service, GamePick("chronicle", 2)).ok
        assert not phones[0].pick(service, GamePick("chronicle", options={"two_histories": "perhaps"})).ok
        assert not phones[0].pick(service, GamePick("chronicle", options={"no_such": "true"})).ok
        assert not phones[0].pick(service, GamePick("poker")).ok
        assert service.pages.match.start(phones[0].session(service)).ok
        assert not phones[0].pick(service, GamePick("war_chest")).ok  # a match runs
        assert table.starts == 1


def test_after_the_end_one_tap_plays_again_and_another_game_can_be_picked(tmp_path: Path) -> None:
    with room(settings_for(tmp_path, Override("table.game", "chess_deckbuilder", "GAME"))) as table:
        service = table.at(1)
        ada, ben = (Phone.sits(table, service, name, seat) for seat, name in enumerate(("Ada", "Ben")))
        match, host = service.pages.match, Session(Role.HOST)
        assert match.start(ada.session(service)).ok
        assert match.packet(ada.session(service)).starter is None
        assert service.pages.host.host(host, HostCommand(HostAct.END_MATCH, reason="as_wished")).ok
        over = match.packet(ben.session(service))
        assert over.result is not None
        assert over.starter == 0
        assert not match.start(ben.session(service)).ok
        assert match.start(ada.session(service)).ok
        assert match.packet(ben.session(service)).result is None
        assert not service.referee.running.gathering
        assert service.pages.host.host(host, HostCommand(HostAct.END_MATCH, reason="as_wished")).ok
        assert ada.pick(service, GamePick("chronicle")).ok
        later = table.at(2)
        assert later.game.slug == "chronicle"
        assert later.seating.held_seats == {0, 1}


def test_without_a_name_people_choose_the_game_when_they_gather(tmp_path: Path) -> None:
    loaded = settings_for(tmp_path, Override("play.start", "at_once", "--set"))
    with room(loaded) as table:
        service = table.at(1)
        ada = Phone.sits(table, service, "Ada", 0)
        view = service.pages.shelf.shelf(ada.session(service))
        assert view.unnamed
        assert [game.slug for game in view.games] == [
            *("chronicle", "chesney", "war_chest", "chess_deckbuilder", "chain_mail"),
            *("score_sheet", "open_table", "roles"),
        ]
        assert service.referee.running.gathering  # also where a match begins at once otherwise
        assert ada.pick(service, GamePick("war_chest")).ok
        later = table.at(2)
        assert not later.pages.shelf.shelf(ada.session(later)).unnamed
        assert not later.referee.running.gathering


def test_the_host_may_pick_too(tmp_path: Path) -> None:
    with room(settings_for(tmp_path, Override("table.game", "chronicle", "GAME"))) as table:
        assert table.at(1).pages.shelf.pick(Session(Role.HOST), GamePick("chain_mail")).ok
        assert table.at(2).game.slug == "chain_mail"
        assert table.at(2).pages.shelf.shelf(Session(Role.HOST)).seats == 4


def test_a_pick_is_an_ending_after_which_the_table_goes_on() -> None:
    assert Ending.PICKED in running._ON


def test_games_that_do_not_open_are_listed_and_only_the_host_reads_why(tmp_path: Path) -> None:
    loaded = settings_for(tmp_path, Override("table.game", "chronicle", "GAME"))
    owners_game(loaded.config.data.games_path, "night_market", game=("HAND = 2", "HAND = no"))
    with room(loaded) as table:
        service = table.at(1)
        why = "game.py, line 40: NameError: name 'no' is not defined."
        ada = Phone.sits(table, service, "Ada", 1).session(service)
        for session, said in ((ada, ""), (Session(Role.SPECTATOR), ""), (Session(Role.HOST), why)):
            view = service.pages.shelf.shelf(session)
            assert view.broken == (BrokenGame(name="night_market", why=said),)
            assert "night_market" not in [game.slug for game in view.games]
        assert service.pages.wizard.wizard_view(Session(Role.HOST)).broken == (
            BrokenGame(name="night_market", why=why),
        )
