"""Printing what the doctor finds, as it finds it; as JSON; and into a report."""

from __future__ import annotations

import json
import shutil
import stat
import sys
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from companion.cli.file import new_file, write_file
from companion.cli.group import as_called
from companion.doctor.doctor import examine, exit_code
from companion.doctor.finding import Examination, Finding, Grade, Section, Wishes
from companion.doctor.table import TAG_WITHIN_S, has_camera_to_hold_a_tag_under
from companion.doctor.world import World
from companion.settings.config import Config, ConfigError, Loaded

_COLOURS = {Grade.OK: "green", Grade.WARN: "yellow", Grade.BAD: "red"}


@dataclass(frozen=True)
class Output:
    """What the findings are put into. `report`: the name of a file, or empty."""

    as_json: bool = False
    report: str = ""
    force: bool = False


def print_findings(load: Callable[[], Loaded], wishes: Wishes, output: Output) -> int:
    """Prints each finding as it comes, or all as JSON; writes the report that is wanted; gives the exit code."""
    path = new_file(output.report, force=output.force) if output.report else None
    loaded, first = _settings(load)
    config = Config() if loaded is None else loaded.config
    if wishes.tag and not output.as_json:
        _ask_for_a_tag(config)
    findings: list[Finding] = []
    for finding in _findings(first, config, wishes, is_quiet=output.as_json):
        if not output.as_json:
            if not findings or findings[-1].section is not finding.section:
                _print_heading(finding.section)
            _print(finding)
        findings.append(finding)
    if path is not None:
        _write_report(path, loaded, findings)
    if output.as_json:
        rows = [
            {"name": f.name, "section": f.section.key, "grade": f.grade.value, "text": f.text, "cure": f.cure}
            for f in findings
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        click.echo(f"\n{textwrap.fill(_summary(findings), _width())}")
        if path is not None:
            click.echo(f"The report is in {path}. Look through it before you pass it on.")
    return exit_code(findings)


def _settings(load: Callable[[], Loaded]) -> tuple[Loaded | None, Finding]:
    try:
        loaded = load()
    except ConfigError as error:
        cure = "Correct it; the rest was looked at with the defaults."
        return None, Finding("settings", Grade.BAD, str(error), cure)
    return loaded, _file(loaded)


def _file(loaded: Loaded) -> Finding:
    if loaded.file is None:
        return Finding("settings", Grade.OK, "no file of settings; the defaults are used")
    origin = loaded.origins["web.host_pin"]
    is_open = loaded.file.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)
    if is_open and str(loaded.file) in origin and loaded.config.web.host_pin:
        text = f"{loaded.file} holds the host's PIN and can be read by other users"
        return Finding("settings", Grade.WARN, text, f"Run chmod 600 {loaded.file}.")
    return Finding("settings", Grade.OK, str(loaded.file))


def _findings(first: Finding, config: Config, wishes: Wishes, *, is_quiet: bool) -> Iterator[Finding]:
    yield first
    is_watched = not is_quiet and sys.stderr.isatty()

    def begin(look: Examination) -> None:
        if is_watched:  # a check may take seconds: say which, on a line that the finding replaces
            click.echo(f"\r     {look.name} ...\033[K", err=True, nl=False)

    for finding in examine(config, wishes=wishes, begin=begin):
        if is_watched:
            click.echo("\r\033[K", err=True, nl=False)
        yield finding
    if is_watched:
        click.echo("\r\033[K", err=True, nl=False)


def _ask_for_a_tag(config: Config) -> None:
    if has_camera_to_hold_a_tag_under(config):
        click.echo(
            f"Hold a printed sticker under the camera, flat and still, when it is its turn ({TAG_WITHIN_S:g} s)."
        )
    else:
        click.echo("There is no camera in the settings, so --tag does nothing.")


def _width() -> int:
    return max(30, min(100, shutil.get_terminal_size().columns))


def _print_heading(section: Section) -> None:
    click.secho(f"\n{section.heading}", bold=True)


def _print(finding: Finding) -> None:
    width = _width()
    click.secho(f"{finding.grade.value:<5}", fg=_COLOURS[finding.grade], nl=False)
    indent = " " * 5
    lines = textwrap.wrap(f"{finding.name}: {finding.text}", width - 5, break_on_hyphens=False)
    click.echo(f"\n{indent}".join(lines))
    if finding.cure:
        click.echo(
            textwrap.fill(
                as_called(finding.cure), width, initial_indent=f"{indent}-> ", subsequent_indent=f"{indent}   "
            )
        )


def _summary(findings: list[Finding]) -> str:
    bad, warn = (sum(f.grade is grade for f in findings) for grade in (Grade.BAD, Grade.WARN))
    if not bad and not warn:
        return "All is well."
    return f"Broken: {bad}. To look at: {warn}. What to do stands behind each arrow."


def _write_report(path: Path, loaded: Loaded | None, findings: list[Finding]) -> None:
    from companion.doctor.report import Cover, TableFacts, no_names, private_values, problem_report, service_log
    from companion.service.office_parts import as_given

    loaded = loaded or as_given(Config())
    config = loaded.config
    told = TableFacts(log=service_log(World()))
    cover = Cover(no_names(config.table.names), private_values(config))
    write_file(path, problem_report(loaded, told, cover, datetime.now(UTC), findings), private=True)
