"""Printing what the doctor finds."""

from __future__ import annotations

import json
import shutil
import stat
import textwrap
from collections.abc import Callable, Iterator

import click

from companion.config import Config, ConfigError, Loaded
from companion.doctor import Finding, Grade, examine, exit_code

_COLOURS = {Grade.OK: "green", Grade.WARN: "yellow", Grade.BAD: "red"}


def print_findings(load: Callable[[], Loaded], *, as_json: bool) -> int:
    """Prints each finding as it comes, or all as JSON; gives the exit code."""
    findings = []
    for finding in _findings(load):
        findings.append(finding)
        if not as_json:
            _print(finding)
    if as_json:
        rows = [{"name": f.name, "grade": f.grade.value, "text": f.text, "cure": f.cure} for f in findings]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    return exit_code(findings)


def _findings(load: Callable[[], Loaded]) -> Iterator[Finding]:
    try:
        found = load()
    except ConfigError as error:
        yield Finding("settings", Grade.BAD, str(error), "Correct it; the rest was looked at with the defaults.")
        yield from examine(Config())
        return
    yield _settings(found)
    yield from examine(found.config)


def _settings(found: Loaded) -> Finding:
    if found.file is None:
        return Finding("settings", Grade.OK, "no file of settings; the defaults are used")
    origin = found.origins["web.host_pin"]
    is_open = found.file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)
    if is_open and str(found.file) in origin and found.config.web.host_pin:
        text = f"{found.file} holds the host's PIN and can be read by other users"
        return Finding("settings", Grade.WARN, text, f"Run chmod 600 {found.file}.")
    return Finding("settings", Grade.OK, str(found.file))


def _print(finding: Finding) -> None:
    width = max(30, min(100, shutil.get_terminal_size().columns))
    click.secho(f"{finding.grade.value:<5}", fg=_COLOURS[finding.grade], nl=False)
    indent = " " * 5
    lines = textwrap.wrap(f"{finding.name}: {finding.text}", width - 5, break_on_hyphens=False)
    click.echo(f"\n{indent}".join(lines))
    if finding.cure:
        click.echo(textwrap.fill(finding.cure, width, initial_indent=f"{indent}-> ", subsequent_indent=f"{indent}   "))
