"""A game looked at as a whole: its files, matches played by chance, and the laws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import cycle, islice
from random import Random
from typing import Final

from companion.kit.ending import ends
from companion.kit.findings import Finding, line_of, raised
from companion.kit.laws.laws import LAWS, Law
from companion.kit.laws.pages import pages_are_drawn
from companion.kit.laws.playing import LONGEST, Script, Tape, covering_settings
from companion.kit.laws.worlds import try_worlds
from companion.kit.mat import wrong_spots
from companion.kit.names import unknown_names
from companion.kit.said import Heard, missing_words
from companion.kit.source import read_source
from rules import games
from rules.engine.game import Game
from rules.engine.match import Match
from rules.engine.sampling import pick
from rules.engine.scenes import SceneError, parse_scene, run_scene
from rules.engine.types import Refusal
from rules.outside import FAULTS, Found, GameUnloaded
from words import SOURCE

Told = Callable[[str], None]
_MATCHES: Final = {False: 40, True: 200}
_SCRIPTS: Final = {False: 3, True: 30}
_WORLDS: Final = {False: 20, True: 200}
_ENTRIES: Final = 90
_AGAIN: Final = (
    "Keep all that changes in the table t, none in variables of the module, and use no chance, clock or order of a set."
)
_CURES: Final[Mapping[str, str]] = {
    "same_log_same_state": f"The same answers led to something else when they were given again. {_AGAIN}",
    "rewind_is_replay": f"After an undo the match was not where it had been. {_AGAIN}",
    "census": "A piece was lost or doubled: move it once, with t.move, from where it lies.",
    "boundaries": "A phase whose question is a boundary has to begin anew from the table alone: change and tell "
    "nothing before that question, and remember in tracks what it needs.",
    "the_mat_has_every_spot": "Write that spot into layout.toml, or name one that is there.",
    "options_keep_their_word": "Work out an option's refusal from what this seat knows, by one rule each time.",
    "ignorance_never_refuses": "A rule went by a card that the companion was not told. Where a hand is not known, take "
    "the player's word with a Claim.",
    "events_keep_secrets": "Tell it only to who may know, t.tell(kind, only(seat), ...), or name it as "
    "Private(card, only(seat)).",
    "pages_are_drawn": "A page cannot be drawn of that: look at the functions in Screens(...) and Box(faces=...).",
}
_LEAK: Final = (
    "Nothing that others see may hang on a hidden card; what is told on purpose stands in Rules(reveals=...)."
)


@dataclass(frozen=True)
class Checked:
    """What was looked at, and what was found."""

    matches: int
    findings: tuple[Finding, ...]


def check_game(found: Found, told: Told, *, full: bool = False, within_s: float = 10.0) -> Checked:
    """Looks at everything in turn and ends after the first part in which something is wrong, since what follows would
    only say it again. `told` gets one line about what is being done; `within_s`: what a match may take at most."""
    told("Opening it")
    try:
        with ends(within_s):
            game = games.game_of(found)
    except GameUnloaded as error:
        return Checked(0, (Finding("", 0, str(error)),))
    matches, heard = _MATCHES[full], Heard()
    parts: tuple[Callable[[], Iterator[Finding]], ...] = (
        lambda: iter(()) if not found.has_code else read_source(found),
        lambda: _listed(found, game),
        lambda: _played(found, game, matches, heard, told, within_s),
        lambda: unknown_names(found, game, heard),
        lambda: wrong_spots(found, game),
        lambda: _scenes(found, game, told),
        lambda: _laws(found, game, full, told, within_s),
    )
    for part in parts:
        if findings := tuple(dict.fromkeys(part())):
            return Checked(matches, findings)
    return Checked(matches, ())


# -- inside ------------------------------------------------------------------------------------------------------------


def _listed(found: Found, game: Game) -> Iterator[Finding]:
    """The list of the rules, and what refers to it."""
    file = found.folder / "coverage.toml"
    if not found.has_code:
        return
    rules = {rule for rule, _ in game.rules_text(SOURCE)}
    if not rules:
        yield Finding("coverage.toml", 0, 'There is no list of the rules: write one, [rules] and then XY-1 = "...".')
        return
    text = file.read_text("utf-8") if file.is_file() else ""
    for kind in game.words(SOURCE).codes("question"):
        rule = game.rule_asked(kind)
        if rule and rule not in rules:
            wrong = f"'{kind}' comes from the rule '{rule}', which is not under [rules]: write it there, or correct it."
            yield Finding("coverage.toml", line_of(text, "questions", kind), wrong)


def _scripts(game: Game, count: int) -> Iterator[Script]:
    """Scripts of every number of players and with every value of each option."""
    tables = [
        (seats, settings)
        for settings in covering_settings(game)
        for seats in game.seats
        if not game.rules.unfit(game.check_settings(settings), seats)
    ]
    for seed, (seats, settings) in enumerate(islice(cycle(tables), count)):
        yield Script(game, seats, seed, settings=settings)


def _played(found: Found, game: Game, matches: int, heard: Heard, told: Told, within_s: float) -> Iterator[Finding]:
    """Matches played by chance, and then the words for what was said in them."""
    for script in _scripts(game, matches):
        told(f"Match {script.seed + 1} of {matches}")
        try:
            with ends(within_s):
                match = _one(script, heard)
        except FAULTS as error:
            yield raised(found.folder, error, where=_where(script))
            return
        if match.question is not None:
            over = f"A match was not over after {LONGEST} answers: let a phase call t.finish(...) in the end."
            yield Finding("", 0, f"{over} {_where(script)}")
            return
        heard.end(match)
    yield from missing_words(game, heard, found.folder)


def _one(script: Script, heard: Heard) -> Match:
    match, tape = Match(script.game, script.header), Tape(script.seed)
    while match.question is not None and match.version < LONGEST:
        heard.moment(match)
        outcome = match.submit(answer := pick(match, tape))
        if isinstance(outcome, Refusal):
            raise AssertionError(f"The option '{answer.key}' was offered and then refused: {outcome.code}")
    return match


def _where(script: Script) -> str:
    return f"(A match of {script.seats}, seed {script.seed}.)"


def _scenes(found: Found, game: Game, told: Told) -> Iterator[Finding]:
    """The author's own scenes, in the folder `scenes`."""
    for file in sorted(found.folder.glob("scenes/*.toml")):
        name = f"{file.parent.name}/{file.name}"
        told(f"Scene {name}")
        try:
            differences = run_scene(parse_scene(file.read_text("utf-8"), name), game)
        except SceneError as error:
            yield Finding(name, 0, str(error).removeprefix(f"{name}: "))
            continue
        for difference in differences:
            yield Finding(name, 0, f"{difference}. Put the rule right, or what the scene expects.")


def _laws(found: Found, game: Game, full: bool, told: Told, within_s: float) -> Iterator[Finding]:
    """The laws one after the other, each until it finds something; in full also that of the pages."""
    count, worlds, laws = _SCRIPTS[full], _WORLDS[full], (*LAWS, *([pages_are_drawn] if full else []))
    for number, law in enumerate(laws, 1):
        for script in _scripts(game, count):
            told(f"Law {number} of {len(laws) + 1}, match {script.seed + 1} of {count}")
            if finding := _law(found, law, replace(script, length=_ENTRIES), within_s):
                yield finding
                break
    for script in _scripts(game, count):
        told(f"Law {len(laws) + 1} of {len(laws) + 1}, match {script.seed + 1} of {count}")
        try:
            leaks = try_worlds(script, Random(script.seed), worlds).leaks
        except FAULTS as error:  # of the game's own player too, who is asked here only
            yield raised(found.folder, error, where=_where(script))
            return
        if leaks:
            one = leaks[0]
            who = "Everybody" if one.reader < 0 else f"Seat {one.reader}"
            text = f"{who} can tell which of two hidden cards lies where, after answer {one.version}: {one.what[:200]}."
            yield Finding("", 0, f"{text} {_LEAK} {_where(script)}")
            return


def _law(found: Found, law: Law, script: Script, within_s: float) -> Finding | None:
    try:
        with ends(6 * within_s):
            law(script)
    except FAULTS as error:
        return raised(found.folder, error, _CURES[law.__name__], _where(script))
    return None
