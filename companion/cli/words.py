"""`words`: how much of each language there is, and what is missing."""

from __future__ import annotations

import shutil
import textwrap
from typing import Final

import click

from rules import games
from words import SOURCE
from words.languages import languages
from words.progress import PAGES, Lack, beginning, lack, lack_of_pages

_PACKAGES: Final = {"hub": "companion", "engine": "rules.engine"}


def parts(language: str) -> dict[str, Lack]:
    """What every part lacks in a language, by the part's name."""
    packages = _PACKAGES | {slug: f"rules.games.{slug}" for slug in games.slugs()}
    return {PAGES: lack_of_pages(language)} | {name: lack(package, language) for name, package in packages.items()}


def print_languages() -> None:
    """Every language but English, with how much of each part there is."""
    for language in languages():
        if language.code != SOURCE:
            _print_heading(language.code)
            for name, found in parts(language.code).items():
                _print_part(name, found)


def print_language(code: str) -> None:
    """One language, with everything that is missing."""
    _print_heading(code)
    for name, found in parts(code).items():
        _print_part(name, found)
        for file in found.files:
            click.echo(f"    {file}:")
            if name == PAGES:
                for _, text in found.places():
                    click.echo(_wrapped(text))
            else:
                click.echo(_wrapped(", ".join(place for where, place in found.places() if where == file)))


def print_missing(code: str, part: str) -> None:
    """What a part lacks, as files to begin with. A usage error when there is no such part."""
    found = parts(code)
    if part not in found:
        raise click.UsageError(f"There is no part '{part}'; the parts are: {', '.join(found)}.")
    click.echo(beginning(found[part], code), nl=False)


def _print_heading(code: str) -> None:
    known = {language.code: language for language in languages()}
    if code in known:
        state = "whole" if known[code].is_whole else "begun"
        click.secho(f"{code}  {known[code].name}, {state}", bold=True)
    else:
        click.secho(f"{code}  not begun: no phone can choose it before it stands in words/languages.toml", bold=True)


def _print_part(name: str, found: Lack) -> None:
    click.echo(f"  {name:<18} {found.percent:>3} %  {found.total - found.missing} of {found.total}")


def _wrapped(text: str) -> str:
    width = max(40, min(100, shutil.get_terminal_size().columns))
    first, rest = " " * 6, " " * 8
    return textwrap.fill(
        text, width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False, break_long_words=False
    )
