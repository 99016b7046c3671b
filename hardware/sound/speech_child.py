"""The voice, in a process of its own: `python -m hardware.sound.speech_child`.

pyttsx3 can hang for ever and brings GPL code into its process, so it lives here, where it can be killed. It is spoken
to in lines on stdin, one JSON object each: first the voice {"language", "rate_wpm", "volume"}, then orders
{"n", "text", "path"}. It answers on stdout `ready`, `ready default-voice` or `fail <why>`, and after each order
`done <n>`, once the whole utterance stands in the WAV file at `path`. It ends when stdin does.

pyttsx3 2.99 speaks by writing a WAV file and starting aplay, and swallows what aplay says. So only the writing is its
work here, and the owner plays the file, whose outcome it then knows. One engine, one save and one run at a time:
several orders before a run lose all but the last, and an engine that once saved to a file never speaks aloud again.
"""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from pyttsx3.engine import Engine


@dataclass(frozen=True)
class _Order:
    n: int
    text: str
    path: str


def main() -> int:
    """Serve one owner until stdin ends. Gives the exit code: 0, or 1 if there is no voice."""
    answers = _take_stdout()
    voice = json.loads(sys.stdin.readline() or "{}")
    try:
        engine, language_known = _open_engine(voice["language"], voice["rate_wpm"], voice["volume"])
    except Exception as fault:  # told to the owner, who falls back: missing package, missing library, no memory
        _answer(answers, f"fail {type(fault).__name__}: {fault}")
        return 1
    _answer(answers, "ready" if language_known else "ready default-voice")
    for line in sys.stdin:
        order = _Order(**json.loads(line))
        if order.text.strip():  # a run without an order would wait for ever
            engine.save_to_file(order.text, order.path)
            engine.runAndWait()
        _answer(answers, f"done {order.n}")
    return 0


def _take_stdout() -> TextIO:
    """Keep stdout for the answers, and send what the libraries print to nowhere."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    os.close(nowhere)
    return answers


def _answer(answers: TextIO, line: str) -> None:
    answers.write(" ".join(line.split()) + "\n")
    answers.flush()


def _open_engine(language: str, rate_wpm: int, volume: float) -> tuple[Engine, bool]:
    """The engine, and whether it has a voice for the language; else it keeps its default voice."""
    import pyttsx3

    engine = pyttsx3.init("espeak")
    errors: list[str] = []
    listening = engine.connect("error", lambda **facts: errors.append(str(facts.get("exception"))))
    engine.setProperty("rate", rate_wpm)
    engine.setProperty("volume", volume)
    engine.setProperty("voice", language)
    engine.runAndWait()  # the first run returns at once, whatever was ordered: spend it on the settings
    engine.disconnect(listening)
    return engine, not errors


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    os._exit(code)  # libespeak-ng may abort in its own clean-up
