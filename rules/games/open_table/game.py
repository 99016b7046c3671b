"""Cards on the table: the people play any game of cards, and the companion knows where every card is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any, Final

from rules.engine import (
    Anytime,
    Bots,
    Box,
    CardFace,
    Changing,
    Episodes,
    Game,
    GroupChoice,
    Note,
    Option,
    PieceId,
    Play,
    Rules,
    Say,
    Screens,
    Seat,
    Setting,
    State,
    Table,
    Words,
    by_phase,
    names_of,
    questions_of,
)
from rules.games.open_table.acts import DEEDS, deal, draw
from rules.games.open_table.changing import carry
from rules.games.open_table.definition import DEFINITION, TEMPLATES, template
from rules.games.open_table.laying import lay_out
from rules.games.open_table.mat import layout_of
from rules.games.open_table.offers import Act, offers
from rules.games.open_table.pieces import counter_word, faces_of, tables_of, tally_word
from rules.games.open_table.table_rules import MOST_SEATS, TableRules, Tally, What
from words import SOURCE

PACKAGE: Final = "rules.games.open_table"


def rules_of(where: Table | State, own: TableRules | None) -> TableRules:
    """What is played with: an owner's table, or the one that was chosen."""
    return own or next(one for one in map(template, TEMPLATES) if one.packs[0].key in where.decks)


def setup(own: TableRules | None, t: Table) -> None:
    """OT-1: every deck face down in its zone, every other zone empty."""
    lay_out(rules_of(t, own), t)
    t.add_track("last", t.seats[-1])
    t.add_track("acts", 0)
    t.go("deal")


def begin(own: TableRules | None, t: Table) -> Play:
    """OT-9: everybody is dealt their cards."""
    rules = rules_of(t, own)
    if rules.deal:
        yield from deal(rules, t, rules.deal)
    if rules.turns:
        t.go("turn", t.seats[0])
    else:
        t.go("act")


def turn(own: TableRules | None, t: Table) -> Play:
    """OT-10, OT-11: a turn begins, perhaps with a card."""
    rules = rules_of(t, own)
    t.set("acts", 0)
    t.tell("turn_begins", seat=t.player)
    source, hand = rules.source, rules.hand
    if rules.draw and hand is not None and len(t.pile(source.key)):
        held = len(t.pile(hand.pile(t.player)))
        if not rules.hand_limit or held < rules.hand_limit:
            yield from draw(rules, t, t.player, source.key, hand.pile(t.player))
    t.go("act", t.player)


def act(own: TableRules | None, t: Table) -> Play:
    """OT-2: anybody does something with the cards; where turns are taken, the one whose turn it is."""
    rules, last = rules_of(t, own), t["last"]
    assert isinstance(last, Seat)
    choices = partial(_offers, rules)
    kind = "act" if t.turn is None else "your_turn"
    facts = {} if t.turn is None else {"seat": t.turn}
    done = yield Anytime(
        kind=kind, seats=t.seats, choices=choices, leader=t.turn, after=last, facts=facts, boundary=True
    )
    assert isinstance(done, Act)
    t.set("last", done.seat)
    t.add("acts", 1)
    if done.verb == "end":
        t.go("winner", t.turn)
    elif done.verb == "next":
        t.go("turn", t.left_of(done.seat))
    else:
        yield from questions_of(DEEDS[done.verb](rules, t, done))


def winner(own: TableRules | None, t: Table) -> Play:
    """OT-13: the players say who has won."""
    rules = rules_of(t, own)
    won = yield GroupChoice(kind="winner", seats=t.seats, choices=partial(_winners, rules), boundary=True)
    if won is None:
        t.go("act", t.turn)
        return
    lines = [
        Say("counted_line", {"who": seat, "counter": counter_word(one.key), "number": t.number(one.track(seat))})
        for one in rules.counters
        for seat in t.seats
    ]
    t.finish(won, [*lines, *(note.say for note in _tallies(rules, t.state) if note.seat is not None)])


# -- inside ------------------------------------------------------------------------------------------------------------


def _offers(rules: TableRules, seen: State, seat: Seat) -> Iterator[Option]:
    return offers(rules, seen, seat)


def _winners(rules: TableRules, seen: State, seat: Seat) -> Iterator[Option]:
    for one in seen.seats:
        yield Option(f"win:{one}", (one,), Say("name_player", {"other": one}))
    if len(seen.seats) > 1:
        yield Option("all", tuple(seen.seats), Say("all_win"))
    yield Option("nobody", (), Say("nobody_wins"))
    yield Option("go_on", None, Say("go_on"))


def notes(own: TableRules | None, seen: State, reader: Seat) -> tuple[Note, ...]:
    """OT-7: what the companion adds up: of open zones and of numbers for everybody, of the rest for its owner."""
    rules = rules_of(seen, own)
    public = _tallies(rules, seen)
    if reader < 0:
        return public
    own_ones = (one for one in rules.tallies if not _is_public(rules, one))
    return tuple(_note(rules, one, seen, reader) for one in own_ones)


def _tallies(rules: TableRules, seen: State) -> tuple[Note, ...]:
    return tuple(
        _note(rules, tally, seen, seat)
        for tally in rules.tallies
        if _is_public(rules, tally)
        for zone, seat in rules.piles(seen.seats)
        if zone.key == tally.zone
    )


def _is_public(rules: TableRules, tally: Tally) -> bool:
    return tally.what is What.COUNT or rules.zone(tally.zone).is_open


def _note(rules: TableRules, tally: Tally, seen: State, seat: Seat) -> Note:
    zone = rules.zone(tally.zone)
    pile = seen.pile(zone.pile(seat))
    number = len(pile) if tally.what is What.COUNT else sum(rules.value(piece.kind) for piece in pile)
    owner = seat if zone.each else None
    say = Say("tally", {"who": owner, "tally": tally_word(tally.key), "number": number})
    return Note(say, owner, "OT-7")


def _chosen(own: TableRules | None, settings: Mapping[str, object]) -> TableRules:
    return own or template(str(settings["table"]))


def _decks(own: TableRules | None, settings: Mapping[str, object], seats: int) -> Mapping[str, tuple[PieceId, ...]]:
    return _chosen(own, settings).decks


def _faces(own: TableRules | None, settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    return faces_of(_chosen(own, settings), words)


def _tables(own: TableRules | None, language: str) -> Mapping[str, Mapping[str, Any]]:
    """What everything is called. What comes with it is translated; an owner's names stay as they are."""
    return tables_of(own, {}) if own is not None else _all_tables(language)


@cache
def _all_tables(language: str) -> Mapping[str, Mapping[str, Any]]:
    translated = {} if language == SOURCE else names_of(PACKAGE, language)
    found: dict[str, dict[str, Any]] = {}
    for name in TEMPLATES:
        for section, entries in tables_of(template(name), translated).items():
            found.setdefault(section, {}).update(entries)
    return found


def build(own: TableRules | None = None) -> Game:
    """The game: with an owner's table, or with those that come with it, to choose from."""
    phases = {"deal": begin, "turn": turn, "act": act, "winner": winner}
    tables = [own] if own is not None else [template(name) for name in TEMPLATES]
    decks = frozenset(pack.key for one in tables for pack in one.packs)
    return Game(
        package=__name__,
        title="Cards on the Table",
        seats=range(1, MOST_SEATS + 1),
        rules=Rules(
            setup=partial(setup, own),
            play=by_phase({name: partial(phase, own) for name, phase in phases.items()}),
            settings=()
            if own is not None
            else (Setting("table", TEMPLATES[0], "Which cards you play with.", TEMPLATES),),
        ),
        box=Box(
            decks=partial(_decks, own),
            faces=partial(_faces, own),
            layout=lambda settings: layout_of(_chosen(own, settings)),
            tables=partial(_tables, own),
            alike=decks,
            shared=decks,
        ),
        screens=Screens(
            prominent={counter_word(one.key) for table in tables for one in table.counters},
            put_away={"last", "acts"},
            notes=partial(notes, own),
        ),
        episodes=Episodes(begins={"turn_begins": "turn"}, lays={"moved_card": "piece"}),
        bots=Bots(
            sit_down=False,
            seldom={
                "all",
                "back",
                "deal",
                "end",
                "gather",
                "give",
                "less",
                "lots",
                "more",
                "move",
                "pass",
                "roll",
                "set",
            }
            | {"show", "shuffle", "go_on"},
        ),
        definition=DEFINITION,
        changing=Changing(build=lambda text: build(DEFINITION.read(text)), carry=carry),
    )
