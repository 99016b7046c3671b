"""What a host may do to the match: undo, pause and the closed list of corrections, each recorded with its reason."""

from __future__ import annotations

from companion.desk import Desk, SaveError
from companion.notices import Notice
from rules.engine.entries import EndMatch, Entry, MovePiece, NameCard, Rewind, SetTrack, SetTurn
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Refusal, Seat, TrackValue
from web.ports import HostAct, HostCommand, Reply


class Hosting:
    """Carries host commands out, in the referee's thread."""

    def __init__(self, desk: Desk):
        self._desk = desk

    def carry_out(self, command: HostCommand) -> Reply:
        """Does what the host asks, or says in a sentence why not."""
        desk = self._desk
        match command.act:
            case HostAct.UNDO if command.number is None:
                return self.undo_last("host", command.reason)
            case HostAct.UNDO:
                number = command.number or 0
                return self._rewind(sum(n <= number for n in desk.match.counting), command.reason or "host")
            case HostAct.PAUSE | HostAct.RESUME:
                desk.paused = command.act is HostAct.PAUSE
                return desk.yes()
            case HostAct.ACCEPT_IRREGULAR:
                return self._accept_irregular()
            case HostAct.NEW_MATCH:
                if desk.match.table.result is None:
                    return desk.no("match_running")
                try:
                    desk.new_match()
                except SaveError as error:
                    return desk.not_saved(error)
                return desk.yes()
        entry = self._entry(command)
        if isinstance(entry, Reply):
            return entry
        reply = desk.try_entry(entry, "host")
        if not reply.ok and command.reason.strip() and self._is_of_hidden(entry):
            desk.note(Notice("host_probed", aloud=True))
        return reply

    def _is_of_hidden(self, entry: Entry) -> bool:
        """Whether a correction is about a piece of which not everybody knows where it is. That it is refused tells
        something of it, and a host plays too."""
        piece = entry.piece if isinstance(entry, MovePiece | NameCard) else None
        return isinstance(piece, PieceId) and self._desk.match.seen(None).where(piece) is None

    def undo_last(self, origin: str, reason: str = "") -> Reply:
        """Takes back the last answer and what came after it."""
        last = max((n for n, e in enumerate(self._desk.match.log) if isinstance(e, Answer)), default=None)
        if last is None:
            return self._desk.no("no_undo")
        return self._rewind(last, reason or origin)

    def _accept_irregular(self) -> Reply:
        desk = self._desk
        if desk.refused_play is None:
            return desk.no("irregular_nothing")
        mark = desk.refused_mark
        reply = desk.try_entry(desk.refused_play, "host")
        if reply.ok:
            desk.consume(mark)
        return reply

    def _rewind(self, to: int, reason: str) -> Reply:
        desk = self._desk
        try:
            outcome = desk.submit(Rewind(to, reason), "host")
        except SaveError as error:
            return desk.not_saved(error)
        if isinstance(outcome, Refusal):
            return desk.because(outcome)
        desk.clear_notice()
        return desk.yes()

    def _entry(self, command: HostCommand) -> Entry | Reply:
        table, reason = self._desk.match.table, command.reason
        match command.act:
            case HostAct.MOVE_PIECE if command.piece and command.pile:
                return MovePiece(PieceId(command.piece), command.pile, reason)
            case HostAct.NAME_CARD if command.piece and command.pile:
                return NameCard(command.pile, PieceId(command.piece), reason)
            case HostAct.SET_TRACK if command.track in table.state.tracks:
                value = _typed(command.value, table[command.track])
                if value is None:
                    return self._desk.no("bad_value", what=f"{command.track}: 0, 1, 2, ...")
                return SetTrack(command.track, value, reason)
            case HostAct.SET_TURN if command.seat is not None:
                return SetTurn(Seat(command.seat), reason)
            case HostAct.END_MATCH:
                return EndMatch(reason)
        return self._desk.no("bad_value", what=command.act.value.replace("_", " "))


def _typed(text: str, now: TrackValue) -> int | str | bool | None:
    """The text as a value of the track's kind; None when it is none."""
    if isinstance(now, bool):
        return {"yes": True, "true": True, "no": False, "false": False}.get(text.strip().lower())
    if isinstance(now, int):
        stripped = text.strip()
        return int(stripped) if stripped.removeprefix("-").isdecimal() else None
    return text
