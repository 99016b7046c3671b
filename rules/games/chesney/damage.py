"""Damage, the window after it, and becoming wounded (CH-ACT-DMG-01 to -09, CH-WOUND-01 to -10, CH-CHAR-GEN-20 to -30).

Reactions make people draw, and draws can hurt: this module and `drawing` need each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from rules.engine import Option, PieceId, Play, Refusal, Say, Seat, State, Table, TrackData, Window, listed
from rules.games.chesney.action_cards.playing import spent, use
from rules.games.chesney.characters import specials
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.names import hand, hp
from rules.games.chesney.offers import hand_cards, play_option, where_discarded
from rules.games.chesney.rounds import drawing
from rules.games.chesney.situation import (
    elixir_banned,
    hand_size,
    hit_points,
    is_advanced,
    is_wounded,
    lies_at,
    no_yellow,
)

NO_BANS: Final[frozenset[str]] = frozenset()
WOUND_DEEDS: Final = {
    "HUNTER": "HUNTER",
    "PUGILIST": "PUGILIST",
    "ASSASSIN": "ASSASSIN",
    "ILLUSION": "ILLUSION",
    "GUARD": "GUARD",
    "POISON": "ALCHEMIST",
}
"""By what a victim became wounded, and whose Honour that fulfils (CH-CHAR-HON-04)."""


@dataclass(frozen=True)
class Hit(TrackData):
    """All damage that one player takes at one moment from one cause (CH-ACT-DMG-02). `sources` count as having dealt
    it; `origin` is the card, skill or event, `owner` who played it; `icon` its type; `bans` what may not answer it
    (`no_elixir`, `no_struggle`, `no_skill`)."""

    victim: Seat
    points: int
    sources: tuple[Seat, ...]
    origin: str
    owner: Seat | None = None
    icon: str = ""
    bans: frozenset[str] = frozenset()

    @property
    def others(self) -> tuple[Seat, ...]:
        """The sources other than the victim."""
        return tuple(s for s in self.sources if s != self.victim)


@dataclass(frozen=True)
class Open:
    """A window: the hit, the HP before it, and what has been used in it."""

    hit: Hit
    before: int
    used: frozenset[str] = frozenset()
    surplus_counts: bool = True
    own_counts: bool = True

    @property
    def is_fatal(self) -> bool:
        """Whether the hit took the last HP in the sense of the answers to that: also from 2 HP at once, unless the
        table reads the cards otherwise (CH-WOUND-04, J-05)."""
        return self.hit.points >= self.before and (self.surplus_counts or self.before == 1)

    @property
    def from_player(self) -> bool:
        """Whether the damage is from a player: any player, unless the table does not count oneself (JC-04)."""
        return bool(self.hit.sources if self.own_counts else self.hit.others)


def strike(t: Table, hits: Sequence[Hit], first: Seat) -> Play:
    """Simultaneous damage: taken off everybody, then one window each, `first` and clockwise (CH-ACT-DMG-07). Gives the
    hits that landed."""
    landed = [hit for hit in hits if lands(t, hit)]
    before = {hit.victim: hit_points(t.state, hit.victim) for hit in landed}
    falling = t["falling"]
    for hit in landed:
        left = max(0, before[hit.victim] - hit.points)
        t.set(hp(hit.victim), left)
        t.tell("damaged", seat=hit.victim, count=hit.points, left=left, cause=hit.origin.lower())
    t.set("falling", (*listed(falling, Hit), *(replace(hit, points=1, bans=NO_BANS) for hit in landed)))
    for seat in t.clockwise(first if t.settings["user_reacts_first"] else t.left_of(first)):
        for hit in landed:
            if hit.victim == seat and not _has_fallen(t, seat):  # by a blow struck back in an earlier window
                yield from _window(t, _opened(t, hit, before[seat]))
                if is_wounded(t.state, seat) and not _has_fallen(t, seat):  # by what the window itself brought
                    become_wounded(t, seat)
                    _credit(t, hit)
    t.set("falling", falling)
    return tuple(landed)


def lands(t: Table, hit: Hit) -> bool:
    """Whether a hit does anything; one that does not never happened (CH-ACT-DMG-05, CH-CHAR-GEN-21, -22)."""
    victim, state = hit.victim, t.state
    if hit.points <= 0 or is_wounded(state, victim):
        return False
    if hit.others and lies_at(state, victim, "BEAST"):
        t.tell("beast_stops", seat=victim)
        return False
    if is_advanced(t) and specials.ignores(t, hit):
        t.tell("damage_ignored", seat=victim)
        return False
    return True


# -- the window --------------------------------------------------------------------------------------------------------


def _opened(t: Table, hit: Hit, before: int) -> Open:
    surplus, own = t.settings["surplus_counts"] is True, t.settings["own_damage_answers"] is True
    return Open(hit, before, surplus_counts=surplus, own_counts=own)


def _window(t: Table, window: Open) -> Play:
    """The victim answers as often as it likes, in any order, while something could be possible by what everybody sees
    (CH-WOUND-02, JC-03, CH-INFO-29)."""
    victim = window.hit.victim
    while _could_react(t, window):
        answer = yield Window(
            kind="react",
            seats=(victim,),
            choices=partial(_reactions, t, window),
            facts={"count": window.hit.points, "left": hit_points(t.state, victim)},
        )
        if answer is None:
            return
        _, (verb, *rest) = answer
        window = yield from _react(t, window, verb, rest)


def _could_react(t: Table, window: Open) -> bool:
    """From public facts alone."""
    if "negated" in window.used or _has_fallen(t, window.hit.victim):
        return False
    hit, state = window.hit, t.state
    cards = hand_size(state, hit.victim) > 0 and window.from_player and not no_yellow(state, hit.victim)
    elixir = "no_elixir" not in hit.bans and "elixir" not in window.used and not elixir_banned(state)
    aims = [s for s in hit.others if not is_wounded(state, s) and not specials.may_not_name(state, hit.victim, s)]
    struggle = "no_struggle" not in hit.bans and bool(aims)
    if cards and window.is_fatal and ((elixir and is_wounded(state, hit.victim)) or struggle):
        return True
    return is_advanced(t) and specials.could(t, window)


def _reactions(t: Table, window: Open, seen: State, seat: Seat) -> Iterator[Option]:
    if window.from_player and not no_yellow(seen, seat):
        for piece in hand_cards(seen, seat, lambda p: p.kind == "ELIXIR"):
            yield play_option(seat, piece, "react", ("elixir", piece), _no_elixir(seen, window))
        for piece in hand_cards(seen, seat, lambda p: p.kind == "STRUGGLE"):
            yield from _struggles(seen, window, piece)
    if is_advanced(t):
        yield from specials.options(t, window, seen)


def _no_elixir(seen: State, window: Open) -> Refusal | None:
    if "no_elixir" in window.hit.bans:
        rule = "CH-CHAR-GUARD-02" if window.hit.origin == "GUARD" else "CH-CHAR-CARD-10"
        return Refusal("no_elixir_against_this", rule)
    if elixir_banned(seen):
        return Refusal("elixir_banned", "CH-EVT-CHRONIC-01")
    if "elixir" in window.used:
        return Refusal("one_elixir", "CH-ACT-ELIXIR-02")
    if not (window.is_fatal and is_wounded(seen, window.hit.victim)):
        return Refusal("not_the_last_hp", "CH-WOUND-05")
    return None


def _struggles(seen: State, window: Open, piece: PieceId) -> Iterator[Option]:
    hit = window.hit
    refusal = None if window.is_fatal else Refusal("not_the_last_hp", "CH-WOUND-05")
    if "no_struggle" in hit.bans:
        rule = "CH-CHAR-CARD-10" if hit.origin == "POISON" else "CH-CHAR-HUNTER-02"
        refusal = Refusal("no_struggle_against_this", rule)
    for source in hit.others:
        if is_wounded(seen, source) or specials.may_not_name(seen, hit.victim, source):
            continue
        option = play_option(hit.victim, piece, "react", ("struggle", piece, source), refusal)
        several = len(hit.others) > 1
        yield option if not several else _at(option, piece, source)


def _at(option: Option, piece: PieceId, source: Seat) -> Option:
    """The same card against one of several sources (CH-ACT-STRUGGLE-02)."""
    say = Say("struggle_at", {"piece": piece, "seat": source})
    return Option(
        f"{option.key}:{source}", option.value, say, option.gesture, option.refusal, piece=piece, pile=option.pile
    )


def _react(t: Table, window: Open, verb: str, rest: Sequence[object]) -> Play:
    """Carries one reaction out; gives the window as it goes on."""
    victim = window.hit.victim
    match verb, rest:
        case "elixir", [PieceId() as piece]:
            use(t, victim, piece)
            t.set(hp(victim), 1)
            t.tell("elixir", seat=victim, piece=piece)
            yield from drawing.draw(t, victim, 1)
            spent(t, piece)
        case "struggle", [PieceId() as piece, Seat() as source]:
            use(t, victim, piece)
            t.tell("struggle", seat=victim, piece=piece, target=source)
            yield from strike(t, [Hit(source, 1, (victim,), "STRUGGLE", victim)], victim)
            spent(t, piece)
            return window
        case _:
            verb = yield from specials.carry_out(t, window, verb, rest)
    return replace(window, used=window.used | {verb})


# -- becoming wounded --------------------------------------------------------------------------------------------------


def become_wounded(t: Table, seat: Seat) -> None:
    """Steps 2 and 3: wounded, and the whole hand is discarded face-down; the Judgement is owed (CH-WOUND-01)."""
    t.set("unjudged", (*listed(t["unjudged"], str), str(seat)))
    count = len(t.pile(hand(seat)))
    t.tell("wounded", seat=seat, count=count)
    for entry in t.pile(hand(seat)).slots:
        t.move(entry.piece, where_discarded(entry.piece), frm=hand(seat))


def _has_fallen(t: Table, seat: Seat) -> bool:
    return is_wounded(t.state, seat) and str(seat) in listed(t["unjudged"], str)


def cut_windows_off(t: Table) -> None:
    """Nothing can be answered any more: who has lost the last HP and had no window yet, or an open one, is wounded
    (CH-EVT-GEN-06), and whoever took that point is credited (CH-CHAR-HON-04, -06): the last hit on a victim did."""
    falling = listed(t["falling"], Hit)
    decisive = {hit.victim: hit for hit in (falling if t.edition > 0 else reversed(falling))}
    for victim in sorted(decisive):
        if is_wounded(t.state, victim) and not _has_fallen(t, victim):
            become_wounded(t, victim)
            _credit(t, decisive[victim])


def _credit(t: Table, hit: Hit) -> None:
    """Honours for wounding somebody else (CH-CHAR-HON-04); only the Spellcaster's counts the own wound."""
    if hit.owner is None or (hit.owner not in hit.sources and t.settings["credit"] == "source"):
        return
    if hit.origin == "SPELL":
        victims = (*_victims(t, hit.owner), str(hit.victim))
        t.set(f"field/{hit.owner}", tuple(dict.fromkeys(victims)))
        if len(_victims(t, hit.owner)) > 1:
            deed(t, hit.owner, "SPELL")
    if hit.victim == hit.owner:
        return
    if hit.origin in WOUND_DEEDS:
        deed(t, hit.owner, WOUND_DEEDS[hit.origin])
    if hit.icon == "single" and hit.origin not in ("BLAST", "FIREBALL"):
        deed(t, hit.owner, "REAPER")
    if hit.origin in ("BLAST", "FIREBALL"):
        deed(t, hit.owner, "PYRO")


def _victims(t: Table, seat: Seat) -> tuple[str, ...]:
    return listed(t[f"field/{seat}"], str)
