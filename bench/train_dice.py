"""Trains the small network of the dice reader and writes its weights.

    python -m bench.train_dice --photos DIR --grounds DIR --out vision/dice/data/dice.npz [--scenes 1600] [--fold K]

Needs torch, which the product does not: install it beside the project for this alone. `--photos` holds pictures with a
label file each (class, centre, size as fractions); `--grounds` any photographs without dice. Four kinds of pictures
are learned from: rendered dice, dice cut out of the photographs and dyed, the photographs as another camera would have
given them, and grounds on which nothing lies. `--fold K` leaves every fifth series of photographs and every fifth
ground out, so that `bench.dice_bench --fold K` can measure on what was never seen. Photographs of one series show the
same dice from several sides: they always stay together. `--start` goes on from other weights, which takes a fraction of
the steps.
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

from bench._dice_cuts import Cut, cuts_of, laid_cuts
from bench._dice_photos import FOLDS, DicePhoto, dice_photos, ground_photos
from vision.dice._net import CLASSES, CONVOLUTIONS, HIDDEN, IS_POOLED
from vision.dice._pips import find_all
from vision.dice._places import CROP_PX, all_places, crops
from vision.dice.render import TrayView, seen_by
from vision.dice.scenes import Scene, any_camera, any_ground, tray_scene, wild_scene
from vision.types import Image

LEAST_PX, MOST_PX = 3.2, 28.0  # diameters of pips
SAME_SIDES, NEAR_SIDES = 0.11, 0.27  # a place so near a middle is that middle; up to the second it is not counted
_NEGATIVES = 24  # a plane
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


def lot_of(image: Image, truths: Sequence[Truth], rng: np.random.Generator) -> Iterator[Lot]:
    """The crops of one picture, as they are and turned a little, larger or smaller: every place that is a middle, and
    some of those that are not, near ones first."""
    looked = find_all(image, LEAST_PX, MOST_PX)
    for pips, at in zip(looked, all_places(looked), strict=True):
        if not len(at):
            continue
        values, near = _labelled(at, truths)
        good = np.nonzero(values > 0)[0]
        bad = np.nonzero(values == 0)[0]
        if len(bad) > _NEGATIVES:
            weight = np.where(near[bad], 6.0, 1.0)
            bad = rng.choice(bad, _NEGATIVES, replace=False, p=weight / weight.sum())
        chosen = np.concatenate([good, bad])
        for turn in (0.0, rng.uniform(-20, 20), rng.uniform(-20, 20)):
            zoom = float(np.exp(rng.uniform(-0.22, 0.22)))
            yield Lot(crops(pips.plane, at[chosen], turn, zoom).astype(np.float16), values[chosen])


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
    """A rendered picture with its dice, of the tray or of the wild."""
    if rng.random() < 0.25:
        return _truths(tray_scene(rng, float(rng.choice([2.0, 4.0]))))
    return wild_truths(rng, grounds)


def wild_truths(rng: np.random.Generator, grounds: Sequence[Image]) -> tuple[Image, list[Truth]]:
    """A rendered picture of any dice on any ground, with its dice."""
    return _truths(wild_scene(rng, grounds))


def _truths(scene: Scene) -> tuple[Image, list[Truth]]:
    """The dice of a picture; those cut by the edge or half hidden by another are not counted."""
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


def photo_truths(photo: DicePhoto, rng: np.random.Generator) -> tuple[Image, list[Truth]]:
    """A photograph as another camera would have given it. Its dice are all of about the same size: 47 px a face."""
    scale = float(np.exp(rng.uniform(np.log(0.4), np.log(1.1))))
    small = cv2.resize(photo.image(), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    image = seen_by(small.astype(np.float32), any_camera(rng, TrayView(), 47.0 * scale), rng)
    return image, [Truth(value, x * scale, y * scale, 47.0 * scale) for value, x, y, _, _ in photo.dice]


def any_truths(
    rng: np.random.Generator, photos: Sequence[DicePhoto], cuts: Sequence[Cut], grounds: Sequence[Image]
) -> tuple[Image, list[Truth]]:
    """A picture of any kind with its dice."""
    kind = rng.random()
    if kind < 0.1 and grounds:
        ground = any_ground(rng, grounds, 420, 320)
        return seen_by(ground.astype(np.float32), any_camera(rng, TrayView(), 40.0), rng), []
    if kind < 0.3 and photos:
        return photo_truths(photos[int(rng.integers(len(photos)))], rng)
    if kind < 0.55 and cuts:
        laid = laid_cuts(rng, cuts, grounds)
        return laid.image, [Truth(*die) for die in laid.dice]
    return scene_truths(rng, grounds)


def gathered(count: int, photos: Sequence[DicePhoto], cuts: Sequence[Cut], grounds: Sequence[Image], seed: int) -> Lot:
    """The crops of so many pictures."""
    every: list[Lot] = []
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        every += lot_of(*any_truths(rng, photos, cuts, grounds), rng)
        if number % 100 == 99:
            print(f"{number + 1} pictures", flush=True)
    return Lot(np.concatenate([one.crops for one in every]), np.concatenate([one.values for one in every]))


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


def trained(torch: Any, lot: Lot, steps: int, net: Any, peak: float = 3e-3) -> Any:
    """Trains the network; one cycle of the learning rate."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, peak, total_steps=steps, pct_start=0.2)
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.02)
    rng = np.random.default_rng(5)
    net.train()
    total = 0.0
    for step in range(steps):
        chosen = lot.drawn(rng, _BATCH)
        pictures, values = lot.crops[chosen].astype(np.float32), lot.values[chosen]
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


def _lot(args: argparse.Namespace) -> Lot:
    if args.cache is not None and args.cache.exists():
        with np.load(args.cache) as stored:
            return Lot(stored["crops"], stored["values"])
    photos = [photo for photo in dice_photos(args.photos) if photo.fold != args.fold]
    cuts = cuts_of(photos)
    print(f"{len(cuts)} dice cut out of {len(photos)} photographs")
    lot = gathered(args.scenes, photos, cuts, ground_photos(args.grounds, args.fold, is_held_out=False), 1)
    if args.cache is not None:
        np.savez(args.cache, crops=lot.crops, values=lot.values)
    return lot


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--grounds", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--cache", type=Path, help="keeps the crops between runs")
    parser.add_argument("--start", type=Path, help="weights to go on from")
    parser.add_argument("--scenes", type=int, default=1600)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--fold", type=int, choices=range(FOLDS))
    args = parser.parse_args()
    torch = importlib.import_module("torch")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    lot = _lot(args)
    print(f"{len(lot.values)} crops, {int((lot.values > 0).sum())} of upper faces")
    net = network(torch)
    if args.start is not None:
        with np.load(args.start) as stored:
            layers = [layer for layer in net if hasattr(layer, "weight")]
            names = [f"c{i}" for i in range(len(CONVOLUTIONS))] + ["d0", "d1"]
            for name, layer in zip(names, layers, strict=True):
                layer.weight.data = torch.from_numpy(stored[name + "w"].astype(np.float32))
                layer.bias.data = torch.from_numpy(stored[name + "b"].astype(np.float32))
    net = trained(torch, lot, args.steps, net, 3e-3 if args.start is None else 1.5e-3)
    with zipfile.ZipFile(args.out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, array in weights_of(net).items():
            with packed.open(f"{name}.npy", "w") as file:
                np.save(file, array)


if __name__ == "__main__":
    main()
