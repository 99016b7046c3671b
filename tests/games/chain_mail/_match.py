"""Matches of Chain Mail for tests: a party anywhere in a turn or a battle, answers by key, dice, what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import cast

from rules.engine.entries import Header, Position, TrackSetting
from rules.engine.match import Accepted, Match
from rules.engine.questions import Answer, Option, Roll
from rules.engine.types import Event, Refusal, Seat, TrackValue
from rules.games.chain_mail import build, heroes as cards, names as n, start
from rules.games.chain_mail.content import Content, Map, Monster, MonsterCard, ShepherdCard
from rules.games.chain_mail.reading import starter
from rules.games.chain_mail.situation import Situation
from tests.games.asking import (
    kind as kind,
    kinds as kinds,
)

STARTER = starter()
CHAIN_MAIL = build(STARTER)
FOUR = "cleric thief witch ranger"
"""The heroes of a match for which nothing else is said, in the order of the table."""
SHEPHERDS = "cleric shepherd witch ranger"
"""The same with the Shepherd at the Thief's place."""
Value = TrackValue


# -- positions ---------------------------------------------------------------------------------------------------------


def party(
    phase: str = "travel",
    *,
    heroes: str = FOUR,
    seats: int = 1,
    on_map: str = "lantern-deep",
    at: int = 1,
    quest: str = "four-seals",
    monsters: str = "restless-dead",
    treasure: str = "old-packs",
    health: Mapping[str, int] | None = None,
    cubes: Mapping[str, str] | None = None,
    away: Mapping[str, str] | None = None,
    statuses: Mapping[str, str] | None = None,
    dogs: Iterable[str] = (),
    places: Mapping[str, str] | None = None,
    tracks: Mapping[str, Value] | None = None,
    settings: Mapping[str, object] | None = None,
    content: Content | None = None,
) -> Match:
    """A party in this phase of a turn (travel, trouble, battle, adventure, end, recover; begin_turn).

    `at`: the hex of the party. `health`: hearts of those that are not at full health. `cubes`: where a hero's cubes
    stand, in one text ("near g01"; left out: as at the start; "" for none), `away`: the start spaces to which cubes off
    the card return. `statuses`: who has a status card. `dogs`: where the dogs are, first and second: "kennel",
    "spare_dogs", "hex/6", "battle/prep-1" (left out: the first at home where a Shepherd plays). `places`: where tokens
    stand on the battle card, "battle 0" for row and column, by hero or "monster". `tracks`: any others, by name.
    """
    own = STARTER if content is None else content
    four = tuple(heroes.split())
    piles: dict[str, list[str]] = {
        n.QUEST: [n.card(n.QUEST, quest)],
        n.MONSTERS: [n.card(n.MONSTERS, monsters)],
        n.TREASURE: [n.card(n.TREASURE, treasure)],
        n.HEROES: [n.card(n.HERO, h) for h in four],
        n.on_hex(at): [n.PARTY],
    }
    has_dogs = any(isinstance(own.heroes[h], ShepherdCard) for h in four)
    for dog, place in zip(n.DOGS, tuple(dogs) or (("kennel",) if has_dogs else ()), strict=False):
        piles.setdefault(place, []).append(dog)
    for who, place in (places or {}).items():
        row, column = place.split()
        token = n.MONSTER_TOKEN if who == "monster" else n.token(who)
        piles.setdefault(n.in_battle(row, int(column)), []).append(token)
    placed = {piece for pieces in piles.values() for piece in pieces}
    piles[n.BOX] = [piece for deck in start.pieces(own).values() for piece in deck if piece not in placed]
    values: dict[str, Value] = {n.IN_PLAY: four, n.TURN_NUMBER: 1, n.TIME: own.quests[quest].time_start}
    for hero in four:
        card = own.heroes[hero]
        standing = (cubes or {}).get(hero)
        values[n.health(hero)] = (health or {}).get(hero, card.health)
        values[n.cubes(hero)] = (
            cards.model_of(card).start if standing is None else cards.model_of(card).ordered(standing.split())
        )
        values[n.away(hero)] = tuple((away or {}).get(hero, "").split())
    values |= {n.status(status): hero for status, hero in (statuses or {}).items()}
    values |= tracks or {}
    given = cast(Mapping[str, TrackSetting], values)  # a game's own values too, which no journal holds
    position = Position({key: tuple(map(str, pieces)) for key, pieces in piles.items()}, given, phase)
    game = CHAIN_MAIL if content is None else build(content)
    return Match(game, Header("chain_mail", seats, {"map": on_map, **(settings or {})}, position))


def battle(
    monster: str = "bone-rattler",
    *,
    stage: str = "act",
    heroes: str = FOUR,
    places: Mapping[str, str] | None = None,
    monster_health: int | None = None,
    on: int = 1,
    tracks: Mapping[str, Value] | None = None,
    content: Content | None = None,
    at: int = 8,
    quest: str = "four-seals",
    seats: int = 1,
    on_map: str = "lantern-deep",
    treasure: str = "old-packs",
    health: Mapping[str, int] | None = None,
    cubes: Mapping[str, str] | None = None,
    away: Mapping[str, str] | None = None,
    statuses: Mapping[str, str] | None = None,
    dogs: Iterable[str] = (),
    settings: Mapping[str, object] | None = None,
) -> Match:
    """A battle with this monster, in a stage of it: "called" (its die comes next), "known", "line_up", "start"
    (Backstab, Hide, quick attacks), "attack" (the monster's step of round `on`), "act" (the heroes' step of it).

    The heroes stand in the battle row, from left to right in the order of the table around the monster's column, unless
    `places` says otherwise ("prep 0"); of "called" and "known" nobody stands anywhere yet.
    """
    own = STARTER if content is None else content
    foe = own.monsters[monster]
    four = tuple(heroes.split())
    columns = [c for c in range(5) if c != foe.start_col]
    spots: dict[str, str] = {}
    if stage in ("start", "attack", "act"):
        spots = {h: f"battle {c}" for h, c in zip(four, columns, strict=True)} | dict(places or {})
    if stage not in ("called", "known"):
        spots.setdefault("monster", f"battle {foe.start_col}")
    hearts = foe.health if monster_health is None else monster_health
    line = tuple(sorted(four, key=lambda h: int(spots[h].split()[1]))) if len(spots) > 1 else ()
    values: dict[str, Value] = {
        n.MONSTER: "" if stage == "called" else monster,
        n.STAGE: stage,
        n.MONSTER_HEALTH: hearts,
        n.MONSTER_MOST: foe.health,
        n.ROUND: on if stage == "act" else on - 1,
        n.ORDER: line if stage == "act" else (),
        n.LINE_UP: line,
        **(tracks or {}),
    }
    return party(
        "battle",
        heroes=heroes,
        seats=seats,
        on_map=on_map,
        at=at,
        quest=quest,
        monsters=next((c.id for c in own.monster_cards.values() if foe in c.monsters), "restless-dead"),
        treasure=treasure,
        health=health,
        cubes=cubes,
        away=away,
        statuses=statuses,
        dogs=dogs,
        places=spots,
        tracks=values,
        settings=settings,
        content=content,
    )


def begin(seats: int = 1, **settings: object) -> Match:
    """A match at its first question."""
    return Match(CHAIN_MAIL, Header("chain_mail", seats, settings))


# -- other content -----------------------------------------------------------------------------------------------------


def with_monster(monster: Monster, instead_of: str = "bone-rattler") -> Content:
    """The starter set with another monster in the place of one of it."""
    found: dict[str, MonsterCard] = {}
    for card in STARTER.monster_cards.values():
        found[card.id] = replace(card, monsters=tuple(monster if m.id == instead_of else m for m in card.monsters))
    return replace(STARTER, monster_cards=found)


def with_map(changed: Map) -> Content:
    """The starter set with a map that takes the place of the one of its name."""
    return replace(STARTER, maps={**STARTER.maps, changed.id: changed})


# -- answering ---------------------------------------------------------------------------------------------------------


def do(match: Match, key: str, seat: int = 0) -> tuple[Event, ...]:
    """Gives an answer that must be accepted; what it told. Dice and other things that the table tells have no seat."""
    asked = match.question is not None and match.question.asked
    outcome = match.submit(Answer(Seat(seat) if asked else None, key))
    assert isinstance(outcome, Accepted), f"{key}: {outcome}, asked {kind(match)}: {sorted(keys(match))[:60]}"
    return outcome.events


def use(match: Match, *answers: str, seat: int = 0) -> tuple[Event, ...]:
    """Several answers, one after another; all that they told."""
    return tuple(event for key in answers for event in do(match, key, seat))


def throw(match: Match, *dice: int) -> tuple[Event, ...]:
    """The dice that are asked for fall like this, and nobody changes them."""
    assert isinstance(match.question, Roll), f"no dice are asked for, but {kind(match)}"
    events = do(match, "-".join(map(str, dice)))
    return events + (do(match, "keep") if kind(match) == "change_dice" else ())


def until(match: Match, hero: str) -> None:
    """In the heroes' step of a battle those before this hero do nothing."""
    while kind(match) == "battle_turn" and fact(match, "hero") != hero:
        do(match, "nothing")
    assert (kind(match), fact(match, "hero")) == ("battle_turn", hero)


def end_round(match: Match) -> None:
    """The heroes who are left do nothing, and nobody wants a further action."""
    this = number(match, n.ROUND)
    while kind(match) in ("battle_turn", "round_ends") and number(match, n.ROUND) == this:
        do(match, "nothing" if kind(match) == "battle_turn" else "none")


def refused(match: Match, key: str, seat: int = 0) -> Refusal:
    """An answer that must be refused, and why."""
    asked = match.question is not None and match.question.asked
    outcome = match.submit(Answer(Seat(seat) if asked else None, key))
    assert isinstance(outcome, Refusal), f"{key} was accepted"
    return outcome


# -- looking -----------------------------------------------------------------------------------------------------------


def fact(match: Match, name: str) -> object:
    """A fact of the open question."""
    assert match.question is not None
    return match.question.facts[name]


def options(match: Match, seat: int = 0) -> dict[str, Option]:
    """Everything that can be answered now, by its key, with what is refused."""
    asked = match.question is not None and match.question.asked
    return {o.key: o for o in match.options(Seat(seat) if asked else None)}


def keys(match: Match, first: str = "", seat: int = 0) -> set[str]:
    """The keys that may be answered now: all that are not refused, or those with this first part."""
    found = {key for key, o in options(match, seat).items() if o.refusal is None}
    return {key for key in found if not first or key.partition(":")[0] == first}


def why_not(match: Match, key: str, seat: int = 0) -> tuple[str, str]:
    """Code and rule of the refusal beside a listed option; two empty texts when it is allowed."""
    why = options(match, seat)[key].refusal
    return ("", "") if why is None else (why.code, why.rule)


def now(match: Match, content: Content = STARTER) -> Situation:
    """The situation as the rules see it, played with this content."""
    return Situation(match.state, content)


def track(match: Match, name: str) -> object:
    """The value of a track."""
    return match.state[name]


def number(match: Match, name: str) -> int:
    """The value of a track that counts."""
    return match.state.number(name)


def hearts(match: Match, hero: str) -> int:
    """A hero's hearts."""
    return number(match, n.health(hero))


def cubes(match: Match, hero: str) -> str:
    """The spaces on which a hero's cubes stand, in one text."""
    value = match.state[n.cubes(hero)]
    assert isinstance(value, tuple)
    return " ".join(map(str, value))


def place(match: Match, who: str) -> str:
    """Where a token stands on the battle card, as it is given to `battle`; empty when it does not."""
    piece = {"monster": n.MONSTER_TOKEN, "dog": n.DOGS[0], "dog#2": n.DOGS[1]}.get(who, n.token(who))
    head, _, tail = (match.state.where(piece) or "").partition("/")
    return tail.replace("-", " ") if head == "battle" else ""


def told(events: Iterable[Event], kind: str) -> dict[str, object]:
    """The facts of the only event of a kind."""
    (event,) = (e for e in events if e.kind == kind)
    return dict(event.facts)


def heard(match: Match, kind: str) -> list[dict[str, object]]:
    """The facts of every event of a kind since the start of the match."""
    return [dict(t.event.facts) for t in match.told if t.event.kind == kind]


def result(match: Match) -> str:
    """How the match ended: "won", the code of why it was lost, or nothing while it runs."""
    end = match.state.result
    if end is None:
        return ""
    return "won" if end.winners else end.lines[0].code


def score(match: Match) -> object:
    """The score of a match that was won."""
    assert match.state.result is not None
    return match.state.result.lines[0].facts["score"]
