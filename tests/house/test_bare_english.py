"""No sentence reaches a page past the catalogues: what people read stands in _("…") or t("…")."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house._scripts import Kind, Token, tokens
from tests.house._source import ROOT, Source, sources
from tests.house.catalogue import ERRORS

pytestmark = pytest.mark.xdist_group("sources")  # one worker reads them for all tests

PRODUCT = "Tabletop Companion"
SAMPLES = frozenset({"Mara", "K7RT-2M9X"})
"""What a field may be filled with: a name and a code, which are the same in every language."""
KEYS = re.compile(r"Enter|Escape|Home|End|Tab|Arrow\w*|Page(Up|Down)|X-[\w-]+|Content-Type|Retry-After")
"""Names of keys and headers."""
UNITS = re.compile(r"\W*(mm|px|cm|min|kB|MB)\W*")
READ_ALOUD = ("aria-label", "aria-description", "title", "alt", "placeholder", "label", "data-title", "data-text")
"""Attributes whose value people read or hear."""

_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.S)
_BETWEEN = re.compile(r">([^<>]+)<")
_ATTRIBUTE = re.compile(rf'(?<![\w-])(?:{"|".join(READ_ALOUD)})="([^"]*)"')
_SAID = re.compile(r"\b_\(\s*(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')")
_QUOTED = re.compile(r"\"((?:[^\"\\]|\\.)*)\"|'((?:[^'\\]|\\.)*)'")
_WORD = re.compile(r"[^\W\d_]{2}")
_PROSE = re.compile(r"^[A-Z][a-z]+\b|[a-z]{2}[,;:]? [a-z]{2,}.*[.!?…]$|[^\W\d_]{3}[.!?…]$")
_RAISED = frozenset({"BadRequest", "Forbidden", "Conflict", "TooManyRequests", "RequestEntityTooLarge"})


# -- templates ---------------------------------------------------------------------------------------------------------


def in_template(text: str) -> list[str]:
    """What a template says without `_`."""
    bare = _JINJA.sub("", text)
    found = [*_BETWEEN.findall(bare), *_ATTRIBUTE.findall(bare)]
    for code in _JINJA.findall(text):
        if not code.startswith("{#"):
            found += [
                one or other for one, other in _QUOTED.findall(_SAID.sub("_(", code)) if _PROSE.search(one or other)
            ]
    said = (words.replace(PRODUCT, "").strip() for words in found)
    return [words for words in said if _WORD.search(words) and words not in SAMPLES]


def test_templates_say_nothing_past_the_catalogue() -> None:
    files = sorted((ROOT / "web/pages").rglob("*.html"))
    assert files
    assert {file.name: found for file in files if (found := in_template(file.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    "text",
    [
        "<p>Take a seat</p>",
        '<p>{{ _("Rules") }} and more</p>',
        '<p aria-label="Where to"></p>',
        '<p>{{ name or "Nobody plays yet." }}</p>',
        "<p>{% if a %}{{ x }}{% else %}Other{% endif %}</p>",
    ],
)
def test_what_a_template_says_alone_is_found(text: str) -> None:
    assert in_template(text)


def test_what_templates_may_say() -> None:
    assert not in_template(
        f"<h1>{PRODUCT}</h1>"
        """<p class="big one" title="{{ _("Rules") }}" alt="{{ _('It\\'s here') }}">{{ _("Host") }} · {{ n }}</p>"""
        '<input placeholder="Mara" type="text"><script type="module" src="/static/js/a.js"></script>'
        """{% if found.meaning.value == "other_game" %}{% include "_one.html" %}{% endif %}"""
    )


# -- scripts -----------------------------------------------------------------------------------------------------------


def in_script(script: str) -> list[str]:
    """What a script says without `t`: texts that look like a sentence wherever they stand, and every word that `h`
    puts on the page or into an attribute that is read."""
    found = []
    calls: list[tuple[str, int]] = []  # the brackets around a token: what is called, and which argument it stands in
    stream = list(tokens(script))
    for n, token in enumerate(stream):
        before, after = stream[n - 1] if n else None, stream[n + 1] if n + 1 < len(stream) else None
        if token.kind is Kind.SIGN:
            if token.value in "([{":
                calls.append((token.value if token.value == "{" else _called(stream, n), 0))
            elif token.value in ")]}" and calls:
                calls.pop()
            elif token.value == "," and calls:
                calls[-1] = (calls[-1][0], calls[-1][1] + 1)
        elif token.kind is Kind.TEXT and _is_said(token.value, before, after, calls):
            found.append(f"{token.line}: {token.value}")
    return found


def _called(stream: list[Token], at: int) -> str:
    """What a bracket belongs to: the function that is called, "at" where something is looked up, else the bracket."""
    before, bracket = stream[at - 1] if at else None, stream[at].value
    if bracket == "[":
        return "at" if before is not None and (before.kind is Kind.NAME or before.value in "])") else bracket
    return before.value if before is not None and before.kind is Kind.NAME else bracket


def _is_said(text: str, before: Token | None, after: Token | None, calls: list[tuple[str, int]]) -> bool:
    around, argument = calls[-1] if calls else ("", 0)
    if (around, argument) == ("t", 0) or not _WORD.search(text) or KEYS.fullmatch(text) or UNITS.fullmatch(text):
        return False
    signs = {one.value for one in (before, after) if one is not None and one.kind is Kind.SIGN}
    if signs & {"===", "!=="} or (after is not None and after.value == ":" and around == "{"):
        return False
    if around == "{" and before is not None and before.value == ":":
        return _PROSE.search(text) is not None
    inner = [name for name, _ in calls if name not in "[("]
    if inner and inner[-1] == "h" and around in ("h", "[", "("):
        place = next(number for name, number in reversed(calls) if name == "h")
        return place >= 2
    return _PROSE.search(text) is not None


def read_attributes(script: str) -> list[str]:
    """The attributes that are read and hold a plain text, or a text put together."""
    stream = list(tokens(script))
    return [
        f"{value.line}: {value.value}"
        for name, sign, value in zip(stream, stream[1:], stream[2:], strict=False)
        if name.kind is not Kind.SIGN
        and name.value in READ_ALOUD
        and sign.value == ":"
        and value.kind is Kind.TEXT
        and _WORD.search(value.value)
    ]


def scripts() -> Iterator[Path]:
    return iter(sorted((ROOT / "web/pages").rglob("*.js")))


def test_scripts_say_nothing_past_the_catalogue() -> None:
    files = list(scripts())
    assert len(files) > 10
    said = {file.name: in_script(text) + read_attributes(text) for file in files if (text := file.read_text("utf-8"))}
    assert {name: found for name, found in said.items() if found} == {}


@pytest.mark.parametrize(
    "script",
    [
        'say(node, "Nobody plays yet.");',
        'say(node, packet.status || "Nobody plays yet.");',
        'h("p", {}, "seats");',
        'h("p", { class: "a b" }, one && h("b", {}, t("Rules")), open ? "open" : t("closed"));',
        'h("p", { "aria-label": `seat ${n}` });',
        "const words = `You have ${n} cards.`;",
        'h("p", {}, [`seat ${n}`]);',
        'node.textContent = "Wait a moment";',
    ],
)
def test_what_a_script_says_alone_is_found(script: str) -> None:
    assert in_script(script) + read_attributes(script)


def test_what_scripts_may_say() -> None:
    script = """
    // A comment may say what it likes. "Even so."
    import { t } from "./words.js";
    const state = mode === "open" ? "yes" : "no";
    h("button", { class: `button ${wide ? `big-${n}` : ""}`, "data-key": "a b", "aria-label": t("Rules") },
      h("span", {}, t("{count|one card|{count} cards}", { count })), state === "here" && shape("eye"), `${n}`);
    if (event.key === "Enter" || text.replace(/[A-Z] and "quotes"/gu, "")) go([WORDS[one ? "drawn" : key], `${n} mm`]);
    node.querySelector('#hand [data-piece="a b"] .why');
    """
    assert in_script(script) + read_attributes(script) == []


# -- modules -----------------------------------------------------------------------------------------------------------


def in_module(source: Source) -> list[str]:
    """Replies and errors whose sentence is plain English, or put together where no catalogue can follow."""
    found = []
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "Reply":
            bare = [one for one in node.args[1:2] if _is_text(one, joined=True)]
        elif name in _RAISED:
            bare = [one for one in node.args[:1] if _is_text(one, joined=True)]
        elif name in ERRORS:
            bare = [one for one in node.args[:1] if isinstance(one, ast.JoinedStr)]
        else:
            bare = []
        found += [f"{source.path}:{one.lineno}" for one in bare]
    return found


def _is_text(node: ast.expr, *, joined: bool) -> bool:
    if isinstance(node, ast.JoinedStr):
        return joined
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and _WORD.search(node.value) is not None


def test_replies_and_errors_can_be_told_in_every_language() -> None:
    packages = sources("web", "companion", "vision", "hardware")
    # a terminal speaks English
    shown = [source for source in packages if not source.path.startswith("companion/cli/")]
    assert [found for source in shown for found in in_module(source)] == []


@pytest.mark.parametrize(
    "code",
    [
        'Reply(False, "That is not possible.", 1)',
        'Reply(False, f"No {seat}.", 1)',
        'raise BadRequest("That text is too long.")',
        'raise VisionError(f"{name} is not there.")',
    ],
)
def test_a_plain_reply_is_found(code: str) -> None:
    assert in_module(Source("web/x.py", code))


def test_replies_in_words_are_fine() -> None:
    code = (
        'Reply(True, "", 1); Reply(False, _("No."), 1); raise BadRequest(_("No.")); raise VisionError("No {x}.", x=1)'
    )
    assert not in_module(Source("web/x.py", code.replace("; raise", "\nraise").replace(" Reply", "Reply")))
