"""Where games lie outside of this program, and what each says of itself. Nothing of a game is loaded for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rules.engine.about import MANIFEST, About, ManifestError, read_about
from rules.outside.importing import files_in, package_of
from words import SOURCE, Sentence

ENTRY_POINTS: Final = "tabletop_companion.games"
"""The group in which an installed package names its games: `harbour_night = "its_package.harbour_night"`."""
_CODE: Final = (".py", ".pyc", ".pyd", ".pyw", ".pyx", ".so")


@dataclass(frozen=True)
class Found:
    """A game that says in order what it is. `folder`: where its files lie; `package`: how Python calls it; `place`:
    where it was found, for people."""

    slug: str
    about: About
    folder: Path
    package: str
    place: str

    @property
    def has_code(self) -> bool:
        """Whether it is a program, which may do whatever the companion may."""
        return not self.about.plays


@dataclass(frozen=True)
class Broken:
    """A game that cannot be played: `name` as far as it has one, where it lies, and one sentence that says why."""

    name: str
    place: str
    why: Sentence


def in_folder(games: Path) -> Iterator[Found | Broken]:
    """The games of a folder of games, by their names."""
    try:
        inside = sorted(games.iterdir())
    except OSError:
        return
    for path in inside:
        if path.name.startswith((".", "__")):
            continue
        if path.is_dir():
            yield found_in(path)
        elif path.suffix == ".zip":
            why = Sentence("This is a packed game. Install it: companion game install {path}", path=path.name)
            yield Broken(path.stem, _place(path), why)


def found_in(folder: Path) -> Found | Broken:
    """The game of one folder, wherever it lies."""
    try:
        return _read(folder, package_of(folder))
    except OSError as error:
        why = error.strerror or type(error).__name__
        return Broken(folder.name, _place(folder), Sentence("The folder cannot be read: {why}.", why=why))


@cache  # what is installed stays as it is while the program runs
def in_packages() -> tuple[Found | Broken, ...]:
    """The games of installed packages, by their names."""
    points = metadata.entry_points(group=ENTRY_POINTS)
    return tuple(_of_package(point) for point in sorted(points, key=lambda point: (point.name, point.value)))


# -- inside ------------------------------------------------------------------------------------------------------------


def _has_code(folder: Path) -> bool:
    """Whether anything in a folder is for Python to run."""
    return any(path.suffix.lower() in _CODE for path in files_in(folder))


@lru_cache(maxsize=64)
def _read(folder: Path, package: str) -> Found | Broken:
    """The game of a folder whose package is another one whenever a file has changed."""
    return _said(folder.name, folder, package, _place(folder))


def _place(path: Path) -> str:
    """As it is told, on pages too: not where in somebody's home that is."""
    return f"{path.parent.name}/{path.name}"


def _said(name: str, folder: Path, package: str, place: str) -> Found | Broken:
    """What a folder says of itself, which has to be a game of that name."""
    try:
        about = read_about(folder)
    except ManifestError as error:
        return Broken(name, place, error.args[0])
    if about.slug != name:
        return Broken(name, place, _other_name(name, about.slug))
    if wrong := _wrong_files(folder, about):
        return Broken(name, place, wrong)
    return Found(name, about, folder, package, place)


def _wrong_files(folder: Path, about: About) -> Sentence | None:
    if about.plays and _has_code(folder):
        return Sentence(
            "It plays by the rules of {other}, so no Python may lie in its folder. Take the Python files out.",
            other=about.plays,
        )
    if about.plays:
        return None
    if not (folder / "__init__.py").is_file():
        return Sentence("The folder has no file __init__.py with the function build.")
    if not (folder / f"text.{SOURCE}.toml").is_file():
        return Sentence("The folder has no file {name} with the game's sentences.", name=f"text.{SOURCE}.toml")
    return None


def _other_name(folder: str, slug: str) -> Sentence:
    return Sentence(
        "{file} calls it {slug}, but its folder is called {folder}. Give both the same name.",
        file=MANIFEST,
        slug=slug,
        folder=folder,
    )


def _of_package(point: metadata.EntryPoint) -> Found | Broken:
    dist = point.dist
    place = f"{point.value} ({dist.name} {dist.version})" if dist is not None else point.value
    try:
        spec = find_spec(point.module)
    except (ImportError, ValueError):
        spec = None
    if spec is None or not spec.submodule_search_locations:
        why = Sentence("The installed package names {module}, and there is no such package.", module=point.module)
        return Broken(point.name, place, why)
    return _said(point.name, Path(next(iter(spec.submodule_search_locations))), point.module, place)
