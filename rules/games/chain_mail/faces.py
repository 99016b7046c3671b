"""How the tokens and cards look on screens, and what the table may remind everybody of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from rules.engine import PUBLIC, CardFace, Names, Note, PieceId, Say, Seat, Words
from rules.games.chain_mail import names as n
from rules.games.chain_mail.content import Content, HeroCard, Monster
from rules.games.chain_mail.situation import Situation

TINTS: Final[Mapping[str, str]] = {
    "cleric": "amber",
    "thief": "violet",
    "witch": "green",
    "ranger": "teal",
    "shepherd": "blue",
}
OTHER_TINTS: Final = ("red", "pink", "brown", "slate", "lime")
SHAPES: Final = frozenset(f"hero_{hero}" for hero in TINTS)


def tint(content: Content, hero: str) -> str:
    """The colour of a hero; an owner's further heroes get the colours that are left."""
    if hero in TINTS:
        return TINTS[hero]
    others = [h for h in content.heroes if h not in TINTS]
    return OTHER_TINTS[others.index(hero) % len(OTHER_TINTS)]


def emblem(hero: str) -> str:
    """The shape of a hero."""
    return f"hero_{hero}" if f"hero_{hero}" in SHAPES else "hero"


def faces(content: Content, settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """Every token and every card."""
    found: dict[PieceId, CardFace] = {}
    for piece, shape, colour in ((n.PARTY, "party", "gold"), (n.MONSTER_TOKEN, "monster", "red")):
        found[piece] = CardFace(piece, words.word(str(piece)), suit=shape, suit_code=str(piece), tint=colour)
    for number, dog in enumerate(n.DOGS, 1):
        found[dog] = CardFace(dog, words.word("dog"), str(number), suit="dog", suit_code="dog", tint="blue")
    for hero in content.heroes:
        look = {"suit": emblem(hero), "tint": tint(content, hero)}
        found[n.token(hero)] = CardFace(n.token(hero), words.word(hero), **look)
        text = words.say("note", Say(f"model_{_model(content.heroes[hero])}"), Names())
        found[n.card(n.HERO, hero)] = CardFace(n.card(n.HERO, hero), words.word(hero), **look, text=text, mark="house")
    for group, shape, things in (
        (n.QUEST, "quest_cube", content.quests),
        (n.MONSTERS, "monster", content.monster_cards),
        (n.TREASURE, "chest", content.treasures),
    ):
        for ident in things:
            piece = n.card(group, ident)
            text = _print(content, group, ident, words)
            found[piece] = CardFace(piece, words.word(ident), suit=shape, suit_code=group, text=text, mark="house")
    return found


def _print(content: Content, group: str, ident: str, words: Words) -> str:
    """What a card says: the text of a quest; of monsters and treasures, what each number of the dice calls or finds."""
    if group == n.QUEST:
        return words.word(content.quests[ident].text)
    if group == n.MONSTERS:
        lines = [(one.die, one.id) for one in content.monster_cards[ident].monsters]
    else:
        lines = [((total,), find.name) for total, find in content.treasures[ident].results.items() if find is not None]
    return "; ".join(f"{', '.join(map(str, dice))}: {words.word(name)}" for dice, name in lines)


def _model(card: HeroCard) -> str:
    return type(card).__name__.removesuffix("Card").lower()


# -- notes -------------------------------------------------------------------------------------------------------------


def notes(now: Situation, reader: Seat) -> tuple[Note, ...]:
    """What everybody may be reminded of; there is nothing that only one seat knows (CM-I01)."""
    return tuple(_public(now)) if reader == PUBLIC and now.heroes else ()


def _public(now: Situation) -> Iterator[Note]:
    yield from _quest(now)
    for ident in now.content.statuses:
        if hero := now.word(n.status(ident)):
            rules = tuple(f"rule_{rule.op}" for rule in now.content.statuses[ident].rules)
            yield Note(Say("has_status", {"hero": hero, "status": ident, "rules": rules}), now.leader(hero), "CM-092")
    for relic in now.relics:
        facts = {"thing": relic.ident, "hero": relic.bearer, "count": relic.uses}
        yield Note(Say("has_relic", facts), None, "CM-090")
    for item in now.items:
        yield Note(Say("has_item", {"thing": item.ident, "count": item.uses}), None, "CM-091")
    if now.monster is not None and now.monster.power is not None:
        yield power_note(now.monster)


def _quest(now: Situation) -> Iterator[Note]:
    """What is still to be reached, and where."""
    done = now.listed(n.DONE)
    for target in now.quest.targets if now.quest else ():
        if done.count(target.id) < target.max:
            ready = all(r in done for r in target.requires)
            facts = {"target": target.id, "hex": now.map.spot(target.spot), "spot": target.spot, "sums": target.sums}
            yield Note(Say("target_open" if ready else "target_later", facts), None, "CM-191")


def power_note(monster: Monster) -> Note:
    """A monster's special power in our words."""
    power = monster.power
    assert power is not None
    facts = {
        "monster": monster.id,
        "count": power.n,
        "status": power.status,
        "resource": power.resource,
        "rounds": power.rounds,
        "most": power.at_or_below,
        "text": power.text,
    }
    return Note(Say(f"power_{power.op}", facts), None, "CM-163")
