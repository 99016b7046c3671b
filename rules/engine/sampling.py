"""Play by chance, without chance of its own: every choice is made by a function that the caller brings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Answer, Anytime, Deal, Draw, Option, Roll
from rules.engine.types import UNSEEN, Card, PieceId, Refusal, Seat, State

RARELY: Final = 12
"""How rarely play by chance considers what a game wants taken seldom: once in so many times."""

Chooser = Callable[[int], int]
"""Given a number n of possibilities, says which: 0 to n - 1."""


class SamplingError(Exception):
    """A match that cannot be played on: nothing is allowed. A fault of the game."""


def pick(match: Match, choose: Chooser) -> Answer:
    """An answer to the open question that will be accepted. SamplingError when nothing is allowed or the match is
    over."""
    question = match.question
    if question is None:
        raise SamplingError("the match is over")
    seats: list[Seat | None] = list(match.waiting) or [None]
    if isinstance(question, Deal):
        return Answer(None, "dealt", _dealt(match.state, question, choose))
    if isinstance(question, Draw):
        return _drawn(match.state, question, choose)
    if isinstance(question, Roll):
        aside = _before_roll(match, question, seats[0], choose)
        return aside or Answer(seats[0], "-".join(str(1 + choose(sides)) for sides in question.dice))
    if isinstance(question, Anytime) and question.leader in seats and choose(RARELY):
        seats = [question.leader]  # whoever else may only add something
    while seats:  # in a window perhaps only one of the seats asked can answer
        seat = seats.pop(choose(len(seats)))
        answer = _pick_of(match, seat, choose)
        if answer is not None:
            return answer
    raise SamplingError(
        f"nothing is allowed at '{question.kind}': let one option be allowed, or ask only where there is one"
    )


def _before_roll(match: Match, question: Roll, seat: Seat | None, choose: Chooser) -> Answer | None:
    """Rarely what may be done before dice fall, and more rarely still what the game wants taken seldom."""
    if question.asides is None or choose(RARELY):
        return None
    allowed = [o for o in match.options(seat) if o.aside and o.refusal is None]
    usual = [o for o in allowed if _first_part(o) not in match.game.bots.seldom]
    among = usual if usual and choose(RARELY) else allowed
    return Answer(seat, among[choose(len(among))].key) if among else None


def without_rare(game: Game, allowed: list[Option], choose: Chooser) -> list[Option]:
    """Most of the time only the options that are obvious or that a game wants taken whenever they come, or else those
    that it does not want taken rarely and that are no asides."""
    eager = [o for o in allowed if o.obvious or _first_part(o) in game.bots.eager]
    usual = eager or [o for o in allowed if _first_part(o) not in game.bots.seldom and not o.aside]
    return allowed if len(usual) in (0, len(allowed)) or choose(RARELY) == 0 else usual


def _first_part(option: Option) -> str:
    return option.key.partition(":")[0]


def _pick_of(match: Match, seat: Seat | None, choose: Chooser) -> Answer | None:
    """An answer of this seat; None when it has none."""
    allowed = [o for o in match.options(seat) if o.refusal is None]
    allowed = without_rare(match.game, allowed, choose)
    blind = {o.blind_key for o in allowed if o.blind_key and o.blind_key != o.key}
    named = [o for o in allowed if o.key not in blind] or allowed  # say which card it is whenever that is known
    while named:
        answer = Answer(seat, named.pop(choose(len(named))).key)
        if not isinstance(match.check(answer), Refusal):  # a card that is known to be elsewhere
            return answer
    return None


def _dealt(state: State, question: Deal, choose: Chooser) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """A whole deal, made up from what may lie in the piles."""
    stacks: dict[str, _Stack] = {}
    dealt: dict[str, tuple[Card, ...]] = {}
    for key, count in question.counts.items():
        source = question.source(key)
        if source not in stacks:
            stacks[source] = _Stack(state, source, question.free(state, key))
        dealt[key] = tuple(stacks[source].draw(choose) for _ in range(count))
    return tuple(dealt.items())


class _Stack:
    """What may lie in one pile that is dealt from."""

    def __init__(self, state: State, key: str, may_come: frozenset[PieceId]):
        pile = state.pile(key)
        self._known = list(pile.pieces)
        self._decks = [s.deck for s in pile.slots if s.piece is UNSEEN]
        every = dict.fromkeys(self._decks)
        self._free = {deck: [p for p in state.unaccounted(deck) if p in may_come] for deck in every}

    def draw(self, choose: Chooser) -> PieceId:
        """One card of it."""
        index = choose(len(self._known) + len(self._decks))
        if index < len(self._known):
            return self._known.pop(index)
        among = self._free[self._decks.pop(index - len(self._known))]
        return among.pop(choose(len(among)))


def _drawn(state: State, question: Draw, choose: Chooser) -> Answer:
    """Cards taken one by one as the pile may lie, up to one that is shown at once."""
    pile = state.pile(question.pile)
    known, unseen, seeded = list(pile.pieces), pile.unseen, question.seeded_count
    among = question.among
    free = [p for p in state.unaccounted(pile.slots[0].deck) if among is None or p in among]
    cards: list[Card] = []
    while len(cards) < question.count:
        index = choose(len(known) + unseen)
        if index < len(known):
            piece = known.pop(index)
        else:
            is_seeded = index - len(known) < seeded
            like = [p for p in free if (p in question.seeded) is is_seeded]
            piece = like[choose(len(like))]
            free.remove(piece)
            unseen, seeded = unseen - 1, seeded - is_seeded
        if piece in question.stops:
            return Answer(question.seat, f"{piece}:{len(cards)}", ((question.to, tuple(cards)),))
        cards.append(piece)
    return Answer(question.seat, "drawn", ((question.to, tuple(cards)),))
