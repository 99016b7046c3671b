"""The benches of the readers run: their figures are not judged here, only that they measure what they say."""

from __future__ import annotations

from random import Random

import pytest

from bench._peers import opencv, scored, zbar, zxing
from bench._tables import GOOD, Table, render
from bench.reading_bench import MIXES, Camera, cold, stages
from bench.recall_bench import foreign, line, ours, point, tables
from vision import RawTag
from vision.codes import LETTERS
from vision.reading.reader import cascade


def codes(seed: int) -> list[str]:
    random = Random(seed)
    return ["".join(random.choices(LETTERS, k=8)) for _ in range(25)]


def test_every_reader_is_scored_on_the_same_frames():
    frames = tables(codes(1), 20, 3.0, GOOD, 1)
    scores = point({"ours": ours(cascade(codes(1))), "pyzbar": zbar, "zxing-cpp": zxing, "opencv": opencv}, frames)
    assert {name: (score.of, score.frames) for name, score in scores.items()} == dict.fromkeys(scores, (20, 1))
    assert scores["ours"].percent == scores["zxing-cpp"].percent == 100.0
    assert line("good 3.00", scores).startswith("good 3.00          ours 100.0 %")


def test_a_right_text_at_a_wrong_place_is_wrong():
    table = render(codes(1)[:2], 3.0, GOOD, 1)
    here, there = table.tags

    def swapped(shown: Table) -> list[RawTag]:
        return [RawTag(here.payload, ((there.x_px, there.y_px),) * 4, "")]

    score = scored(table, swapped)
    assert (score.right, score.wrong) == (0, 1)
    assert "WRONG 1" in line("", {"": score})


def test_foreign_codes_are_counted(capsys: pytest.CaptureFixture[str]):
    foreign(codes(1), {"strangers": codes(2)}, 20, at=(1.25,))
    told = capsys.readouterr().out.splitlines()
    assert [text.split(":")[0] for text in told] == ["strangers, good", "strangers, hard"]
    assert all("20 laid" in text and text.endswith("0 taken for one of the deck") for text in told)


def test_a_cold_table_and_the_stages_are_measured(capsys: pytest.CaptureFixture[str]):
    cold(codes(1), 20.0, Camera("small", (700, 460), 1.6), 1, 6)
    told = capsys.readouterr().out
    assert "small, 6 tags of 20 mm, 1.28 px/module" in told
    assert all(word in told for word in ("ours        100.0 %", "pyzbar", "zxing-cpp", "opencv", "share: zxing once"))
    stages(codes(1), codes(2), 20, MIXES[:1])
    rows = capsys.readouterr().out.splitlines()
    assert rows[1].startswith("as used: x2, deck, zbar")
    assert rows[-1].startswith("zxing once only")
