"""The text file that says a table, `table.toml`: its fields, and what does not go together."""

from __future__ import annotations

from functools import cache
from typing import Final

from rules.engine.definitions import (
    Checked,
    Definition,
    Entry,
    Field,
    GrammarError,
    Key,
    Keys,
    Numbers,
    OneOf,
    Slug,
    Step,
    Switch,
    Tables,
    Text,
    Whole,
)
from rules.games.open_table.cards_text import CALLED, COLUMNS, LARGEST, cards_of, check_number
from rules.games.open_table.mat import lying_on_one_another
from rules.games.open_table.table_rules import MOST_ZONES, Counter, Kind, Pack, TableRules, Tally, What, Zone
from words import Sentence
from words.sentence import N_

TEMPLATES: Final = ("tricks", "draft", "duel", "tokens")
"""The tables that come with it, by the names of their files."""
_KINDS: Final = {
    "deck": N_("a face-down stack from which is drawn"),
    "bag": N_("a bag from which is drawn blindly"),
    "hand": N_("what a player holds"),
    "row": N_("cards side by side"),
    "discard": N_("a pile"),
}
_FACES: Final = {"up": N_("face up: everybody sees it"), "down": N_("face down: only its owner knows it, or nobody")}
_WHATS: Final = {"count": N_("how many cards lie there"), "sum": N_("what they are worth")}
_PERCENT: Final = Whole(0, 100)

_DECK: Final = (
    Field("key", Slug(), N_("The short name of the deck."), required=True),
    Field("name", Text(), N_("What the deck is called."), required=True, name=N_("Name")),
    Field("zone", Key("zone"), N_("The zone in which its cards lie at the start."), required=True, name=N_("Lies in")),
    Field(
        "cards",
        Checked(cards_of, "Lantern\t3\tLook at a hand.\t2\tLight", LARGEST, lines=True, columns=COLUMNS, called=CALLED),
        N_("A line for each card, as copied from a spreadsheet, or with commas: name, count, text, value, suit."),
        required=True,
        name=N_("Cards"),
    ),
)
_ZONE: Final = (
    Field("key", Slug(), N_("The short name of the zone."), required=True),
    Field("name", Text(24), N_("What the zone is called."), required=True, name=N_("Name")),
    Field("kind", OneOf(_KINDS, Kind), N_("What lies there."), required=True, name=N_("Kind")),
    Field("each", Switch(), N_("Whether each player has one of their own."), default=False, name=N_("For each player")),
    Field("face", OneOf(_FACES), N_("How cards lie there."), name=N_("Cards lie")),
    Field("to", Keys(of="zone"), N_("Where cards go from here; left out: anywhere."), default=(), rare=True),
    Field("x", _PERCENT, N_("Where it lies from left to right, in percent; left out: where there is room."), rare=True),
    Field("y", _PERCENT, N_("Where it lies from top to bottom, in percent."), rare=True),
)
_COUNTER: Final = (
    Field("key", Slug(), N_("The short name of the counter."), required=True),
    Field("name", Text(24), N_("What is counted, such as lives."), required=True, name=N_("Name")),
    Field("start", Whole(-1000, 1000), N_("What everybody begins with."), default=0, name=N_("At the start")),
)
_TALLY: Final = (
    Field("key", Slug(), N_("The short name of the tally."), required=True),
    Field("name", Text(24), N_("What the tally is called."), required=True, name=N_("Name")),
    Field("zone", Key("zone"), N_("The zone that is added up."), required=True, name=N_("Zone")),
    Field("what", OneOf(_WHATS, What), N_("What is added up."), default=What.COUNT, name=N_("What")),
)
FIELDS: Final = (
    Field("deck", Tables(_DECK, most=6, least=1), N_("The decks."), required=True, name=N_("Decks")),
    Field("zone", Tables(_ZONE, most=MOST_ZONES, least=2), N_("Where cards lie."), required=True, name=N_("Zones")),
    Field("counter", Tables(_COUNTER, most=4), N_("What every player counts, such as lives."), name=N_("Counters")),
    Field("tally", Tables(_TALLY, most=4), N_("What the companion adds up by itself."), name=N_("Tallies")),
    Field("deal", Whole(0, 20), N_("So many cards for everybody at the start."), default=0, name=N_("Dealt")),
    Field("hand_limit", Whole(0, 40), N_("Nobody draws beyond it; 0: no limit."), default=0, name=N_("Hand limit")),
    Field("turns", Switch(), N_("Whether players act one after the other."), default=False, name=N_("Turns")),
    Field("draw", Switch(), N_("Whether a turn begins with drawing a card."), default=False, name=N_("Draw first")),
    Field(
        "together",
        Key("zone"),
        N_("The zone into which all lay a card face-down before all are turned up."),
        name=N_("All at once"),
    ),
    Field("dice", Numbers(3, 2, 20), N_("The sides of each die, such as [6, 6]."), default=(), name=N_("Dice")),
)
_STEPS: Final = (
    Step(N_("Zones"), ("zone",)),
    Step(N_("Cards"), ("deck",)),  # which lie in zones
    Step(N_("Counting"), ("counter", "tally")),
    Step(N_("Rules that are switched on"), ("deal", "hand_limit", "turns", "draw", "together", "dice")),
)


def _made(entry: Entry) -> TableRules:
    """The table that a file says. DefinitionError where something does not go together."""
    packs = tuple(Pack(rows=one["cards"], **one.said("cards")) for one in entry["deck"])
    zones = tuple(_zone(one, packs) for one in entry["zone"])
    rules = TableRules(
        packs=packs,
        zones=zones,
        counters=tuple(Counter(**one.said()) for one in entry["counter"]),
        tallies=tuple(Tally(**one.said()) for one in entry["tally"]),
        together=entry["together"] or "",
        **entry.said("deck", "zone", "counter", "tally", "together"),
    )
    try:
        check_number(sum(row.count for pack in packs for row in pack.rows))
    except GrammarError as error:
        raise entry["deck"][-1].fault("cards", error.args[0]) from None
    _check_zones(entry, rules)
    _check_rules(entry, rules)
    return rules


def _zone(entry: Entry, packs: tuple[Pack, ...]) -> Zone:
    kind = entry["kind"]
    each = entry["each"] or kind is Kind.HAND
    face_up = entry["face"] == "up" if entry["face"] else kind in (Kind.ROW, Kind.DISCARD)
    here = [pack.key for pack in packs if pack.zone == entry["key"]]
    only = here[0] if here else packs[0].key if len(packs) == 1 else ""
    blind = not each and not (face_up and kind is not Kind.HAND)
    made = Zone(
        each=each, face_up=face_up and kind is not Kind.HAND, pack=only if blind else "", **entry.said("each", "face")
    )
    if blind and not only:
        what = Sentence(
            "face down and for all: a zone like this needs a deck of its own, since nobody knows its cards."
        )
        raise entry.fault("kind", what)
    if len(here) > 1:
        raise entry.fault("key", Sentence("two decks lie here: give each a zone of its own."))
    return made


def _check_zones(entry: Entry, rules: TableRules) -> None:
    for pack, one in zip(rules.packs, entry["deck"], strict=True):
        if not rules.zone(pack.zone).is_blind:
            raise one.fault("zone", Sentence("a deck has to lie face down in a zone for all, such as a deck or a bag."))
    for zone, one in zip(rules.zones, entry["zone"], strict=True):
        if (zone.x is None) is not (zone.y is None):
            raise one.fault("x" if zone.y is None else "y", Sentence("x and y stand there both or not at all."))
    if (pair := lying_on_one_another(rules)) is not None:
        at = next(one for one in reversed(entry["zone"]) if one["key"] in pair)
        raise at.fault("x", Sentence('it lies on the zone "{key}".', key=next(key for key in pair if key != at["key"])))
    hands = [one for one in entry["zone"] if one["kind"] is Kind.HAND]
    if len(hands) > 1:
        raise hands[1].fault("kind", Sentence("there is one hand for each player: make the other one a row."))
    mats = [one for one, zone in zip(entry["zone"], rules.zones, strict=True) if zone.each and zone.spot]
    if len(mats) > _MOST_BEFORE_A_PLAYER:
        what = Sentence("there is room for {most} zones before each player.", most=_MOST_BEFORE_A_PLAYER)
        raise mats[_MOST_BEFORE_A_PLAYER].fault("each", what)


_MOST_BEFORE_A_PLAYER: Final = 3


def _check_rules(entry: Entry, rules: TableRules) -> None:
    for tally, one in zip(rules.tallies, entry["tally"], strict=True):
        if tally.what is What.SUM and rules.zone(tally.zone).is_blind:
            raise one.fault("zone", Sentence("nobody knows what lies there: it can only be counted."))
    if rules.together and not rules.zone(rules.together).is_open:
        raise entry.fault("together", Sentence("the zone has to be face up: there all cards are turned up."))
    for key in ("deal", "hand_limit", "draw", "together"):
        if entry[key] and rules.hand is None:
            raise entry.fault(key, Sentence("this needs a zone of the kind hand."))
    if rules.draw and not rules.turns:
        raise entry.fault("draw", Sentence("this needs turns."))
    if rules.hand_limit and rules.deal > rules.hand_limit:
        raise entry.fault("deal", Sentence("more cards would be dealt than a hand may hold."))


DEFINITION: Final[Definition[TableRules]] = Definition(
    package=__name__,
    file="table.toml",
    fields=FIELDS,
    steps=_STEPS,
    check=_made,
    templates=TEMPLATES,
    chosen_by="table",
)


@cache
def template(name: str) -> TableRules:
    """One of the tables that come with it."""
    return DEFINITION.read(DEFINITION.text_of(name), f"{name}.toml")
