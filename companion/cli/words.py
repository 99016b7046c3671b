"""`words`: how much of each language there is, and what is missing."""

from __future__ import annotations

from typing import Final

import click

from rules import games
from words import SOURCE
from words.languages import languages
from words.progress import PAGES, Lack, beginning, lack, lack_of_pages

_PACKAGES: Final = {"hub": "companion", "engine": "rules.engine"}


def parts(language: str) -> dict[str, Lack]:
    """What every part lacks in a language, by the part's name."""
    packages = _PACKAGES | {slug: games.package(slug) for slug in games.slugs()}
    return {PAGES: lack_of_pages(language)} | {name: lack(package, language) for name, package in packages.items()}


def print_languages(code: str | None) -> None:
    """How much there is of each part of a language; None: of every language but English."""
    known = (language.code for language in languages() if language.code != SOURCE)
    for each in known if code is None else (code,):
        _print_heading(each)
        for name, found in parts(each).items():
            click.echo(f"  {name:<18} {found.percent:>3} %  {found.total - found.missing} of {found.total}")


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
