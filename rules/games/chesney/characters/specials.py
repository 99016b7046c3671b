"""Skills that answer damage: Rage, Deadly Counterattack, Illusion, Sword Intent; and damage that does not count for a
Traveller or the Fox Girl (CH-CHAR-GEN-21 to -30, CH-CHAR-SWORD, -BERSERKER, -ILLUSION, -GUARD)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rules.engine import Laid, Option, PieceId, Play, Refusal, Say, Seat, State, Table, may_lie_in
from rules.games.chesney import damage
from rules.games.chesney.characters.cards import count_use, turn_up_character
from rules.games.chesney.characters.honours import deed
from rules.games.chesney.factions import down_sides
from rules.games.chesney.names import CHARACTERS, SIDES, character, hp
from rules.games.chesney.pieces import skill_kinds
from rules.games.chesney.situation import (
    character_down,
    hit_points,
    is_wounded,
    lies_at,
    only_red,
    others_unwounded,
    shown_character,
    works,
)

if TYPE_CHECKING:
    from rules.games.chesney.damage import Hit, Open

SPECIAL: Final = ("BERSERKER", "GUARD", "ILLUSION")
RAGE_HP: Final = 2


# -- damage that never happened ----------------------------------------------------------------------------------------


def ignores(t: Table, hit: Hit) -> bool:
    """Stray against Mass Damage cards (CH-CHAR-TRAVELLER-02); a Fox Girl against whom she allured (-FOXGIRL-04)."""
    state, victim = t.state, hit.victim
    if hit.icon == "mass" and strays(state, victim):
        return True
    sources = set(hit.sources)
    if not state["allure_of_sources"] and hit.owner not in sources:
        return False
    return len(sources) == 1 and all(may_not_name(state, source, victim) for source in sources)


def strays(state: State, seat: Seat) -> bool:
    """A Traveller with both faction cards down (CH-CHAR-TRAVELLER-02, -05)."""
    return works(state, seat, "TRAVELLER") and len(down_sides(state, seat)) == len(SIDES)


def may_not_name(state: State, by: Seat, target: Seat) -> bool:
    """Whether `by` is allured by this Fox Girl and so cannot aim damage at her (CH-CHAR-FOXGIRL-03)."""
    track = state.tracks.get(f"allured/{by}")
    return track is not None and track.value == target and by != target


def nameable(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other Non-wounded players whom this one may aim damage at (CH-CHAR-FOXGIRL-03)."""
    return tuple(s for s in others_unwounded(state, seat) if not may_not_name(state, seat, s))


# -- answers in the window ---------------------------------------------------------------------------------------------


def could(t: Table, window: Open) -> bool:
    """Whether by public facts a skill might answer: a face-down character might be one that does (CH-CHAR-GEN-30)."""
    hit, state = window.hit, t.state
    if character_down(state, hit.victim) and not lies_at(state, hit.victim, "TRAP") and "no_skill" not in hit.bans:
        hidden = {p.kind for p in t.decks[CHARACTERS]} - {shown_character(state, s) for s in state.seats}
        last_point = window.is_fatal and is_wounded(state, hit.victim)
        if "ILLUSION" in hidden and hit.others and any(_targets(state, hit)):
            return True
        if last_point and (("GUARD" in hidden and hit.others) or ("BERSERKER" in hidden and window.from_player)):
            return True
    return any(True for _ in _intents(state, window))


def _targets(state: State, hit: Hit) -> Iterator[Seat]:
    """Whom damage can be transferred to: not its victim, none of its sources (CH-CHAR-ILLUSION-01, -04, -06)."""
    return (target for target in nameable(state, hit.victim) if target not in hit.sources)


def options(t: Table, window: Open, seen: State) -> Iterator[Option]:
    """What the victim's skill can do against this hit."""
    hit = window.hit
    yield from _intents(seen, window)
    if not character_down(seen, hit.victim):
        return
    for piece in may_lie_in(seen, character(hit.victim)):
        if piece.kind in SPECIAL:
            yield from _special(seen, window, piece)


def _special(seen: State, window: Open, piece: PieceId) -> Iterator[Option]:
    hit, refusal = window.hit, _why_not(seen, window, piece.kind)
    match piece.kind:
        case "BERSERKER":
            yield _turned(hit.victim, piece, "rage", (), refusal)
        case "GUARD":
            standing = [s for s in dict.fromkeys(hit.others) if not is_wounded(seen, s)]
            among: list[Seat | None] = [*standing] or [None]
            for source in among:
                yield _turned(hit.victim, piece, "counter", (source,), refusal)
        case "ILLUSION":
            for target in _targets(seen, hit):
                yield _turned(hit.victim, piece, "illusion", (target,), refusal)


def _why_not(seen: State, window: Open, kind: str) -> Refusal | None:
    hit = window.hit
    if "no_skill" in hit.bans:
        return Refusal("no_skill_against_this", "CH-CHAR-HUNTER-02")
    if lies_at(seen, hit.victim, "TRAP"):
        return Refusal("trapped_character", "CH-ACT-TRAP-04", {"seat": hit.victim})
    if kind != "ILLUSION" and not (window.is_fatal and is_wounded(seen, hit.victim)):
        return Refusal("not_the_last_hp", "CH-CHAR-GEN-24")
    if kind != "BERSERKER" and not hit.others:
        return Refusal("not_from_another", "CH-CHAR-GEN-27")
    return None if window.from_player else Refusal("not_from_a_player", "CH-CHAR-GEN-27")


def _turned(seat: Seat, piece: PieceId, verb: str, rest: tuple[Seat | None, ...], refusal: Refusal | None) -> Option:
    """Turning the own character up for its special skill, against or onto somebody."""
    aim = next(iter(rest), None)
    facts: dict[str, object] = {"piece": piece} if aim is None else {"piece": piece, "seat": aim}
    key = f"skill:{piece}" if aim is None else f"skill:{piece}:{aim}"
    say = Say("counter_nobody" if verb == "counter" and aim is None else verb, facts)
    place = character(seat)
    return Option(key, (verb, piece, *rest), say, Laid(place, piece), refusal, piece=piece, pile=place)


def _intents(seen: State, window: Open) -> Iterator[Option]:
    """Sword Intent: one point back for damage by a Single Damage card, also in the window in which the owner falls
    (CH-CHAR-SWORD-01 to -05)."""
    hit = window.hit
    if shown_character(seen, hit.victim) != "SWORD" or hit.icon != "single" or "intent" in window.used:
        return
    if hit.origin in skill_kinds() or (seen["trap_stops_passives"] and lies_at(seen, hit.victim, "TRAP")):
        return  # Flame Magic is no Single Damage card (CH-CHAR-SWORD-05)
    if "no_skill" in hit.bans or "negated" in window.used:
        return
    for source in dict.fromkeys(hit.others):
        if not is_wounded(seen, source) and not may_not_name(seen, hit.victim, source):
            yield Option(f"intent:{source}", ("intent", source), Say("intent", {"seat": source}))


def carry_out(t: Table, window: Open, verb: str, rest: Sequence[object]) -> Play:
    """Carries a skill out; gives what the window remembers (`negated`: nothing more can answer, CH-CHAR-GEN-25)."""
    victim = window.hit.victim
    match verb, rest:
        case "rage", [PieceId() as piece]:
            turn_up_character(t, victim, piece)
            t.set(hp(victim), RAGE_HP)
            t.set(f"rage/{victim}", "both" if only_red(t.state, victim) and t.edition > 0 else "next")
            t.tell("rage", seat=victim)
            if count_use(t, victim) > 1:
                deed(t, victim, "BERSERKER")
            return "rage"
        case "counter", [PieceId() as piece, source]:
            _negate(t, window, piece)
            if isinstance(source, Seat):
                yield from damage.strike(
                    t, [damage.Hit(source, 1, (victim,), "GUARD", victim, bans=frozenset({"no_elixir"}))], victim
                )
            return "negated"
        case "illusion", [PieceId() as piece, Seat() as target]:
            _negate(t, window, piece)
            t.tell("illusion", seat=victim, target=target)
            yield from damage.strike(t, [_transferred(t, window.hit, target)], victim)
            return "negated"
        case "intent", [Seat() as source]:
            t.tell("intent", seat=victim, target=source)
            yield from damage.strike(t, [damage.Hit(source, 1, (victim,), "SWORD", victim)], victim)
    return "intent"


def _negate(t: Table, window: Open, piece: PieceId) -> None:
    """The hit is undone: the HP are what they were before it (CH-CHAR-GEN-25), less what a blow struck back at the same
    moment has taken since."""
    victim = window.hit.victim
    turn_up_character(t, victim, piece)
    left = min(window.before, hit_points(t.state, victim) + window.hit.points)
    t.set(hp(victim), left)
    t.tell("negated", seat=victim, left=left)


def _transferred(t: Table, hit: Hit, target: Seat) -> Hit:
    """All points of the hit go to another player, by the Illusionist (CH-CHAR-ILLUSION-02, -03; JC-56)."""
    sources = (hit.victim,) if t.settings["illusion_source"] == "illusionist" else hit.sources
    return damage.Hit(target, hit.points, sources, "ILLUSION", hit.victim)
