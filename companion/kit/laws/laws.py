"""What must be true of every game, as checks over a script. The tests run them; a soak runs them for longer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from companion.kit.laws.playing import (
    LONGEST,
    Script,
    Tape,
    pairs,
    partly_answered,
    play_on,
    played,
    played_with_detours,
    watched,
)
from companion.kit.laws.truth import Truth, lying, public_tracks
from companion.kit.laws.worlds import as_bytes, heard, pieces_in
from rules.engine.entries import Rewind, entry_from_json, entry_to_json, header_from_json, header_to_json
from rules.engine.match import Accepted, Match
from rules.engine.packets import asked
from rules.engine.questions import Answer, Gesture, Laid, Moved, Option, Roll, Stood, Taken, Taking
from rules.engine.redact import redact_event
from rules.engine.sampling import pick
from rules.engine.table import Table
from rules.engine.types import PUBLIC, PieceId, Pile, Refusal, Seat

Law = Callable[[Script], None]


def readers(match: Match) -> tuple[Seat, ...]:
    return (PUBLIC, *match.table.seats)


def told_to_all(match: Match) -> list[str]:
    """Every reader's packet, byte by byte."""
    return [as_bytes(match, reader) for reader in readers(match)]


def moment(match: Match) -> tuple[object, ...]:
    """Where a match stands, without its past."""
    return (match.state, [asked(match, r) for r in readers(match)], match.waiting, match.log)


def same_log_same_state(script: Script) -> None:
    """The same journal gives the same packets, through JSON as well."""
    match = played_with_detours(script)
    again = Match.replay(match.game, script.header, match.journal)
    assert told_to_all(match) == told_to_all(again)
    stored = json.loads(json.dumps([header_to_json(match.header), *map(entry_to_json, match.journal)]))
    header, entries = header_from_json(stored[0]), [entry_from_json(e) for e in stored[1:]]
    assert header == match.header
    assert entries == match.journal
    assert told_to_all(match) == told_to_all(Match.replay(match.game, header, entries))


def rewind_is_replay(script: Script) -> None:
    """Rewound to n it stands where the first n entries lead; what was undone is marked and nothing is told anew."""
    match = played(script)
    tape = Tape(script.seed)
    full = list(match.log)
    for _ in range(3):
        to = tape(len(full) + 1)
        copy = Match.replay(match.game, script.header, full)
        count = len(copy.told)
        assert isinstance(copy.submit(Rewind(to)), Accepted)
        fresh = Match.replay(match.game, script.header, full[:to])
        assert moment(copy) == moment(fresh)
        assert copy.version == len(full) + 1
        assert len(copy.told) == count + 1
        kept = [t for t in copy.told if t.entry == 0 or t.entry in copy.counting]
        assert kept == fresh.told
        for entry in full[to:]:
            assert isinstance(copy.submit(entry), Accepted)
        assert moment(copy) == moment(match)


def census(script: Script) -> None:
    """Of every deck there are always as many cards, and no piece is in two places."""
    match, tape = Match(script.game, script.header), Tape(script.seed, script.first)
    while True:
        piles = list(match.state.piles.values())
        for deck, pieces in match.table.decks.items():
            assert sum(s.deck == deck for pile in piles for s in pile.slots) == len(pieces), (
                f"{deck} at {match.version}"
            )
        known = [p for pile in piles for p in pile]
        assert len(known) == len(set(known))
        for pile in piles:
            assert all(s.piece in match.table.decks[s.deck] for s in pile.slots if isinstance(s.piece, PieceId))
        if match.question is None or match.version >= (script.length or LONGEST):
            return
        assert isinstance(match.submit(pick(match, tape)), Accepted)


def boundaries(script: Script) -> None:
    """At a boundary the coroutine can be started anew from the table: it tells nothing, asks the same and goes on."""
    match = played(script)
    tape, end = Tape(script.seed), told_to_all(match)
    at = _boundary_versions(match)
    for version in [at.pop(tape(len(at))) for _ in range(min(4, len(at)))]:
        copy = Match.replay(match.game, script.header, match.log[:version])
        before = told_to_all(copy)
        told = len(copy.table.told)
        copy.begin_here()
        assert len(copy.table.told) == told, f"starting anew at {version} tells {copy.table.told[told:]}"
        assert told_to_all(copy) == before, f"starting anew at {version} is not the same"
        for entry in match.log[version:]:
            outcome = copy.submit(entry)
            assert isinstance(outcome, Accepted), f"started anew at {version}: {entry} is refused: {outcome}"
        assert told_to_all(copy) == end, f"started anew at {version} it ends otherwise"


def _boundary_versions(match: Match) -> list[int]:
    copy, found = Match(match.game, match.header), []
    for entry in (*match.log, None):
        if copy.question is not None and copy.question.boundary and not partly_answered(copy):
            found.append(copy.version)
        if entry is not None:
            copy.submit(entry)
    return found


def the_mat_has_every_spot(script: Script) -> None:
    """Every pile lies on a spot of the mat or on none, and gestures name only such."""
    match, tape = Match(script.game, script.header), Tape(script.seed, script.first)
    mat = match.game.mat(script.seats, match.settings)
    spots = {spot.name for spot in mat.spots}
    while True:
        mat.check_spots(match.state.piles.values())
        for seat in (None, *match.table.seats):
            for option in match.options(seat):
                missing = {spot for way in option.ways for spot in _spots_of(way)} - spots
                assert not missing, f"the mat lacks {missing}, where {option.key} is to be seen"
        if match.question is None or match.version >= (script.length or LONGEST):
            return
        assert isinstance(match.submit(pick(match, tape)), Accepted)


def _spots_of(way: Gesture) -> tuple[str, ...]:
    match way:
        case Laid(spot) | Taken(spot):
            return (spot,)
        case Moved(_, from_spot, to_spot):
            return (from_spot, to_spot)
        case Stood(changes):
            return tuple(cell for cell, _ in changes)


# -- options -----------------------------------------------------------------------------------------------------------


def options_keep_their_word(script: Script) -> None:
    """What is offered is accepted, what is listed with a reason is refused for that reason and changes nothing."""
    tape = Tape(script.seed)
    shown = frozenset(Seat(s) for s in range(script.seats) if tape(2))
    match = played(script) if tape(2) else watched(script, shown)
    for _ in range(4):
        upto = tape(len(match.log) + 1)
        copy = Match.replay(match.game, script.header, match.log[:upto])
        _all_options(copy, tape)


def _all_options(match: Match, tape: Tape) -> None:
    offered: list[Answer] = []
    for seat in (None, *match.table.seats):
        keys = set()
        for option in match.options(seat):
            assert option.key not in keys, f"two options are called {option.key}"
            keys.add(option.key)
            answer = Answer(seat, option.key)
            if _kept(match, option, answer):
                offered.append(answer)
        if match.question is not None and (not match.question.asked or seat not in match.waiting):
            continue
        _refused(match, Answer(seat, "no such thing"))
    for seat in (None, *match.table.seats):
        if match.question is None or (match.question.asked and seat not in match.waiting):
            _refused(match, Answer(seat, "dealt"))
    for _ in range(min(3, len(offered))):
        answer = offered.pop(tape(len(offered)))
        copy = Match.replay(match.game, match.header, match.log)
        assert isinstance(copy.submit(answer), Accepted), f"{answer} was offered and is refused"
        play_on(copy, tape, copy.version + 8)


def _kept(match: Match, option: Option, answer: Answer) -> bool:
    """Whether an option that is offered can be taken; all that is listed otherwise is refused as it says."""
    if option.refusal is not None:
        assert match.check(answer) == option.refusal
        _refused(match, answer)
        return False
    taking = match.check(answer)
    if isinstance(taking, Taking):
        return True
    assert option.piece is not None, f"{answer} is offered and refused: {taking.code}"
    assert taking.code == "cannot_be_there", f"{answer} is offered and refused: {taking.code}"
    place = match.state.where(option.piece)
    knows = match.seen(answer.seat if match.question is not None and match.question.asked else None)
    assert place is None or knows.where(option.piece) is None, f"{answer} is refused, but it is in {place}"
    _refused(match, answer)
    return False


def _refused(match: Match, answer: Answer) -> None:
    before = (match.state, match.question, match.waiting, list(match.told), list(match.journal), list(match.log))
    if isinstance(match.question, Roll) and answer.seat in match.waiting:
        assert isinstance(match.check(answer), Refusal)
    assert isinstance(match.submit(answer), Refusal), f"{answer} is refused and accepted"
    after = (match.state, match.question, match.waiting, list(match.told), list(match.journal), list(match.log))
    assert before == after, f"{answer} was refused and changed something"
    assert match.state is before[0]


# -- knowing less ------------------------------------------------------------------------------------------------------


def ignorance_never_refuses(script: Script) -> None:
    """The same match is accepted, claims and all, by a companion that was told fewer cards, and it counts the same."""
    tape = Tape(script.seed)
    shown = frozenset(Seat(s) for s in range(script.seats) if tape(3) == 0)
    _agrees(script, shown)


def _agrees(script: Script, shown: frozenset[Seat]) -> None:
    truth: Truth | None = None
    for pair in pairs(script, shown):
        truth = pair.truth
        if not pair.synchronous():
            continue
        true, noted = truth.match.state, pair.watched.state
        alike = truth.match.game.box.alike
        wrong = lying(noted, alike) - lying(true, alike)
        assert not wrong, f"the notes are wrong about a card: {wrong}"
        counts = {k: len(p) for k, p in noted.piles.items()}
        assert counts == {k: len(p) for k, p in true.piles.items()}
        assert public_tracks(noted, alike) == public_tracks(true, alike)
        assert (noted.phase, noted.turn, noted.result) == (true.phase, true.turn, true.result)
    if truth is not None:
        broken = [t.event for t in pair.watched.told if t.event.kind == "claim_broken"]
        assert not broken, "a claim that was true is said to be broken"


# -- secrets -----------------------------------------------------------------------------------------------------------


class WatchingTable(Table):
    """A table that remembers which pieces everybody could see at some time since it was asked last."""

    public: set[PieceId]

    def _put(self, pile: Pile) -> None:
        super()._put(pile)
        self.__dict__.setdefault("public", set()).update(_public(pile))


class WatchedMatch(Match):
    """A match on such a table."""

    made_of = WatchingTable


def _public(pile: Pile) -> Iterator[PieceId]:
    return (s.piece for s in pile.slots if isinstance(s.piece, PieceId) and PUBLIC in s.readers)


def events_keep_secrets(script: Script) -> None:
    """A piece named in an event was visible to everybody who hears it at some time during that step."""
    match, tape = WatchedMatch(script.game, script.header), Tape(script.seed, script.first)
    while match.question is not None and match.version < (script.length or LONGEST):
        table = match.table
        assert isinstance(table, WatchingTable)
        table.public = {p for pile in match.state.piles.values() for p in _public(pile)}
        known = {seat: set(match.seen(seat).known()) for seat in table.seats}
        answer = pick(match, tape)
        outcome = match.submit(answer)
        assert isinstance(outcome, Accepted)
        for event in heard(outcome.events, PUBLIC):
            secret = set(pieces_in(event.facts)) - table.public
            assert not secret, f"'{event.kind}' tells everybody of {secret}"
        for seat in table.seats:
            seen = table.public | known[seat] | match.seen(seat).known().keys()
            own = {p for part in answer.key.split(":") for p in [PieceId(part)]} if answer.seat == seat else set()
            for told in outcome.events:
                event_heard = redact_event(told, seat)
                if event_heard is not None:
                    secret = set(pieces_in(event_heard.facts)) - seen - own
                    assert not secret, f"'{told.kind}' tells seat {seat} of {secret}"


def ends(script: Script) -> None:
    """Random play comes to an end with a result; whoever has won sits at the table."""
    match = played(script)
    assert match.state.result is not None, (
        f"not over after {match.version} entries: let the match end, by a goal, a last round or an empty deck"
    )
    assert set(match.state.result.winners) <= set(match.table.seats)
    assert match.options(Seat(0)) == ()
    assert isinstance(match.submit(Answer(Seat(0), "pass")), Refusal)


LAWS: tuple[Law, ...] = (
    same_log_same_state,
    rewind_is_replay,
    census,
    boundaries,
    the_mat_has_every_spot,
    options_keep_their_word,
    ignorance_never_refuses,
    events_keep_secrets,
)
