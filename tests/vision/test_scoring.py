"""The score of a folder: what counts as read, missed and wrong, and where the truth may stand."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli.commands import main
from companion.reading.tags import front_code
from vision import Art, TagRegistry, VisionError, render_hand_photo
from vision.reading.decoders import RawTag
from vision.reading.scoring import PictureScore, readers_for, score_folder

PHOTOS = Path(__file__).with_name("photos")
CORNERS = ((0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0))


def at(payload: str, x: float, y: float) -> RawTag:
    return RawTag(payload, tuple((cx + x - 20, cy + y - 20) for cx, cy in CORNERS), "test")


def folder(tmp_path: Path, *names: str) -> Path:
    for name in names:
        cv2.imwrite(str(tmp_path / name), np.full((60, 60, 3), 200, np.uint8))
    return tmp_path


def judged(directory: Path, *found: RawTag) -> PictureScore:
    (only,) = score_folder(directory, None, {"ours": lambda image: found}).readers
    (picture,) = only.pictures
    return picture


def test_every_tag_counts_once(tmp_path: Path):
    folder(tmp_path, "a.png")
    (tmp_path / "truth.csv").write_text("file,payload,count\na.png,BACK,2\na.png,ONE,\n", "utf-8")
    score = judged(tmp_path, at("BACK", 10, 10), at("ONE", 30, 30), at("ONE", 50, 50), at("OTHER", 5, 5))
    assert (score.wanted, score.found) == (3, 2)
    assert score.missed == ("BACK",)
    assert score.wrong == ("ONE", "OTHER")


def test_places_decide_where_they_are_known(tmp_path: Path):
    folder(tmp_path, "a.png")
    (tmp_path / "truth.csv").write_text("file,payload,x,y\na.png,ONE,100,100\na.png,ONE,300,100\n", "utf-8")
    near, far = at("ONE", 112, 95), at("ONE", 500, 100)
    score = judged(tmp_path, near, far)
    assert (score.found, score.missed, score.wrong) == (1, ("ONE",), ("ONE",))


def test_toml_says_the_same(tmp_path: Path):
    folder(tmp_path, "a.png", "b.png")
    first = '[[picture]]\nfile = "a.png"\ntags = ["ONE", { payload = "TWO", x = 40, y = 40 }]\n'
    text = first + '[[picture]]\nfile = "b.png"\n'
    truth = tmp_path / "list.toml"
    truth.write_text(text, "utf-8")
    found = {"ours": lambda image: [at("ONE", 5, 5), at("TWO", 41, 41)]}
    a, b = score_folder(tmp_path, truth, found).readers[0].pictures
    assert (a.found, a.wrong) == (2, ())
    assert (b.wanted, b.wrong) == (0, ("ONE", "TWO")), "a picture without tags holds none"


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("t.csv", "picture,code\n", "is not understood .no columns file and payload"),
        ("t.csv", "file,payload,x,y\na.png,ONE,left,1\n", "is not understood"),
        ("t.csv", "file,payload\nnowhere.png,ONE\n", "The picture nowhere.png, which .* names, is not in"),
        ("t.toml", "[[picture\n", "is not understood"),
        ("t.toml", "[[picture]]\ntags = []\n", "is not understood"),
        ("missing.csv", None, "cannot be read: No such file"),
    ],
)
def test_a_truth_that_cannot_be_used_is_one_sentence(tmp_path: Path, name: str, text: str | None, words: str):
    folder(tmp_path, "a.png")
    if text is not None:
        (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(VisionError, match=words):
        score_folder(tmp_path, tmp_path / name, readers_for(TagRegistry()))


def test_pairs_of_pictures_and_texts_with_all_three_readers():
    score = score_folder(PHOTOS, None, readers_for(TagRegistry(), photo=True))
    ours, zxing, zbar = score.readers
    assert [reader.reader for reader in score.readers] == ["photo reader", "zxing-cpp", "pyzbar"]
    assert ours.wanted == zxing.wanted == zbar.wanted == len(list(PHOTOS.glob("*.txt")))
    assert ours.found > 0
    assert ours.wrong == 0
    assert [sentence.partition(":")[0] for sentence in score.skipped] == ["cut-short_1x1.webp"]
    assert "unreadable_06.png" in {picture.file for picture in ours.pictures if picture.wanted == 0}


@pytest.mark.parametrize("where", ["nowhere", "."])
def test_no_pictures_are_one_sentence(tmp_path: Path, where: str):
    with pytest.raises(VisionError, match=r"does not exist|holds no picture"):
        score_folder(tmp_path / where, None, {})


# ---- the commands ----------------------------------------------------------------------------------------------------


def hand(tmp_path: Path, *pieces: str) -> Path:
    cards = [(front_code("chronicle", piece), Art(piece, "", (90, 90, 90), "")) for piece in pieces]
    cv2.imwrite(str(tmp_path / "hand.png"), render_hand_photo(cards))
    return tmp_path


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == code, done.output
    return done.output


def test_the_command_prints_each_picture_and_every_reader(tmp_path: Path):
    hand(tmp_path, "H01", "H02")
    codes = [front_code("chronicle", piece) for piece in ("H01", "H02", "H03")]
    (tmp_path / "truth.csv").write_text("file,payload\n" + "".join(f"hand.png,{code}\n" for code in codes), "utf-8")
    text = run("score", str(tmp_path), "--registry", "chronicle", "--data", str(tmp_path / "data"))
    first, head, ours, *others = text.splitlines()
    assert first.startswith("hand.png  2/3  ")
    assert f"missed: {codes[2]}" in first
    assert head.split() == ["reader", "read", "share", "missed", "wrong", "ms"]
    assert ours.split()[:5] == ["table", "reader", "2/3", "66.7%", "1"]
    assert [line.split()[0] for line in others] == ["zxing-cpp", "pyzbar"]
    run("score", str(tmp_path), "--registry", "chronicle", "--min-recall", "0.9", code=1)
    run("score", str(tmp_path), "--min-recall", "0.6")


def test_a_code_that_is_not_there_ends_with_code_1(tmp_path: Path):
    hand(tmp_path, "H01")
    (tmp_path / "truth.csv").write_text("file,payload\nhand.png,\n", "utf-8")
    assert "wrong: " in run("score", str(tmp_path), code=1)


def test_a_file_of_payloads_is_a_registry(tmp_path: Path):
    hand(tmp_path, "H01")
    (tmp_path / "hand.txt").write_text(front_code("chronicle", "H01"), "utf-8")
    run("score", str(tmp_path), "--registry", str(tmp_path / "hand.txt"), "--min-recall", "1")
    text = run("score", str(tmp_path), "--registry", "nowhere", code=2)
    assert "'nowhere' is neither a game nor a file of payloads" in text
