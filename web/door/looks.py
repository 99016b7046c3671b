"""The looks of games: their colours as a sheet of styles, and their drawings.

Whatever stands in an element with `data-game="NAME"` looks like that game; a page that shows no game looks like the
product. A style says `var(--accent)`, `var(--game-emblem)`, `var(--game-back)`, `var(--game-top)` and asks no further.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict

from flask import Response
from werkzeug.exceptions import NotFound

from web.door.files import KEPT_FOR_GOOD, address, packed_answer
from web.door.registrar import Audience, ClosedFlask, Gate
from web.views import GameLook

_OPEN = Gate(Audience.OPEN)
_DRAWINGS = ("emblem", "back", "top")


def install(app: ClosedFlask, looks: Mapping[str, GameLook]) -> None:
    """Adds the sheet and the drawings, and the address of the sheet for the templates."""
    newest = hashlib.sha256(json.dumps({game: asdict(look) for game, look in looks.items()}).encode()).hexdigest()[:12]
    place = f"/looks/{newest}"
    styles = _styles(looks, place)

    def sheet(version: str) -> Response:
        return _answer(styles, "text/css", is_newest=version == newest)

    def drawing(version: str, game: str, name: str) -> Response:
        if game not in looks or name not in looks[game].drawings:
            raise NotFound
        return _answer(looks[game].drawings[name], "image/svg+xml", is_newest=version == newest)

    app.jinja_env.globals["looks"] = f"{place}/games.css"
    app.add_url_rule("/looks/<version>/games.css", "looks", sheet, gate=_OPEN, methods=["GET"])
    app.add_url_rule("/looks/<version>/<game>/<name>.svg", "drawing", drawing, gate=_OPEN, methods=["GET"])


def _answer(text: str, kind: str, *, is_newest: bool) -> Response:
    response = packed_answer(gzip.compress(text.encode(), mtime=0), kind)
    if is_newest:
        response.headers["Cache-Control"] = KEPT_FOR_GOOD
    return response


def _styles(looks: Mapping[str, GameLook], place: str) -> str:
    own = {name: address(f"shared/house/{name}.svg") for name in _DRAWINGS}
    light = _rule(":root", _drawn(own))
    dark = ""
    for game, look in looks.items():
        drawn = {name: f"{place}/{game}/{name}.svg" for name in look.drawings}
        light += _rule(f'[data-game="{game}"]', _coloured(look.light) | _drawn(drawn))
        dark += _rule(f'[data-game="{game}"]', _coloured(look.dark))
    return f"{light}@media (prefers-color-scheme: dark) {{\n{dark}}}\n"


def _rule(whom: str, values: Mapping[str, str]) -> str:
    return f"{whom} {{ {' '.join(f'--{name}: {value};' for name, value in values.items())} }}\n"


def _coloured(colours: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in colours.items()}


def _drawn(addresses: Mapping[str, str]) -> dict[str, str]:
    return {f"game-{name}": f'url("{address}")' for name, address in addresses.items()}
