"""A running match: a coroutine driven by a log of entries.

`submit` takes an entry and either carries it out, telling events, or refuses it with a reason and changes nothing.
The state at any time is the replay of the log, so undo, recovery and replays are one thing (DESIGN, idea 2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final

from rules.engine.corrections import apply_correction, apply_identify
from rules.engine.definitions import DefinitionError
from rules.engine.entries import Correction, Entry, Header, Identify, Redefine, Rewind, SetTurn
from rules.engine.game import Game, Play
from rules.engine.positions import apply_position
from rules.engine.questions import Answer, Choose, Option, Question, Taking, Together, Window
from rules.engine.redact import openly, redact
from rules.engine.table import Kept, Table, TableError
from rules.engine.types import PUBLIC, Event, Note, Refusal, Seat, State

KEEP_EVERY: Final = 25
"""How many entries at least lie between two tables that are kept."""


@dataclass(frozen=True)
class Accepted:
    """An entry was carried out; `events` are what happened by it, unredacted."""

    events: tuple[Event, ...]


Outcome = Accepted | Refusal


@dataclass(frozen=True)
class Told:
    """An event with the number of the entry that it came from (0: the start of the match)."""

    entry: int
    event: Event


class Match:
    """One match of one game. `version` counts all entries ever; `log` holds those that count."""

    made_of: ClassVar[type[Table]] = Table
    """The table that it is played on: the laws look at it more closely."""

    def __init__(self, game: Game, header: Header):
        """Starts a match, by the text of the game's file that it was begun with. SettingError when the header does not
        fit the game."""
        game.check_seats(header.seats)
        game = game.made_anew(header.definition) if header.definition else game
        self.game = self._begun = game
        self.header = header
        self.settings = game.check_settings(header.settings)
        game.check_fit(self.settings, header.seats)
        self.journal: list[Entry] = []
        self.asked_since = 0
        """The version at which the present question was asked, or asked anew after a correction: the same after a
        replay. Answers of others to it, and cards that are shown, leave it as it is."""
        self.counting: list[int] = []  # the journal numbers of the entries in `log`
        self._notes: tuple[State, tuple[Note, ...]] | None = None  # what was made of the newest state
        self._seen: dict[
            Seat, tuple[State, State]
        ] = {}  # the latest state that was wanted, and as that reader knows it
        # what a seat had last, by seat and by whose knowledge it was listed
        self._open: dict[Seat, tuple[Question, State, bool]] = {}  # whether these were open to all
        self._start()

    @classmethod
    def replay(cls, game: Game, header: Header, entries: Iterable[Entry]) -> Match:
        """The match that these entries lead to. TableError when one of them is refused."""
        match = cls(game, header)
        for entry in entries:
            outcome = match.submit(entry)
            if isinstance(outcome, Refusal):
                raise TableError(f"entry {len(match.journal) + 1} is refused: {outcome.code}")
        return match

    # -- what it is now ----------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """How many entries there have been, undone ones included."""
        return len(self.journal)

    @property
    def state(self) -> State:
        """Everything the companion knows."""
        return self.table.state

    def seen(self, reader: Seat | None) -> State:
        """What a reader knows; None is the table itself, which knows what everybody does."""
        who = PUBLIC if reader is None else reader
        latest = self._seen.get(who)
        if latest is None or latest[0] is not self.table.state:
            latest = self._seen[who] = (self.table.state, redact(self.table.state, who, latest))
        return latest[1]

    def notes(self) -> tuple[Note, ...]:
        """What everybody may be reminded of now."""
        if self._notes is None or self._notes[0] is not self.table.state:
            self._notes = (self.table.state, self.game.screens.notes(self.seen(None), PUBLIC))
        return self._notes[1]

    def options(self, seat: Seat | None) -> tuple[Option, ...]:
        """The options of a seat now; of a question told by the table, those that anybody may say."""
        question = self.question
        if question is None or seat in self._answered:
            return ()
        return self._list(question, seat, seat if question.asked else None)

    def public_options(self, seat: Seat | None) -> tuple[Option, ...]:
        """The options of a seat as everybody could list them, by what all know, also after it has answered."""
        return () if self.question is None else self._list(self.question, seat, None)

    def is_open(self, seat: Seat) -> bool:
        """Whether the options of a seat follow from what everybody knows, whatever else it knows, so that they tell
        nothing to whoever reads along. Not where several are asked: what each of them taps is its own business. Nor
        where an option names a piece that not everybody knows of, wherever the game has it from."""
        question, seen = self.question, self.seen(None)
        if question is None or question.asked != (seat,):
            return False
        latest = self._open.get(seat)
        if latest is None or latest[0] is not question or latest[1] is not seen:
            options, is_blind = openly(seen, lambda public: question.options(public, seat))
            told = all(o.piece is None or seen.where(o.piece) is not None for o in options)
            latest = self._open[seat] = (question, seen, is_blind and told and options == self.options(seat))
        return latest[2]

    def _list(self, question: Question, seat: Seat | None, reader: Seat | None) -> tuple[Option, ...]:
        """The options of a seat by what a reader knows."""
        return question.offered(self.seen(reader), seat)

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats asked that have not answered yet."""
        return tuple(s for s in self.question.asked if s not in self._answered) if self.question else ()

    def said(self, seat: Seat) -> Option | None:
        """What a seat has answered to the open question, which waits for others; for nobody but that seat."""
        if self.question is None or seat not in self._answered:
            return None
        last = next(entry for entry in reversed(self.log) if isinstance(entry, Answer) and entry.seat == seat)
        return next((o for o in self._list(self.question, seat, seat) if o.key == last.key), None)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """Those of them that the table waits for: the one who leads, or all; nobody where they answer at will."""
        if self.question is None or self.question.at_will:
            return ()
        lead = self.question.lead
        return self.waiting if lead is None else (lead,)

    # -- inputs ------------------------------------------------------------------------------------------------------

    def submit(self, entry: Entry) -> Outcome:
        """Carries an entry out, or says why not and changes nothing."""
        question = self.question
        outcome = self._rewind(entry) if isinstance(entry, Rewind) else self._carry_out(entry)
        if isinstance(outcome, Accepted) and (
            self.question is not question or not isinstance(entry, Answer | Identify)
        ):
            self.asked_since = self.version
        return outcome

    def check(self, answer: Answer) -> Taking | Refusal:
        """What an answer would do, without doing it."""
        question = self.question
        if question is None:
            return Refusal("match_over", "", {})
        if question.asked:
            if answer.seat is None or answer.seat not in question.asked:
                return Refusal("not_your_turn", "", {"seats": question.asked})
            if answer.seat in self._answered:
                return Refusal("already_answered", "", {})
        return question.take(self.state, self.seen(answer.seat if question.asked else None), answer)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _carry_out(self, entry: Answer | Identify | Correction) -> Outcome:
        before = len(self.table.told)
        try:
            refusal = self._apply(entry)
        except BaseException:
            self._rebuild(self.log)  # a fault in a game's code must not leave half a step behind
            raise
        if refusal is not None:
            return refusal
        self.journal.append(entry)
        self.log.append(entry)
        self.counting.append(self.version)
        self._keep_sometimes()
        events = tuple(self.table.told[before:])
        self.told.extend(Told(self.version, e) for e in events)
        return Accepted(events)

    def _start(self) -> None:
        self.game = self._begun
        decks = self.game.box.decks(self.settings, self.header.seats)
        self.table = self.made_of(self.header.seats, self.settings, decks, self.header.edition, self.game.box.shared)
        self.log: list[Answer | Identify | Correction] = []
        self.told: list[Told] = []
        self._answered: dict[Seat, object] = {}
        self._kept: list[tuple[int, Kept]] = []  # the table after so many entries, where the coroutine can begin anew
        self.game.rules.setup(self.table)
        if self.header.position is not None:
            apply_position(self.table, self.header.position)
        self.begin_here()
        self.told.extend(Told(0, e) for e in self.table.told)

    def begin_here(self) -> None:
        """Starts the coroutine anew from the table as it stands (a turn boundary)."""
        self._answered = {}
        self.question: Question | None = None
        self._play: Play = self.game.rules.play(self.table)
        self._advance(None)

    def _advance(self, value: object) -> None:
        """Runs the coroutine to its next real question; one with a single possible answer is no question."""
        self._answered = {}
        while True:
            if self.table.result is not None:
                self._play.close()
                self.question = None
                return
            try:
                self.question = self._play.send(value)
            except StopIteration:
                self.question = None
                return
            if not (isinstance(self.question, Choose) and self.question.auto):
                return
            allowed = [o for o in self.options(self.question.seat) if o.refusal is None]
            if len(allowed) != 1:
                return
            value = allowed[0].value

    def _apply(self, entry: Answer | Identify | Correction) -> Refusal | None:
        if isinstance(entry, Answer):
            return self._answer(entry)
        boundary = self.question is None or self.question.boundary
        if isinstance(entry, Identify):
            return apply_identify(self.table, entry)
        if (refusal := apply_correction(self.table, entry)) is not None:
            return refusal
        if isinstance(entry, Redefine):
            return self._redefine(entry, is_boundary=boundary)
        if isinstance(entry, SetTurn) and self.table.phase in self.game.rules.turn_begins:
            self.table.go(self.game.rules.turn_begins[self.table.phase], entry.seat)
        if self.table.result is not None:
            self._play.close()
            self.question = None
        elif boundary or isinstance(entry, SetTurn):
            self.begin_here()
        return None

    def _redefine(self, entry: Redefine, *, is_boundary: bool) -> Refusal | None:
        """The match goes on by another text of the file of its game."""
        changing = self.game.changing
        if changing is None or not self.game.made_of or self.question is None:
            return Refusal("game_stays", "", {})
        if not is_boundary:
            return Refusal("not_in_the_middle", "", {})
        try:
            game = self.game.made_anew(entry.text)
            changing.carry(self.table, self.game.made_of, entry.text)
        except DefinitionError as error:
            return Refusal("game_cannot_change", "", {"why": error.what})
        self.game = game
        self.table.tell("redefined", reason=entry.reason)
        self.begin_here()
        return None

    def _answer(self, answer: Answer) -> Refusal | None:
        taking = self.check(answer)
        if isinstance(taking, Refusal):
            return taking
        question = self.question
        assert question is not None  # check() refuses otherwise
        if taking.option is not None and taking.option.claim is not None and answer.seat is not None:
            self.table.claim(taking.option.claim, answer.seat, question.facts)
        if answer.irregular:
            self.table.tell("irregular_accepted", seat=answer.seat)
        if isinstance(question, Together) and answer.seat is not None:
            self._answered[answer.seat] = taking.value
            if len(self._answered) == len(question.asked):
                self._advance({seat: self._answered[seat] for seat in question.asked})
        elif isinstance(question, Window) and answer.seat is not None:
            self._window(question, answer.seat, taking)
        else:
            self._advance(taking.value)
        return None

    def _window(self, question: Window, seat: Seat, taking: Taking) -> None:
        if taking.option is not None and taking.option.key != Window.PASS:
            self._advance((seat, taking.value))
            return
        self._answered[seat] = None
        if len(self._answered) == len(question.asked):
            self._advance(None)

    def _rewind(self, entry: Rewind) -> Outcome:
        if not 0 <= entry.to <= len(self.log):
            return Refusal("no_such_entry", "", {"number": entry.to, "last": len(self.log)})
        numbers = self.counting[: entry.to]
        event = Event("taken_back", {"number": entry.to, "count": len(self.log) - entry.to})
        self._rebuild(self.log[: entry.to])
        self.counting = numbers
        self.journal.append(entry)
        self.told.append(Told(self.version, event))
        return Accepted((event,))

    def _keep_sometimes(self) -> None:
        """Keeps the table now and then at a boundary, so that taking back need not play everything again."""
        question = self.question
        if question is None or not question.boundary or self._answered:
            return
        if len(self.log) - (self._kept[-1][0] if self._kept else 0) >= KEEP_EVERY:
            self._kept.append((len(self.log), self.table.keep()))

    def _rebuild(self, entries: list[Answer | Identify | Correction]) -> None:
        """The state after these entries, the first ones of the log; the journal stays as it is. They were accepted
        before, so they are again. Begins at the last kept table before their end, if there is one."""
        told, log = list(self.told), self.log
        self._kept = [(count, kept) for count, kept in self._kept if count <= len(entries)]
        if self._kept:
            count, table = self._kept[-1]
            self.table.restore(table)
            self.log = log[:count]
            texts = [entry.text for entry in self.log if isinstance(entry, Redefine)]
            self.game = self._begun.made_anew(texts[-1]) if texts else self._begun
            self.begin_here()
        else:
            self._start()
        for entry in entries[len(self.log) :]:
            if (refusal := self._apply(entry)) is not None:
                raise TableError(f"a replayed entry is refused: {refusal.code}")
            self.log.append(entry)
        self.told = told
