"""The words of one language at one table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import is_
from types import MappingProxyType
from typing import Any, TypeVar

from companion.players.hints import Reason
from companion.values.notices import Notice
from companion.values.shown import shown, shown_sentence
from companion.values.verdicts import Verdict
from rules.engine.game import CardFace, Game
from rules.engine.mat import Layout
from rules.engine.types import PieceId, Pile, Refusal, Say, Seat, State, Track
from rules.engine.words import Names, Words
from web import views as ports

NO_FACTS: Mapping[str, object] = MappingProxyType({})
T = TypeVar("T")


def owner_fact(owner: Seat | None, cell: str = "") -> Mapping[str, object]:
    """The facts of labels that belong to a seat (`seat`) or to a field of a board (`cell`)."""
    facts: dict[str, object] = {} if owner is None else {"seat": owner}
    return facts | {"cell": cell} if cell else facts


def track_facts(track: Track) -> Mapping[str, object]:
    """The facts of a track's label: whose it is, and what it is of where its key says so (`cell`); of one that comes
    again and again, such as `entry/bid.3/0`, also its `number`."""
    cell, dot, rest = track.key.partition("/")[2].partition(".")
    number = rest.partition("/")[0]
    if dot and number.isdecimal():
        return {**owner_fact(track.owner, cell), "number": int(number)}
    return owner_fact(track.owner, track.key.partition("/")[2])


class Worded:
    """The latest words of every part of every reader's page. Safe from any thread: at worst a part is worded twice."""

    def __init__(self) -> None:
        self._latest: dict[tuple[object, ...], tuple[tuple[object, ...], Any]] = {}

    def of(self, place: tuple[object, ...], made_of: tuple[object, ...], word: Callable[[], T]) -> T:
        """What `word` gives, or gave when this place was last made of the very same objects, in as many of them.

        By identity and not by value: it is quick, and 1 is not taken for True."""
        latest = self._latest.get(place)
        if latest is None or not all(map(is_, latest[0], made_of)):
            latest = self._latest[place] = (made_of, word())
        found: T = latest[1]
        return found


@dataclass(frozen=True, eq=False, kw_only=True)
class Voice:
    """The words of one language at one table: the game's, the hub's, the names and the looks of the pieces. Nothing of
    it changes, so what was worded once may be kept by it."""

    game: Game
    words: Words
    hub: Words
    faces: Mapping[PieceId, CardFace]
    layout: Layout
    names: Names = field(default_factory=Names)
    settings: Mapping[str, object] = field(default_factory=dict)  # the match's options, by which its board is drawn
    worded: Worded = field(default_factory=Worded, init=False)

    def say(self, section: str, code: str, facts: Mapping[str, object] = NO_FACTS, *, long: bool = True) -> str:
        """A sentence of the game or, if it has none of that code, of the hub."""
        words = self.words if (section, code) in self.words else self.hub
        return words.say(section, Say(code, self._worded(facts)), self.names, long=long)

    def refusal(self, refusal: Refusal, *, long: bool = True) -> str:
        """Why something is not allowed."""
        return self.say("refusal", refusal.code, refusal.facts, long=long)

    def notice(self, notice: Notice | None, *, long: bool = True) -> str:
        """What the companion says about the table itself; nothing for no notice."""
        if notice is None:
            return ""
        facts: dict[str, object] = dict(notice.facts)
        if isinstance(refusal := facts.get("refusal"), Refusal):
            facts["why"] = self.refusal(refusal, long=long)
        if isinstance(option := facts.get("option"), Say):
            facts["option"] = self.say("option", option.code, option.facts)
        if "spot" in facts:
            facts["spot"] = self.spot(str(facts["spot"]))
        return self.say("notice", notice.code, facts, long=long)

    def sentence(self, sentence: object) -> str:
        """A finished sentence of another package in this language, where it remembers what it was made of."""
        return shown_sentence(self.words.language, sentence)

    def _worded(self, facts: Mapping[str, object]) -> Mapping[str, object]:
        """The facts as they may be shown, with sentences of other packages among them in this language."""
        return {name: shown(self.words.language, fact) for name, fact in facts.items()}

    def reply(self, verdict: Verdict) -> ports.Reply:
        """A verdict for whoever asked."""
        what = verdict.what
        if isinstance(what, Refusal):
            return ports.Reply(verdict.ok, self.refusal(what), verdict.version, what.rule, verdict.noted)
        return ports.Reply(verdict.ok, self.notice(what), verdict.version, noted=verdict.noted)

    def spot(self, name: str | None, *, long: bool = True) -> str:
        """A place on the mat in words."""
        if name is None:
            return self.hub.word("off_spots", self.names)
        spot = self.layout.spot(name)
        owner = owner_fact(None if spot.seat is None else Seat(spot.seat), spot.cell)
        return self.say("pile", spot.label, owner, long=long)

    def pile(self, pile: Pile, *, long: bool = True) -> str:
        """A pile in words: whose it is, or on which field of the board it lies."""
        spot = next((s for s in self.layout.spots if s.name == pile.spot), None)
        cell = "" if spot is None else spot.cell
        said = self.say("pile", pile.key.partition("/")[0], owner_fact(pile.owner, cell), long=long)
        return said if cell in said else self.say("pile", "on_field", {"pile": said, "cell": cell})

    def pile_named(self, key: str) -> str:
        """A pile in words, by its key: of one in front of a seat the key says which seat."""
        head, _, tail = key.partition("/")
        return self.say("pile", head, owner_fact(Seat(int(tail))) if tail.isdecimal() else owner_fact(None, tail))

    def face(self, piece: PieceId, deck: str = "") -> ports.Face:
        """How a piece looks; whether it is round is known of pieces whose deck is given."""
        known = self.faces[piece]
        suit_name = self.words.word(known.suit_code, self.names) if known.suit_code else ""
        return ports.Face(
            piece=str(piece),
            title=known.title,
            corner=known.corner,
            suit=known.suit,
            suit_name=suit_name,
            tint=known.tint,
            text=known.text,
            mark=known.mark,
            round=bool(deck) and self.layout.size(deck).round and not known.figure,
            figure=known.figure,
            picture=known.picture,
        )


def reason_in_words(voice: Voice, state: State, reason: Reason) -> str:
    """What speaks for an option; what is counted is called as the table calls it."""
    facts = dict(reason.facts)
    if (head := facts.get("track")) is not None:
        key = next((key for key in state.tracks if key == head or key.startswith(f"{head}/")), str(head))
        facts["track"] = voice.say("track", key.partition("/")[0], track_facts(state.tracks[key]))
    why = voice.say("hint", reason.code, facts)
    return voice.say("hint", "mostly", {"why": why}) if reason.mostly else why
