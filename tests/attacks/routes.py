"""The routes of the real app, so that one that comes later is attacked without another word."""

from __future__ import annotations

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any, get_args, get_origin

import msgspec
from flask import Flask

import web
from tests.attacks.ring import Ring
from web import WebSettings, create_app
from web.door.registrar import ClosedFlask

PLENTY = 10**9


def app_of(table: Ring) -> ClosedFlask:
    """The same pages in front of the same table, without the limits that would end a long attack early."""
    limited = ("join_attempts", "join_attempts_all", "pin_attempts", "pin_attempts_all", "visit_burst", "post_burst")
    many = dict.fromkeys((*limited, "request_burst"), PLENTY)
    app = create_app(table.service.pages, WebSettings(**many))  # type: ignore[arg-type]
    assert isinstance(app, ClosedFlask)
    return app


def routes(app: Flask) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """Rule, endpoint and methods of every route."""
    return tuple((r.rule, r.endpoint, frozenset(r.methods or ())) for r in app.url_map.iter_rules())


def posts(table: Ring) -> tuple[tuple[str, str], ...]:
    """Rule and endpoint of every route that changes something."""
    return tuple((rule, endpoint) for rule, endpoint, methods in routes(app_of(table)) if "POST" in methods)


def filled(rule: str, value: str = "1") -> str:
    """A rule with `value` in the place of every argument, of a form where only some forms are possible."""
    rule = re.sub(r"<any\((\w+)[^>]*>", r"\1", rule)
    return re.sub(r"<[^>]+>", lambda _: value, rule)


@cache
def body_types() -> tuple[type[msgspec.Struct], ...]:
    """Every body that a route reads: the closed types in all modules of the web."""
    modules = [importlib.import_module(found.name) for found in pkgutil.walk_packages(web.__path__, "web.")]
    found = {
        one
        for module in modules
        for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one is not msgspec.Struct
    }
    return tuple(sorted(found, key=lambda one: one.__qualname__))


def fields_of(body: type[msgspec.Struct]) -> dict[str, Any]:
    """Its fields with their types."""
    return {field.name: field.type for field in msgspec.structs.fields(body)}


def some_value(kind: Any, number: int = 1) -> Any:
    """A value of a body's field that is of the right type."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind)).value
    if get_origin(kind) is list:
        return [some_value(get_args(kind)[0], number)]
    kinds = {str: str(number), int: number, float: float(number), bool: True}
    return next((kinds[one] for one in (kind, *get_args(kind)) if one in kinds), None)


def body_type(app: Flask, endpoint: str) -> type[msgspec.Struct] | None:
    """What a route reads: the closed type that its view names; None when it takes bytes, or nothing."""
    view = app.view_functions[endpoint]
    names, known = view.__code__.co_names, vars(importlib.import_module(view.__module__))
    return next((known[name] for name in names if known.get(name) in body_types()), None)


def every_body() -> Iterator[bytes]:
    """A valid body of every type: whichever a route reads is among them."""
    for body in body_types():
        yield json.dumps({name: some_value(kind) for name, kind in fields_of(body).items()}).encode()
