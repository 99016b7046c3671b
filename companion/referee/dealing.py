"""Dealing and drawing over the reader box: cards that slide over its glass go to the hands, in order, until all have
gone, or one turns up that is shown at once.

Used by the referee's thread. What a card is goes into the answer alone: notices hold counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum
from itertools import chain, cycle
from random import Random

from companion.reading.look_alikes import as_free, look_alikes
from companion.referee.followers import Follower
from companion.referee.inbox import BoxCard, BoxTrouble, Dealt
from companion.referee.running_match import RunningMatch
from companion.settings.config import DealOrder
from companion.values.notices import Notice
from companion.values.verdicts import Verdict
from rules.engine.entries import Rewind
from rules.engine.match import Match
from rules.engine.questions import Answer, ByHand, Deal, Draw, Question
from rules.engine.sampling import pick
from rules.engine.types import UNSEEN, Card, PieceId, Refusal
from web.pages.host.views import HostAct

DEAL_ACTS = frozenset({HostAct.DEAL_BACK, HostAct.DEAL_UNREAD, HostAct.DEAL_REST})


class _Fits(Enum):
    """What a card on the glass is to the deal."""

    NEW = "new"
    LAST = "last"  # the one that was counted last still lies there, or went over the glass twice
    BEFORE = "before"  # it was dealt to somebody already
    ELSEWHERE = "elsewhere"  # by the notes it cannot be in this deck now


class BoxDealing:
    """The deal that is under way. It begins anew whenever another deal is asked for."""

    def __init__(self, running: RunningMatch, order: DealOrder | None):
        """`order` None: there is no box."""
        self._running = running
        self._order = order
        self._cards: list[Card] = []
        self._asked: int | None = None

    @property
    def question(self) -> Deal | Draw | None:
        """The deal, or the drawing, that the rules wait for now."""
        question = self._running.match.question
        if not isinstance(question, Deal | Draw) or self._order is None:
            return None
        asked = _asked_at(self._running.match)
        if self._asked != asked:
            self._asked, self._cards = asked, []
        return question

    def card(self, seen: BoxCard) -> Dealt | None:
        """A card was read. The whole deal when it was the last one."""
        question = self.question
        if question is None:
            return None
        match self._fits(seen.piece, question):
            case _Fits.NEW if isinstance(question, Draw) and seen.piece in question.stops:
                return Dealt(self._named(question, short=True), f"{seen.piece}:{len(self._cards)}")
            case _Fits.NEW:
                return self._add(seen.piece, question)
            case _Fits.BEFORE:
                self._running.note(Notice("box_before", aloud=True))
            case _Fits.ELSEWHERE:
                self._running.note(Notice("box_elsewhere", aloud=True))
            case _Fits.LAST:
                pass
        return None

    def odd(self, trouble: BoxTrouble) -> None:
        """Something lies on the glass that is not one readable card."""
        if self.question is not None:
            self._running.note(Notice(f"box_{trouble.value}", aloud=True))

    def carry_out(self, act: HostAct) -> tuple[Verdict, Dealt | None]:
        """What the host does about the deal: take its last card back, count one that cannot be read, or the rest."""
        question = self.question
        if question is None:
            return self._running.no("box_no_deal"), None
        if self._running.paused:
            return self._running.no("paused"), None
        if act is HostAct.DEAL_REST:
            return self._running.yes(), Dealt(self._named(question), question.confirm)
        if act is HostAct.DEAL_UNREAD:
            dealt = self._add(UNSEEN, question)
            return self._running.yes(), dealt
        if not self._cards:
            return self._running.no("box_nothing"), None
        self._cards.pop()
        self._tell(question, aloud=True)
        return self._running.yes(), None

    def completed(self, answer: Answer) -> Answer:
        """Somebody says that the cards are dealt, perhaps because the box has failed: those that were read stay known,
        unless the rules find fault with them."""
        question = self.question
        if question is None or answer.cards or not self._cards:
            return answer
        if answer.key == question.confirm:
            return replace(answer, cards=self._named(question))
        if isinstance(question, Draw) and answer.key.rpartition(":")[2] == str(len(self._cards)):
            return replace(answer, cards=self._named(question, short=True))
        return answer

    # -- inside ------------------------------------------------------------------------------------------------------

    def _add(self, card: Card, question: Deal | Draw) -> Dealt | None:
        """One card more; the whole deal when there are enough, also when it was complete and could not be saved."""
        total = sum(_counts(question).values())
        if len(self._cards) < total:
            self._cards.append(card)
        if len(self._cards) == total:
            return Dealt(self._named(question), question.confirm)
        self._tell(question, aloud=self._is_round(question))
        return None

    def _fits(self, piece: PieceId, question: Deal | Draw) -> _Fits:
        known = [card for card in self._cards if isinstance(card, PieceId)]
        if piece in known:
            return _Fits.LAST if self._cards[-1] == piece else _Fits.BEFORE
        match = self._running.match
        to = _order(question, self._order)[min(len(self._cards), sum(_counts(question).values()) - 1)]
        free, alike = free_for(question, to, match), look_alikes(match.state, match.game.box.alike)
        left = [p for p in free if p not in as_free(known, free, alike)]
        is_free = piece in free if piece not in alike else any(p.kind == piece.kind for p in left)
        return _Fits.NEW if is_free else _Fits.ELSEWHERE

    def _by_pile(self, question: Deal | Draw, *, short: bool = False) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The cards so far in their hands; the others went out unseen, or (`short`) there are no others."""
        hands: dict[str, list[Card]] = {pile: [] for pile in _counts(question)}
        for pile, card in zip(_order(question, self._order), self._cards, strict=False):
            hands[pile].append(card)
        if short:
            return tuple((pile, tuple(cards)) for pile, cards in hands.items())
        wanted = _counts(question)
        return tuple((pile, (*cards, *[UNSEEN] * (wanted[pile] - len(cards)))) for pile, cards in hands.items())

    def _named(self, question: Deal | Draw, *, short: bool = False) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The same by the names of the notes, where copies look alike."""
        return as_noted(self._by_pile(question, short=short), question, self._running.match)

    def _is_round(self, question: Deal | Draw) -> bool:
        """Whether everybody has one more, or a hand is complete: worth a word."""
        order = _order(question, self._order)
        done = len(self._cards)
        if self._order is DealOrder.HANDS:
            return order[done - 1] != order[done]
        return done % len(_counts(question)) == 0

    def _tell(self, question: Deal | Draw, *, aloud: bool) -> None:
        total = sum(_counts(question).values())
        self._running.note(Notice("box_count", {"done": len(self._cards), "total": total}, aloud=aloud))


class DealtCards(Follower):
    """Cards that hands have dealt and that are not noted yet: as long as the table is paused they wait. If the reader
    box misread one, all of them count as dealt unseen. Cards that nobody has are dealt here, each lot as likely as any
    other."""

    def __init__(self, running: RunningMatch, random: Random):
        self._running = running
        self._random = random
        self._waiting: Dealt | None = None

    def take(self, dealt: Dealt | None) -> None:
        """Hands have dealt; None: they have not."""
        self._waiting = dealt or self._waiting

    def follow(self) -> bool:
        """Notes them, or deals what nobody has."""
        running, dealt = self._running, self._waiting
        if running.paused:
            return False
        if dealt is None:
            return self._draw_lots()
        self._waiting = None
        question = running.match.question
        if isinstance(question, ByHand) and not _is_outdated(dealt, running.match):
            seat = question.asked[0] if question.asked else None
            answer = Answer(seat, dealt.key, as_noted(dealt.cards, question, running.match))
            if isinstance(running.match.check(answer), Refusal):
                answer = Answer(seat, dealt.key)
            if not isinstance(running.match.check(answer), Refusal):
                running.try_entry(answer, "reader box" if dealt.cards else "dealer")
        return True

    def _draw_lots(self) -> bool:
        running, question = self._running, self._running.match.question
        if not (isinstance(question, Deal) and question.lots):
            return False
        return running.try_entry(pick(running.match, self._random.randrange), "lots").ok


def _is_outdated(dealt: Dealt, match: Match) -> bool:
    """Whether somebody has answered or taken back something since hands did what was asked for then, or it was for the
    match before this one."""
    if dealt.version is not None and dealt.version > match.version:
        return True
    later = () if dealt.version is None else match.journal[dealt.version :]
    return any(isinstance(entry, Answer | Rewind) for entry in later)


def as_noted(
    cards: tuple[tuple[str, tuple[Card, ...]], ...], question: Question, match: Match
) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Dealt or drawn cards, where copies look alike by names that the notes have free."""
    alike = look_alikes(match.state, match.game.box.alike)
    if not alike or not isinstance(question, Deal | Draw):
        return cards
    named: list[tuple[str, tuple[Card, ...]]] = []
    used: set[Card] = set()
    for to, some in cards:
        free = [p for p in free_for(question, to, match) if p not in used]
        named.append((to, as_free(some, free, alike)))
        used |= set(named[-1][1])
    return tuple(named)


def free_for(question: Deal | Draw, to: str, match: Match) -> tuple[PieceId, ...]:
    """The pieces that may come to a pile now, in the order of their decks."""
    state = match.state
    if isinstance(question, Deal):
        free = question.free(state, to) if to in question.counts else frozenset()
    else:
        pile = state.pile(question.pile)
        hidden = {p for s in pile.slots[:1] for p in state.unaccounted(s.deck)}
        free = frozenset({*pile.pieces, *(hidden if question.among is None else hidden & question.among)})
    return tuple(piece for deck in state.decks.values() for piece in deck if piece in free)


def _asked_at(match: Match) -> int:
    """The entry since which the present question has been open; a correction in between does not count."""
    return max((n for n, e in enumerate(match.journal, 1) if isinstance(e, Answer | Rewind)), default=0)


def _counts(question: Deal | Draw) -> Mapping[str, int]:
    """How many cards go to which pile."""
    return question.counts if isinstance(question, Deal) else {question.to: question.count}


def _order(question: Deal | Draw, order: DealOrder | None) -> list[str]:
    """The pile of each card, in the order of dealing."""
    if order is DealOrder.HANDS:
        return list(chain.from_iterable([pile] * count for pile, count in _counts(question).items()))
    left = dict(_counts(question))
    piles: list[str] = []
    total = sum(left.values())
    for pile in cycle(_counts(question)):
        if len(piles) == total:
            break
        if left[pile]:
            left[pile] -= 1
            piles.append(pile)
    return piles
