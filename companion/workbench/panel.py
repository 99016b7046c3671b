"""The match on the workbench as its author looks at it: with all secrets, as each seat knows it, after any entry.

It is made from the journal and the game alone. Nothing that leaves a table comes from here, and the panel is handed
nothing of a table but an address at which to sit down.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import groupby, islice
from typing import Final

from companion.journal.journal import JournalError
from companion.machine.addresses import base_url
from companion.telling.voice import track_facts
from companion.telling.voices import build_voice
from companion.values.notices import Notice
from companion.workbench.bench import Bench, Logged
from companion.workbench.trouble import Trouble, said
from rules.engine.entries import Entry, Rewind
from rules.engine.match import Match, Told
from rules.engine.packets import plain
from rules.engine.questions import Answer
from rules.engine.types import ALL, UNSEEN, Pile, Refusal, Seat, State, Track
from rules.outside import FAULTS
from web.pages.workbench.views import (
    BenchAct,
    BenchAsked,
    BenchCell,
    BenchCommand,
    BenchEntry,
    BenchOption,
    BenchQuestion,
    BenchRow,
    BenchSeat,
    BenchTelling,
    BenchTrouble,
    BenchTroubleKind,
    BenchView,
)
from web.views import Reply
from words.catalogue import translated

MOST_OPTIONS: Final = 100
"""So many options are listed: five dice can fall in 7776 ways."""


class Panel:
    """What the author's page may ask. Safe from any thread."""

    def __init__(self, bench: Bench):
        self._bench = bench
        self._lock = threading.Lock()
        self._latest: tuple[tuple[str, str], Replayed] | None = None

    def bench_mark(self) -> str:
        """Another one as soon as anything is."""
        now = self._now()
        where = "" if now is None else f"{now.match}.{len(now.stored)}"
        return f"{self._bench.loads}.{where}.{_digest(self._bench.wrong())}"

    def bench_view(self, language: str, at: int | None) -> BenchView | None:
        """The match after entry `at`, None: now. None where there is no match yet."""
        mark, now = self.bench_mark(), self._now()
        if now is None:
            return None
        with self._lock:
            if self._latest is None or self._latest[0] != (mark, language):
                self._latest = (mark, language), Replayed(self._bench, now, language)
            return self._latest[1].view(mark, at)

    def bench_act(self, command: BenchCommand) -> Reply:
        """Does what the author wants; the table begins anew with it."""
        match command.act:
            case BenchAct.BACK:
                self._bench.go_back(command.entry)
            case BenchAct.LEAVE_OUT:
                self._bench.leave_out()
            case BenchAct.ANEW:
                self._bench.begin_anew()
        return Reply(True, "", 0)

    def seat_link(self, seat: int) -> str:
        """An address at which one browser can sit down there, once; empty while no table is there."""
        service = self._bench.service
        if service is None or service.stopping.is_set():
            return ""
        secret = service.joining.hand_over(seat)
        if isinstance(secret, Notice):
            return ""
        return f"{base_url(service.config.web, service.port_number)}/join#over={secret}"

    def _now(self) -> Logged | None:
        try:
            return self._bench.logged()
        except JournalError:  # just between two services
            return None


def _digest(trouble: Trouble | None) -> str:
    return "" if trouble is None else sha256(repr(trouble).encode("utf-8", "replace")).hexdigest()[:12]


class Replayed:
    """A log as it was told, in one language."""

    def __init__(self, bench: Bench, now: Logged, language: str):
        game, header = bench.game, now.header
        names = bench.people(now.match, header.seats, language)
        self._bench = bench
        self._now = now
        self._names = names
        self._voice = build_voice(game, header.seats, game.check_settings(header.settings), language, names)
        self._log = self._told()

    def view(self, mark: str, at: int | None) -> BenchView:
        """The match after an entry."""
        game, now, last = self._bench.game, self._now, len(self._log) - 1
        at = last if at is None else min(at, last)
        match = Match.replay(game, now.header, [one.entry for one in now.stored[:at]])
        state, voice = match.state, self._voice
        seen = (state, match.seen(None), *(match.seen(seat) for seat in state.seats))
        return BenchView(
            mark=mark,
            game=game.title,
            version=game.about.version,
            folder=str(self._bench.source.shown),
            at=at,
            last=last,
            phase=voice.say("phase", state.phase),
            turn="" if state.turn is None else self._names[state.turn],
            result=self._result(state),
            readers=self._names,
            piles=tuple(self._pile(key, seen) for key in state.piles),
            tracks=tuple(self._track(key, seen) for key in state.tracks),
            question=self._question(match),
            log=self._log,
            seats=tuple(BenchSeat(n, name) for n, name in enumerate(self._names)),
            trouble=self._trouble(self._bench.wrong()),
        )

    # -- the log -----------------------------------------------------------------------------------------------------

    def _told(self) -> tuple[BenchEntry, ...]:
        match = Match(self._bench.game, self._now.header)
        found = [self._entry(0, "", "", "", match.told)]
        for one in self._now.stored:
            label, before = self._label(match, one.entry), len(match.told)
            try:
                outcome = match.submit(one.entry)
            except FAULTS:  # this code is about to be another: the table says why
                break
            if isinstance(outcome, Refusal):
                break
            seat, key = (one.entry.seat, one.entry.key) if isinstance(one.entry, Answer) else (None, said(one.entry))
            who = "" if seat is None else self._names[seat]
            found.append(self._entry(one.number, who, label, key, match.told[before:]))
        counts = frozenset((0, *match.counting))
        undone = {one.number for one in self._now.stored if not isinstance(one.entry, Rewind)} - counts
        return tuple(replace(entry, undone=entry.number in undone) for entry in found)

    def _entry(self, number: int, who: str, label: str, key: str, told: Sequence[Told]) -> BenchEntry:
        tellings = self._tellings(told)
        return BenchEntry(number=number, who=who, label=label, key=key, told=tellings, undone=False)

    def _label(self, match: Match, entry: Entry) -> str:
        """What was chosen, in words, where it was an option."""
        if not isinstance(entry, Answer) or match.question is None:
            return ""
        try:
            options = match.options(entry.seat if match.question.asked else None)
        except FAULTS:  # an author's code may raise anything
            return ""
        say = next((option.say for option in options if option.key == entry.key), None)
        return "" if say is None else self._voice.say("option", say.code, say.facts)

    def _tellings(self, told: Sequence[Told]) -> tuple[BenchTelling, ...]:
        return tuple(
            BenchTelling(
                self._voice.say("event", one.event.kind, one.event.facts),
                () if one.event.audience == ALL else tuple(self._names[s] for s in sorted(one.event.audience)),
            )
            for one in told
        )

    # -- the state ---------------------------------------------------------------------------------------------------

    def _pile(self, key: str, seen: Sequence[State]) -> BenchRow:
        full = seen[0].piles[key]
        piles = [state.piles[key] for state in seen]
        cells = (BenchCell(tuple(self._cards(pile)), pile.unseen > full.unseen) for pile in piles)
        return BenchRow(key, self._voice.pile(full), tuple(cells))

    def _cards(self, pile: Pile) -> Iterator[str]:
        """The cards of a pile as they lie; equal neighbours once, with their number."""
        titles = (self._voice.words.word(piece, self._voice.names) for piece in (slot.piece for slot in pile.slots))
        for title, same in groupby(titles):
            count = len(tuple(same))
            yield title if count == 1 else f"{count} × {title}"

    def _track(self, key: str, seen: Sequence[State]) -> BenchRow:
        track, head = seen[0].tracks[key], key.partition("/")[0]
        is_told = ("track", head) in self._voice.words
        label = self._voice.say("track", head, track_facts(track)) if is_told else key
        owner = "" if track.owner is None else self._names[track.owner]
        label = label if owner in label else f"{label}, {owner}"
        tracks = [state.tracks[key] for state in seen]
        cells = (BenchCell((self._value(one, is_told=is_told),), one.value != track.value) for one in tracks)
        return BenchRow(key, label, tuple(cells))

    def _value(self, track: Track, *, is_told: bool) -> str:
        if track.value is UNSEEN:
            return "?"
        if is_told or isinstance(track.value, Seat):
            return self._voice.words.word(track.value, self._voice.names)
        return str(plain(track.value))

    def _result(self, state: State) -> str:
        result = state.result
        if result is None:
            return ""
        return self._voice.say("result", "winners" if result.winners else "no_winner", {"winners": result.winners})

    # -- what is asked -----------------------------------------------------------------------------------------------

    def _question(self, match: Match) -> BenchQuestion | None:
        question = match.question
        if question is None:
            return None
        seats: tuple[Seat | None, ...] = question.asked or (None,)
        facts: dict[str, object] = {"seats": question.asked, **question.facts}
        if len(question.asked) == 1:
            facts.setdefault("seat", question.asked[0])
        return BenchQuestion(
            question.kind,
            self._voice.say("question", question.kind, facts),
            match.game.rule_asked(question.kind),
            tuple(self._asked(match, seat) for seat in seats),
        )

    def _asked(self, match: Match, seat: Seat | None) -> BenchAsked:
        who = "" if seat is None else self._names[seat]
        try:
            count = len(match.options(seat))
            options = tuple(islice(self._options(match, seat), MOST_OPTIONS))
            return BenchAsked(who, options, count - len(options), "")
        except FAULTS as error:  # an author's code may raise anything
            return BenchAsked(who, (), 0, f"{type(error).__name__}: {error}")

    def _options(self, match: Match, seat: Seat | None) -> Iterator[BenchOption]:
        say = self._voice.say
        for option in match.options(seat):
            why, claim = option.refusal, option.claim
            yield BenchOption(
                key=option.key,
                label=say("option", option.say.code, option.say.facts),
                code="" if why is None else why.code,
                why="" if why is None else self._voice.refusal(why),
                rule="" if why is None else why.rule,
                claim="" if claim is None else say("claim", claim.say.code, claim.say.facts),
            )

    def _trouble(self, trouble: Trouble | None) -> BenchTrouble | None:
        if trouble is None:
            return None
        refusal = trouble.refusal
        what = (
            str(translated(self._voice.words.language, trouble.what))
            if refusal is None
            else self._voice.refusal(refusal)
        )
        return BenchTrouble(
            kind=BenchTroubleKind(trouble.kind.value),
            what=what,
            place=trouble.place,
            rule=trouble.rule,
            entry=trouble.entry,
            said=trouble.said,
            trace=trouble.trace,
        )
