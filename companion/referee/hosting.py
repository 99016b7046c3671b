"""What a host may do to the match: undo, pause and the closed list of corrections, each recorded with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from companion.journal.keeping import SaveError
from companion.referee.consent import PROPOSAL, Asked, Consent, proposal_body, proposal_in, undone_past
from companion.referee.followers import Follower
from companion.referee.inbox import Consented, StartAsked, TakeBackAsked
from companion.referee.running_match import RunningMatch
from companion.values.notices import Notice
from companion.values.proposals import Proposal
from companion.values.verdicts import Verdict
from rules.engine.entries import EndMatch, Entry, MovePiece, NameCard, Redefine, Rewind, SetTrack, SetTurn
from rules.engine.questions import Answer
from rules.engine.types import PieceId, Refusal, Seat, TrackValue
from web.pages.host.views import HostAct, HostCommand

_YES_OR_NO: Final[Mapping[str, bool]] = MappingProxyType(
    {"yes": True, "true": True, "ja": True, "no": False, "false": False, "nein": False}
)


class Hosting(Follower):
    """Carries host commands out, in the referee's thread."""

    def __init__(self, running: RunningMatch, asked: Callable[[], Asked]):
        """`asked`: who has to agree when something is to be taken back that cannot be made unknown again."""
        self._running = running
        self._asked = asked
        kept = proposal_in(running.keeper.unsettled())
        still = kept if kept is not None and kept.version == running.match.version else None
        self.consent = Consent(asked, self._keep, still)
        if still is not None:
            running.note(still.notice)

    def _keep(self, proposal: Proposal | None) -> None:
        self._running.keeper.settle({PROPOSAL: None if proposal is None else proposal_body(proposal)})

    def carry_out(self, command: HostCommand) -> Verdict:
        """Does what the host asks, or says in a sentence why not."""
        try:
            return self._carried_out(command)
        except SaveError as error:
            return self._running.not_saved(error)

    def _carried_out(self, command: HostCommand) -> Verdict:
        running = self._running
        match command.act:
            case HostAct.UNDO if command.number is None:
                return self.undo_last("host", command.reason)
            case HostAct.UNDO:
                number = command.number or 0
                to = sum(n <= number for n in running.match.counting)
                return self.undo_to(to, "host", command.reason or "host")
            case HostAct.PAUSE | HostAct.RESUME:
                return running.pause(command.act is HostAct.PAUSE)
            case HostAct.AGREE_FOR | HostAct.REFUSE_FOR if command.seat is not None:
                return self._told_for(Seat(command.seat), command.number or 0, command.act is HostAct.AGREE_FOR)
            case HostAct.WITHDRAW:
                self.consent.withdraw()
                running.clear_notice()
                return running.yes()
            case HostAct.ACCEPT_IRREGULAR:
                return self._accept_irregular()
            case HostAct.NEW_MATCH:
                return running.no("match_running") if running.match.table.result is None else self.begin()
        entry = self._entry(command)
        if isinstance(entry, Verdict):
            return entry
        reply = running.try_entry(entry, "host")
        if not reply.ok and command.reason.strip() and self._is_of_hidden(entry):
            running.note(Notice("host_probed", aloud=True))
        return reply

    def _is_of_hidden(self, entry: Entry) -> bool:
        """Whether a correction is about a piece of which not everybody knows where it is. That it is refused tells
        something of it, and a host plays too."""
        piece = entry.piece if isinstance(entry, MovePiece | NameCard) else None
        return isinstance(piece, PieceId) and self._running.match.seen(None).where(piece) is None

    def heard(self, message: Consented | TakeBackAsked | StartAsked) -> Verdict:
        """What people ask of the whole match on their phones."""
        match message:
            case Consented(seat, number, agrees):
                return self.agreed(seat, number, agrees)
            case TakeBackAsked(seat, version):
                return self.take_back(seat, version)
            case StartAsked():
                return self.begin()

    def begin(self) -> Verdict:
        """Those who gathered begin their match; those who have ended one play the same once more."""
        running = self._running
        if running.gathering:
            return running.pause(False)
        if running.match.table.result is None:
            return running.no("moved_on")
        try:
            running.new_match()
        except SaveError as error:
            return running.not_saved(error)
        return running.yes()

    @property
    def undo_of(self) -> Seat | None:
        """Whose last decision an undo goes back to: that of the only person here. What programs and hands did since
        then they would do again at once. None: it takes back one step, whoever did it."""
        seats = self._asked().seats
        return seats[0] if len(seats) == 1 and any(seats[0] == seat for seat, _ in self._answers()) else None

    def _answers(self) -> Iterator[tuple[Seat | None, int]]:
        """Who has answered, and how many entries of the log came before; the latest first."""
        log = self._running.match.log
        return ((e.seat, n) for n, e in reversed(tuple(enumerate(log))) if isinstance(e, Answer))

    def undo_last(self, origin: str, reason: str = "") -> Verdict:
        """Takes back the last answer, or all since the last decision of the only person, and what came after it."""
        only = self.undo_of
        last = next((to for seat, to in self._answers() if only in (None, seat)), None)
        if last is None:
            return self._running.no("no_undo")
        return self.undo_to(last, origin, reason or origin)

    @property
    def last_by(self) -> Seat | None:
        """Who has made the last decision of a person, from which programs and hands alone have gone on."""
        last = self._last_decision()
        return None if last is None else last[0]

    def _last_decision(self) -> tuple[Seat, int] | None:
        """Whose it was, and how many entries of the log came before. Those who have answered what is still open do not
        count: that would tell who has."""
        match, people = self._running.match, self._asked().seats
        if match.question is None:
            return None
        settled = len(match.log) - len(match.question.asked) + len(match.waiting)
        for before, entry in reversed(tuple(enumerate(match.log[:settled]))):
            if not isinstance(entry, Answer):
                return None
            if entry.seat in people and entry.seat is not None:
                return entry.seat, before
        return None

    def take_back(self, seat: Seat, version: int) -> Verdict:
        """A seat wants its own last answer back: the same as an undo of the host, to which that seat agrees."""
        running, last = self._running, self._last_decision()
        if running.paused:
            return running.no("paused")
        if version != running.match.version or last is None or last[0] != seat:
            return running.no("moved_on")
        reply = self.undo_to(last[1], "seat", f"seat {seat + 1}")
        asked = self.consent.proposal
        agreed = self.agreed(seat, asked.number, True) if reply.ok and asked is not None else reply
        return reply if self.consent.proposal is not None else agreed

    # -- with the table's consent ------------------------------------------------------------------------------------

    def undo_to(self, to: int, origin: str, reason: str) -> Verdict:
        """Takes back everything after the first `to` entries that count; asks the table first when that would undo a
        roll or something that came to be seen."""
        running = self._running
        past = undone_past(running.match, to) if 0 <= to < len(running.match.log) else None
        if past is None:
            return self._rewind(to, reason, origin)
        try:
            proposal = self.consent.propose(running.match, to, past, origin, reason)
        except SaveError as error:
            return running.not_saved(error)
        if proposal is None:
            return self._rewind(to, reason, origin)
        running.note(proposal.notice)
        return running.yes("consent_wait")

    def agreed(self, seat: Seat, number: int, agrees: bool) -> Verdict:
        """What a seat says to the proposal, on its own phone."""
        try:
            said = self.consent.agree(seat, number) if agrees else self.consent.refuse(seat, number)
            return self._after(said, seat, agrees)
        except SaveError as error:
            return self._running.not_saved(error)

    def _told_for(self, seat: Seat, number: int, agrees: bool) -> Verdict:
        """What the host has heard from somebody who has no phone."""
        consent = self.consent
        said = consent.agree(seat, number, by_host=True) if agrees else consent.refuse(seat, number, by_host=True)
        return self._after(said, seat, agrees)

    def _after(self, was_asked: bool, seat: Seat, agrees: bool) -> Verdict:
        running = self._running
        if not was_asked:
            return running.no("consent_over")
        if not agrees:
            running.note(Notice("consent_refused", {"seat": seat}, aloud=True))
            return running.yes("consent_noted")
        proposal = self.consent.proposal
        if proposal is None or proposal.missing:
            return running.yes("consent_noted")
        return self._carry_out(proposal)

    def _carry_out(self, proposal: Proposal) -> Verdict:
        self.consent.close()
        return self._rewind(proposal.to, proposal.record, proposal.by)

    def follow(self) -> bool:
        """Looks whether the open proposal is still about this table; whether anything of it changed."""
        had = self.consent.proposal
        if had is None:
            return False
        changed = self.consent.follow(self._running.match)
        now = self.consent.proposal
        if changed and now is not None and not now.missing:  # whoever had not agreed has left the table
            self._carry_out(now)
        if now is None and self._running.notice == had.notice:
            self._running.clear_notice()
        return changed

    def _accept_irregular(self) -> Verdict:
        running = self._running
        if running.refused is None or running.refused.what.play is None:
            return running.no("irregular_nothing")
        return running.try_entry(running.refused.what.play, "host", laid=running.refused.mark)

    def _rewind(self, to: int, reason: str, origin: str) -> Verdict:
        running = self._running
        gone = running.match.log[to:][:1]
        try:
            outcome = running.submit(Rewind(to, reason), origin)
        except SaveError as error:
            return running.not_saved(error)
        if isinstance(outcome, Refusal):
            return running.because(outcome)
        running.clear_notice()
        if origin != "camera" and gone and isinstance(gone[0], Answer) and gone[0].seat is not None:
            running.note(Notice("answer_back", {"seat": gone[0].seat}))
        return running.yes()

    def _entry(self, command: HostCommand) -> Entry | Verdict:
        table, reason = self._running.match.table, command.reason
        match command.act:
            case HostAct.MOVE_PIECE if command.piece and command.pile:
                return MovePiece(PieceId(command.piece), command.pile, reason)
            case HostAct.NAME_CARD if command.piece and command.pile:
                return NameCard(command.pile, PieceId(command.piece), reason)
            case HostAct.SET_TRACK if command.track in table.state.tracks:
                now = table[command.track]
                value = _typed(command.value, now)
                if value is None:
                    return self._running.no("bad_yes_no" if isinstance(now, bool) else "bad_number")
                return SetTrack(command.track, value, reason)
            case HostAct.SET_TURN if command.seat is not None:
                return SetTurn(Seat(command.seat), reason)
            case HostAct.END_MATCH:
                return EndMatch(reason)
            case HostAct.REDEFINE:
                return Redefine(command.value, reason)
        return self._running.no("bad_incomplete")


def _typed(text: str, now: TrackValue) -> int | str | bool | None:
    """The text as a value of the track's kind; None when it is none."""
    if isinstance(now, bool):
        return _YES_OR_NO.get(text.strip().lower())
    if isinstance(now, int):
        stripped = text.strip()
        return int(stripped) if stripped.removeprefix("-").isdecimal() else None
    return text
