"""The files that pages are made of, besides their templates."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Final

from flask import Response, request
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from web.door.registrar import Audience, ClosedFlask, Gate
from web.wording import language
from words.catalogue import catalogue
from words.plurals import forms

_OPEN = Gate(Audience.OPEN)
_PAGES = Path(__file__).parent.parent / "pages"
_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
"""What is given away, by its ending. It stands beside modules and templates, which nobody outside has to see."""
KEPT_FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For what has its version in its address."""
_VERSION = re.compile(r"^[0-9a-f]{12}/")
_IMPORT = re.compile(r'^(?:import|export) (?:[^"]* from )?"(\.[^"]+)";', re.MULTILINE)


def address(path: str) -> str:
    """Where pages find a file. The version is part of it, so that browsers keep the file for good, also while the table
    is out of reach, and see an update at once."""
    return f"/static/{version()}/{path}"


@cache
def version() -> str:
    """Of the content of all files together: scripts find each other by their places, so all have one."""
    content = hashlib.sha256()
    for path in sorted(_PAGES.rglob("*")):
        if path.suffix in _KINDS:
            content.update(b"\0".join((_name(path).encode(), path.read_bytes())))
    return content.hexdigest()[:12]


@cache
def script(*names: str) -> Markup:
    """The tags for scripts of a page. What they import is named beside them, so that a phone asks for all of it at once
    and not for one after the other."""
    needed = {needed for name in names for needed in _needed(name)}
    tags = [f'<script type="module" src="{address(name)}"></script>' for name in names]
    tags += [f'<link rel="modulepreload" href="{address(name)}">' for name in sorted(needed.difference(names))]
    return Markup("".join(tags))


@cache
def _needed(name: str) -> frozenset[str]:
    """A script and all that it imports, by their places below the pages."""
    path = _PAGES / name
    imported = (_name((path.parent / other).resolve()) for other in _IMPORT.findall(path.read_text("utf-8")))
    return frozenset({name}).union(*map(_needed, imported))


def _name(path: Path) -> str:
    return path.relative_to(_PAGES).as_posix()


@cache
def _packed(path: str) -> bytes:
    return gzip.compress(Path(path).read_bytes(), mtime=0)


@lru_cache(maxsize=8)
def _packed_words(script: str) -> bytes:
    return gzip.compress(script.encode(), mtime=0)


def _words(own: str) -> str:
    exported = {"language": own, "forms": forms(own), "table": dict(catalogue(own).sentences)}
    return "".join(
        f"export const {name} = {json.dumps(what, ensure_ascii=False)};\n" for name, what in exported.items()
    )


def packed_answer(packed: bytes, kind: str) -> Response:
    """A file, packed for whoever can unpack it."""
    takes_packed = bool(request.accept_encodings["gzip"])
    response = Response(packed if takes_packed else gzip.decompress(packed), mimetype=kind)
    if takes_packed:
        response.content_encoding = "gzip"
    response.vary.add("Accept-Encoding")
    response.headers["Cache-Control"] = "no-cache"  # kept, but asked for again
    response.set_etag(hashlib.sha256(packed).hexdigest()[:16], weak=True)
    return response


def install(app: ClosedFlask) -> None:
    """Adds the scripts, styles and shapes of all pages, the sentences that scripts say, and the health check."""

    def static(filename: str) -> Response:
        name = _VERSION.sub("", filename)
        path = safe_join(str(_PAGES), name)
        if PurePosixPath(name).suffix not in _KINDS or path is None or not Path(path).is_file():
            raise NotFound
        response = packed_answer(_packed(path), _KINDS[Path(name).suffix])
        if filename.startswith(f"{version()}/"):
            response.headers["Cache-Control"] = KEPT_FOR_GOOD
        response.make_conditional(request)
        return response

    def words() -> Response:
        response = packed_answer(_packed_words(_words(language())), "text/javascript")
        response.make_conditional(request)
        return response

    def health() -> Response:
        return Response("ok\n", mimetype="text/plain")

    app.jinja_env.globals.update(static=address, script=script)
    app.add_url_rule("/static/<path:filename>", "static", static, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/words.js", "words", words, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/healthz", "healthz", health, gate=_OPEN, methods=["GET"])
