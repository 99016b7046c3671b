"""What is said aloud is made of what everybody may know: no secret changes a word of it, in any game."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from companion.kit.laws.playing import Script, played, settings_at
from companion.kit.laws.renaming import renamed
from companion.kit.laws.worlds import Base, World, exchange
from companion.telling.announcer import Announcer, Kind, of_events, of_notice, of_question
from companion.telling.voice import Voice
from companion.telling.voices import build_voice
from companion.values.notices import Notice
from hardware import Fault, PublicText, Urgency
from rules.engine.entries import Entry, Header
from rules.engine.match import Match
from rules.engine.redact import mask
from rules.engine.types import PUBLIC, UNSEEN, Event, PieceId, Private, Refusal, Seat, only
from tests.companion.evening import HANDS, HIDING, Evening
from tests.companion.hidden_card import HIDDEN_CARD
from tests.companion.high_card import HIGH_CARD
from tests.companion.rolls import race
from tests.house._source import PACKAGES, ROOT
from tests.laws.playing import GAMES, game_of, script_of
from tests.laws.toys import high_card
from tests.seeds import seed_of

ENTRIES = 60
NAMES = tuple(f"Player {n}" for n in range(1, 13))
CHECKED = """
from hardware.types import PublicText, Urgency, Utterance

def say(text: str, public: PublicText, *, why: str = "") -> None:
    Utterance(public)
    Utterance(PublicText(text))
    Utterance(text)  # refused
    Utterance(f"{public} {why}")  # refused
    Utterance(public + why)  # refused
    Utterance("".join([public]), Urgency.URGENT)  # refused
"""


# ---- by type ---------------------------------------------------------------------------------------------------------


def test_a_type_checker_refuses_every_text_that_nobody_has_vouched_for(tmp_path: Path) -> None:
    (tmp_path / "checked.py").write_text(CHECKED)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--config-file=",
        "--strict",
        "--follow-imports=silent",
        "--ignore-missing-imports",
    ]
    command += [f"--cache-dir={tmp_path}", f"{tmp_path}/checked.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    found = {int(line) for line in re.findall(r"checked\.py:(\d+): error: Argument 1 to \"Utterance\"", done.stdout)}
    wanted = {number for number, line in enumerate(CHECKED.splitlines(), 1) if line.endswith("# refused")}
    assert found == wanted, done.stdout
    assert done.stdout.count("error:") == len(wanted), done.stdout


def vouching(tree: ast.AST) -> Iterator[int]:
    """The lines in which a public text is made, or something is passed off as one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called = name_of(node.func)
            if called == "PublicText" or (called == "cast" and name_of(node.args[0]) == "PublicText"):
                yield node.lineno


def name_of(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def test_only_the_announcer_vouches_for_a_text() -> None:
    """And the doctor, for a sentence that has no facts."""
    texts = {file: file.read_text("utf-8") for package in PACKAGES for file in (ROOT / package).rglob("*.py")}
    naming = {file: text for file, text in texts.items() if "PublicText" in text}
    found = {str(f.relative_to(ROOT)): list(vouching(ast.parse(text))) for f, text in naming.items()}
    vouchers = {file: len(lines) for file, lines in found.items() if lines}
    assert vouchers == {"companion/telling/announcer.py": 1, "companion/doctor/voice.py": 1}
    assert list(vouching(ast.parse("x = cast(PublicText, text)\ny = types.PublicText(text)"))) == [1, 2]


# ---- by test ---------------------------------------------------------------------------------------------------------


@cache
def voice_of(slug: str, seats: int) -> Voice:
    game = game_of(slug)
    return build_voice(game, seats, game.check_settings({}), "en", NAMES[:seats])


def said_after(match: Match, events: tuple[Event, ...], voice: Voice) -> tuple[str, ...]:
    """What is said when these events have led to where the match stands."""
    told = (of_events(events), of_question(match))
    return tuple(one.text(voice, long=long) for one in told if one is not None for long in (False, True))


def heard_in(base: Base, voice: Voice, log: list[Entry]) -> Iterator[tuple[tuple[str, ...], bool]]:
    """After each entry what is said, and whether a secret is told on purpose by it. Ends where the match would not
    have gone on like this."""
    match = Match(base.game, base.script.header)
    for entry in log:
        outcome = match.submit(entry)
        if isinstance(outcome, Refusal):
            return
        kinds = {event.kind for event in outcome.events}
        yield said_after(match, outcome.events, voice), bool(kinds & (base.game.rules.reveals | {"claim_broken"}))


def is_noticed(base: Base, voice: Voice, world: World, here: list[tuple[tuple[str, ...], bool]]) -> int | None:
    """How many entries were compared before the voice gave the swap away; None: it never did. `here` is what was said
    in the match as it was."""
    names, end = exchange(world.swap), world.until[PUBLIC]
    other = [*base.log[: world.since], *(renamed(entry, names) for entry in base.log[world.since : end])]
    there = heard_in(base, voice, other)
    for number, ((one, told), (another, told_other)) in enumerate(zip(here, there, strict=False), 1):
        if number > world.since and (told or told_other):
            return None
        if one != another:
            return number
    return None


def compared(slug: str, matches: int, worlds: int, fault: str = "", first: int = 0) -> tuple[int, list[str]]:
    """How many swapped worlds were listened to, and what gave one away."""
    game, count, leaks = high_card(fault) if fault else game_of(slug), 0, []
    for number in range(first, first + matches):
        seats = game.seats[number % len(game.seats)]
        script = Script(game, seats, number, length=ENTRIES, settings=settings_at(game, seats, number))
        base = Base(script)
        voice = build_voice(game, seats, game.check_settings(script.settings), "en", NAMES[:seats])
        here = list(heard_in(base, voice, list(base.log)))
        for world in base.worlds(Random(number), worlds):
            if PUBLIC in world.until:
                count += 1
                at = is_noticed(base, voice, world, here)
                leaks += [] if at is None else [f"{script} {world.swap} since {world.since}: heard at {at}"]
    return count, leaks


def has_secrets(slug: str) -> bool:
    """Whether a game has a pile that not everybody may look into."""
    game = game_of(slug)
    piles = Match(game, Header(slug, game.seats[-1])).state.piles.values()
    return not all(PUBLIC in pile.readers for pile in piles)


@pytest.mark.parametrize("slug", GAMES)
def test_no_secret_changes_a_word_of_what_is_said(slug: str) -> None:
    count, leaks = compared(slug, matches=2, worlds=10)
    assert not leaks, leaks[:3]
    assert count >= 8 or not has_secrets(slug), "only without secrets is there nothing to swap"


@pytest.mark.soak
@pytest.mark.parametrize("slug", GAMES)
def test_no_secret_changes_a_word_for_long(slug: str) -> None:
    count, leaks = compared(slug, matches=9, worlds=50, first=seed_of("announced"))
    assert not leaks, leaks[:3]
    assert count >= 150 or not has_secrets(slug)


@pytest.mark.parametrize("fault", ["event", "leader", "label"])
def test_a_secret_that_a_game_lets_slip_is_heard(fault: str) -> None:
    assert compared("high_card", matches=4, worlds=20, fault=fault)[1]


def hiding_events(slug: str) -> Iterator[tuple[Voice, Event]]:
    """Events of some matches that are not for everybody, or hold a fact that is not."""
    game = game_of(slug)
    for number, seats in enumerate(game.seats):
        match = played(script_of(slug, seats, number, length=2 * ENTRIES, settings=settings_at(game, seats, number)))
        for told in match.told:
            event = told.event
            if PUBLIC not in event.audience or mask(event.facts, PUBLIC) != dict(event.facts):
                yield voice_of(slug, seats), event


HIDES = (
    "high_card",
    "lantern",
    "chesney",
    "harbour_night",
    "roles",
)  # events of the others hold nothing that is not for everybody


@pytest.mark.parametrize("slug", GAMES)
def test_an_event_that_bears_a_secret_says_nothing_of_it(slug: str) -> None:
    found = list(hiding_events(slug))
    assert len(found) > 10 if slug in HIDES else not found
    for voice, event in found:
        said = of_events([event])
        if PUBLIC not in event.audience:
            assert said is None
            continue
        assert said is not None
        unknown = Event(event.kind, mask(event.facts, PUBLIC), event.audience)
        assert said == of_events([unknown])
        assert said.text(voice, long=True) == voice.say("event", event.kind, unknown.facts)


def test_private_facts_are_gone_from_questions_and_notices_too() -> None:
    secret = Private(PieceId("RED-1"), only(Seat(0)))
    said = of_notice(Notice("device", {"why": secret, "refusal": Refusal("must_follow", "", {"led": secret})}))
    (say,) = said.said
    assert say.facts == {"why": UNSEEN, "refusal": Refusal("must_follow", "", {"led": UNSEEN})}
    question = of_question(Evening(HIGH_CARD, HANDS).match)
    assert question is not None
    assert question.said[0].facts == mask(question.said[0].facts, PUBLIC)


def test_what_only_one_seat_may_read_is_not_among_what_phones_may_say() -> None:
    evening = Evening(HIDDEN_CARD, HIDING)
    evening.lay("COIN", "tray")
    evening.lay_back("place/0")
    evening.tap(0, "hide:RED-1")
    assert "Red 1" in evening.bytes_of(0)
    aloud = [evening.packet(reader).aloud for reader in (-1, 0, 1)]
    texts = [line.text for line in aloud[0].lines]
    assert set(aloud) == {aloud[0]}
    assert texts[-1] == evening.spoken[-1]
    assert set(evening.spoken[-3:]) <= set(texts)
    assert "Red 1" not in " ".join(texts)


# ---- order and urgency -----------------------------------------------------------------------------------------------


def test_what_has_to_be_heeded_is_urgent_what_happened_important_and_who_is_asked_neither() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    match, voice = evening.match, evening.voice
    event, question = of_events([Event("dealt", {"each": 2})]), of_question(match)
    assert event is not None
    assert question is not None
    lines = [one.utterance(voice, long=False) for one in (of_notice(Notice("paused")), event, question)]
    assert [line.urgency for line in lines] == [Urgency.URGENT, Urgency.IMPORTANT, Urgency.NORMAL]
    assert [line.topic for line in lines] == ["", "", "question"]
    assert all(isinstance(line.text, PublicText) for line in lines)


def test_announcements_have_numbers_that_grow_and_only_the_latest_are_kept() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    announcer = Announcer()
    announcer.news(evening.running.moment(1.0))
    for number in range(10):
        evening.running.note(Notice("device", {"sentence": str(number)}, aloud=True))
        assert [one.kind for one in announcer.news(evening.running.moment(2.0))] == [Kind.NOTICE]
        assert announcer.news(evening.running.moment(2.0)) == ()
    numbers = [number for number, _ in announcer.latest]
    assert len(numbers) == 6
    assert numbers == sorted(set(numbers))
    assert announcer.latest[-1][1].said[0].facts == {"sentence": "9"}


def test_a_dial_that_is_turned_to_and_fro_pushes_nothing_else_out() -> None:
    evening = race(6)
    evening.running.note(Notice("device", {"device": "camera", "sentence": "dark"}, aloud=True))
    evening.referee.tell()
    before = evening.packet().aloud.lines
    for _ in range(8):
        evening.turn(1)
        evening.wait(5)
    assert evening.spoken[-3:] == ["6.", "1.", "2."], "each is said"
    lines = evening.packet().aloud.lines
    assert lines[:-1] == before
    assert lines[-1].text == "2."
    assert lines[-1].number == before[-1].number + 8, "a phone hears that it is a new one"


def test_a_dead_device_is_said_aloud_once_and_one_of_the_voice_is_for_the_host() -> None:
    evening = Evening(HIGH_CARD, HANDS)
    for _ in range(2):
        evening.referee.handle(Fault("camera", "The camera gives no picture; check its cable."))
    assert evening.spoken == ["Something is wrong: The camera. The screens say more."]
    assert evening.packet().notice == "The camera gives no picture; check its cable."
    for device in ("speaker", "pyttsx3", "espeak-ng", "voice-language"):
        evening.referee.handle(Fault(device, f"{device} is no good."))
        assert evening.referee._health.fault("voice") == f"{device} is no good."
    assert evening.packet().notice == "The camera gives no picture; check its cable."
    assert len(evening.spoken) == 1
