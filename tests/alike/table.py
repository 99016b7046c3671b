"""A real hub at a recorded match: what hands do to it, and every byte that it tells."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from companion.journal.journal import Journal
from companion.journal.keeping import MatchKeeper
from companion.journal.rosters import Seated
from companion.past.history import History, TableNow
from companion.referee.pacing import Pace
from companion.values.person import Person
from hardware.types import ButtonRole, Tripped
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.types import PUBLIC
from tests.alike.plan import Recorded, Step, Told, game_of
from tests.companion.evening import Evening
from vision.types import Presence
from web.pages.history.views import ExportForm, HistoryAct, HistoryCommand
from web.pages.host.views import HostAct
from web.views import Reply, Role, Session

FAULT: Final = "fault"
"""The outlet of what went wrong inside, after which nothing more is done."""

_BEGUN = datetime(2026, 1, 2, 18, 0, tzinfo=UTC)
_PACE = Pace(minimum_s=3.0, limit_s=20.0)
_EXPORTED = re.compile(r'"exported_utc": "[^"]*"')
_STEPS_SHOWN = 6
"""How many steps of the finished match the history draws, evenly out of all."""


class Hands:
    """One table from its set-up to its history. Use it in a `with` block."""

    def __init__(self, recorded: Recorded, folder: Path, game: Game | None = None):
        """`folder`: an empty one, for the journal. `game`: one that is none of the house's."""
        self.recorded = recorded
        self.game = game or game_of(recorded.header.game)
        self._now_s = 0.0
        self._journal = Journal.open(folder / "companion.db", self._now, lambda: self._now_s)
        number = self._journal.start_match(recorded.header, self.game.title)
        for n, entry in enumerate(recorded.before, start=1):
            self._journal.append(number, n, entry, "before")
        self._number = number
        match = Match.replay(self.game, recorded.header, recorded.before)
        self.evening = Evening(
            self.game,
            keeper=MatchKeeper(self._journal, self.game, number, match),
            pace=_PACE if recorded.is_paced else None,
            random=Random(recorded.seed),
            language=recorded.language,
        )
        self.lying: list[Presence] = []
        self._reply: Reply | None = None
        self._told = 0, 0  # how much was spoken and traced when it was looked at last

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the journal."""
        self._journal.close()

    def _now(self) -> datetime:
        return _BEGUN + timedelta(seconds=self._now_s)

    # -- doing -------------------------------------------------------------------------------------------------------

    def take(self, step: Step) -> Told:
        """Does one thing and says what was told by it."""
        name, *arguments = step
        self._now_s += 1
        self._reply = None
        try:
            getattr(self, name)(*arguments)
        except Exception as error:  # the referee's loop tells it as a fault; here the match is over with it
            return {FAULT: f"{type(error).__name__}: {error}"}
        return self.told()

    def tap(self, seat: int, key: str, age: int, request: str) -> None:
        """A tap on a phone that shows a table `age` versions old."""
        self._reply = self.evening.tap(seat, key, self.evening.match.version - age, request)

    def dealt(self, cards: dict[str, list[str]]) -> None:
        """Hands have dealt; these piles went over the reader box."""
        match = self.evening.match
        known = {str(piece): piece for deck in match.table.decks.values() for piece in deck}
        self.evening.dealt(**{key: tuple(known[name] for name in names) for key, names in cards.items()})

    def host(self, act: str, fields: dict[str, Any]) -> None:
        """A command of the host."""
        self._reply = self.evening.host(HostAct(act), **fields)

    def agree(self) -> None:
        """All agree to the undo that is proposed, if one is."""
        if self.evening.packet().consent is not None:
            self.evening.everybody_agrees()

    def press(self, role: str, seat: int | None) -> None:
        """A button."""
        self.evening.press(ButtonRole(role), seat)

    def release(self) -> None:
        """The die's button is let go."""
        self.evening.release()

    def turn(self, steps: int) -> None:
        """The dial."""
        self.evening.turn(steps)

    def throw(self) -> None:
        """Something falls into the tray."""
        self.evening.signal(Tripped("tray_sensor", self.evening.now_s))

    def wait(self, seconds: float) -> None:
        """Nothing happens for a while."""
        self.evening.wait(seconds)

    def lay(self, piece: str, spot: str) -> None:
        """A card comes to lie face-up."""
        self.lying.append(self.evening.lay(piece, spot))

    def lay_back(self, spot: str, deck: str) -> None:
        """A card comes to lie face-down."""
        self.lying.append(self.evening.lay_back(spot, deck))

    def lift(self, number: int) -> None:
        """What was laid is taken off again."""
        if self.lying:
            self.evening.take(self.lying.pop(number % len(self.lying)))

    def show_hand(self, seat: int, pieces: list[str]) -> None:
        """A photo of a hand."""
        self._reply = self.evening.show_hand(seat, *map(self.evening.front, pieces))

    # -- what is told ------------------------------------------------------------------------------------------------

    def told(self) -> Told:
        """Everything that has left the table since it was looked at last, or stands there now."""
        evening = self.evening
        spoken, traced = self._told
        self._told = len(evening.spoken), len(evening.trace)
        told = {_phone(seat): evening.bytes_of(seat) for seat in (PUBLIC, *evening.match.table.seats)}
        told["voice"] = "\n".join(evening.spoken[spoken:])
        told["order"] = " ".join(evening.trace[traced:])
        told["lights"] = " ".join(f"{seat}:{state.value}" for seat, state in sorted(evening.lights.items()))
        told["die"] = " ".join(map(str, evening.die.shown[-3:]))
        told["to-do list"] = "\n".join(evening.todo)
        told["reply"], self._reply = _encoded(self._reply), None  # it went to whoever asked for it, and once
        return told

    def utterances(self) -> str:
        """All lines for the loudspeaker up to now, with what decides when they are spoken."""
        return "\n".join(f"{line.urgency.name} {line.topic} {line.made_s} {line.text}" for line in self.evening.lines)

    def past(self) -> Told:
        """Ends the match, and gives what the history tells of it, closed and opened."""
        if self.evening.match.question is not None or self.evening.match.table.result is None:
            self.evening.host(HostAct.END_MATCH, reason="It is late.")
        board = self.evening.outlet.board
        assert board is not None
        told = {"journal page": "\n".join(map(str, board.journal()))}
        seats = range(self.recorded.header.seats)
        self._journal.rosters.note(self._number, tuple(Seated(n, f"P{n + 1}") for n in seats))
        self._journal.finish(self._number)
        people = tuple(Person(f"P{n + 1}", True) for n in seats)
        now = TableNow(lambda: None, lambda: people, lambda notice: None, self.recorded.language)
        history = History(self._journal, lambda slug: self.game, now)
        return told | self._history(history)

    def _history(self, history: History) -> Told:
        guest, host, number = Session(Role.SPECTATOR), Session(Role.HOST), int(self._number)
        told = {
            "history": _encoded(history.history(guest, 1, True)),
            "match page": _encoded(history.past_match(guest, number)),
            "notation": _encoded(history.notation(guest, number)),
        }
        for form in ExportForm:
            told[f"export of all as {form.value}"] = _timeless(history.export(guest, form, None))
            told[f"export of one as {form.value}"] = _timeless(history.export(guest, form, number))
        past = history.past_match(guest, number)
        count = 0 if past is None else len(past.steps)
        shown = sorted({n * count // _STEPS_SHOWN for n in range(_STEPS_SHOWN)} | {max(count - 1, 0)})
        self._draw(told, "closed", shown, lambda at: history.past_step(guest, number, at, False))
        history.history_act(host, HistoryCommand(HistoryAct.OPEN, number))
        self._draw(told, "open", shown[::2], lambda at: history.past_step(guest, number, at, True))
        return told

    def _draw(self, told: Told, name: str, steps: list[int], draw: Callable[[int], object]) -> None:
        told |= {f"step {at} {name}": _encoded(draw(at)) for at in steps}


def _phone(reader: int) -> str:
    return "table screen" if reader == PUBLIC else f"phone of seat {int(reader) + 1}"


def _encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _timeless(text: str | None) -> str:
    return _EXPORTED.sub('"exported_utc": ""', text or "")
