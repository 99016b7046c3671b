"""Play by chance, without chance of its own: every choice is made by a function that the caller brings.

`pick` answers the open question of a match. With a `Truth` beside it the match may know as little as it likes: the
truth is the same match told everything, so that what people say and lay in the watched one is always really so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.likeness import lying, public_tracks
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal, Draw, Laid, Option, Question, Reveal, Roll, Together
from rules.engine.types import PUBLIC, UNSEEN, Card, PieceId, Refusal, Seat, State

DEEPEST_LOOK: Final = 3
"""How many answers in a row the truth looks ahead to find those that lead to what is so."""

RARELY: Final = 12
"""How rarely play by chance considers what a game wants taken seldom: once in so many times."""

Chooser = Callable[[int], int]
"""Given a number n of possibilities, says which: 0 to n - 1."""


class SamplingError(Exception):
    """A match that cannot be played on: nothing is allowed, or what is so cannot be said. A fault of the game."""


class Truth:
    """What really lies on the table: the match as it would be for a companion that is told every dealt card.

    `shown` are the seats whose cards the watched match is told; the others' it learns only when they are turned up.
    """

    def __init__(self, game: Game, header: Header, shown: frozenset[Seat] = frozenset()):
        self.match = Match(game, header)
        self.shown = shown
        self._before: State = self.match.state  # before the last answer
        self._laid: dict[str, PieceId] = {}  # what that answer laid on which spot

    def knows_more(self, match: Match) -> bool:
        """Whether the watched match asks something that the truth already knows."""
        return match.question is not None and not _same_question(match.question, self.match.question)

    def advance(self, answer: Answer, match: Match) -> Answer:
        """Carries `answer` out in the truth and gives it as the watched match hears it. SamplingError when the truth
        refuses it."""
        told = self._told(answer, match)
        option = next((o for o in self.match.options(answer.seat) if o.key == answer.key), None)
        self._before, self._laid = self.match.state, {}
        if option is not None and isinstance(option.gesture, Laid) and option.piece is not None:
            self._laid[option.gesture.spot] = option.piece
        outcome = self.match.submit(answer)
        if isinstance(outcome, Refusal):
            raise SamplingError(f"'{answer.key}' was offered and is refused: {outcome.code}")
        return told

    def catch_up(self, match: Match) -> Answer:
        """The true answer to a question that only the watched match asks. SamplingError when there is none."""
        if isinstance(match.question, Together):
            return self._own_knowledge(match)
        answer = next((a for a in self._possible(match) if self._agrees(match, a, DEEPEST_LOOK)), None)
        if answer is None:
            raise SamplingError(f"nobody can say what is true of '{match.question.kind if match.question else ''}'")
        return answer

    # -- inside ------------------------------------------------------------------------------------------------------

    def _own_knowledge(self, match: Match) -> Answer:
        """What the next of several seats says who knows its own cards: the truth stands where this is being asked."""
        seat, question = match.waiting[0], match.question
        assert question is not None
        offered = question.options(self.match.seen(seat), seat)
        keys = [o.blind_key or o.key for o in offered if o.refusal is None]
        if len(keys) != 1:
            raise SamplingError(f"{len(keys)} answers of seat {seat} to '{question.kind}' would be true")
        return Answer(seat, keys[0])

    def _told(self, answer: Answer, match: Match) -> Answer:
        """The same answer of people who do not show their cards."""
        if isinstance(self.match.question, Deal | Draw):
            return Answer(answer.seat, answer.key, tuple((k, c) for k, c in answer.cards if self._is_told(k)))
        option = next((o for o in self.match.options(answer.seat) if o.key == answer.key), None)
        if option is None or not option.blind_key or option.piece is None:
            return answer
        return answer if match.state.where(option.piece) is not None else Answer(answer.seat, option.blind_key)

    def _is_told(self, key: str) -> bool:
        pile = self.match.state.pile(key)
        return PUBLIC in pile.readers or pile.owner in self.shown

    def _pieces(self, question: Reveal) -> Iterator[PieceId]:
        """What may be turned up, the most likely first: just laid there, lay there before, lies there now, or came
        there within one step from another place of the same seat."""
        if question.to_spot in self._laid:
            yield self._laid[question.to_spot]
        owner = self._before.pile(question.pile).owner
        for state in (self._before, self.match.state):
            for pile in state.piles.values():
                if pile.key == question.pile or (pile.spot is not None and pile.spot == question.to_spot):
                    yield from pile.pieces
        for pile in self._before.piles.values():
            if owner is not None and pile.owner == owner:
                yield from pile.pieces

    def _possible(self, match: Match) -> Iterator[Answer]:
        """What may be answered in the watched match: of a reveal only what lies there."""
        question = match.question
        for seat in match.waiting or (None,):
            allowed = {o.key for o in match.options(seat) if o.refusal is None}
            order = self._pieces(question) if isinstance(question, Reveal) else sorted(allowed)
            for answer in (Answer(seat, key) for key in order if key in allowed):
                if not isinstance(match.check(answer), Refusal):
                    yield answer

    def _agrees(self, match: Match, answer: Answer, looks: int) -> bool:
        """Whether an answer leads to notes that agree with what lies where, perhaps by further such answers. What a
        reveal turns up was looked up and needs no try."""
        if isinstance(match.question, Reveal):
            return True
        copy = Match.replay(match.game, match.header, match.log)
        if isinstance(copy.submit(answer), Refusal):
            return False
        alike = match.game.box.alike
        true, before, noted = (lying(state, alike) for state in (self.match.state, self._before, copy.state))
        if noted - (true | before):
            return False
        if self.knows_more(copy):
            return looks > 0 and any(self._agrees(copy, a, looks - 1) for a in self._possible(copy))
        return public_tracks(copy.state, alike) == public_tracks(self.match.state, alike)


def pick(match: Match, choose: Chooser, truth: Truth | None = None) -> Answer:
    """An answer to the open question that will be accepted. With a truth it is carried out there at once, so submit
    what this gives before the next. SamplingError when nothing is allowed or the match is over."""
    if match.question is None:
        raise SamplingError("the match is over")
    if truth is None:
        return _pick(match, choose)
    if truth.knows_more(match):
        return truth.catch_up(match)
    return truth.advance(_pick(truth.match, choose), match)


def _pick(match: Match, choose: Chooser) -> Answer:
    question = match.question
    seats: list[Seat | None] = list(match.waiting) or [None]
    if isinstance(question, Deal):
        return Answer(None, "dealt", _dealt(match.state, question, choose))
    if isinstance(question, Draw):
        return _drawn(match.state, question, choose)
    if isinstance(question, Roll):
        aside = _before_roll(match, question, seats[0], choose)
        return aside or Answer(seats[0], "-".join(str(1 + choose(sides)) for sides in question.dice))
    while seats:  # in a window perhaps only one of the seats asked can answer
        seat = seats.pop(choose(len(seats)))
        answer = _pick_of(match, seat, choose)
        if answer is not None:
            return answer
    raise SamplingError(f"nothing is allowed at '{question.kind if question else ''}'")


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


def _same_question(one: Question, other: Question | None) -> bool:
    if other is None or type(one) is not type(other) or (one.kind, one.asked) != (other.kind, other.asked):
        return False
    if isinstance(one, Reveal) and isinstance(other, Reveal):
        return (one.pile, one.to_spot) == (other.pile, other.to_spot)
    return True
