"""Matches of Chronicle for tests: from a position, by script, or at random with a real deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from rules.engine.entries import Header, Position
from rules.engine.game import Game
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Deal, Option, Reveal
from rules.engine.types import Card, Event, PieceId, Seat
from rules.games import game
from rules.games.chronicle import build, load_owner
from tests.games.asking import (
    allowed as allowed,
    do as do,
    kind as kind,
    kinds as kinds,
)

BLIND_REVEALS = ("turn_up", "lay_down")


def with_card(ability: str, strength: str = "9") -> Game:
    """The game in which all cards of one strength (or a Wild) have this ability, written as in a pack file."""
    text = f'format = "chronicle-pack-1"\npack_id = "test"\n[abilities.{strength}]\n{ability}\n'
    return build(load_owner({"mine.toml": text}))


def meeting(
    chosen: Game,
    piles: Mapping[str, Iterable[str]],
    *,
    seats: int = 4,
    tracks: Mapping[str, int | str | bool | tuple[str, ...] | None] | None = None,
    settings: Mapping[str, object] | None = None,
) -> Match:
    """A match at the first turn of a meeting that seat 0 leads; hands that are left out hold two unseen cards."""
    hands = {f"hand/{s}": ("?", "?") for s in range(seats)}
    position = Position(
        {**hands, **{k: tuple(v) for k, v in piles.items()}},
        {"leader": 0, "meeting": 1, **(tracks or {})},
        "meeting",
        0,
    )
    return Match(chosen, Header("chronicle", seats, settings or {}, position))


def pile(match: Match, key: str) -> list[str]:
    """The known pieces of a pile."""
    return [str(p) for p in match.state.pile(key)]


class Evening:
    """One deck of real cards and two matches about it: one that is told every card, and one that is told only what a
    companion would see whose players show their hands (`shown` seats) or do not."""

    def __init__(self, seats: int, seed: int, settings: Mapping[str, object], shown: frozenset[int] = frozenset()):
        header = Header("chronicle", seats, settings)
        self.random = Random(seed)
        self.full = Match(game("chronicle"), header)
        self.partly = Match(game("chronicle"), header)
        self.shown = shown

    def play(self, most: int = 5000) -> None:
        """Plays at random to the end."""
        for _ in range(most):
            if self.full.state.result is not None:
                return
            self.step()
        raise AssertionError("the match does not end")

    def step(self) -> None:
        """One answer to the match that knows all, and the same to the other, with all cards that it asks for."""
        full, partly = self._answers()
        assert kind(self.partly) == kind(self.full)
        told = self._submit(self.full, full)
        heard = [*self._submit(self.partly, partly)]
        while kind(self.partly) in BLIND_REVEALS:
            heard += self._submit(self.partly, Answer(None, self._truth(told)))
        assert not {"claim_broken", "wild_was_covered"} & set(kinds(heard)), "nobody has cheated"
        for seat in self.full.state.seats:
            for key in (f"hand/{seat}", f"allies/{seat}", f"meeting/{seat}"):
                assert len(self.full.state.pile(key)) == len(self.partly.state.pile(key))

    def _truth(self, told: tuple[Event, ...]) -> str:
        question = self.partly.question
        assert question is not None
        kind = "turned_up" if question.kind == "turn_up" else "laid_down"
        cards = [e.facts["piece"] for e in told if e.kind == kind and e.facts["seat"] == question.facts["seat"]]
        return next(str(c) for c in cards if isinstance(c, PieceId) and self.partly.state.where(c) is None)

    def _submit(self, match: Match, answer: Answer) -> tuple[Event, ...]:
        outcome = match.submit(answer)
        assert isinstance(outcome, Accepted), f"{answer}: {outcome}"
        return outcome.events

    def _answers(self) -> tuple[Answer, Answer]:
        question = self.full.question
        match question:
            case Deal(counts=counts):
                return self._deal(counts)
            case Reveal():
                option = self.random.choice(question.options(self.full.state, None))
                return Answer(None, option.key), Answer(None, option.key)
        seat = self.random.choice(self.full.waiting)
        options = self._options(seat)
        while not options:
            seat = self.random.choice(self.full.waiting)
            options = self._options(seat)
        option = self.random.choice(options)
        blind = option.blind_key if option.blind_key and seat not in self.shown else option.key
        return Answer(seat, option.key), Answer(seat, blind)

    def _options(self, seat: Seat) -> list[Option]:
        return [o for o in self.full.options(seat) if o.refusal is None and o.key != "play:?:down"]

    def _deal(self, counts: Mapping[str, int]) -> tuple[Answer, Answer]:
        deck = list(self.full.state.unaccounted("characters"))
        self.random.shuffle(deck)
        cards: list[tuple[str, tuple[Card, ...]]] = []
        for key, count in counts.items():
            cards.append((key, tuple(deck[:count])))
            deck = deck[count:]
        shown = tuple((k, c) for k, c in cards if int(k.partition("/")[2]) in self.shown)
        return Answer(None, "dealt", tuple(cards)), Answer(None, "dealt", shown)
