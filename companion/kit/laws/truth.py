"""The truth beside a match that knows as little as it likes: the same match told everything, so that what people say
and lay in the watched one is always really so.

In a deck that a game calls alike, a copy's name is only what the notes call it: of the same cards, notes that know more
cards name others. What two states mean is therefore compared by kinds there, and by names everywhere else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from rules.engine.entries import Header
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.questions import Answer, Deal, Draw, Laid, Question, Reveal, Together
from rules.engine.sampling import Chooser, SamplingError, pick
from rules.engine.types import PUBLIC, Card, PieceId, Refusal, Seat, State, TrackValue

DEEPEST_LOOK: Final = 3
"""How many answers in a row the truth looks ahead to find those that lead to what is so."""


def pick_true(match: Match, choose: Chooser, truth: Truth) -> Answer:
    """An answer by chance that is true. It is carried out in the truth at once, so submit what this gives before the
    next. SamplingError when nothing is allowed, what is so cannot be said, or the match is over."""
    if match.question is None:
        raise SamplingError("the match is over")
    if truth.knows_more(match):
        return truth.catch_up(match)
    return truth.advance(pick(truth.match, choose), match)


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
            kind = match.question.kind if match.question else ""
            raise SamplingError(
                f"nobody can say what is true of '{kind}': it is asked only where the notes know less than they could, "
                "so that every answer has to leave a trace on a public track, or to name a card"
            )
        return answer

    # -- inside ------------------------------------------------------------------------------------------------------

    def _own_knowledge(self, match: Match) -> Answer:
        """What the next of several seats says who knows its own cards: the truth stands where this is being asked."""
        seat, question = match.waiting[0], match.question
        assert question is not None
        offered = question.options(self.match.seen(seat), seat)
        keys = [o.blind_key or o.key for o in offered if o.refusal is None]
        if len(keys) != 1:
            raise SamplingError(
                f"Seat {seat} has {len(keys)} answers to '{question.kind}' that would all be true of its cards. Refuse "
                "what they rule out, and if a card is not known give each option a blind_key"
            )
        return Answer(seat, keys[0])

    def _told(self, answer: Answer, match: Match) -> Answer:
        """The same answer of people who do not show their cards; what the companion deals by itself it knows."""
        if isinstance(self.match.question, Deal) and self.match.question.lots:
            return answer
        if isinstance(self.match.question, Deal | Draw):
            told = [(key, cards) for key, cards in answer.cards if self._is_told(key)]
            return Answer(answer.seat, answer.key, _as_free(told, match))
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


def _as_free(told: Iterable[tuple[str, tuple[Card, ...]]], match: Match) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """Drawn copies that nobody tells apart under names that are free in the notes, as the hub gives them."""
    alike = _kinds(match.state, match.game.box.alike)
    free = [piece for deck in match.game.box.alike for piece in match.state.unaccounted(deck)]

    def name(card: Card) -> Card:
        if card not in alike:
            return card
        found = next((p for p in free if p == card), None) or next((p for p in free if p.kind == alike[card]), card)
        free.remove(found) if found in free else None
        return found

    return tuple((key, tuple(name(card) for card in cards)) for key, cards in told)


def _same_question(one: Question, other: Question | None) -> bool:
    if other is None or type(one) is not type(other) or (one.kind, one.asked) != (other.kind, other.asked):
        return False
    if isinstance(one, Reveal) and isinstance(other, Reveal):
        return (one.pile, one.to_spot) == (other.pile, other.to_spot)
    return True


# -- what two states mean ----------------------------------------------------------------------------------------------


def lying(state: State, alike: Iterable[str]) -> Counter[tuple[str, str]]:
    """How often each known piece lies in each pile, by its name or, in the decks `alike`, by its kind."""
    kinds = _kinds(state, alike)
    return Counter((kinds.get(piece, piece), key) for piece, key in state.known().items())


def public_tracks(state: State, alike: Iterable[str]) -> dict[str, TrackValue]:
    """What everybody may read on tracks. Lists of pieces in the decks `alike` become their kinds, sorted."""
    kinds = _kinds(state, alike)
    return {key: _by_kind(t.value, kinds) for key, t in state.tracks.items() if PUBLIC in t.readers}


def _kinds(state: State, alike: Iterable[str]) -> dict[str, str]:
    return {piece: piece.kind for deck in alike for piece in state.decks.get(deck, ())}


def _by_kind(value: TrackValue, kinds: Mapping[str, str]) -> TrackValue:
    if isinstance(value, tuple) and any(v in kinds for v in value):
        return tuple(sorted(kinds.get(str(v), str(v)) for v in value))
    return kinds.get(value, value) if isinstance(value, str) else value
