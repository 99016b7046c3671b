"""A running match: entries, undoing, faults in a game's code, corrections, and what each of them leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rules.engine.entries import (
    Correction,
    EndMatch,
    Entry,
    Header,
    Identify,
    MovePiece,
    NameCard,
    Position,
    Rewind,
    SetTrack,
    SetTurn,
)
from rules.engine.game import Play, Setting, SettingError
from rules.engine.match import Match
from rules.engine.packets import asked, packet
from rules.engine.questions import Answer, Choose, Option, Question, Together
from rules.engine.table import Table, TableError
from rules.engine.types import PUBLIC, UNSEEN, PieceId, Private, Refusal, Result, Seat, State, only
from tests.rules.small import HANDS, P, accepted, answer, asking, option, refused, small_game, small_match


def choose(kind: str = "choose", boundary: bool = False, seat: int = 0) -> Question:
    return Choose(kind=kind, seat=Seat(seat), choices=lambda seen: (option("x"), option("y")), boundary=boundary)


def adding(t: Table) -> Play:
    """Asks whoever's turn it is, again and again; every x is a point."""
    while t.number("score/0") < 3:
        assert t.turn is not None
        value = yield choose(boundary=True, seat=t.turn)
        if value == "x":
            t.add("score/0", 1)
        t.tell("point", seat=Seat(0), total=t.number("score/0"))
    t.finish((Seat(0),))


# -- undoing -----------------------------------------------------------------------------------------------------------


def test_rewind_takes_back_and_marks_what_was_undone() -> None:
    match = small_match(adding)
    answer(match, 0, "x")
    answer(match, 0, "x")
    assert accepted(match.submit(Rewind(1, "sorry"))) == ["taken_back"]
    assert match.state.number("score/0") == 1
    assert (match.version, len(match.log), match.counting) == (3, 1, [1])
    answer(match, 0, "y")
    heard = packet(match).events
    assert [(h.entry, h.event.kind, h.undone) for h in heard] == [
        (1, "point", False),
        (2, "point", True),
        (3, "taken_back", False),
        (4, "point", False),
    ]
    assert [h.number for h in heard] == [0, 1, 2, 3]
    assert [h.number for h in packet(match, latest=2).events] == [2, 3]
    assert packet(match, latest=0).events == ()


def test_rewind_beyond_a_rewind() -> None:
    match = small_match(adding)
    for _ in range(2):
        answer(match, 0, "x")
    match.submit(Rewind(0))
    answer(match, 0, "x")
    match.submit(Rewind(1))
    assert match.counting == [4]
    match.submit(Rewind(0))
    assert match.state.number("score/0") == 0
    assert match.counting == []


def test_rewind_opens_a_match_that_was_over() -> None:
    match = small_match(adding)
    for _ in range(3):
        answer(match, 0, "x")
    assert match.state.result == Result((Seat(0),))
    assert refused(answer(match, 0, "x")) == "match_over"
    match.submit(Rewind(2))
    assert match.state.result is None
    assert accepted(answer(match, 0, "y")) == ["point"]


@pytest.mark.parametrize("to", [-1, 3])
def test_rewind_to_nowhere_is_refused(to: int) -> None:
    match = small_match(adding)
    answer(match, 0, "x")
    answer(match, 0, "x")
    assert match.submit(Rewind(to)) == Refusal("no_such_entry", "", {"number": to, "last": 2})
    assert match.version == 2


def test_replay_says_which_entry_is_refused() -> None:
    with pytest.raises(TableError, match="entry 2 is refused: no_such_option"):
        Match.replay(small_game(adding), Header("small", 2), [Answer(Seat(0), "x"), Answer(Seat(0), "z")])


# -- faults ------------------------------------------------------------------------------------------------------------


def failing(t: Table) -> Play:
    t.set("open", True)
    value = yield choose()
    t.add("score/0", 5)
    t.tell("half", value=value)
    if value == "y":
        raise ZeroDivisionError("a fault in the game")
    yield choose("second")


def test_a_fault_in_a_game_leaves_the_match_as_before() -> None:
    match = small_match(failing)
    before = (match.state, match.version, list(match.told), list(match.log), match.waiting)
    with pytest.raises(ZeroDivisionError):
        answer(match, 0, "y")
    assert (match.state, match.version, list(match.told), list(match.log), match.waiting) == before
    assert accepted(answer(match, 0, "x")) == ["half"]
    assert match.state.number("score/0") == 5
    assert match.question is not None
    assert match.question.kind == "second"


def test_a_fault_after_some_entries_keeps_them() -> None:
    def later(t: Table) -> Play:
        yield choose()
        t.tell("once")
        yield from failing(t)

    match = small_match(later)
    answer(match, 0, "x")
    match.submit(Rewind(0))
    answer(match, 0, "y")
    with pytest.raises(ZeroDivisionError):
        answer(match, 0, "y")
    assert [t.event.kind for t in match.told] == ["once", "taken_back", "once"]
    assert (match.version, match.counting) == (3, [3])
    assert match.state["open"] is True
    assert accepted(answer(match, 0, "x")) == ["half"]


def test_a_coroutine_that_ends_without_a_result_asks_nothing() -> None:
    def short(t: Table) -> Play:
        yield choose()

    match = small_match(short)
    answer(match, 0, "x")
    assert match.question is None
    assert match.state.result is None
    assert match.options(Seat(0)) == ()


# -- options of a match ------------------------------------------------------------------------------------------------


def test_settings_and_seats_are_checked() -> None:
    game = small_game(adding, (Setting("fast", False, "m"), Setting("size", 3, "m", (3, 4)), Setting("mode", "a", "m")))
    assert Match(game, Header("small", 2, {"size": 4})).settings == {"fast": False, "size": 4, "mode": "a"}
    for header, sentence in (
        (Header("small", 7), "Small is for 2 to 4 players, not 7."),
        (Header("small", 2, {"slow": True}), "Small has no option 'slow'; its options are: fast, mode, size."),
        (Header("small", 2, {"size": 5}), "The option 'size' can be 3, 4, not '5'."),
        (Header("small", 2, {"fast": 1}), "The option 'fast' must be true or false, not '1'."),
        (Header("small", 2, {"mode": 1}), "The option 'mode' must be a word, not '1'."),
    ):
        with pytest.raises(SettingError) as found:
            Match(game, header)
        assert str(found.value) == sentence


# -- showing cards -----------------------------------------------------------------------------------------------------


def test_identify_makes_cards_known_to_their_owner_and_nobody_else() -> None:
    match = small_match(adding, HANDS)
    assert accepted(match.submit(Identify("hand/1", (P("a2"), P("b2"), P("b2"))))) == []
    assert match.state.pile("hand/1").pieces == (P("a2"), P("b2"))
    assert match.seen(Seat(1)).pile("hand/1").pieces == (P("a2"), P("b2"))
    assert match.seen(Seat(0)).pile("hand/1").pieces == ()
    assert match.seen(PUBLIC).pile("hand/1").pieces == ()


@pytest.mark.parametrize(
    ("pile", "pieces", "code"),
    [
        ("nest", ("a2",), "no_such_pile"),
        ("hand/1", ("zz",), "no_such_piece"),
        ("hand/1", ("a1",), "cannot_be_there"),
        ("hand/1", ("b2", "b3"), "too_many_cards"),
    ],
)
def test_identify_is_refused_as_a_whole(pile: str, pieces: tuple[str, ...], code: str) -> None:
    match = small_match(adding, HANDS)
    before = match.state
    assert refused(match.submit(Identify(pile, tuple(map(PieceId, pieces))))) == code
    assert match.state == before
    assert match.version == 0


# -- corrections -------------------------------------------------------------------------------------------------------

GOOD: list[tuple[Correction, str]] = [
    (MovePiece(P("a1"), "row/1", "r"), "corrected_move"),
    (MovePiece(P("a3"), "row/1", "r", "deck"), "corrected_move"),
    (MovePiece(UNSEEN, "discard", "r", "hand/1"), "corrected_move"),
    (MovePiece(P("a1"), "row/1", "r", face_up=False), "corrected_move"),
    (NameCard("hand/1", P("a3"), "r"), "corrected_name"),
    (NameCard("hand/1", P("a2"), "r"), "corrected_name"),
    (SetTrack("score/1", 4, "r"), "corrected_track"),
    (SetTrack("suit", "red", "r"), "corrected_track"),
    (SetTrack("name", None, "r"), "corrected_track"),
    (SetTrack("open", True, "r"), "corrected_track"),
    (SetTrack("leader", 1, "r"), "corrected_track"),
    (SetTurn(Seat(1), "r"), "corrected_turn"),
    (EndMatch("r"), "ended_by_host"),
]


@pytest.mark.parametrize(("entry", "kind"), GOOD)
def test_corrections_are_told_with_their_reason(entry: Correction, kind: str) -> None:
    match = small_match(adding, HANDS)
    outcome = match.submit(entry)
    assert accepted(outcome) == [kind]
    assert match.told[-1].event.facts["reason"] == "r"
    again = Match.replay(match.game, match.header, match.journal)
    assert again.state == match.state


BAD: list[tuple[Correction, str]] = [
    (MovePiece(P("a1"), "nest", "r"), "no_such_pile"),
    (MovePiece(P("zz"), "row/1", "r"), "no_such_piece"),
    (MovePiece(P("a3"), "row/1", "r"), "place_unknown"),
    (MovePiece(UNSEEN, "row/1", "r"), "place_unknown"),
    (MovePiece(UNSEEN, "row/1", "r", "row/0"), "no_unknown_card"),
    (MovePiece(P("a1"), "row/1", "r", "hand/1"), "not_in_pile"),
    (MovePiece(P("a1"), "row/1", "r", "nest"), "no_such_pile"),
    (MovePiece(P("coin#1"), "row/1", "r", "deck"), "no_unknown_card"),
    (NameCard("hand/1", P("a1"), "r"), "known_elsewhere"),
    (NameCard("hand/0", P("a3"), "r"), "no_unknown_card"),
    (NameCard("nest", P("a3"), "r"), "no_such_pile"),
    (NameCard("hand/1", P("zz"), "r"), "no_such_piece"),
    (NameCard("hand/1", P("coin#1"), "r"), "no_unknown_card"),
    (SetTrack("moon", 1, "r"), "no_such_track"),
    (SetTrack("score/1", "x", "r"), "not_such_a_value"),
    (SetTrack("score/1", True, "r"), "not_such_a_value"),
    (SetTrack("open", 1, "r"), "not_such_a_value"),
    (SetTrack("leader", 5, "r"), "no_such_seat"),
    (SetTrack("suit", Seat(7), "r"), "no_such_seat"),
    (SetTurn(Seat(2), "r"), "no_such_seat"),
]


@pytest.mark.parametrize(("entry", "code"), BAD, ids=str)
def test_impossible_corrections_change_nothing(entry: Correction, code: str) -> None:
    match = small_match(adding, HANDS)
    before = match.state
    outcome = match.submit(entry)
    assert refused(outcome) == code
    assert match.state == before
    assert (match.version, match.told) == (0, [])


@pytest.mark.parametrize("entry", [entry for entry, _ in GOOD], ids=str)
def test_a_correction_needs_a_reason(entry: Correction) -> None:
    match = small_match(adding, HANDS)
    assert refused(match.submit(replace(entry, reason="  "))) == "reason_missing"


def test_a_corrected_seat_stays_a_seat() -> None:
    match = small_match(adding)
    match.submit(SetTrack("leader", 1, "r"))
    assert isinstance(match.state["leader"], Seat)


def test_a_corrected_turn_asks_the_other_seat() -> None:
    match = small_match(adding)
    match.submit(SetTurn(Seat(1), "r"))
    assert match.waiting == (Seat(1),)


def test_a_correction_inside_a_step_lets_it_go_on() -> None:
    def play(t: Table) -> Play:
        t.tell("begun")
        yield choose("first")
        t.tell("done")
        yield choose("second")

    match = small_match(play)
    match.submit(SetTrack("score/1", 2, "r"))
    assert match.question is not None
    assert match.question.kind == "first"
    assert [t.event.kind for t in match.told] == ["begun", "corrected_track"]
    match.submit(SetTurn(Seat(1), "r"))  # drops what was being asked and starts anew
    assert [t.event.kind for t in match.told][2:] == ["corrected_turn", "begun"]


def test_ending_by_the_host_has_no_winner() -> None:
    match = small_match(adding)
    match.submit(EndMatch("bedtime"))
    assert match.state.result == Result(())
    assert match.question is None
    for entry in (Answer(Seat(0), "x"), Answer(None, "x")):
        assert refused(match.submit(entry)) == "match_over"


def test_no_entry_is_counted_twice() -> None:
    entries: list[Entry] = [
        Answer(Seat(0), "x"),
        SetTrack("name", "y", "r"),
        Rewind(1),
        Answer(Seat(0), "y"),
        Rewind(2),
    ]
    match = small_match(adding)
    for entry in entries:
        accepted(match.submit(entry))
    assert match.journal == entries
    assert match.log == [entries[0], entries[3]]
    assert match.counting == [1, 4]


def test_asking_nothing_ends_at_once() -> None:
    match = small_match(asking())
    assert match.state.result == Result(())
    assert packet(match, Seat(0)).question is None


def test_a_position_is_part_of_the_start() -> None:
    match = small_match(adding, Position({}, {"score/0": 2}))
    answer(match, 0, "x")
    assert match.state.result is not None
    match.submit(Rewind(0))
    assert match.state.number("score/0") == 2


def test_what_everybody_could_list_is_worked_out_once_and_anew_when_something_changes() -> None:
    asked: list[int] = []

    def play(t: Table) -> Play:
        for n in range(2):
            t.tell("asked", number=n)
            yield Choose(kind="choose", seat=Seat(0), choices=listed)

    def listed(seen: State) -> tuple[Option, ...]:
        asked.append(len(asked))
        held = [p for pile in seen.piles.values() for p in pile.pieces]
        return (option("x"), option(f"knows {len(held)}"))

    match = small_match(play, HANDS)
    first = match.public_options(Seat(0))
    assert match.public_options(Seat(0)) is first
    assert len(asked) == 1
    assert match.options(Seat(0)) != first, "whoever holds cards knows more"
    assert match.public_options(Seat(0)) is first
    accepted(answer(match, 0, "x"))
    assert match.public_options(Seat(0)) is not first


def by_row(seen: State) -> tuple[Option, ...]:
    """What lies open, and how many cards are held."""
    return (*(option(p) for p in seen.pile("row/0")), option(f"of {len(seen.pile('hand/0'))}"))


def by_hand(seen: State) -> tuple[Option, ...]:
    """The same for every hand in which no b2 is."""
    return (option("x"), *(option(p) for p in seen.pile("hand/0") if p == "b2"))


def by_purse(seen: State) -> tuple[Option, ...]:
    return (option("x"), *(() if seen.number("purse/0") < 5 else (option("rich"),)))


def by_places(seen: State) -> tuple[Option, ...]:
    return (option("x"), *(() if seen.where(P("b2")) is None else (option("b2"),)))


@pytest.mark.parametrize(
    ("listed", "is_open"), [(by_row, True), (by_hand, False), (by_purse, False), (by_places, False)]
)
def test_a_question_is_open_if_it_looks_at_nothing_that_only_some_may_know(
    listed: Callable[[State], tuple[Option, ...]], is_open: bool
) -> None:
    """And not because what everybody could list happens to be what is offered."""
    match = small_match(asking(Choose(kind="choose", seat=Seat(0), choices=listed)), HANDS)
    assert match.options(Seat(0)) == match.public_options(Seat(0))
    assert match.is_open(Seat(0)) is is_open
    assert not match.is_open(Seat(1)), "nothing is asked of this one"
    for reader, public in ((Seat(0), is_open), (Seat(1), False), (PUBLIC, False)):
        question = asked(match, reader)
        assert question is not None
        assert question.public is public


def peeking(t: Table) -> Play:
    """Offers a card by what the table itself has in a hand, past the state that options are to be made of."""
    card = t.pile("hand/0").pieces[0]
    value = yield Choose(kind="choose", seat=Seat(0), choices=lambda seen: [replace(option("x"), piece=card)])
    t.tell("got", value=repr(value))


def test_a_card_that_not_everybody_knows_is_offered_to_its_seat_alone_wherever_it_comes_from() -> None:
    match = small_match(peeking, HANDS)
    assert match.options(Seat(0)) == match.public_options(Seat(0))
    assert not match.is_open(Seat(0))


def test_what_several_choose_at_a_time_is_not_open() -> None:
    parts = {Seat(n): Choose(kind="choose", seat=Seat(n), choices=by_row) for n in (0, 1)}
    match = small_match(asking(Together(kind="choose", parts=parts)), HANDS)
    assert not match.is_open(Seat(0))


def test_a_question_with_a_private_fact_is_not_public() -> None:
    facts = {"piece": Private(P("a1"), only(0))}
    match = small_match(asking(Choose(kind="choose", seat=Seat(0), choices=by_row, facts=facts)), HANDS)
    question = asked(match, Seat(0))
    assert question is not None
    assert question.facts["piece"] == "a1"
    assert not question.public
