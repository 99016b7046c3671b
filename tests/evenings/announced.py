"""An example of every kind of announcement, from the sentences of games and hub, with facts as they could be."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from companion.telling.announcer import Announcement, Kind, of_notice
from companion.telling.voice import Voice
from companion.telling.voices import build_voice, hub_words
from companion.values.notices import Notice
from rules import games
from rules.engine.types import PieceId, Refusal, Say, Seat
from rules.engine.words import Words
from tests.laws.languages import ENGLISH

NAMES: Final = ("Anna", "Ben", "Clara", "Dora", "Emil", "Fred", "Greta", "Hans", "Ines", "Jonas")
_CHOICE: Final = re.compile(r"\{(\w+)\|")
_COMPANION: Final = Path(__file__).parents[2] / "companion"
_ALOUD: Final = re.compile(r"aloud|Remark\(|of_notice\(|_say\(Notice")
_NUMBERS: Final = frozenset({"count", "number", "points", "fame", "each", "left", "want", "total", "round", "most"})
_SEATS: Final = frozenset(
    {"seat", "to", "frm", "by", "owner", "other", "leader", "target", "winner", "thief", "giver", "first"}
)
_MANY_SEATS: Final = frozenset({"seats", "winners", "who"})


@dataclass(frozen=True)
class Example:
    """One announcement and the words that say it."""

    name: str
    voice: Voice
    said: Announcement


def voice_of(slug: str, language: str, **options: object) -> Voice:
    """The words of a table of this game with as many seats as it has."""
    game = games.game(slug)
    seats = max(game.seats)
    return build_voice(game, seats, game.check_settings(options), language, NAMES[:seats])


def of_games(language: str) -> Iterator[Example]:
    """Everything that games can tell or ask; what the engine says for all of them once."""
    seen: set[tuple[Kind, str, object]] = set()
    for slug in games.slugs():
        voice = voice_of(slug, language)
        for kind in (Kind.EVENT, Kind.QUESTION):
            for code, sentence in voice.words.codes(kind.value).items():
                if (kind, code, sentence) not in seen:
                    seen.add((kind, code, sentence))
                    say = Say(code, facts_for(voice.words, kind.value, code, voice))
                    yield Example(f"{slug} {kind.value} {code}", voice, Announcement(kind, (say,)))


def of_hub(language: str) -> Iterator[Example]:
    """Everything that the hub says aloud, at a table of one of the games."""
    slug = games.slugs()[0]
    voice = voice_of(slug, language)
    words = hub_words(language)
    for code in sorted(codes_aloud()):
        notice = Notice(code, _as_hub_facts(facts_for(words, "notice", code, voice), voice), aloud=True)
        yield Example(f"hub notice {code}", voice, of_notice(notice))


def facts_for(words: Words, section: str, code: str, voice: Voice) -> dict[str, object]:
    """A fact for every name in a sentence."""
    sentence = words.codes(section)[code]
    numbers = _NUMBERS | set(_CHOICE.findall(sentence.short + sentence.long))
    piece = min(voice.faces, default=PieceId("piece"))  # a game may have none
    return {name: _fact(name, numbers, piece) for name in sentence.placeholders}


def _fact(name: str, numbers: frozenset[str] | set[str], piece: PieceId) -> object:
    if name in _SEATS:
        return Seat(1)
    if name in _MANY_SEATS:
        return (Seat(0), Seat(1))
    return 3 if name in numbers else piece


def _as_hub_facts(facts: dict[str, object], voice: Voice) -> dict[str, object]:
    """Places on the mat go by their names, and reasons are refusals of the rules."""
    if "spot" in facts:
        facts["spot"] = voice.layout.spots[0].name
    if "why" in facts:
        facts["refusal"] = Refusal(next(iter(voice.words.codes("refusal"))), "", {})
    return facts


# -- what the hub says aloud, found in its source -------------------------------------------------------------------


@cache
def codes_aloud() -> frozenset[str]:
    """The codes of all notices that are made to be said, and of the remarks of dice, dial and pause."""
    known = set(hub_words(ENGLISH).codes("notice"))
    found: set[str] = set()
    for text in [file.read_text("utf-8") for file in sorted(_COMPANION.rglob("*.py"))]:
        if not _ALOUD.search(text):
            continue
        tree = ast.parse(text)
        texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
        for call in _notices_aloud(tree):
            found |= _codes(call.args[0], known, texts)
    return frozenset(found)


def _notices_aloud(tree: ast.Module) -> Iterator[ast.Call]:
    remarks = _calls(tree, "Remark") + _calls(tree, "of_notice") + _calls(tree, "_say")
    inside = {id(call) for remark in remarks for call in _calls(remark, "Notice")}
    for call in _calls(tree, "Notice"):
        if id(call) in inside or any(keyword.arg == "aloud" for keyword in call.keywords):
            yield call


def _calls(node: ast.AST, name: str) -> list[ast.Call]:
    def called(call: ast.Call) -> str:
        return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")

    return [n for n in ast.walk(node) if isinstance(n, ast.Call) and called(n) == name]


def _codes(node: ast.expr, known: set[str], texts: set[str]) -> set[str]:
    """The codes that an expression can stand for: one that is written out, those of a pattern, or, of a variable, any
    that stands in the same module."""
    match node:
        case ast.Constant(value=str(code)):
            return {code}
        case ast.JoinedStr(values=parts):
            written = (re.escape(str(p.value)) if isinstance(p, ast.Constant) else r"\w+" for p in parts)
            pattern = re.compile("".join(map(str, written)))
            return {code for code in known if pattern.fullmatch(code)}
        case ast.IfExp(body=one, orelse=other):
            return _codes(one, known, texts) | _codes(other, known, texts)
    return texts & known
