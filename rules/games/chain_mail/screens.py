"""The map, the heroes' cards and the battle card as screens draw them; all of it is public (CM-I01)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.engine import BoardState, Field, Gauge, Marker, PieceId, Say, Sheet, SideLook, Space, Wall
from rules.games.chain_mail import heroes as cards, names as n
from rules.games.chain_mail.battle.assault import covered
from rules.games.chain_mail.content import COLUMNS, Hex
from rules.games.chain_mail.faces import emblem, power_note, tint
from rules.games.chain_mail.situation import Situation
from rules.games.chain_mail.turn.travelling import is_open

PARTY_SIDE: Final = "heroes_side"
LOOKS: Final[Mapping[str, SideLook]] = {PARTY_SIDE: SideLook("party", "gold")}


def draw_map(now: Situation) -> BoardState:
    """The map with the party, the dogs, and what is known of its hexes."""
    fields = tuple(_field(now, one) for one in now.map.hexes)
    walls = tuple(
        Wall(str(w.a), str(w.b), f"wall_{w.kind}", w.kind == "locked" and is_open(now, w.a, w.b)) for w in now.map.walls
    )
    last = tuple(cell for cell in now.listed(n.LAST) if cell.isdecimal())
    return BoardState(now.map.grid, fields, LOOKS, last, walls=walls)


def _field(now: Situation, one: Hex) -> Field:
    cell = str(one.id)
    pieces = tuple(now.state.pile(n.on_hex(cell)))
    signs = ["skull"] * one.skulls
    signs += [f"spot_{one.spot.lower()}"] if one.spot else []
    if one.chest:
        signs.append("chest_open" if now.has(n.CHESTS, cell) else "chest")
    signs += ["quest_cube"] * now.listed(n.QUEST_CUBES).count(cell)
    if sign := now.signs.get(one.id):
        signs.append("safe" if sign == "safe" else "danger")
    if one.id == now.map.start:
        signs.append("start")
    has_party = n.PARTY in pieces
    ordered = (*(p for p in pieces if p != n.PARTY), *(p for p in pieces if p == n.PARTY))
    return Field(cell, one.terrain, "", ordered, PARTY_SIDE if has_party else "", None, cell, tuple(signs))


# -- cards -------------------------------------------------------------------------------------------------------------


def draw_sheets(now: Situation) -> tuple[Sheet, ...]:
    """The battle card while there is a battle, then every hero's card."""
    battle = (_battle(now),) if now.monster is not None and now.place(n.MONSTER_TOKEN) is not None else ()
    return (*battle, *(_hero(now, hero) for hero in now.heroes))


def _hero(now: Situation, hero: str) -> Sheet:
    card = now.card(hero)
    spaces, links = cards.model_of(card).drawn()
    colour, standing = tint(now.content, hero), now.is_standing(hero)
    cubes, working = now.cubes(hero), {f.action for f in now.passives(hero)}
    marker = Marker("cube", "cube", colour, down=not standing)
    drawn = []
    for space in spaces:
        there = cubes.count(space.name.partition(".")[2])
        markers = (marker,) * there
        if space.name == f"{hero}.kennel" or space.name.endswith(".kennel"):
            markers = (Marker("dog", "dog", colour),) * len(now.state.pile(n.KENNEL))
        lit = there > 0 and space.label in working
        drawn.append(replace(space, markers=markers, lit=lit))
    return Sheet(
        key=hero,
        title=Say("hero_sheet", {"hero": hero, "seat": now.leader(hero)}),
        spaces=tuple(drawn),
        links=links,
        gauges=(Gauge("hearts", "heart", now.health(hero), card.health),),
        lines=tuple(_lines(now, hero)),
        seat=now.leader(hero),
        active=_is_active(now, hero),
        emblem=emblem(hero),
        tint=colour,
    )


def _lines(now: Situation, hero: str) -> Iterator[Say]:
    if now.state.phase not in ("cards", "heroes", "lay_out") and not now.is_standing(hero):
        yield Say("line_fallen")
    for status in now.statuses(hero):
        yield Say("line_status", {"status": status})
    if away := len(now.listed(n.away(hero))):
        yield Say("line_away", {"count": away})
    if now.has(n.ACTED, hero):
        yield Say("line_acted")
    if now.row(hero):
        yield Say("line_row", {"row": f"row_{now.row(hero)}"})


def _is_active(now: Situation, hero: str) -> bool:
    """Whether it is this hero's turn, or may be."""
    if now.state.phase == "battle":
        left = [h for h in now.listed(n.ORDER) if now.is_standing(h) and not now.has(n.ACTED, h)]
        return now.word(n.STAGE) == "act" and left[:1] == [hero]
    return now.state.phase == "adventure" and now.is_standing(hero) and not now.has(n.ACTED, hero)


def _battle(now: Situation) -> Sheet:
    monster = now.monster
    assert monster is not None
    rule = now.terrain_rule("close_rows")
    closed = rule.rows if rule is not None else ()
    hit = set(now.listed(n.LAST))
    spaces = []
    for y, row in enumerate(now.content.constants.rows):
        spaces.append(Space(f"battle.{row}", -1.0, y, icon=f"row_{row}", label=f"row_{row}", text=f"note_row_{row}"))
        for x in range(COLUMNS):
            name = f"battle.{n.cell_of(row, x)}"
            markers = tuple(_token(now, piece) for piece in now.state.pile(n.in_battle(row, x)))
            spaces.append(
                Space(
                    name,
                    float(x),
                    float(y),
                    label=n.cell_of(row, x),
                    markers=markers,
                    lit=name in hit,
                    dim=row in closed,
                )
            )
    lines = [Say("battle_needs", {"count": monster.defense}), Say("battle_damage", {"count": monster.damage})]
    lines += [Say("battle_round", {"round": now.number(n.ROUND)})] if now.number(n.ROUND) else []
    lines += [power_note(monster).say] if monster.power is not None else []
    return Sheet(
        key="battle",
        title=Say("battle_sheet", {"monster": monster.id}),
        spaces=tuple(spaces),
        gauges=(Gauge("monster_health", "heart", now.number(n.MONSTER_HEALTH), now.number(n.MONSTER_MOST)),),
        lines=tuple(lines + list(_reaches(now))),
        active=True,
        big=True,
        emblem="monster",
        tint="red",
    )


def _reaches(now: Situation) -> Iterator[Say]:
    """What each result of the monster's die covers now."""
    assert now.monster is not None
    for die in range(1, 7):
        places = covered(now, now.monster, die)
        rows = tuple(
            Say("reach_row", {"row": f"row_{row}", "columns": tuple(sorted(c + 1 for r, c in places if r == row))})
            for row in now.content.constants.rows
            if any(r == row for r, _ in places)
        )
        yield Say("reach", {"die": die, "places": rows}) if rows else Say("reach_none", {"die": die})


def _token(now: Situation, piece: PieceId) -> Marker:
    if piece == n.MONSTER_TOKEN:
        return Marker(now.word(n.MONSTER), "monster", "red")
    if piece in n.DOGS:
        return Marker("dog", "dog", "blue")
    hero = piece.removeprefix("token_")
    return Marker(hero, emblem(hero), tint(now.content, hero), down=not now.is_standing(hero))
