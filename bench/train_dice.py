"""Trains the small network of the dice reader and writes its weights.

    python -m bench.train_dice --photos DIR --grounds DIR --out vision/dice/data/dice.npz [--scenes 4000] [--fold K]

Needs torch, which the product does not: install it beside the project for this alone. `--photos` holds pictures with a
label file each (class, centre, size as fractions); `--grounds` any photographs without dice. `--fold K` leaves every
fifth series of photographs out, so that `bench.dice_bench --fold K` can measure on what was never seen. Photographs of
one series show the same dice from several sides: they always stay together.
"""

from __future__ import annotations

import argparse
import importlib
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from bench._dice_photos import FOLDS, DicePhoto, dice_photos
from vision._pixels import as_image
from vision.dice._net import CLASSES, CONVOLUTIONS, HIDDEN, IS_POOLED
from vision.dice._pips import find_all
from vision.dice._places import CROP_PX, all_places, crops
from vision.dice.scenes import tray_scene, wild_scene
from vision.types import Image

LEAST_PX, MOST_PX = 4.5, 30.0  # diameters of pips
SAME_SIDES, NEAR_SIDES = 0.11, 0.27  # a place so near a middle is that middle; up to the second it is not counted
_NEGATIVES = 14  # a plane
_BATCH = 160
_NONE_SHARE = 0.45  # of a batch; the values share the rest evenly


@dataclass(frozen=True)
class Truth:
    """One die in a picture: its value (0: it may or may not be readable), the middle and the side of its face."""

    value: int
    x_px: float
    y_px: float
    side_px: float


@dataclass(frozen=True)
class Lot:
    """Crops with what they show."""

    crops: npt.NDArray[np.float16]
    values: npt.NDArray[np.int64]

    def drawn(self, rng: np.random.Generator, count: int) -> npt.NDArray[np.int64]:
        """The places of so many random crops, all values alike often."""
        share = np.asarray([_NONE_SHARE, *[(1 - _NONE_SHARE) / 6] * 6])
        wanted = rng.choice(CLASSES, count, p=share)
        return np.asarray([self._of(int(value), rng) for value in wanted], np.int64)

    def _of(self, value: int, rng: np.random.Generator) -> int:
        places_of = self._places[value]
        return int(places_of[rng.integers(len(places_of))])

    @cached_property
    def _places(self) -> list[npt.NDArray[np.int64]]:
        return [np.nonzero(self.values == value)[0] for value in range(CLASSES)]


def lot_of(image: Image, truths: Sequence[Truth], rng: np.random.Generator, copies: int = 1) -> Iterator[Lot]:
    """The crops of one picture: every place that is a middle, and some of those that are not, near ones first."""
    looked = find_all(image, LEAST_PX, MOST_PX)
    for pips, at in zip(looked, all_places(looked), strict=True):
        plane = pips.plane
        if not len(at):
            continue
        values, near = _labelled(at, truths)
        good = np.nonzero(values > 0)[0]
        bad = np.nonzero(values == 0)[0]
        if len(bad) > _NEGATIVES:
            weight = np.where(near[bad], 6.0, 1.0)
            bad = rng.choice(bad, _NEGATIVES, replace=False, p=weight / weight.sum())
        chosen = np.concatenate([good, bad])
        for copy in range(copies):
            turn = rng.uniform(-25, 25) if copies > 1 or rng.random() < 0.5 else 0.0
            zoom = float(np.exp(rng.uniform(-0.22, 0.22)))
            shifted = at[chosen].copy()
            shifted[:, :2] += rng.uniform(-0.04, 0.04, (len(chosen), 2)) * shifted[:, 2:3] * (copy > 0)
            yield Lot(crops(plane, shifted, turn, zoom).astype(np.float16), values[chosen])


def _labelled(
    at: npt.NDArray[np.float32], truths: Sequence[Truth]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]:
    """Per place: the value, 0 for none, -1 for do not count; and whether it is on or beside a die."""
    values = np.zeros(len(at), np.int64)
    beside = np.zeros(len(at), np.bool_)
    for truth in truths:
        gap = np.hypot(at[:, 0] - truth.x_px, at[:, 1] - truth.y_px) / truth.side_px
        ratio = at[:, 2] / truth.side_px
        is_size = (ratio > 0.6) & (ratio < 1.6)
        beside |= gap < 1.4
        if truth.value == 0:
            values[gap < 0.75] = -1
        else:
            values[gap < NEAR_SIDES] = -1
            values[(gap < SAME_SIDES) & is_size] = truth.value
    return values, beside


def scene_truths(rng: np.random.Generator, grounds: Sequence[Image]) -> tuple[Image, list[Truth]]:
    """A rendered picture with its dice; those cut by the edge or half hidden by another are not counted."""
    if rng.random() < 0.25:
        scene = tray_scene(rng, float(rng.choice([2.0, 4.0])))
    else:
        scene = wild_scene(rng, grounds)
    image = scene.seen.image
    height, width = image.shape[:2]
    truths = []
    for i, (die, (x, y), side) in enumerate(zip(scene.dice, scene.seen.middles_px, scene.seen.sides_px, strict=True)):
        is_inside = 0.62 * side < x < width - 0.62 * side and 0.62 * side < y < height - 0.62 * side
        is_free = all(
            np.hypot(x - ox, y - oy) > 0.85 * side for j, (ox, oy) in enumerate(scene.seen.middles_px) if j != i
        )
        truths.append(Truth(die.value if is_inside and is_free else 0, x, y, side))
    return image, truths


def photo_truths(photo: DicePhoto) -> list[Truth]:
    """The labels of a photograph. Its dice are all of about the same size: 47 px a face."""
    return [Truth(value, x, y, 47.0) for value, x, y, _, _ in photo.dice]


def gathered(lots: Iterator[Lot]) -> Lot:
    """All crops of many pictures as one."""
    every = list(lots)
    return Lot(np.concatenate([one.crops for one in every]), np.concatenate([one.values for one in every]))


def rendered_lot(count: int, grounds: Sequence[Image], seed: int) -> Lot:
    """The crops of `count` rendered pictures."""

    def made() -> Iterator[Lot]:
        for number in range(count):
            rng = np.random.default_rng((seed, number))
            image, truths = scene_truths(rng, grounds)
            yield from lot_of(image, truths, rng)

    return gathered(made())


def photo_lot(photos: Sequence[DicePhoto], copies: int, seed: int) -> Lot:
    """The crops of photographs, each several times: turned a little, larger, smaller."""
    rng = np.random.default_rng(seed)
    return gathered(lot for photo in photos for lot in lot_of(photo.image(), photo_truths(photo), rng, copies))


def network(torch: Any) -> Any:
    """The network of `vision.dice._net` as a torch module."""
    layers: list[Any] = []
    inside = 1
    for channels, is_pooled in zip(CONVOLUTIONS, IS_POOLED, strict=True):
        layers += [torch.nn.Conv2d(inside, channels, 3, padding=1), torch.nn.ReLU()]
        layers += [torch.nn.MaxPool2d(2)] if is_pooled else []
        inside = channels
    side = CROP_PX // 2 ** sum(IS_POOLED)
    layers += [torch.nn.Flatten(), torch.nn.Dropout(0.2), torch.nn.Linear(inside * side * side, HIDDEN)]
    layers += [torch.nn.ReLU(), torch.nn.Dropout(0.2), torch.nn.Linear(HIDDEN, CLASSES)]
    return torch.nn.Sequential(*layers)


def trained(torch: Any, lots: Sequence[tuple[Lot, float]], steps: int, net: Any, peak: float = 3e-3) -> Any:
    """Trains on a mixture: each batch takes the given share of every lot. One cycle of the learning rate."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, peak, total_steps=steps, pct_start=0.2)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.02)
    rng = np.random.default_rng(5)
    net.train()
    total = 0.0
    for step in range(steps):
        parts = [(lot, lot.drawn(rng, round(_BATCH * share))) for lot, share in lots]
        pictures = np.concatenate([lot.crops[chosen] for lot, chosen in parts]).astype(np.float32)
        values = np.concatenate([lot.values[chosen] for lot, chosen in parts])
        pictures += rng.normal(0, rng.uniform(0, 0.12), pictures.shape).astype(np.float32)
        if rng.random() < 0.5:
            pictures = pictures[:, :, ::-1]
        loss = loss_of(net(torch.from_numpy(np.ascontiguousarray(pictures)[:, None])), torch.from_numpy(values))
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        plan.step()
        total += float(loss.detach())
        if step % 250 == 249:
            print(f"step {step + 1}: loss {total / 250:.4f}", flush=True)
            total = 0.0
    net.eval()
    return net


def weights_of(net: Any) -> dict[str, npt.NDArray[np.float16]]:
    """The weights under the names that `vision.dice._net` knows."""
    layers = [layer for layer in net if hasattr(layer, "weight")]
    names = [f"c{i}" for i in range(len(CONVOLUTIONS))] + ["d0", "d1"]
    return {
        name + kind: array.detach().numpy().astype(np.float16)
        for name, layer in zip(names, layers, strict=True)
        for kind, array in (("w", layer.weight), ("b", layer.bias))
    }


def _lots(args: argparse.Namespace) -> tuple[Lot, Lot | None]:
    paths = [path for path in sorted(args.grounds.rglob("*.*")) if path.suffix != ".txt"]
    grounds = [as_image(ground) for path in paths if (ground := cv2.imread(str(path))) is not None]
    rendered = _cached(args, lambda: rendered_lot(args.scenes, grounds, 1))
    photos = [photo for photo in dice_photos(args.photos) if photo.fold != args.fold]
    return rendered, photo_lot(photos, 8, 2) if args.photo_share > 0 else None


def _cached(args: argparse.Namespace, make: Any) -> Lot:
    if args.cache is not None and args.cache.exists():
        with np.load(args.cache) as stored:
            return Lot(stored["crops"], stored["values"])
    lot: Lot = make()
    if args.cache is not None:
        np.savez(args.cache, crops=lot.crops, values=lot.values)
    return lot


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--grounds", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path, help="keeps the crops of the rendered pictures between runs")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--scenes", type=int, default=4000)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--photo-share", type=float, default=0.3)
    parser.add_argument("--fold", type=int, choices=range(FOLDS))
    args = parser.parse_args()
    torch = importlib.import_module("torch")
    torch.manual_seed(0)
    rendered, photos = _lots(args)
    print(f"{len(rendered.values)} rendered crops, {0 if photos is None else len(photos.values)} of photographs")
    net = network(torch)
    if args.start is not None:
        with np.load(args.start) as stored:
            layers = [layer for layer in net if hasattr(layer, "weight")]
            names = [f"c{i}" for i in range(len(CONVOLUTIONS))] + ["d0", "d1"]
            for name, layer in zip(names, layers, strict=True):
                layer.weight.data = torch.from_numpy(stored[name + "w"].astype(np.float32))
                layer.bias.data = torch.from_numpy(stored[name + "b"].astype(np.float32))
    share = 0.0 if photos is None else args.photo_share
    mixture = [(rendered, 1.0 - share)] + ([] if photos is None else [(photos, share)])
    net = trained(torch, mixture, args.steps, net, 3e-3 if args.start is None else 1e-3)
    with zipfile.ZipFile(args.out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, array in weights_of(net).items():
            with packed.open(f"{name}.npy", "w") as file:
                np.save(file, array)


if __name__ == "__main__":
    main()
