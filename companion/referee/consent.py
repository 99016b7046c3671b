"""Taking back with the table's consent: what a stretch of answers showed to people who did not know it, and the
proposal that everybody at the table has to agree to before it is undone.

The proposal says what kind of thing would be undone, a roll or a draw, and never what it brought.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from companion.values.proposals import Past, Proposal
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Chance, Deal, Draw, Question, Reveal, Roll, Together
from rules.engine.types import PUBLIC, PieceId, Seat, State, may_read

log = logging.getLogger("companion.consent")
PROPOSAL: Final = "proposal"
"""What the journal keeps an open proposal under."""

_KINDS: tuple[tuple[type[Question], Past], ...] = (
    (Roll, Past.ROLL),
    (Chance, Past.LOTS),
    (Deal, Past.DEAL),
    (Draw, Past.DRAW),
    (Reveal, Past.TURNED),
)


def undone_past(match: Match, to: int) -> Past | None:
    """What would be undone with the entries of the log after the first `to`, if anything came to be known by it: the
    first such thing. A card that its own player laid is none: that player knew it, and laid it to be seen."""
    again = Match.replay(match.game, match.header, match.log[:to])
    for entry in match.log[to:]:
        question, before = again.question, again.state
        known = _known(again) if isinstance(entry, Answer) else {}
        was_waiting = again.waiting
        outcome = again.submit(entry)
        if not isinstance(entry, Answer) or not isinstance(outcome, Accepted):
            continue
        for kind, past in _KINDS:
            if isinstance(question, kind) and not (isinstance(question, Roll) and not question.faces(entry.key)):
                return past
        was_last = isinstance(question, Together) and len(question.asked) > 1 and was_waiting == (entry.seat,)
        if was_last and any(may_read(event.audience, PUBLIC) for event in outcome.events):
            return Past.TURNED  # what several chose in secret was told at once
        if _shown(known, _known(again), before, entry.seat):
            return Past.TURNED
    return None


def _known(match: Match) -> Mapping[Seat, frozenset[PieceId]]:
    """By reader, the pieces whose place that reader knows."""
    return {reader: frozenset(match.seen(reader).known()) for reader in (PUBLIC, *match.table.seats)}


def _shown(
    before: Mapping[Seat, frozenset[PieceId]],
    after: Mapping[Seat, frozenset[PieceId]],
    state: State,
    player: Seat | None,
) -> bool:
    """Whether anybody learned of a piece that the player who answered did not lay from what was known to that player.
    A piece that the notes had nowhere lay among the unseen ones of the player's own hand, if there are such."""
    own: frozenset[PieceId] = before[player] if player is not None else frozenset()
    has_unseen = player is not None and any(
        may_read(pile.readers, player) and any(not isinstance(slot.piece, PieceId) for slot in pile.slots)
        for pile in state.piles.values()
    )
    nowhere = not_placed(state) if has_unseen else frozenset()
    return any(after[reader] - before[reader] - own - nowhere for reader in after)


def not_placed(state: State) -> frozenset[PieceId]:
    """The pieces that the notes have nowhere: what unseen cards may be."""
    return frozenset(piece for deck in state.decks for piece in state.unaccounted(deck))


@dataclass(frozen=True)
class Asked:
    """Who has to agree: the seats that people play, and which of them have a phone to say it with."""

    seats: tuple[Seat, ...]
    phones: frozenset[Seat]


class Consent:
    """The one open proposal. Used by the referee's thread only."""

    def __init__(
        self,
        asked: Callable[[], Asked],
        keep: Callable[[Proposal | None], None] = lambda proposal: None,
        proposal: Proposal | None = None,
    ):
        """`keep` returns when what is open now is on disk, and raises when it cannot be: then nothing has changed.
        `proposal`: what was open before a restart."""
        self._asked = asked
        self._keep = keep
        self._count = 0 if proposal is None else proposal.number
        self.proposal = proposal

    def propose(self, match: Match, to: int, past: Past, by: str, reason: str) -> Proposal | None:
        """Asks the table; None when nobody sits there who could be asked, or one person alone or among programs, who
        need agree with nobody. A newer proposal takes the place of an older one, except of the very same, which goes
        on."""
        asked = self._asked()
        if len(asked.seats) <= 1:
            return None
        old = self.proposal
        if old is not None and (old.to, old.version) == (to, match.version):
            return old
        self._count += 1
        aloud = frozenset(asked.seats) - asked.phones
        answers = sum(isinstance(entry, Answer) for entry in match.log[to:])
        return self._put(
            Proposal(
                number=self._count,
                version=match.version,
                to=to,
                by=by,
                past=past,
                answers=answers,
                reason=reason,
                asked=asked.seats,
                aloud=aloud,
            )
        )

    def follow(self, match: Match) -> bool:
        """Looks whether the proposal is still about this table: somebody may have gone on playing, left, or sat down
        with a phone. Whether it changed."""
        old = self.proposal
        if old is None:
            return False
        if old.version != match.version:
            self.proposal = None
            return True
        asked = self._asked()
        aloud = frozenset(asked.seats) - asked.phones
        agreed, by_host = old.agreed & set(asked.seats), old.by_host & set(asked.seats)
        self.proposal = replace(old, asked=asked.seats, aloud=aloud, agreed=agreed, by_host=by_host)
        return self.proposal != old

    def agree(self, seat: Seat, number: int, *, by_host: bool = False) -> bool:
        """A seat agrees, or the host says it for one without a phone. False when that is not asked now."""
        old = self.proposal
        if old is None or old.number != number or seat not in old.asked or (by_host and seat not in old.aloud):
            return False
        told = old.by_host | {seat} if by_host else old.by_host - {seat}
        self._put(replace(old, agreed=old.agreed | {seat}, by_host=told))
        return True

    def refuse(self, seat: Seat, number: int, *, by_host: bool = False) -> bool:
        """A seat does not agree, which ends it. False when that is not asked now."""
        old = self.proposal
        if old is None or old.number != number or seat not in old.asked or (by_host and seat not in old.aloud):
            return False
        self._put(None)
        return True

    def withdraw(self) -> None:
        """Nobody wants it any more."""
        self._put(None)

    def close(self) -> None:
        """It is being carried out. What is kept of it is about a table that is no more."""
        self.proposal = None

    def _put(self, proposal: Proposal | None) -> Proposal | None:
        if proposal is None or proposal.missing:  # one to which all have agreed is an entry in a moment
            self._keep(proposal)
        self.proposal = proposal
        return proposal


def proposal_body(proposal: Proposal) -> str:
    """A proposal as the journal keeps it; `proposal_in` is the inverse."""
    return msgspec.json.encode(proposal, enc_hook=int).decode()  # a seat is a number


def proposal_in(kept: Mapping[str, str]) -> Proposal | None:
    """The proposal that the table is asked about; None when there is none, or it cannot be read."""
    try:
        return msgspec.json.decode(kept[PROPOSAL], type=Proposal, dec_hook=_seat) if PROPOSAL in kept else None
    except msgspec.MsgspecError as error:
        log.error("a proposal cannot be read: %s", type(error).__name__)
        return None


def _seat(kind: type[Seat], number: int) -> Seat:
    return kind(number)
