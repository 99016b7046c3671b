"""Trains the small network of the dice reader and writes its weights.

    python -m bench.train_dice render --grounds FOLDER --count 1800 --seed 1 --out pictures-1.npz
    python -m bench.train_dice train --pictures pictures-*.npz --state state.pt --of 5000 --out dice.npz

`train` needs torch, which the product does not: install it beside the project for this alone. `--grounds` holds any
photographs without dice. Nothing but rendered dice is learned from, so that every photograph of dice is strange to the
network and tells what it makes of strange ones. Training goes on where the state's file stands, until `--of` steps are
done, so that it may be cut into pieces.
"""

from __future__ import annotations

import argparse
import importlib
import math
import time
import zipfile
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from bench._dice_photos import ground_photos
from bench._dice_pictures import Pictures, read_pictures, rendered
from vision._pixels import as_image
from vision.dice._net import CELL_PX, CHANNELS, CLASSES, EDGE_PX, LEAST_PX, REACHES, SIDE_PX, needed_px

_CELLS = 12  # a window's answers, across and down
_BATCH = 32
_NEAR_SIDES, _BESIDE_SIDES = 0.17, 0.35  # a cell so near a middle shows that face; up to the second it does not count
_PEAK = 2e-3


class Windows:
    """Random windows of pictures: as the reader sees them, and what it should say about each of their cells."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._of = [np.nonzero(pictures.dice[:, 0] == n)[0] for n in range(len(pictures.images))]
        self._readable = np.nonzero(pictures.dice[:, 1] > 0)[0]

    def drawn(self, rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
        """A window (pixels, BGR), and for each of its cells the value (-1: does not count), the way to the middle in
        cells, and the logarithm of the side in `SIDE_PX`."""
        size = needed_px(_CELLS)
        if rng.random() < 0.8:
            die = self._pictures.dice[self._readable[rng.integers(len(self._readable))]]
            number, about, side = int(die[0]), die[2:4], float(die[4])
            scale = math.exp(rng.uniform(math.log(LEAST_PX * 0.95), math.log(LEAST_PX * 2.2))) / side
            shift = rng.uniform(-1.0, 1.0, 2) * CELL_PX * _CELLS / 2.2
        else:
            number = int(rng.integers(len(self._pictures.images)))
            about = rng.uniform(0.1, 0.9, 2) * self._pictures.images.shape[2:0:-1]
            scale, shift = math.exp(rng.uniform(math.log(0.3), math.log(1.1))), np.zeros(2)
        turn = np.asarray(
            cv2.getRotationMatrix2D((float(about[0]), float(about[1])), rng.normal(0, 7), scale), np.float64
        )
        turn[:, 2] += (size - 1) / 2 - about + shift
        if rng.random() < 0.5:
            turn[0] *= -1
            turn[0, 2] += size - 1
        window = warped(self._pictures.images[number], turn, size, scale)
        dice = self._pictures.dice[self._of[number]]
        return _recoloured(window, rng), _labels(dice, turn, scale)


def warped(image: npt.NDArray[np.uint8], turn: npt.NDArray[np.float64], size: int, scale: float) -> Any:
    """A part of a picture, made smaller first as far as needed."""
    level = max(0, int(math.log2(1.0 / scale) + 0.4))
    for _ in range(level):
        image = np.asarray(cv2.pyrDown(image), np.uint8)
    own = turn.copy()
    own[:, :2] *= 2.0**level
    return cv2.warpAffine(image, own, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _recoloured(window: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    if rng.random() < 0.12:
        window = np.asarray(cv2.cvtColor(cv2.cvtColor(window, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    if rng.random() < 0.3:
        window = window[..., rng.permutation(3)]
    gain, lift = math.exp(rng.normal(0.0, 0.2)), rng.normal(0.0, 14.0)
    return as_image(np.clip(window.astype(np.float32) * gain + lift, 0, 255))


def _labels(dice: npt.NDArray[np.float32], turn: npt.NDArray[np.float64], scale: float) -> npt.NDArray[np.float32]:
    labels = np.zeros((4, _CELLS, _CELLS), np.float32)
    ys, xs = np.mgrid[0:_CELLS, 0:_CELLS] * CELL_PX + EDGE_PX
    for value, (x, y), side in zip(
        dice[:, 1], dice[:, 2:4] @ turn[:, :2].T + turn[:, 2], dice[:, 4] * scale, strict=True
    ):
        gap = np.hypot(xs - x, ys - y)
        if value == 0:
            labels[0][gap < 0.75 * side] = -1
            continue
        labels[0][gap < _BESIDE_SIDES * side] = -1
        here = (gap < _NEAR_SIDES * side) | ((gap == gap.min()) & (gap < CELL_PX))
        if not LEAST_PX * 0.85 < side < LEAST_PX * 2.5:
            continue  # another look is for dice of this size
        labels[0][here] = value
        labels[1][here] = ((x - xs) / CELL_PX)[here]
        labels[2][here] = ((y - ys) / CELL_PX)[here]
        labels[3][here] = math.log(side / SIDE_PX)
    return labels


def network(torch: Any) -> Any:
    """The network of `vision.dice._net` as a torch module."""
    nn = torch.nn

    class Net(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            inside = 12
            for number, (channels, reach) in enumerate(zip(CHANNELS, REACHES, strict=True)):
                setattr(
                    self, f"c{number}", nn.Conv2d(inside, channels, 3, stride=2 if number == 1 else 1, dilation=reach)
                )
                inside = channels
            self.out = nn.Conv2d(inside, CLASSES + 3, 1)
            self.drop = nn.Dropout2d(0.05)

        def forward(self, windows: Any) -> Any:
            now = nn.functional.pixel_unshuffle(windows, 2)
            for number, reach in enumerate(REACHES):
                made = nn.functional.relu(getattr(self, f"c{number}")(now))
                now = made + now[:, :, reach:-reach, reach:-reach] if number > 2 else made
            return self.out(self.drop(now))

    return Net()


def _loss(torch: Any, answers: Any, labels: Any) -> Any:
    values = labels[:, 0].long()
    each = torch.nn.functional.cross_entropy(answers[:, :CLASSES], values, ignore_index=-1, reduction="none")
    is_face = values > 0
    faces = is_face.sum().clamp(min=1)
    with torch.no_grad():  # what is easily told to be no die weighs less
        none = answers[:, :CLASSES].softmax(1)[:, 0]
        weight = torch.where(is_face, torch.ones_like(none), 0.15 + 0.85 * (1 - none))
    place = torch.nn.functional.smooth_l1_loss(answers[:, CLASSES:], labels[:, 1:], reduction="none").sum(1)
    return ((each * weight).sum() + (place * is_face).sum()) / faces


def train(args: argparse.Namespace) -> None:
    """Some steps of training; the weights are written after each piece."""
    torch = importlib.import_module("torch")
    torch.set_num_threads(args.threads)
    windows = Windows(read_pictures(args.pictures))
    torch.manual_seed(0)
    net = network(torch).to(memory_format=torch.channels_last)
    mean = network(torch)  # of the last thousand steps: what is written
    optimiser = torch.optim.AdamW(net.parameters(), lr=_PEAK, weight_decay=1e-3)
    done = 0
    if args.state.exists():
        state = torch.load(args.state, weights_only=True)
        net.load_state_dict(state["net"])
        mean.load_state_dict(state["mean"])
        optimiser.load_state_dict(state["optimiser"])
        done = int(state["done"])
    else:
        mean.load_state_dict(net.state_dict())
    rng = np.random.default_rng((7, done))
    total, step = 0.0, done
    while step < args.of and time.process_time() < args.seconds:
        for group in optimiser.param_groups:
            group["lr"] = _PEAK * min(1.0, step / 300) * 0.5 * (1 + math.cos(math.pi * step / args.of)) + 1e-5
        drawn = [windows.drawn(rng) for _ in range(_BATCH)]
        pixels = torch.from_numpy(np.stack([window for window, _ in drawn])).permute(0, 3, 1, 2)
        with torch.autocast("cpu", dtype=torch.bfloat16):  # half the time where the processor knows it
            told = net((pixels.float() - 128) / 64)
        loss = _loss(torch, told.float(), torch.from_numpy(np.stack([label for _, label in drawn])))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        keep = min(0.998, (step + 1) / (step + 10))
        for slow, fast in zip(mean.parameters(), net.parameters(), strict=True):
            slow.data.mul_(keep).add_(fast.data, alpha=1 - keep)
        total += float(loss.detach())
        step += 1
        if step % 100 == 0:
            print(f"step {step}: loss {total / 100:.4f}", flush=True)
            total = 0.0
    torch.save(
        {"net": net.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict(), "done": step},
        args.state,
    )
    written(mean, args.out)


def written(net: Any, path: Path) -> None:
    """The weights under the names that `vision.dice._net` knows."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, array in net.state_dict().items():
            layer, kind = name.split(".")
            with packed.open(f"{layer}{kind[0]}.npy", "w") as file:
                np.save(file, array.numpy().astype(np.float16))


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(dest="way", required=True)
    way = ways.add_parser("render")
    way.add_argument("--grounds", type=Path, required=True)
    way.add_argument("--count", type=int, default=1800)
    way.add_argument("--seed", type=int, default=1)
    way.add_argument("--out", type=Path, required=True)
    way = ways.add_parser("train")
    way.add_argument("--pictures", type=Path, nargs="+", required=True)
    way.add_argument("--state", type=Path, required=True)
    way.add_argument("--seconds", type=float, default=300.0, help="of processor time in this piece")
    way.add_argument("--of", type=int, default=5000, help="steps in all")
    way.add_argument("--threads", type=int, default=1)
    way.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    if args.way == "render":
        rendered(args.count, ground_photos(args.grounds, is_held_out=False), args.seed).saved(args.out)
    else:
        train(args)


if __name__ == "__main__":
    main()
