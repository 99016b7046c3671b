"""The dealer's hands and the bots: they do what a person could, and know what that person would."""

from __future__ import annotations

import threading
from random import Random
from typing import Any

import pytest

from companion.players.aside import Minds
from companion.referee.inbox import Dealt, Stop, Tapped
from companion.telling.board import Board, Played, Underside
from companion.values.strength import Strength
from companion.virtual.bots import Bots
from companion.virtual.dealer import AGAIN_S, CAMERA_PATIENCE_S, MOST_SERVED, Dealer
from companion.virtual.laying_out import deck_homes, seat_up
from companion.virtual.virtual_table import VirtualTable
from rules.engine.entries import Header, Position
from rules.engine.game import Game, Play
from rules.engine.match import Match
from rules.engine.questions import Answer, Choose, Laid, Option, Reveal, Window
from rules.engine.redact import Seen
from rules.engine.table import Table as Notes
from rules.engine.types import PieceId, Refusal, Say, Seat, State
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.toy import changed
from vision.types import Side
from web.pages.host.views import HostAct

DEADLINE_S = 60.0


class Table:
    """An evening, a virtual table, and a camera that sees all of it when told to."""

    def __init__(self, game: Game = HIGH_CARD, position: Position | None = None) -> None:
        self.evening = Evening(game, position)
        match, voice = self.evening.match, self.evening.voice
        self.virtual = VirtualTable(game.slug, match.table.decks, voice.layout, voice.faces, Random(3))
        start = Match(game, Header(game.slug, 2)).state
        seat_up(self.virtual, match.state, deck_homes(start))
        self.dealer = Dealer(
            self.virtual, lambda: self.underside, self.evening.inbox, lambda piece: piece, lambda: self.evening.now_s
        )
        self.look()

    @property
    def board(self) -> Board | None:
        return self.evening.outlet.board

    @property
    def underside(self) -> Underside | None:
        return self.evening.outlet.underside

    def look(self) -> None:
        """The camera sees the table as it lies now."""
        spots = self.virtual.layout.spots
        seen = {p.tag.piece: p.spot for p in self.evening.lying}
        for spot in spots:
            for body in self.virtual.at(spot.name):
                if body.face_up and seen.get(body.piece) != spot.name:
                    self.evening.lay(body.piece, spot.name)
        backs = {p.spot: p for p in self.evening.lying if p.tag.side is Side.BACK}
        for place in (s.name for s in spots if s.seat is not None):
            hidden = [b for b in self.virtual.at(place) if not b.face_up]
            if hidden and place not in backs:
                self.evening.lay_back(place)
            elif not hidden and place in backs:
                self.evening.take(backs[place])
        for presence in [p for p in self.evening.lying if p.tag.side is Side.FRONT]:
            body = self.virtual.find(PieceId(presence.tag.piece))
            if not body.face_up or body.hand is not None:
                self.evening.take(presence)
        self.evening.see()

    def work_off(self) -> None:
        """The referee works its inbox off."""
        while (message := self.evening.inbox.get(0.0)) is not None:
            self.evening.referee.handle(message)


# ---- the dealer ------------------------------------------------------------------------------------------------------


def test_it_deals_once_and_over_the_reader_box() -> None:
    table = Table()
    assert table.dealer.next_chore()
    assert not table.dealer.next_chore()  # the referee has not worked it in yet
    assert not table.dealer.answer_question()
    table.work_off()
    for seat in (0, 1):
        held = {b.piece for b in table.virtual.hand(Seat(seat))}
        assert held == set(table.evening.match.state.pile(f"hand/{seat}").pieces)
        assert len(held) == 2
    assert not table.dealer.next_chore()


def test_without_a_reader_box_the_cards_stay_unseen() -> None:
    table = Table()
    table.dealer = Dealer(table.virtual, lambda: table.underside, table.evening.inbox, None, lambda: 0.0)
    assert table.dealer.answer_question()
    assert table.evening.inbox.get(0.0) == Dealt(())


def test_two_askers_at_the_same_moment_get_one_deal() -> None:
    table = Table()
    answers: list[bool] = []
    second = threading.Thread(target=lambda: answers.append(table.dealer.answer_question()))

    def clock() -> float:  # read while the first asker is about to note that it has dealt
        if second.ident is None:
            second.start()
            second.join(0.2)  # it cannot end before the first one has
        return 0.0

    table.dealer = Dealer(table.virtual, lambda: table.underside, table.evening.inbox, None, clock)
    answers.append(table.dealer.answer_question())
    second.join(DEADLINE_S)
    assert sorted(answers) == [False, True]
    assert len(table.virtual.hand(Seat(0))) == 2


def test_a_deal_that_was_taken_back_is_dealt_anew() -> None:
    table = Table()
    table.dealer.answer_question()
    table.work_off()
    table.evening.host(HostAct.UNDO)
    table.evening.everybody_agrees()
    assert table.dealer.next_chore()
    table.work_off()
    for seat in (0, 1):
        assert len(table.virtual.hand(Seat(seat))) == 2
        assert len(table.evening.match.state.pile(f"hand/{seat}")) == 2


def test_a_deal_that_nobody_noted_is_dealt_again_after_a_while() -> None:
    table = Table()
    table.dealer.answer_question()
    table.evening.inbox.get(0.0)  # it is lost
    assert not table.dealer.answer_question()
    table.evening.now_s += AGAIN_S
    assert table.dealer.answer_question()
    table.work_off()
    assert len(table.virtual.hand(Seat(0))) == 2


def test_it_waits_for_the_camera_but_not_for_ever() -> None:
    table = Table(HIGH_CARD, HANDS)
    table.evening.tap(0, "play:RED-1")
    table.evening.tap(1, "play:RED-5")  # both belong to the won cards now
    assert table.dealer.next_chore()
    assert not table.dealer.next_chore()  # the camera has not seen the first one yet
    table.look()
    assert table.dealer.next_chore()
    assert not table.dealer.next_chore()
    table.evening.now_s += CAMERA_PATIENCE_S + 0.1
    assert not table.dealer.next_chore()  # it does not wait any more, but there is nothing to do
    assert {b.piece for b in table.virtual.at("won")} == {"RED-1", "RED-5"}


def test_it_rests_while_the_table_is_paused() -> None:
    table = Table()
    table.evening.host(HostAct.PAUSE)
    assert not table.dealer.next_chore()
    table.evening.host(HostAct.RESUME)
    assert table.dealer.next_chore()


def test_a_card_that_lies_wrong_goes_back_to_its_hand_after_the_patience() -> None:
    table = Table(HIGH_CARD, HANDS)
    table.virtual.lay(table.virtual.find(PieceId("BLU-6")).ident, "won", True)
    table.look()
    assert not table.dealer.next_chore()
    table.evening.wait(4.0)
    assert table.dealer.next_chore()
    assert table.virtual.find(PieceId("BLU-6")).hand == Seat(1)
    assert len(table.virtual.hand(Seat(0))) == 2  # nobody else's hand was touched


def test_cards_left_from_the_last_match_are_gathered_before_the_deal() -> None:
    table = Table()
    table.virtual.lay(table.virtual.find(PieceId("RED-3")).ident, "trick/0", True)
    table.look()
    assert table.dealer.next_chore()
    assert len(table.virtual.at("deck")) == 12
    table.look()
    assert table.dealer.next_chore()
    table.work_off()
    assert table.evening.match.version == 1


# ---- after a restart -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answers", [0, 1, 2, 3])
def test_seated_up_the_table_agrees_with_the_state(answers: int) -> None:
    keys = ("play:RED-1", "play:RED-5", "play:BLU-6")[:answers]
    evening = Evening(HIGH_CARD, HANDS)
    for key in keys:
        evening.tap(int(evening.match.waiting[0]), key)
    table = Table(HIGH_CARD, HANDS)
    table.evening.running.match = evening.match
    virtual = VirtualTable("high_card", evening.match.table.decks, table.virtual.layout, {}, Random(1))
    seat_up(virtual, evening.match.state, deck_homes(Match(HIGH_CARD, Header("high_card", 2)).state))
    table.virtual = virtual
    table.look()
    table.evening.wait(60)
    assert table.evening.todo == []
    assert table.evening.match.version == answers
    for seat in (0, 1):
        held = {b.piece for b in virtual.hand(Seat(seat))}
        assert held == set(evening.match.state.pile(f"hand/{seat}").pieces)


def test_unseen_hands_are_dealt_out_by_their_counts() -> None:
    blind = Position({"hand/0": ("?", "?", "?"), "hand/1": ("RED-5", "?")}, phase="trick", turn=0)
    virtual = Table(HIGH_CARD, blind).virtual
    assert len(virtual.hand(Seat(0))) == 3
    assert len(virtual.hand(Seat(1))) == 2
    assert PieceId("RED-5") in {b.piece for b in virtual.hand(Seat(1))}
    assert len(virtual.at("deck")) == 7


# ---- the bots --------------------------------------------------------------------------------------------------------


class OwnHandOnly(VirtualTable):
    """A table on which only one seat may look into its hand."""

    def hand(self, seat: Seat) -> tuple[object, ...]:  # type: ignore[override]
        assert seat == Seat(1), "a bot looked into another hand"
        return super().hand(seat)


def bots_of(table: Table, playing: frozenset[Seat], look: object = None, seed: int = 1, chores: bool = False) -> Bots:
    look = look or table.evening.outlet.played
    return Bots(
        table.virtual,
        table.dealer,
        look,  # type: ignore[arg-type]
        table.evening.publisher,
        table.evening.inbox,
        lambda: playing,
        lambda: chores,
        Random(seed),
        100.0,
    )


def test_a_bot_never_claims_what_is_not_so() -> None:
    """Seat 1 holds a red card that the companion has not seen: to say "no red card" would be accepted, and a lie."""
    blind = Position({"hand/0": ("RED-1", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    for seed in range(25):
        table = Table(HIGH_CARD, blind)
        for body in table.virtual.hand(Seat(1)):
            table.virtual.lay(body.ident, "deck", False)
        for piece in ("RED-5", "BLU-6"):
            table.virtual.take(table.virtual.find(PieceId(piece)).ident, Seat(1))
        table.evening.tap(0, "play:RED-1")
        assert table.board is not None
        option = bots_of(table, frozenset({Seat(1)}), seed=seed)._choose(Seat(1), table.evening.handed(1))
        assert option is not None
        assert option.key == "play:RED-5"


def test_a_bot_uses_its_own_packet_and_its_own_hand_only() -> None:
    table = Table(HIGH_CARD, HANDS)
    table.evening.tap(0, "play:RED-1")
    looked_at: set[Seat] = set()

    def look(seats: frozenset[Seat]) -> Played | None:
        looked_at.update(seats)
        return table.evening.outlet.played(seats)

    mine = OwnHandOnly("high_card", table.evening.match.table.decks, table.virtual.layout, {}, Random(1))
    mine._bodies.update({b.ident: b for b in table.virtual.bodies()})
    table.virtual = mine
    bots = bots_of(table, frozenset({Seat(1)}), look)
    option = bots._choose(Seat(1), table.evening.handed(1))
    assert option is not None
    assert option.key == "play:RED-5"
    assert bots._gesture(Seat(1), option, table.evening.handed(1).state) is not None
    assert looked_at <= {Seat(1)}
    assert [b.piece for b in mine.at("trick/1")] == ["RED-5"]


def play_out(table: Table, playing: frozenset[Seat], seed: int, minds: Minds | None = None) -> None:
    """Bots on their own thread, a referee on another, and a camera after each thing that is told."""
    evening, done = table.evening, threading.Event()
    bots = bots_of(table, playing, seed=seed, chores=True)
    bots.minds = minds

    def referee() -> None:
        while not done.is_set():
            message = evening.inbox.get(0.01)
            if isinstance(message, Stop):
                return
            if message is not None:
                evening.referee.handle(message)
            table.look()

    thread = threading.Thread(target=referee, daemon=True)
    thread.start()
    bots.start()
    ended = evening.publisher.wait_for(lambda: table.board is not None and table.board.is_over, DEADLINE_S)
    bots.stop()
    done.set()
    evening.inbox.put(Stop())
    thread.join(DEADLINE_S)
    assert ended
    assert not bots.is_alive()
    assert not thread.is_alive()


@pytest.mark.parametrize("seed", range(3))
def test_bots_play_to_the_end_and_only_their_seats(seed: int) -> None:
    table = Table(HIGH_CARD, HANDS)
    play_out(table, frozenset({Seat(0), Seat(1)}), seed)
    assert not table.evening.match.table.claims.standing
    assert not any("irregular" in e.text for e in table.evening.packet().events)


def test_bots_that_think_play_to_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    table, thoughts, choose = Table(HIGH_CARD, HANDS), list[Option | None](), Minds.choose

    def noted(*asked: Any) -> Option | None:
        thoughts.append(choose(*asked))
        return thoughts[-1]

    monkeypatch.setattr(Minds, "choose", noted)
    minds = Minds(HIGH_CARD, lambda: table.evening.match.header, lambda seat: Strength.THINKER, 20.0, playouts=3)
    play_out(table, frozenset({Seat(0), Seat(1)}), 1, minds)
    assert any(thoughts)


def test_a_bot_leaves_the_answer_to_who_sits_down_while_it_thinks() -> None:
    table, playing = Table(HIGH_CARD, HANDS), {Seat(0), Seat(1)}

    class Slow(Minds):
        def choose(self, seen: Seen, options: tuple[Option, ...], *more: object) -> Option | None:
            playing.discard(seen.seat)
            return options[0]

    bots = bots_of(table, frozenset())
    bots._playing = lambda: frozenset(playing)
    bots.minds = Slow(HIGH_CARD, lambda: table.evening.match.header, lambda seat: Strength.THINKER)
    version = table.evening.match.version
    table.look()
    assert bots._move()
    assert table.evening.inbox.get(0.0) is None
    assert (table.evening.match.version, playing) == (version, {Seat(1)})


def test_bots_lay_face_down_name_the_card_and_move_pieces() -> None:
    table = Table(HIDDEN_CARD, HIDING)
    play_out(table, frozenset({Seat(0), Seat(1)}), 4)
    assert table.evening.match.state.result is not None


def test_the_dealer_lays_a_card_that_nobody_has_named_and_lays_it_once() -> None:
    table = Table(HIDDEN_CARD, HIDING)
    table.look()
    assert table.evening.tap(0, "hide:?").ok
    assert table.dealer.tidy() == 1
    down = [b for b in table.virtual.at("place/0") if not b.face_up]
    assert len(down) == 1
    assert down[0].piece in ("RED-1", "BLU-2"), "one of the hand's own cards"
    assert table.dealer.tidy() == 0, "it lies there already, though the camera has not seen it yet"


def test_a_bot_that_stumbles_does_not_end_the_others() -> None:
    table = Table(HIGH_CARD, HANDS)
    boards = iter([RuntimeError("RED-5"), *[None] * 3])
    asked = threading.Event()

    def look(seats: frozenset[Seat]) -> Played | None:
        found = next(boards, None)
        if isinstance(found, RuntimeError):
            raise found
        asked.set()
        return None

    bots = bots_of(table, frozenset({Seat(0)}), look)
    bots.start()
    assert asked.wait(DEADLINE_S)
    bots.stop()
    assert not bots.is_alive()


def test_a_tap_ends_when_it_is_answered_though_nothing_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.virtual.deciding.REPLY_S", 10 * DEADLINE_S)  # for a tap without any answer
    table = Table(HIGH_CARD, HANDS)
    packet = table.evening.handed(0)
    bots = bots_of(table, frozenset({Seat(0)}))
    assert packet.question is not None
    key = packet.question.options[0].key
    tapper = threading.Thread(target=lambda: bots._tap(Seat(0), packet.version, key))
    tapper.start()
    message = table.evening.inbox.get(DEADLINE_S)
    assert isinstance(message, Tapped)
    table.evening.referee.handle(message)
    tapper.join(DEADLINE_S)
    assert not tapper.is_alive()


# ---- a table that is not as the notes have it ------------------------------------------------------------------------


def test_what_hands_do_in_vain_is_said_in_the_end() -> None:
    """The stack from which a card is to be turned up is empty on the table, and not in the notes."""

    def play(t: Notes) -> Play:
        yield Reveal(kind="up", pile="deck", to_spot="row", boundary=True)
        t.finish([])

    table = Table(changed(LUCKY_DRAW, play=play))
    for body in table.virtual.at("deck"):
        table.virtual.put_into("somewhere", [body.ident])
    for _ in range(MOST_SERVED):
        assert table.dealer.answer_question()
        assert table.evening.inbox.get(0.0) is None
        table.evening.now_s += AGAIN_S
    before = table.evening.match.version
    assert table.dealer.answer_question()
    table.work_off()
    assert table.evening.match.version == before + 1


def test_a_bot_without_the_card_that_it_is_asked_for_says_one_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    blind = Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0)
    table = Table(HIGH_CARD, blind)
    for body in table.virtual.hand(Seat(0)):
        table.virtual.put_into("somewhere", [body.ident])
    taps: list[str] = []
    bots = bots_of(table, frozenset({Seat(0)}))
    monkeypatch.setattr(bots, "_tap", lambda seat, version, key: taps.append(key))
    assert not bots._move()
    assert not bots._move(), "it waits a while: a card may be on its way"
    monkeypatch.setattr("companion.virtual.deciding.LOST_S", 0.0)
    assert bots._move()
    assert len(taps) == 1
    assert not isinstance(table.evening.match.check(Answer(Seat(0), taps[0])), Refusal)


# ---- what lies on the table and nobody decides -----------------------------------------------------------------------


def test_whoever_holds_a_card_that_has_to_be_shown_is_asked_nothing() -> None:
    wanted = PieceId("RED-5")

    def show(seen: State, seat: Seat) -> tuple[Option, ...]:
        return (Option("show", wanted, Say("play", {"piece": wanted}), Laid(f"trick/{seat}", wanted), piece=wanted),)

    def play(t: Notes) -> Play:
        seat, _ = yield Window(
            kind="play", seats=t.seats, choices=show, may_pass=False, hands="hand", boundary=True, of_table=True
        )
        t.finish([seat])

    table = Table(changed(HIGH_CARD, play=play), HANDS)
    assert table.dealer.answer_question()
    assert not table.dealer.answer_question(), "the referee has not worked it in yet"
    table.work_off()
    assert table.evening.match.log[-1] == Answer(Seat(1), "show")
    assert table.evening.match.state.result is not None


def test_what_is_printed_on_a_piece_is_said_for_its_owner() -> None:
    def play(t: Notes) -> Play:
        both = (
            Option("later", "later", Say("play", {"piece": ""})),
            Option("first", "first", Say("play", {"piece": ""})),
        )
        yield Choose(kind="play", seat=Seat(1), choices=lambda seen: both, boundary=True, of_table=True)
        t.finish([])

    table = Table(changed(HIGH_CARD, play=play), HANDS)
    assert table.dealer.answer_question()
    table.work_off()
    assert table.evening.match.log[-1] == Answer(Seat(1), "later")
