"""Chesney: its pieces, its setup, its phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rules.engine import (
    ALL,
    Bots,
    Box,
    Episodes,
    Game,
    Play,
    Rules,
    Screens,
    Seat,
    Shape,
    Table,
    only,
    questions_of,
)
from rules.games.chesney import names as n, start
from rules.games.chesney.action_cards.playing import IN_PLAY
from rules.games.chesney.characters import appear
from rules.games.chesney.faces import faces
from rules.games.chesney.notes import notes
from rules.games.chesney.pieces import decks
from rules.games.chesney.rounds import plan, scoring, supporter, turns
from rules.games.chesney.rounds.over import RoundOver
from rules.games.chesney.settings import SETTINGS
from rules.games.chesney.situation import is_advanced
from rules.games.chesney.standing import fits, hints, standing

PHASES: Final[Mapping[str, Callable[[Table], Play | None]]] = {
    "round": start.start_round,
    "prepare": start.prepare,
    "starter": start.find_starter,
    "factions": start.deal_factions,
    "placing": start.place_factions,
    "characters": start.deal_characters,
    "choosing": start.choose_characters,
    "hands": start.deal_hands,
    "events_in": start.insert_events,
    "turn": turns.begin_turn,
    "appear": appear.appear,
    "start_skill": appear.start_skill,
    "plan": plan.plan,
    "declare": turns.declare,
    "rest": turns.rest,
    "interfere": supporter.interfere,
    "resupply": supporter.resupply,
    "turn_end": turns.end_turn,
    "round_end": scoring.round_end,
    "next_starter": start.next_starter,
}

TURN_PHASES: Final = ("appear", "start_skill", "plan", "declare", "rest", "interfere", "resupply", "turn_end")

REVEALS: Final = frozenset(
    {"tokens_shown", "judged", "judged_again", "was", "round_result", "points", "honour", "total", "saw"}
)
"""Kinds of event that tell of secrets on purpose: tokens to the judges, the result of a Judgement, what lay face-down
when the round is over and the points for it, and a card that an Emissary looks at."""

EPISODES: Final = Episodes(
    begins={"round_started": "round", "turn": "turn", "supporter_turn": "turn", "round_result": "outcome"},
    counting={"outcome"},
    lays={"played": "piece", "event": "piece"},
    plain={"round_started", "turn"},
)


def setup(t: Table) -> None:
    """All piles and tracks; a round is set up when it begins."""
    _common_piles(t)
    for seat in t.seats:
        _seat_piles(t, seat)
        t.add_track(n.hp(seat), n.MAX_HP, owner=seat)
        if t.settings["scoring"] == "legend":
            t.add_track(n.score(seat), 0, owner=seat)
        else:
            t.add_track(n.score(seat), None)
        t.add_track(f"ledger/{seat}", ())
        for key, value in start.SEAT_TRACKS.items():
            private = key == "seen_tokens"
            t.add_track(f"{key}/{seat}", value, readers=only(seat) if private else ALL, owner=seat)
    for key, value in start.ROUND_TRACKS.items():
        t.add_track(key, value)
    t.add_track("round", 0)
    t.add_track("starter", None)
    t.add_track("called", None)
    for house_rule in HOUSE_RULES:
        t.add_track(house_rule, t.settings[house_rule])  # type: ignore[arg-type]
    t.go("round")


HOUSE_RULES: Final = ("trap_stops_passives", "rage_allows_yellow", "allure_of_sources", "sweep_equal_card")
"""Rulings that decide what an option list offers; those are made from the state alone."""


def _common_piles(t: Table) -> None:
    t.add_pile(n.PILE, deck=n.ACTIONS, spot=n.PILE)
    t.add_pile(n.DISCARD, spot=n.DISCARD)
    t.add_pile(n.PLAY_AREA, readers=ALL, ordered=True, face_up=True, spot=n.PLAY_AREA)
    t.add_pile(IN_PLAY, readers=ALL, ordered=True, face_up=True, spot=n.PLAY_AREA)
    t.add_pile(n.EVENT_ROW, readers=ALL, shape=Shape.ROW, ordered=True, face_up=True, spot=n.EVENT_ROW)
    t.add_pile(n.UNUSED_EVENTS, spot=n.UNUSED_EVENTS)
    t.add_pile(n.ASIDE, readers=ALL, shape=Shape.ROW, face_up=True, spot=n.ASIDE)
    t.add_pile(n.FACTION_PILE, deck=n.FACTION_CARDS, spot=n.FACTION_PILE)
    t.add_pile(n.FACTION_DISCARD, spot=n.FACTION_DISCARD)
    if is_advanced(t):
        t.add_pile(n.CHARACTER_PILE, deck=n.CHARACTERS, spot=n.CHARACTER_PILE)
        t.add_pile(n.RESERVE, readers=ALL, shape=Shape.ROW, face_up=True, spot=n.RESERVE)
        t.add_pile(n.DISGUISE_RESERVE, deck=n.DISGUISES, readers=ALL, face_up=True, spot=n.DISGUISE_RESERVE)
        for piece in t.decks[n.DISGUISES]:
            t.name(n.DISGUISE_RESERVE, piece)
            t.turn_face(n.DISGUISE_RESERVE, piece, True)


def _seat_piles(t: Table, seat: Seat) -> None:
    for side in n.SIDES:
        t.add_pile(n.slot(side, seat), readers=ALL, owner=seat, shape=Shape.SLOT, spot=n.slot(side, seat))
    t.add_pile(n.effect(seat), readers=ALL, owner=seat, shape=Shape.ROW, face_up=True, spot=n.effect(seat))
    t.add_pile(n.hand(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
    t.add_pile(n.choice(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
    t.add_pile(n.proposal(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
    if is_advanced(t):
        t.add_pile(n.character(seat), readers=ALL, owner=seat, shape=Shape.SLOT, spot=n.character(seat))
        t.add_pile(n.offer(seat), readers=only(seat), owner=seat, shape=Shape.HAND)
        t.add_pile(n.backup(seat), readers=ALL, owner=seat, shape=Shape.ROW, face_up=True, spot=n.DISGUISE_RESERVE)
        for side in n.SIDES:
            key = n.disguise(side, seat)
            t.add_pile(key, readers=ALL, owner=seat, shape=Shape.SLOT, face_up=True, spot=n.slot(side, seat))


def play(t: Table) -> Play:
    """Goes on from the table's phase until the match has a result. The end of a round stops whatever goes on
    (CH-TURN-22)."""
    while t.result is None:
        try:
            yield from questions_of(PHASES[t.phase](t))
        except RoundOver as over:
            t.set("last_faction", over.last)
            t.set("declarer", over.declarer)
            t.set("unjudged", ())
            t.set("called", None)
            t.go("round_end")


def build() -> Game:
    """The game."""
    return Game(
        package=__name__,
        title="Chesney",
        seats=range(4, 11),
        rules=Rules(
            setup=setup,
            play=play,
            settings=SETTINGS,
            turn_begins=dict.fromkeys(TURN_PHASES, "turn"),
            paced={"appear", "loyalty", "tokens", "show_to", "show_yellow", "put_aside", "accept"},
            reveals=REVEALS,
        ),
        box=Box(decks=decks, faces=faces),
        episodes=EPISODES,
        screens=Screens(prominent={"hp", "score"}, pips={"hp": ("heart", n.MAX_HP)}, notes=notes),
        bots=Bots(seldom={"declare", "bonus_off", "bonus_on"}, value=standing, fits=fits, hints=hints),
    )
