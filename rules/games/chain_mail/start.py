"""Setting up: which cards are in play, who the heroes are, and where everything begins (CM-001 to CM-013)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from rules.engine import ALL, Laid, Option, PieceId, Play, Prepare, Say, Shape, Table
from rules.games.chain_mail import asking, changes, dogs, heroes, names as n
from rules.games.chain_mail.content import COLUMNS, Content, Map
from rules.games.chain_mail.reading import fits
from rules.games.chain_mail.settings import ASK, time_at_start
from rules.games.chain_mail.situation import Run, Situation

COUNT = 4
"""Heroes in every match (CM-002)."""


def pieces(content: Content) -> dict[str, tuple[PieceId, ...]]:
    """Every token and every card that can be chosen."""
    tokens = (n.PARTY, n.MONSTER_TOKEN, *n.DOGS, *(n.token(h) for h in content.heroes))
    groups: tuple[tuple[str, Iterable[str]], ...] = (
        (n.QUEST, content.quests),
        (n.MONSTERS, content.monster_cards),
        (n.TREASURE, content.treasures),
        (n.HERO, content.heroes),
    )
    cards = tuple(n.card(group, ident) for group, idents in groups for ident in idents)
    return {n.TOKENS: tokens, n.CARDS: cards}


def setup(content: Content, the_map: Map, t: Table) -> None:
    """All piles and tracks; everything lies in the box."""
    t.add_pile(n.BOX, readers=ALL, face_up=True)
    for key in (n.QUEST, n.MONSTERS, n.TREASURE):
        t.add_pile(key, readers=ALL, shape=Shape.SLOT, face_up=True, spot=key)
    t.add_pile(n.HEROES, readers=ALL, shape=Shape.ROW, ordered=True, face_up=True, spot=n.HEROES)
    t.add_pile(n.KENNEL, readers=ALL, face_up=True, spot=n.KENNEL)
    t.add_pile(n.SPARE_DOGS, readers=ALL, face_up=True)
    for cell in the_map.grid.cells:
        t.add_pile(n.on_hex(cell), readers=ALL, face_up=True, spot=cell)
    for row in content.constants.rows:
        for column in range(COLUMNS):
            t.add_pile(n.in_battle(row, column), readers=ALL, face_up=True, spot=n.cell_of(row, column))
    for deck in (n.TOKENS, n.CARDS):
        for piece in t.decks[deck]:
            t.put_in(piece, n.BOX)
    _tracks(content, t)
    t.add_track(n.MAP, the_map.id)
    t.go("cards")


def _tracks(content: Content, t: Table) -> None:
    t.add_track(n.TIME, content.constants.time_start)
    for resource, amount in content.constants.resource_start.items():
        t.add_track(resource, amount)
    for key in (n.TURN_NUMBER, n.MOVED, n.MONSTER_HEALTH, n.MONSTER_MOST, n.ROUND):
        t.add_track(key, 0)
    for key in (n.IN_PLAY, n.ACTED, n.USED, n.USED_THIS_TURN, n.LAST, n.DONE, n.QUEST_CUBES, n.CHESTS, n.ITEMS):
        t.add_track(key, ())
    for key in (n.RELICS, n.GONE, n.SIGNS, n.PLEDGED, n.ORDER, n.LINE_UP):
        t.add_track(key, ())
    for key in (n.SKIP, n.MONSTER, n.STAGE):
        t.add_track(key, "")
    for key in (n.ALARM, n.AMBUSH, n.HURT, n.SPARED):
        t.add_track(key, False)
    for hero in content.heroes:
        t.add_track(n.health(hero), 0)
        t.add_track(n.cubes(hero), ())
        t.add_track(n.away(hero), ())
    for ident in content.statuses:
        t.add_track(n.status(ident), "")


# -- cards -------------------------------------------------------------------------------------------------------------


_CHOOSE = {n.QUEST: "choose_quest", n.MONSTERS: "choose_monsters", n.TREASURE: "choose_treasure"}
_CHOSEN = {n.QUEST: "chosen_quest", n.MONSTERS: "chosen_monsters", n.TREASURE: "chosen_treasure"}


def choose_cards(run: Run) -> Play:
    """Quest, monsters and treasure: as the options say, or as the group lays them down (CM-004)."""
    for group in (n.QUEST, n.MONSTERS, n.TREASURE):
        if len(run.t.pile(group)):
            continue
        chosen = run.t.settings[group]
        if chosen == ASK:
            choices = partial(_cards, group=group)
            chosen = yield from asking.decide(run, _CHOOSE[group], choices, forced=True, boundary=True)
        run.t.move(n.card(group, str(chosen)), group)
        run.t.tell(_CHOSEN[group], card=chosen)
    run.t.set(n.TIME, time_at_start(run.t.settings, run.content, run.now.quest))
    run.t.go("heroes")


def _cards(now: Situation, group: str) -> Iterator[Option]:
    content = now.content
    idents: Iterable[str] = {
        n.QUEST: content.quests,
        n.MONSTERS: content.monster_cards,
        n.TREASURE: content.treasures,
    }[group]
    for ident in idents:
        if group != n.QUEST or not fits(content, now.map.id, ident):
            piece = n.card(group, ident)
            yield Option(f"card:{piece}", ident, Say("lay_card", {"card": ident}), Laid(group, piece), piece=piece)


# -- heroes ------------------------------------------------------------------------------------------------------------


def choose_heroes(run: Run) -> Play:
    """Four different heroes, in the order in which they sit at the table (CM-002, CM-003)."""
    chosen = run.now.heroes
    while len(chosen) < COUNT:
        facts = {"count": COUNT - len(chosen), "number": len(chosen) + 1}
        picked = yield from asking.decide(run, "choose_hero", _heroes, forced=True, facts=facts, boundary=True)
        for hero in picked:
            run.t.move(n.card(n.HERO, hero), n.HEROES)
            chosen = (*chosen, hero)
            run.t.set(n.IN_PLAY, chosen)
            run.t.tell("hero_joins", hero=hero, seat=run.now.leader(hero))
    run.t.go("lay_out")


def _heroes(now: Situation) -> Iterator[Option]:
    left = [h for h in now.content.heroes if h not in now.heroes]
    if not now.heroes:
        yield Option("usual", tuple(left[:COUNT]), Say("usual_heroes", {"heroes": tuple(left[:COUNT])}))
    for hero in left:
        piece = n.card(n.HERO, hero)
        yield Option(f"hero:{hero}", (hero,), Say("lay_hero", {"hero": hero}), Laid(n.HEROES, piece), piece=piece)


def lay_out(run: Run) -> Play:
    """Cubes, hearts and tokens are set; anybody says when it is done (CM-005 to CM-013)."""
    yield Prepare(kind="lay_out", steps=(), boundary=True, facts={"hex": run.now.map.start})
    for hero in run.now.heroes:
        card = run.now.card(hero)
        run.t.set(n.health(hero), card.health)
        run.t.set(n.cubes(hero), heroes.model_of(card).start)
    run.t.move(n.PARTY, n.on_hex(run.now.map.start))
    if any(_has_dog(run.now, hero) for hero in run.now.heroes):
        run.t.move(n.DOGS[0], n.KENNEL)
    quest = run.now.quest
    run.t.tell("sets_out", quest=quest and quest.id, time=run.now.number(n.TIME))
    dogs.release(run)
    run.t.go("begin_turn")


def _has_dog(now: Situation, hero: str) -> bool:
    return changes.is_shepherd(now, hero)
