"""Random requests over whatever routes the app has, near to what they want and far from it, by everybody."""

from __future__ import annotations

import json
import string
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from types import UnionType
from typing import Any, get_args, get_origin

import msgspec
from hypothesis import strategies as st
from werkzeug.test import EnvironBuilder

from tests.attacks.ring import Ring, Who
from tests.attacks.routes import body_type, body_types, fields_of, filled, routes
from web.door.registrar import ClosedFlask

LASTING = "/events"
_NASTY = (
    *("", "0", "-1", "1e999", "NaN", "null", "true", "\x00", "%00", "../../../etc/passwd", "..%2f..%2fapp.py", "'\"><"),
    *("\r\nSet-Cookie: x=1", "{{7*7}}", "${7}", "\u202e", "\ud7ff", "\uffff", "\U0001f0a1", "A" * 3000, "9" * 5000),
    *("١٢", "seat", "host", "__proto__", "; DROP TABLE sessions", "application/json", "http://evil.example/"),
)
_PIECES = (
    "RED-1",
    "BLU-2",
    "RED-5",
    "BLU-6",
    "RED-3",
    "play:RED-1",
    "play:RED-5",
    "hand/0",
    "hand/1",
    "trick/0",
    "led",
)
_TYPES = (
    "application/json",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "image/jpeg",
    "",
)
_HOSTS = ("evil.example", "localhost:80@evil.example", "[::1", "", "127.0.0.1:99999", "localhost.")
_METHODS = ("GET", "POST") * 6 + ("HEAD", "OPTIONS", "PUT", "DELETE", "TRACE", "PATCH", "get", "X")
_WORDS = ("seat", "code", "page", "open", "q", "names", "bots", "version", "lang", "x")
_HEADERS = (
    *("Accept-Language", "If-None-Match", "If-Modified-Since", "Range", "Last-Event-ID", "Expect", "Content-Encoding"),
    *(
        "Content-Type",
        "X-Seat",
        "Authorization",
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "Transfer-Encoding",
        "Accept",
        "Upgrade",
    ),
)

texts = st.one_of(
    st.sampled_from(_NASTY),
    st.sampled_from(_PIECES),
    st.text(max_size=30),
    st.text(string.ascii_letters + string.digits, min_size=4, max_size=10),
)
numbers = st.one_of(
    st.integers(-2, 5), st.integers(), st.sampled_from([2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**30])
)
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=8,
)


@dataclass(frozen=True)
class Roll:
    """One random request. Its target is worked out only where the routes are known."""

    who: Who
    method: str
    path: str
    query: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    host: str
    with_token: bool
    other_token: Who | None
    address: str


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values that a field of a body may have, and a few that it may not."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return st.one_of(st.sampled_from([one.value for one in kind]), texts)
    if get_origin(kind) is list:
        return st.lists(values_of(get_args(kind)[0]), max_size=5)
    if isinstance(kind, UnionType) or get_args(kind):
        return st.one_of(*(values_of(one) for one in get_args(kind)))
    known = {str: texts, int: numbers, float: st.floats(), bool: st.booleans(), type(None): st.none()}
    return known.get(kind, anything)


def near(kind: type[msgspec.Struct]) -> st.SearchStrategy[bytes]:
    """Bodies of that kind."""
    whole = st.fixed_dictionaries({name: values_of(one) for name, one in fields_of(kind).items()})
    return whole.map(as_json)


def as_json(value: Any) -> bytes:
    """JSON as loosely as Python writes it, with NaN and halves of characters."""
    return json.dumps(value).encode("utf-8", "surrogatepass")


plays = st.fixed_dictionaries(
    {
        "key": st.sampled_from(["play:RED-1", "play:BLU-2", "play:RED-5", "play:RED-3", "play:RED-4"]),
        "version": st.integers(0, 3),
        "request": st.text(string.ascii_letters, min_size=8, max_size=12),
    }
).map(as_json)

bodies = st.one_of(
    plays,
    *(near(kind) for kind in body_types()),
    anything.map(as_json),
    st.binary(max_size=200),
    st.sampled_from([b"", b"{}", b"[" * 5000, b'{"a":' * 3000, b'{"text":"a","text":"b"}', b"\x89PNG\r\n\x1a\n"]),
    st.binary(max_size=60).map(lambda data: b"\xff\xd8\xff" + data),
)


def rolls(app: ClosedFlask) -> st.SearchStrategy[Roll]:
    """Requests to this app by nobody yet: most of them nearly as its pages send them, the others anyhow."""
    known = [(rule, name, sorted(methods - {"HEAD"})) for rule, name, methods in routes(app) if rule != LASTING]
    rules = tuple(rule for rule, _, _ in known)
    made = st.builds(filled, st.sampled_from(rules), texts)
    strange = st.one_of(made, made, st.builds(lambda a, b: f"{a}/{b}", made, texts), texts.map(lambda text: f"/{text}"))
    aims = [_as_meant(app, rule, name, method) for rule, name, methods in known for method in methods]
    anyhow = st.tuples(st.sampled_from(_METHODS), strange, bodies)
    every = (*aims, *(anyhow for _ in range(len(aims) // 4)))
    queries = st.lists(st.tuples(st.sampled_from(_WORDS), texts), max_size=3).map(_query)
    given = st.lists(st.tuples(st.sampled_from(_HEADERS), st.one_of(texts, st.sampled_from(_TYPES))), max_size=2)

    @st.composite
    def one(draw: st.DrawFn) -> Roll:
        method, path, body = draw(every[draw(st.integers(0, len(every) - 1))])
        luck = draw(st.integers(0, 99))
        return Roll(
            Who.NOBODY,
            method,
            path,
            draw(queries) if luck % 3 == 0 else "",
            tuple(draw(given)) if luck % 2 == 0 else (),
            body,
            draw(st.sampled_from(_HOSTS)) if luck < 10 else "localhost",
            luck % 20 != 1,
            {3: Who.SEAT_0, 5: Who.KICKED}.get(luck % 20),
            ("127.0.0.1", "192.0.2.7", "fe80::1", "")[luck % 4],
        )

    return one()


def _as_meant(app: ClosedFlask, rule: str, name: str, method: str) -> st.SearchStrategy[tuple[str, str, bytes]]:
    """A route called by its own method, with a body near to what it reads."""
    paths = st.one_of(st.sampled_from(["1", "0", "ABCDE", "css/base.css"]), texts).map(lambda text: filled(rule, text))
    kind = body_type(app, name)
    wanted = bodies if kind is None or method == "GET" else st.one_of(near(kind), near(kind), near(kind), bodies)
    return st.tuples(st.just(method), paths, plays | wanted if name == "api_answer" else wanted)


def _query(pairs: list[tuple[str, str]]) -> str:
    return "&".join(f"{name}={text}" for name, text in pairs)


def environ_of(table: Ring, roll: Roll) -> dict[str, Any]:
    """The request as the server would hand it to the app."""
    given = table.headers_of(roll.who, post=True) | {"Host": roll.host, "Origin": f"http://{roll.host}"}
    if not roll.with_token:
        given.pop("X-CSRF-Token", None)
    if roll.other_token is not None:
        given["X-CSRF-Token"] = table.csrf[roll.other_token]
    for name, text in roll.headers:
        given[name] = "".join(c for c in text if c not in "\r\n\x00" and c.isascii())
    kind = given.pop("Content-Type", "")
    builder = EnvironBuilder(
        method=roll.method, query_string=_latin(roll.query), input_stream=None, headers=list(given.items())
    )
    environ = builder.get_environ()
    environ["PATH_INFO"] = _latin(roll.path)
    environ["CONTENT_TYPE"] = kind
    environ["REMOTE_ADDR"] = roll.address
    if roll.method not in ("GET", "HEAD") or len(roll.body) % 2:
        environ["wsgi.input"], environ["CONTENT_LENGTH"] = BytesIO(roll.body), str(len(roll.body))
    return environ


def _latin(text: str) -> str:
    """As WSGI has it: bytes, each spelled as one letter."""
    return text.encode("utf-8", "surrogatepass").decode("latin-1")
