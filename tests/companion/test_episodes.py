"""What is told of the last turn or trick: cards, winner and why, until the reader's next decision; nothing private."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from companion.kit.laws.playing import played
from companion.settings.play import Haste
from companion.telling.episodes.parts import looked_back_on
from companion.telling.episodes.wording import episode_views
from companion.telling.view import deck_of
from companion.telling.voice import Voice
from companion.virtual.bots import Bots
from companion.virtual.deciding import A_LOOK_S, A_WORD_S
from rules import games
from rules.engine.entries import Position
from rules.engine.game import Episodes
from rules.engine.match import Match
from rules.engine.packets import Heard, Packet, packet
from rules.engine.redact import redact_event
from rules.engine.types import PUBLIC, Event, Seat
from rules.engine.words import Names
from tests.companion.evening import Evening
from tests.companion.high_card import HIGH_CARD
from tests.laws.playing import script_of
from web.pages.host.views import HostAct
from web.views import EpisodeView

TRICKS = replace(
    HIGH_CARD,
    episodes=Episodes(begins={"dealt": "round", "played": "turn"}, decides={"trick_won"}, lays={"played": "piece"}),
)
FOUR = Position({"hand/0": ("RED-1", "BLU-2"), "hand/1": ("RED-5", "BLU-6")}, phase="trick", turn=0)


def told_of(episodes: tuple[EpisodeView, ...]) -> list[tuple[str, bool, int | None, list[str]]]:
    return [(c.title, c.over, c.winner, [one.face.title for one in c.laid if one.face]) for c in episodes]


def test_a_turn_stays_until_the_reader_s_next_decision() -> None:
    evening = Evening(TRICKS, FOUR)
    evening.tap(0, "play:RED-1")
    evening.tap(1, "play:RED-5")
    both = [("P1's turn", True, None, ["Red 1"]), ("P2's turn", False, 1, ["Red 5"])]
    assert told_of(evening.packet(0).episodes) == both
    assert told_of(evening.packet(1).episodes) == both[1:]  # P2 knew of the other when deciding
    assert (evening.packet(0).episodes[1].why, evening.packet(0).episodes[1].lines) == ("P2 takes it.", ())
    evening.tap(1, "play:BLU-6")
    assert [c.title for c in evening.packet(1).episodes] == ["P2's turn"]
    assert [c.title for c in evening.packet(0).episodes] == ["P1's turn", "P2's turn", "P2's turn"]


def test_who_only_watches_sees_the_last_and_the_present() -> None:
    evening = Evening(TRICKS, FOUR)
    for seat, key in ((0, "play:RED-1"), (1, "play:RED-5"), (1, "play:BLU-6")):
        evening.tap(seat, key)
    assert [(c.over, c.laid[0].face and c.laid[0].face.title) for c in evening.packet().episodes] == [
        (True, "Red 5"),
        (False, "Blu 6"),
    ]


def test_what_was_taken_back_is_told_no_more() -> None:
    evening = Evening(TRICKS, FOUR)
    evening.tap(0, "play:RED-1")
    evening.host(HostAct.UNDO)
    assert evening.packet(1).episodes == ()
    assert next((e.heading, e.undone, e.entry) for e in evening.packet().events) == ("P1's turn", True, 1)


def voice_of(match: Match) -> Voice:
    game, words = match.game, match.game.words("en")
    faces = game.box.faces(match.settings, words)
    names = Names(tuple("ABCDEF"[: len(match.state.seats)]), {piece: face.title for piece, face in faces.items()})
    layout = game.mat(len(match.state.seats), match.settings)
    return Voice(game=game, words=words, hub=words, faces=faces, layout=layout, names=names)


def packets(match: Match) -> Iterator[Packet]:
    copy = Match(match.game, match.header)
    for number, entry in enumerate(match.journal):
        copy.submit(entry)
        if number % 7 == 0:
            yield from (packet(copy, reader, 60) for reader in (PUBLIC, Seat(0)))


MANY_ROUNDS = {
    "score_sheet": (1, {"sheet": "five_dice"}),
    "open_table": (1, {"table": "duel"}),
    "roles": (10, {"script": "crew"}),
}
"""Of games that may have one round alone, how many players play what has more."""


@pytest.mark.parametrize("slug", games.slugs())
def test_every_game_is_told_in_episodes_of_what_everybody_heard(slug: str) -> None:
    seats, settings = MANY_ROUNDS.get(slug, (min(games.game(slug).seats), {}))
    match = played(script_of(slug, seats, seed=3, length=450, settings=settings))
    voice = voice_of(match)
    heard = [redact_event(told.event, PUBLIC) for told in match.told]
    public = {voice.say("event", event.kind, event.facts) for event in heard if event is not None}
    seen: list[EpisodeView] = []
    for one in packets(match):
        seen += episode_views(voice, one, deck_of(one.state))
    assert len({episode.number for episode in seen}) > 3
    said = {
        line
        for c in seen
        for line in (*filter(None, (c.why,)), *c.lines, *(line for score in c.scores for line in score.lines))
    }
    assert said
    assert said <= public


class Pausing(Bots):
    """Bots that tell how long they would pause, and do not."""

    waited: list[float]

    def _pause(self, base_s: float) -> None:
        self.waited.append(base_s * self.pauses)


@pytest.mark.parametrize(("haste", "waits"), [(Haste.RELAXED, True), (Haste.BRISK, True), (Haste.INSTANT, False)])
def test_bots_wait_until_people_have_read_who_won(haste: Haste, waits: bool) -> None:
    evening = Evening(TRICKS, FOUR)
    bots = Pausing(
        *(None, None, evening.outlet.played, evening.publisher, evening.inbox),  # type: ignore[arg-type]
        *(frozenset, bool, Random(1), 1.0, frozenset()),
        haste.pauses,
    )
    bots.waited = []
    evening.tap(0, "play:RED-1")
    bots._let_read()
    assert bots.waited == []  # a card laid is seen, not read
    evening.tap(1, "play:RED-5")
    for _ in range(3):
        bots._let_read()
    assert len(bots.waited) == 1, "once for what was told"
    told = "P2 plays Red 5. P2 takes it."
    words = len(told.split())
    assert bots.waited[0] == pytest.approx((A_LOOK_S + words * A_WORD_S) * haste.pauses)
    assert (bots.waited[0] > 0) is waits


def test_a_scoring_gives_way_when_people_are_asked_by_a_later_entry() -> None:
    """What is asked together with it leaves it time to be read, and so does what only hands do."""
    rules = Episodes(begins={"dealt": "round", "trick_won": "scored"}, counting={"scored"})
    heard = [Heard(1, 3, Event("dealt", {}), undone=False), Heard(2, 5, Event("trick_won", {}), undone=False)]
    game = replace(HIGH_CARD, episodes=rules)

    def told(asked_by: int) -> list[str]:
        return [one.code for one, _ in looked_back_on(game, heard, 1, asked_by)]

    assert told(0) == told(5) == ["round", "scored"]
    assert told(6) == ["round"]
