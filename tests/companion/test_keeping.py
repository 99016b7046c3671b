"""The running match in the journal: going on, and what stands in the way."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.journal import Journal, JournalError
from companion.keeping import MatchKeeper
from rules.engine.game import Setting
from tests.companion.high_card import HIGH_CARD


def test_a_match_keeps_all_its_options(tmp_path: Path) -> None:
    game = replace(HIGH_CARD, settings=(Setting("pack", "ours", "which data", ("ours",)),))
    with Journal.open(tmp_path / "companion.db") as journal:
        keeper = MatchKeeper.start(journal, game, 2, {})
        keeper.enter()
        assert keeper.stored()[0].settings == {"pack": "ours"}


def test_a_match_begun_with_other_data_is_one_sentence_and_stays(tmp_path: Path) -> None:
    ours = replace(HIGH_CARD, settings=(Setting("pack", "ours", "which data", ("ours",)),))
    other = replace(HIGH_CARD, settings=(Setting("pack", "theirs", "which data", ("theirs",)),))
    with Journal.open(tmp_path / "companion.db") as journal:
        MatchKeeper.start(journal, ours, 2, {}).enter()
        with pytest.raises(JournalError, match=r"begun with other game data .* begin anew with --new"):
            MatchKeeper.resume(journal, other)
        resumed = MatchKeeper.resume(journal, ours)
    assert resumed is not None
    assert resumed.match.version == 0
