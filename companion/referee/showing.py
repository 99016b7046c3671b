"""What a seat shows of its own cards, in a photo or tapped in, sorted into its piles: what it holds, and what lies
face-down before it.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from companion.reading.look_alikes import look_alikes
from companion.referee.running_match import RunningMatch
from companion.values.verdicts import Verdict
from rules.engine.entries import Identify
from rules.engine.match import Match
from rules.engine.types import UNSEEN, PieceId, Pile, Refusal, Seat, Shape, State, may_read
from vision.registry import TagRegistry
from vision.types import Side


class HandShowing:
    """Notes what seats show or name of their own cards, in the referee's thread."""

    def __init__(self, running: RunningMatch, tags: Callable[[], TagRegistry]):
        self._running = running
        self._tags = tags

    def photographed(self, seat: Seat, payloads: Iterable[str]) -> Verdict:
        """A seat shows these tags."""
        running, tags = self._running, self._tags()
        pieces: dict[PieceId, None] = {}
        for payload in payloads:
            tag = tags.get(payload)
            if tag is None:
                return running.no("hand_unknown_tag", payload=payload[:40])
            if tag.side is Side.BACK:
                return running.no("hand_back_only")
            pieces[PieceId(tag.piece)] = None
        return self._known(seat, tuple(pieces))

    def named(self, seat: Seat, names: Iterable[str]) -> Verdict:
        """A seat taps in these pieces."""
        pieces = as_copies(names, self._running.match)
        return self._known(seat, pieces) if pieces else self._running.no("hand_not_yours")

    def _known(self, seat: Seat, pieces: tuple[PieceId, ...]) -> Verdict:
        """Notes what a seat holds, as far as the rules find it possible."""
        running = self._running
        match = running.match
        own = None if match.game.box.own is None else match.game.box.own(match.seen(seat), seat)
        entries = sort_shown(match.state, seat, pieces, match.game.box.alike, own)
        if isinstance(entries, str):
            return running.no(entries)
        if isinstance(entries, TooMany):
            return running.no("hand_too_many_kind", piece=entries.piece, count=entries.count)
        if (refusal := refusal_of(running.match, entries)) is not None:
            return running.because(refusal)
        for entry in entries:
            if not (reply := running.try_entry(entry, f"photo {seat}")).ok:
                return reply
        return running.yes("hand_known", count=len(pieces))


@dataclass(frozen=True)
class TooMany:
    """A photo shows more pieces of one kind than the seat can have."""

    piece: PieceId
    count: int


def sort_shown(
    state: State,
    seat: Seat,
    pieces: Sequence[PieceId],
    alike: Iterable[str] = (),
    own: Container[PieceId] | None = None,
) -> tuple[Identify, ...] | TooMany | str:
    """Which pieces of a photo (in reading order) are in which of the seat's piles, or why they cannot be: the code of a
    notice, or too many of a kind whose copies nobody tells apart. Of several piles with unknown cards of one deck the
    seat's first gets the first cards; a piece that is known to be in one of them stays there. `own`: all that this seat
    can ever hold, where the game has it so; the answer to any other piece must not depend on what others hold."""
    if own is not None and any(piece not in own for piece in pieces):
        return "hand_not_yours"
    piles = [p for p in state.piles.values() if p.owner == seat and _can_show(p, seat)]
    room = {p.key: [s.deck for s in p.slots if s.piece is UNSEEN and may_read(s.readers, seat)] for p in piles}
    known = {piece: p.key for p in piles for piece in p}
    shown = _as_noted(dict.fromkeys(pieces), known, state, look_alikes(state, alike))
    if isinstance(shown, TooMany):
        return shown
    if not any(room.values()) and not set(shown) <= known.keys():
        return "hand_not_now"
    found: dict[str, list[PieceId]] = {}
    for piece in shown:
        deck = next((name for name, every in state.decks.items() if piece in every), "")
        key = known.get(piece) or next((k for k, decks in room.items() if deck in decks), None)
        if key is None:
            return "hand_too_many"
        if piece not in known:
            room[key].remove(deck)
        found.setdefault(key, []).append(piece)
    return tuple(Identify(key, tuple(named)) for key, named in found.items())


def as_copies(names: Iterable[str], match: Match) -> tuple[PieceId, ...]:
    """Pieces that were tapped in: one that is named again is the next copy of its kind, where nobody tells those apart.
    Empty when one of them is no piece of the game, or is named twice although there is only one."""
    found: list[PieceId] = []
    for name in names:
        deck = next((d for d, pieces in match.table.decks.items() if name in pieces), None)
        if deck is None:
            return ()
        kind = PieceId(name).kind
        copies = (
            [p for p in match.table.decks[deck] if p.kind == kind] if deck in match.game.box.alike else [PieceId(name)]
        )
        piece = next((p for p in copies if p not in found), None)
        if piece is None:
            return ()
        found.append(piece)
    return tuple(found)


def _as_noted(
    pieces: Iterable[PieceId], known: Iterable[PieceId], state: State, alike: frozenset[PieceId]
) -> list[PieceId] | TooMany:
    """The pieces by the names of the notes: look-alikes are first those that the seat is known to have, then its own
    copies or others of which nobody knows where they are."""
    shown = list(pieces)
    found: list[PieceId] = []
    for piece in shown:
        name: PieceId | None = piece
        if piece in alike:
            deck = next(every for every in state.decks.values() if piece in every)
            free = [p for p in (piece, *deck) if p.kind == piece.kind and state.where(p) is None]
            name = next((p for p in (*known, *free) if p.kind == piece.kind and p not in found), None)
        if name is None:
            return TooMany(piece, sum(p.kind == piece.kind for p in shown))
        found.append(name)
    return found


def refusal_of(match: Match, entries: Sequence[Identify]) -> Refusal | None:
    """Why the rules would not take one of these; None when they take all. The match stays as it is."""
    if len(entries) < 2:
        return None  # one is taken or refused as a whole anyway
    trial = Match.replay(match.game, match.header, match.log)
    outcomes = (trial.submit(entry) for entry in entries)
    return next((outcome for outcome in outcomes if isinstance(outcome, Refusal)), None)


def _can_show(pile: Pile, seat: Seat) -> bool:
    """Whether its owner can hold these cards into a photo: held, or face-down on a place for one card."""
    if pile.shape is Shape.HAND:
        return True
    return pile.shape is Shape.SLOT and any(not s.face_up and may_read(s.readers, seat) for s in pile.slots)
