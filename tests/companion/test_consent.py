"""Taking back past a roll, a draw or a reveal: the whole table is asked, and one no is enough."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial

import pytest

from companion.referee.consent import Asked, Consent, undone_past
from companion.referee.inbox import Consented, PeopleChanged, TakeBackAsked
from companion.referee.pacing import Pace
from companion.values.proposals import Past
from companion.values.verdicts import Verdict
from hardware.types import ButtonRole
from rules.engine.entries import Position, Rewind
from rules.engine.game import Play
from rules.engine.questions import Answer, Choose, Option, Together
from rules.engine.table import Table
from rules.engine.types import UNSEEN, Refusal, Say, Seat
from tests.companion.dice_race import dice_race
from tests.companion.evening import HANDS, Evening, pieces
from tests.companion.high_card import HIGH_CARD
from tests.companion.lucky_draw import LUCKY_DRAW
from tests.toy import changed
from web.pages.host.views import HostAct
from web.views import ConsentView, Reply

SECRETS = ("RED-1", "RED-5", "BLU-2", "BLU-6")


@pytest.fixture
def thrown() -> Evening:
    """Seat 0 has thrown a four and a three."""
    evening = Evening(dice_race())
    evening.tap(0, "4-3")
    assert evening.match.version == 1
    return evening


def say(evening: Evening, seat: int, agrees: bool, number: int | None = None) -> Reply:
    """What a seat's phone says to the open proposal."""
    reply: Future[Verdict] = Future()
    open_now = evening.packet().consent
    at = number if number is not None else 0 if open_now is None else open_now.number
    evening.referee.handle(Consented(Seat(seat), at, agrees, reply))
    return evening.voice.reply(reply.result(timeout=0))


def asked(evening: Evening, reader: int = -1) -> ConsentView:
    view = evening.packet(reader).consent
    assert view is not None
    return view


# ---- what needs it --------------------------------------------------------------------------------------------------


def test_a_card_that_its_own_player_laid_is_taken_back_without_asking() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.tap(0, "play:RED-1")
    assert evening.host(HostAct.UNDO).ok
    assert evening.packet().consent is None
    assert evening.match.log == []


def test_a_card_of_a_hand_that_the_companion_never_saw_is_its_player_s_all_the_same() -> None:
    evening = Evening(HIGH_CARD, Position({"hand/0": ("?", "?"), "hand/1": ("?", "?")}, phase="trick", turn=0))
    evening.lay("RED-1", "trick/0")
    assert isinstance(evening.match.log[-1], Answer)
    assert undone_past(evening.match, 0) is None


@pytest.mark.parametrize(
    ("game", "position", "key", "past"),
    [
        (dice_race(), None, "4-3", Past.ROLL),
        (HIGH_CARD, None, "dealt", Past.DEAL),
        (LUCKY_DRAW, Position(phase="lots", turn=0), "", Past.LOTS),
    ],
)
def test_what_chance_has_decided_needs_the_table(game: object, position: Position | None, key: str, past: Past) -> None:
    evening = Evening(game, position)  # type: ignore[arg-type]
    options = [o.key for o in evening.match.options(None) if o.refusal is None]
    seat = evening.match.waiting[0] if evening.match.waiting else None
    assert not isinstance(evening.match.submit(Answer(seat, key or options[0])), Refusal)
    assert undone_past(evening.match, 0) is past


def test_a_card_laid_face_down_or_turned_up_by_its_own_player_needs_nobody() -> None:
    hands = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5", "BLU-6")}, phase="lay", turn=0)
    match = Evening(LUCKY_DRAW, hands).match
    for seat, key in ((0, "lay:RED-1"), (1, "lay:BLU-6"), (0, "up:RED-1")):
        assert not isinstance(match.submit(Answer(Seat(seat), key)), Refusal)
        assert undone_past(match, 0) is None


def shows_the_other_hand(t: Table) -> Play:
    """Seat 0 says the word, and seat 1 shows its hand."""
    word = Option("show", None, Say("play", {"piece": UNSEEN}))
    while t.result is None:
        yield Choose(kind="play", seat=Seat(0), choices=lambda seen: (word,), boundary=True, facts={"seat": Seat(0)})
        for card in t.pile("hand/1").pieces:
            t.show("hand/1", card)


def test_what_others_held_and_everybody_has_seen_needs_the_table() -> None:
    match = Evening(changed(HIGH_CARD, play=shows_the_other_hand), HANDS).match
    assert not isinstance(match.submit(Answer(Seat(0), "show")), Refusal)
    assert undone_past(match, 0) is Past.TURNED
    assert not isinstance(match.submit(Answer(Seat(0), "show")), Refusal)
    assert undone_past(match, 1) is None  # by then everybody knew


def test_asking_leaves_the_match_as_it_is(thrown: Evening) -> None:
    before = (thrown.match.version, thrown.match.state)
    undone_past(thrown.match, 0)
    assert (thrown.match.version, thrown.match.state) == before


# ---- asking ---------------------------------------------------------------------------------------------------------


def test_it_is_asked_everywhere_and_nothing_is_undone_yet(thrown: Evening) -> None:
    reply = thrown.host(HostAct.UNDO)
    assert reply.ok
    assert "asked" in reply.sentence
    assert thrown.match.version == 1
    assert "a roll of dice" in thrown.said
    assert "a roll of dice" in asked(thrown).text
    assert thrown.packet().notice == ""  # the question has a place of its own
    assert (asked(thrown).yours, asked(thrown, 0).yours, asked(thrown, 1).yours) == (False, True, True)
    assert asked(thrown).missing == (0, 1)


def test_everybody_agrees_and_the_journal_says_so(thrown: Evening) -> None:
    thrown.host(HostAct.UNDO, reason="the die fell down")
    assert say(thrown, 1, True).ok
    assert thrown.match.version == 1
    assert (asked(thrown).agreed, asked(thrown).missing, asked(thrown, 1).yours) == ((1,), (0,), False)
    assert say(thrown, 0, True).ok
    assert thrown.match.log == []
    rewind = thrown.disk.entries[-1]
    assert isinstance(rewind, Rewind)
    assert rewind.reason == "the die fell down; seats 1, 2 agreed"
    assert thrown.packet().consent is None
    assert thrown.packet().notice == "P1: the last answer was taken back."


def test_one_no_ends_it(thrown: Evening) -> None:
    thrown.host(HostAct.UNDO)
    say(thrown, 0, True)
    assert say(thrown, 1, False).ok
    assert thrown.packet().consent is None
    assert "P2 does not agree" in thrown.packet().notice
    assert len(thrown.match.log) == 1
    assert not say(thrown, 0, True, 1).ok


def test_it_ends_when_the_table_moves_on(thrown: Evening) -> None:
    thrown.host(HostAct.UNDO)
    number = asked(thrown).number
    thrown.tap(1, "2-2")
    assert thrown.packet().consent is None
    assert thrown.packet().notice == ""
    assert "question is over" in say(thrown, 0, True, number).sentence
    assert len(thrown.match.log) == 2


def test_a_word_to_an_older_proposal_does_not_count_for_a_newer_one(thrown: Evening) -> None:
    thrown.host(HostAct.UNDO)
    old = asked(thrown).number
    thrown.tap(1, "2-2")
    thrown.host(HostAct.UNDO)
    assert asked(thrown).number != old
    assert not say(thrown, 0, True, old).ok
    assert asked(thrown).agreed == ()


def test_asked_twice_it_goes_on_where_it_was(thrown: Evening) -> None:
    thrown.host(HostAct.UNDO)
    say(thrown, 0, True)
    thrown.host(HostAct.UNDO)
    assert asked(thrown).agreed == (0,)


def test_the_button_asks_too(thrown: Evening) -> None:
    thrown.press(ButtonRole.UNDO)
    assert asked(thrown).missing == (0, 1)
    assert "Somebody" in asked(thrown).text
    assert thrown.match.version == 1


def test_the_host_speaks_for_those_without_a_phone_and_for_nobody_else() -> None:
    evening = Evening(dice_race(), phones=lambda seat: seat == 0)
    evening.tap(0, "4-3")
    evening.host(HostAct.UNDO)
    assert asked(evening).aloud == (1,)
    assert not asked(evening, 1).yours
    number = asked(evening).number
    assert not evening.host(HostAct.AGREE_FOR, seat=0, number=number).ok
    assert evening.host(HostAct.AGREE_FOR, seat=1, number=number).ok
    assert len(evening.match.log) == 1
    say(evening, 0, True)
    rewind = evening.disk.entries[-1]
    assert isinstance(rewind, Rewind)
    assert rewind.reason == "host; seats 1 agreed; the host said it for seats 2"


def test_the_host_can_withdraw(thrown: Evening) -> None:
    thrown.host(HostAct.UNDO)
    assert thrown.host(HostAct.WITHDRAW).ok
    assert thrown.packet().consent is None
    assert thrown.packet().notice == ""


def test_programs_are_not_asked_and_whoever_leaves_no_longer_counts(thrown: Evening) -> None:
    people = {Seat(0), Seat(1)}
    thrown.referee.hosting.consent = Consent(lambda: Asked(tuple(sorted(people)), frozenset(people)))
    thrown.host(HostAct.UNDO)
    say(thrown, 0, True)
    people.discard(Seat(1))
    thrown.referee.handle(PeopleChanged())
    assert thrown.match.log == []


def test_a_window_that_is_open_again_shows_its_clock_at_once() -> None:
    hands = {"hand/0": ("RED-1", "BLU-1"), "hand/1": ("BLU-2", "BLU-3"), "hand/2": ("BLU-4", "BLU-5")}
    evening = Evening(LUCKY_DRAW, Position(hands, phase="window", turn=0), seats=3, pace=Pace(3.0, 20.0))
    evening.wait(20.1)
    assert evening.match.version == 3
    people = {Seat(0), Seat(1)}
    consent = evening.referee.hosting.consent = Consent(lambda: Asked(tuple(sorted(people)), frozenset(people)))
    proposal = consent.propose(evening.match, 0, Past.DRAW, "host", "")
    assert proposal is not None
    assert say(evening, 0, True, proposal.number).ok
    people.discard(Seat(1))
    evening.referee.handle(PeopleChanged())
    question = evening.packet().question
    assert question is not None
    assert (evening.match.log, question.closes_in_s) == ([], 20)


def test_where_nobody_sits_it_is_simply_undone(thrown: Evening) -> None:
    thrown.referee.hosting.consent = Consent(lambda: Asked((), frozenset()))
    assert thrown.host(HostAct.UNDO).ok
    assert thrown.match.log == []


def test_the_only_person_among_programs_is_back_at_their_last_decision() -> None:
    people = [Seat(0)]
    evening = Evening(HIGH_CARD, HANDS, asked=lambda: Asked(tuple(people), frozenset(people)))
    assert evening.handed().state.result is None
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    evening.tap(1, "play:BLU-6")
    people.append(Seat(1))
    assert evening.host(HostAct.UNDO).ok
    assert len(evening.match.log) == 2  # between people one step alone
    people.remove(Seat(1))
    evening.referee.tell(force=True)
    assert evening.outlet.board is not None
    assert evening.outlet.board.around.undo_of == 0
    assert evening.host(HostAct.UNDO).ok
    assert (evening.match.log, evening.match.waiting) == ([], (Seat(0),))
    assert "The last 2 steps were undone." in evening.said


def test_what_only_programs_did_is_undone_step_by_step() -> None:
    evening = Evening(HIGH_CARD, HANDS, asked=lambda: Asked((Seat(1),), frozenset()))
    evening.tap(0, "play:RED-1")
    assert evening.outlet.board is not None
    assert evening.outlet.board.around.undo_of is None
    assert evening.host(HostAct.UNDO).ok
    assert evening.match.log == []


def test_the_only_person_is_not_asked_whether_they_agree_with_themselves() -> None:
    evening = Evening(dice_race(), asked=lambda: Asked((Seat(0),), frozenset({Seat(0)})))
    evening.tap(0, "4-3")
    assert evening.host(HostAct.UNDO).ok
    assert evening.match.log == []


def test_nothing_that_is_told_says_what_was_seen() -> None:
    evening = Evening(HIGH_CARD, None)
    evening.dealt(hand_0=pieces("RED-1", "BLU-2"), hand_1=pieces("RED-5", "BLU-6"))
    assert evening.match.version == 1
    evening.spoken.clear()
    evening.host(HostAct.UNDO)
    told = asked(evening)
    for text in (told.text, evening.said):
        assert "dealt cards" in text
        assert not any(card in text or card.replace("-", " ") in text for card in SECRETS)


# ---- a player's own last answer -------------------------------------------------------------------------------------


def take_back(evening: Evening, seat: int, version: int | None = None) -> Reply:
    reply: Future[Verdict] = Future()
    at = evening.match.version if version is None else version
    evening.referee.handle(TakeBackAsked(Seat(seat), at, reply))
    return evening.voice.reply(reply.result(timeout=0))


def test_a_player_takes_the_own_last_answer_back_and_everybody_hears_whose_it_was() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    assert not any(evening.packet(seat).take_back for seat in (-1, 0, 1))
    evening.tap(0, "play:RED-1")
    assert [evening.packet(seat).take_back for seat in (-1, 0, 1)] == [False, True, False]
    assert not take_back(evening, 1).ok
    assert not take_back(evening, 0, version=0).ok
    assert take_back(evening, 0).ok
    assert evening.match.log == []
    assert evening.packet(1).notice == "P1: the last answer was taken back."


def test_what_came_to_be_known_by_it_is_taken_back_when_all_others_agree() -> None:
    evening = Evening(changed(HIGH_CARD, play=shows_the_other_hand), HANDS)
    evening.tap(0, "show")
    assert "asked" in take_back(evening, 0).sentence
    assert asked(evening).agreed == (0,)
    assert not evening.packet(0).take_back
    assert say(evening, 1, agrees=True).ok
    assert evening.match.log == []


def test_the_player_whose_answer_the_host_took_back_is_told() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    evening.tap(0, "play:RED-1")
    evening.host(HostAct.UNDO)
    assert evening.packet(0).notice == "P1: the last answer was taken back."
    evening.tap(0, "play:BLU-2")
    assert evening.packet(0).notice == ""


def test_who_has_answered_an_open_question_is_not_told_by_what_can_be_taken_back() -> None:
    def play(t: Table) -> Play:
        word = (Option("word", None, Say("play", {"piece": UNSEEN})),)
        one = partial(Choose, kind="play", choices=lambda seen: word)
        yield one(seat=Seat(0))
        yield Together(kind="play", parts={seat: one(seat=seat) for seat in t.seats})
        t.finish([])

    evening = Evening(changed(HIGH_CARD, play=play), HANDS)
    evening.tap(0, "word")
    before = [evening.packet(seat).take_back for seat in (-1, 0, 1)]
    evening.tap(1, "word")
    assert [evening.packet(seat).take_back for seat in (-1, 0, 1)] == before == [False, True, False]
