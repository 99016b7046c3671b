"""Somebody alone plays each game in a browser to its end, against players of the program that think."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.players.aside import Minds
from companion.service.building import build
from companion.service.service import Service
from companion.settings.config import Autoplay
from companion.values.strength import Strength
from hardware.types import SpeechSink
from rules.games import game
from tests.evenings.phone import Phone, phone_at
from tests.evenings.room import open_as
from tests.evenings.table import NAMES, evening_config
from tests.web.on_phones import IN_A_BROWSER

pytestmark = [*IN_A_BROWSER, pytest.mark.soak]
SEATS = {"chronicle": 4, "war_chest": 2, "chess_deckbuilder": 2, "chesney": 4, "chain_mail": 4}
LOOK_MS = 60
STUCK = 900
"""So many looks in a row at which nothing has come are an end that never comes."""
DECIDE = """() => {
  const all = (...found) => found.flatMap((one) => [...document.querySelectorAll(one)])
    .filter((one) => one.checkVisibility() && !one.disabled);
  const one = (list) => list[Math.floor(Math.random() * list.length)];
  const sure = one(all('#sheet[open] .button-main', '#played .button-main')) ?? all('#keep[aria-pressed=false]')[0];
  const dice = one(all(...['serve', 'throw', 'roll-here', 'lots'].map((key) => `#question [data-key=${key}]`)));
  const open = one(all('#hand .card-button[data-state=ok]', '#question .card-button[data-state=ok]',
    '#question .choice-button:not(.refused):not([data-grave])',
    '#field [data-field][data-state=ok]', '#sheets [data-state=ok]'));
  const sheet = one(all('summary[data-key^="sheet-"]').filter((fold) => !fold.parentElement.open));
  (sure ?? dice ?? open ?? sheet)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
}"""


@contextmanager
def alone(data: Path, slug: str) -> Iterator[tuple[Service, Phone]]:
    """A table at which thinkers have all seats but the first; they think shortly, so that a match has an end."""
    rules, config = game(slug), evening_config(data, SEATS[slug], seed=4, autoplay=Autoplay.FILL)
    config = replace(
        config,
        table=replace(config.table, game=slug),
        voice=replace(config.voice, sink=SpeechSink.OFF, wav_path=""),
        play=replace(config.play, strengths=(Strength.THINKER,)),
    )
    service = build(config, rules)
    assert service.bots is not None
    header = service.referee.match.header
    service.bots.minds = Minds(rules, lambda: header, lambda seat: Strength.THINKER, 1.0, playouts=40)
    service.start()
    try:
        phone = phone_at(service)
        phone.join(service.joining.code, NAMES[0], 0)
        phone.post("/api/start", {})
        yield service, phone
    finally:
        service.stop()


@pytest.mark.parametrize("slug", SEATS)
def test_somebody_alone_plays_a_game_to_its_end(slug: str, chromium: Any, tmp_path: Path) -> None:
    with alone(tmp_path, slug) as (service, phone):
        base = f"http://127.0.0.1:{service.port_number}"
        page = open_as(chromium, phone, base, "/seat", (390, 844))
        page.wait_for_selector("#question")
        match, moved, quiet = service.referee.match, -1, 0
        while match.state.result is None and quiet < STUCK:
            page.evaluate(DECIDE)
            page.wait_for_timeout(LOOK_MS)
            quiet = quiet + 1 if match.version == moved else 0
            moved = match.version
        assert match.state.result is not None, f"it stands at {match.version}: {page.inner_text('#now')}"
        page.wait_for_selector(".result h2")
        page.context.close()
