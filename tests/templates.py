"""Templates of pages, translated to Python once for all the tables of a test run: each table's app has templates of its
own, and to translate them is most of the work of the first page that it shows."""

from __future__ import annotations

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class _Kept(BytecodeCache):
    """What templates were translated to, by their text: one that is changed is translated anew."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if made := self._made.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(made)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._made[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


def translate_once() -> None:
    """From now on, for every app of this process."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": _Kept()}
