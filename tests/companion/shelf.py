"""The copies of High Card on a shelf, and the page on which they are registered, without a table around it."""

from __future__ import annotations

from collections.abc import Callable

from companion.camera.camera_setup import CameraSetup
from companion.camera.lens_files import LensFiles
from companion.copies.pieces import Pieces, Sight
from companion.journal.journal import Journal
from companion.prints.mat_plan import mat_layout
from companion.reading.table_tags import TableTags
from companion.telling.voices import build_voice
from rules.engine.game import Game
from tests.companion.high_card import HIGH_CARD
from vision.registry import TagRegistry

PEOPLE = ("P1", "P2")


def pieces_of(
    journal: Journal,
    game: Game = HIGH_CARD,
    read_photo: Callable[[bytes], tuple[str, ...]] = lambda picture: (),
    clock: Callable[[], float] = lambda: 0.0,
    in_play: tuple[str, ...] = (),
    changed: Callable[[TagRegistry], None] = lambda registry: None,
) -> tuple[Pieces, TableTags]:
    """The page's other end, and the tags of the table."""
    tags = TableTags(journal.copies, game.slug, game.all_pieces({}), in_play, changed)
    voice = build_voice(game, 2, {}, "en", PEOPLE)
    return Pieces(journal.copies, tags, voice, read_photo, Sight(True, True), clock), tags


def no_camera(journal: Journal) -> CameraSetup:
    """The page for setting the camera up, at a table that has none."""
    files = LensFiles(journal.path.parent, "none")
    return CameraSetup(lambda: None, mat_layout(HIGH_CARD.mat(2)), files, lambda code, facts: code, lambda: 0.0)
