"""Roles and Secrets: the people play their parts; the companion deals them, calls at night, and counts votes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from rules.engine import (
    Bots,
    Box,
    CardFace,
    Changing,
    Episodes,
    Game,
    PieceId,
    Play,
    Rules,
    Say,
    Screens,
    Setting,
    State,
    Table,
    Words,
    by_phase,
    names_of,
)
from rules.games.roles import day, ending, mission, night, people as p, rounds, start
from rules.games.roles.changing import carry
from rules.games.roles.circle import COUNTED, circle
from rules.games.roles.reading import DEFINITION, template
from rules.games.roles.screens import how, notes
from rules.games.roles.script import Kind, Script, texts, word_of
from words import SOURCE

OWN: Final = "own"
"""The name of an owner's script among the words."""
PHASES: Final[Mapping[str, Callable[[Table, Script], Play | None]]] = {
    "deal": start.deal,
    "name": start.name,
    "draw": start.draw,
    "ready": start.ready,
    "round": rounds.begin,
    "step": rounds.step,
    Kind.CALL: night.call,
    Kind.DAWN: night.dawn,
    Kind.TALK: day.talk,
    Kind.VOTE: day.vote,
    Kind.PROPOSE: mission.propose,
    Kind.AGREE: mission.agree,
    Kind.MISSION: mission.go,
    Kind.GUESS: day.guess,
}
REVEALS: Final = frozenset(
    {
        *("loses_life", "drops_out", "was", "was_of", "calm", "won", "named", "tie", "tie_again", "no_votes"),
        *("found", "not_found", "mission_failed", "mission_succeeded", "you_know", "you_learn", "guessed", "word_was"),
    }
)
"""What is told of secrets on purpose: what came of calls, votes and missions."""
PUT_AWAY: Final = frozenset(
    {
        *("script", "step", "round", "lives", "leader", "picked", "votes", "tied"),
        *("harm", "protect", "known", "roles", "words", "guessed", "missed"),
    }
)
"""What no screen lists: the circle shows what all may know of it."""


def script_of(t: Table | State, own: Script | None) -> Script:
    """The script that is played: an owner's, or the one that was chosen."""
    name = str(t["script"])
    return own or template(name if name in DEFINITION.templates else DEFINITION.templates[0])


def setup(own: Script | None, t: Table) -> None:
    """Nobody has a role yet."""
    t.add_track("script", OWN if own is not None else str(t.settings["script"]))
    rules = script_of(t, own)
    p.lay_out(t, rules, cards=bool(t.settings["cards"]))
    rounds.lay_out(t, rules)
    t.go("deal")


def play(own: Script | None, phase: Callable[[Table, Script], Play | None], t: Table) -> Play | None:
    """One phase, with the script of this match. Nothing is asked where nobody is left."""
    rules = script_of(t, own)
    return phase(t, rules) if p.within(t) or not ending.end(t, rules) else None


def unfit(own: Script | None, settings: Mapping[str, object], seats: int) -> str:
    """Why a script does not go with so many players."""
    rules = own or template(str(settings["script"]))
    if seats in rules.seats:
        return ""
    return f"This script is for {rules.least} to {rules.most} players."


def decks(own: Script | None, settings: Mapping[str, object], seats: int) -> Mapping[str, tuple[PieceId, ...]]:
    """The role cards, and the secret words of a script that has some."""
    rules = own or template(str(settings["script"]))
    if seats not in rules.seats:
        return {}
    return {p.ROLES: p.deck_of(rules, seats)} | ({p.WORDS: p.words_of(rules)} if rules.words else {})


def faces(own: Script | None, settings: Mapping[str, object], words: Words) -> Mapping[PieceId, CardFace]:
    """What stands on the cards."""
    script = OWN if own is not None else str(settings["script"])
    rules = own or template(script)
    found: dict[PieceId, CardFace] = {}
    tints = {team.key: tint for team, tint in zip(rules.teams, ("blue", "red", "gold", "green") * 2, strict=False)}
    for role in rules.roles:
        title, text = (words.word(word_of(script, "role", role.key, part)) for part in ("", "text"))
        most = max(rules.counts(seats)[role.key] for seats in rules.seats)
        for number in range(1, most + 1):
            piece = PieceId(f"{role.key}#{number}")
            corner = words.word(word_of(script, "team", role.team))
            found[piece] = CardFace(piece, title, corner="", tint=tints[role.team], text=f"{corner}. {text}".strip())
    for number, piece in enumerate(p.words_of(rules)):
        found[piece] = CardFace(piece, words.word(word_of(script, "secret", str(number))), tint="violet")
    return found


def how_of(own: Script | None, settings: Mapping[str, object]) -> tuple[Say, ...]:
    """What everybody may know of the script before it begins."""
    return how(OWN, own) if own is not None else how(str(settings["script"]), template(str(settings["script"])))


def texts_of(own: Script | None, language: str) -> Mapping[str, str]:
    """What scripts say. The texts of those that come with it are translated; an owner's stay as they are."""
    if own is not None:
        return texts(OWN, own)
    said = {code: text for one in DEFINITION.templates for code, text in texts(one, template(one)).items()}
    translated = {} if language == SOURCE else names_of("rules.games.roles", language)
    return {code: translated.get(text, text) for code, text in said.items()}


def build(own: Script | None = None) -> Game:
    """The game: with an owner's script, or with those that come with it, to choose from."""
    choice = (Setting("script", DEFINITION.templates[0], "What you play.", DEFINITION.templates),)
    cards = Setting("cards", False, "Whether you deal real role cards; else the companion draws the roles.")
    seats = own.seats if own is not None else range(3, 13)
    return Game(
        package=__name__,
        title="Roles and Secrets",
        seats=seats,
        rules=Rules(
            setup=partial(setup, own),
            play=by_phase({str(name): partial(play, own, phase) for name, phase in PHASES.items()}),
            settings=(*(choice if own is None else ()), cards),
            unfit=partial(unfit, own),
            paced={"name_role", "call", "secret_vote", "mission", "guess"},
            reveals=REVEALS,
        ),
        box=Box(
            decks=partial(decks, own),
            faces=partial(faces, own),
            names=partial(texts_of, own),
            mat_without=lambda settings: frozenset() if settings["cards"] else {"spot"},
        ),
        screens=Screens(
            prominent={"successes", "failures"},
            put_away=PUT_AWAY | (COUNTED if own is None else COUNTED & {str(win.when) for win in own.wins}),
            sheets=lambda seen: circle(seen, script_of(seen, own)),
            how=partial(how_of, own),
            notes=lambda seen, reader: notes(seen, reader, script_of(seen, own)),
        ),
        bots=Bots(sit_down=False),
        episodes=Episodes(begins={"round_begins": "round"}, plain={"round_begins"}),
        definition=DEFINITION,
        changing=Changing(build=lambda text: build(DEFINITION.read(text)), carry=carry),
    )
