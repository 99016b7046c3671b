"""The files that pages are made of, besides their templates."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path, PurePosixPath
from typing import Final

from flask import Response, request
from markupsafe import Markup
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join

from web.door import packs
from web.door.registrar import Audience, ClosedFlask, Gate
from web.wording import language
from words.languages import language_codes

_OPEN = Gate(Audience.OPEN)
_PAGES = Path(__file__).parent.parent / "pages"
_KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
"""What is given away, by its ending. It stands beside modules and templates, which nobody outside has to see."""
KEPT_FOR_GOOD: Final = "public, max-age=31536000, immutable"
"""For what has its version in its address."""
KEPT_FOR_ONE: Final = "private, max-age=86400, immutable"
"""For such a thing that is not for everybody: only the browser that asked keeps it, for a day."""
_WRITTEN: Final = frozenset({"text/html", "application/json"})
_WORTH_PACKING: Final = 1000  # bytes: what is shorter goes out as one parcel anyway
_QUICKLY: Final = 6  # of gzip's levels: what is made anew for everybody is not packed as well as what is kept
_VERSION = re.compile(r"^([0-9a-f]{12}(?:-([a-z]+))?)/")


def address(path: str) -> str:
    """Where pages find a file. The version is part of it, so that browsers keep the file for good, also while the table
    is out of reach, and see an update at once."""
    return f"/static/{version()}/{path}"


@cache
def version() -> str:
    """Of the content of all files together: what a script or a style goes out as depends on many."""
    content = hashlib.sha256()
    for path in sorted(_PAGES.rglob("*")):
        if path.suffix in _KINDS:
            content.update(b"\0".join((_name(path).encode(), path.read_bytes())))
    return content.hexdigest()[:12]


@cache
def _spoken_version(own: str) -> str:
    """Of the content of all files and of the sentences in this language, with its code."""
    return f"{hashlib.sha256(f'{version()}{packs.sentences(own)}'.encode()).hexdigest()[:12]}-{own}"


def style(name: str) -> Markup:
    """The tag for the style of a page, which imports all others that the page needs."""
    return Markup(f'<link rel="stylesheet" href="{address(name)}">')


def script(name: str) -> Markup:
    """The tag for the script of a page, in the language of whoever asked for it."""
    own = language()
    return Markup(f'<script type="module" src="/static/{_spoken_version(own)}/{name}"></script>')


def _name(path: Path) -> str:
    return path.relative_to(_PAGES).as_posix()


@lru_cache(maxsize=128)
def _packed(path: Path, own: str) -> bytes:
    if path.suffix == ".css":
        content = packs.style(path, lambda used: address(_name(used))).encode()
    elif path.suffix == ".js":
        content = packs.script(path, own).encode()
    else:
        content = path.read_bytes()
    return gzip.compress(content, mtime=0)


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


def is_encrypted() -> bool:
    """Whether somebody on the way could see how long this request's answer is and not what is in it: it is encrypted
    here, or a proxy in front says that it does it. Who says so falsely is only not given it packed."""
    return request.is_secure or "https" in request.headers.get("X-Forwarded-Proto", "").lower()


def _pack_page(response: Response) -> Response:
    """Packs pages and answers, too, for whoever can unpack them, but not what is encrypted: how long it then is would
    tell a listener whether two things in it are alike."""
    plain = response.mimetype in _WRITTEN and not response.is_streamed and "Content-Encoding" not in response.headers
    if plain and not is_encrypted() and len(response.get_data()) >= _WORTH_PACKING:
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["gzip"]:
            response.set_data(gzip.compress(response.get_data(), _QUICKLY))
            response.content_encoding = "gzip"
    return response


def install(app: ClosedFlask) -> None:
    """Adds the scripts, styles and shapes of all pages, and the health check; all that is written goes out packed."""

    def static(filename: str) -> Response:
        found = _VERSION.match(filename)
        wished, spoken = found.groups() if found else ("", "")
        name = _VERSION.sub("", filename)
        path, kind = safe_join(str(_PAGES), name), PurePosixPath(name).suffix
        if kind not in _KINDS or path is None or not Path(path).is_file():
            raise NotFound
        own = (spoken if spoken in language_codes() else language()) if kind == ".js" else ""
        response = packed_answer(_packed(Path(path), own), _KINDS[kind])
        if wished == (_spoken_version(own) if own else version()):
            response.headers["Cache-Control"] = KEPT_FOR_GOOD
        response.make_conditional(request)
        return response

    def health() -> Response:
        return Response("ok\n", mimetype="text/plain")

    app.after_request(_pack_page)
    app.jinja_env.globals.update(static=address, style=style, script=script)
    app.add_url_rule("/static/<path:filename>", "static", static, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/healthz", "healthz", health, gate=_OPEN, methods=["GET"])
