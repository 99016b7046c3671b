"""The way down when voices fail: the next voice, at last silence; each step is told once."""

from __future__ import annotations

import logging
from collections.abc import Callable

from hardware.sound.voices import Failure, Patience, Voice, VoiceError, usual_voices
from hardware.types import Fault, SpeechSettings
from words import Sentence

_log = logging.getLogger(__name__)
_TRIES = 2  # for one text
_BROKE_TOO_OFTEN = 4  # in a row, over several texts
_CURE = {
    "pyttsx3": Sentence("check that pyttsx3 and libespeak-ng1 are installed."),
    "espeak-ng": Sentence("install espeak-ng to hear it again; everything is still shown on the screens."),
}


class Ladder:
    """The voices from best to last. One thread uses it; any thread may `stop`."""

    def __init__(self, settings: SpeechSettings, patience: Patience, tell: Callable[[Fault], None]) -> None:
        self._language = settings.language
        self._tell = tell
        self._makers = list(usual_voices(settings, patience))
        self._voice: Voice | None = None
        self._broke = 0
        self._is_working = False
        self._stopped = False

    @property
    def pid(self) -> int | None:
        """The process number of the present voice, None while it has no process."""
        voice = self._voice
        return None if voice is None else voice.pid

    @property
    def has_voice(self) -> bool:
        """Whether a voice is left to speak with, or to be tried."""
        return self._voice is not None or bool(self._makers)

    def prepare(self) -> bool:
        """Have a voice ready, stepping down as needed. False if none is left."""
        while not self._stopped and self.has_voice:
            try:
                if self._voice is None:
                    self._voice = self._makers[0].make()
                self._heed_stop(self._voice)
                if not self._voice.prepare():
                    self._tell(
                        Fault(
                            "voice-language",
                            Sentence(
                                'There is no voice for the language "{language}", so the default voice speaks; '
                                "choose a language that espeak-ng lists.",
                                language=self._language,
                            ),
                        )
                    )
                return True
            except VoiceError as fault:
                self._step_down(str(fault))
        return False

    def _heed_stop(self, voice: Voice) -> None:
        """`stop` may have come before there was a voice to stop."""
        if self._stopped:
            voice.stop()

    def samples(self, text: str, cut: Callable[[], bool] = lambda: False) -> bytes | None:
        """The text spoken, or None: no voice could, or it was stopped. `cut` turns true before `hush` is called."""
        tries = 0
        while tries < _TRIES and not cut() and self.prepare():
            assert self._voice is not None
            try:
                samples = self._work(self._voice, text)
            except VoiceError as fault:
                if self._stopped or cut():  # killed on purpose: no fault of the voice
                    return None
                _log.warning("The voice %s failed: %s", self._makers[0].name, fault)
                self._broke += 1
                if fault.failure is Failure.UNUSABLE or self._broke >= _BROKE_TOO_OFTEN:
                    self._step_down(str(fault))
                else:
                    tries += 1
            else:
                self._broke = 0
                return samples
        return None

    def _work(self, voice: Voice, text: str) -> bytes:
        self._is_working = True
        try:
            return voice.samples(text)
        finally:
            self._is_working = False

    def _step_down(self, reason: str) -> None:
        maker = self._makers.pop(0)
        voice, self._voice = self._voice, None
        self._broke = 0
        if voice is not None:
            voice.close()
        if self._stopped:
            return
        name = maker.name
        then = Sentence("the table stays silent")
        if self._makers:
            then = Sentence("{voice} speaks instead", voice=self._makers[0].name)
        told = Sentence("The voice {name} does not work, so {then}; {cure}", name=name, then=then, cure=_CURE[name])
        self._tell(Fault(name, told, (reason,)))

    def hush(self) -> None:
        """Break off the text that is worked on, also where the voice hangs; a new process has the next one. From any
        thread; never raises."""
        voice = self._voice
        if voice is not None and self._is_working:
            voice.hush()

    def stop(self) -> None:
        """Break off what the voice does now; nothing is spoken afterwards. From any thread; never raises."""
        self._stopped = True
        voice = self._voice
        if voice is not None:
            voice.stop()

    def close(self) -> None:
        """End all processes. Only from the thread that uses it; never raises."""
        self._stopped = True
        if self._voice is not None:
            self._voice.close()
