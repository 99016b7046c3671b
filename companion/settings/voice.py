"""The settings of the voice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Final

from msgspec import Meta

from companion.settings.quiet_hours import PATTERN, QuietHours, quiet_hours
from hardware.types import SpeechSettings, SpeechSink
from words import N_

Language = Annotated[
    str,
    Meta(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$", extra={"allowed": N_('a language code such as "en"'), "told": True}),
]
_Hours = Annotated[
    str, Meta(pattern=PATTERN, extra={"allowed": N_('hours such as "22:00-07:00", or nothing'), "told": True})
]
_Share = Annotated[float, Meta(ge=0, le=1)]


class Wording(Enum):
    """How much the voice says."""

    SHORT = "short"
    LONG = "long"


@dataclass(frozen=True)
class VoiceConfig:
    """What is announced aloud."""

    sink: Annotated[SpeechSink, Meta(description="speaker, off, or wav (everything goes into the file wav_path).")] = (
        SpeechSink.SPEAKER
    )
    rate_wpm: Annotated[int, Meta(ge=80, le=450, description="Words a minute.")] = 165
    volume: Annotated[_Share, Meta(description="Loudness, from 0 to 1.")] = 1.0
    language: Annotated[Language, Meta(description="Language of the voice, as espeak-ng calls it.")] = "en"
    wav_path: Annotated[str, Meta(description="The file for the sink wav.")] = ""
    wording: Annotated[Wording, Meta(description="short or long sentences.")] = Wording.SHORT
    quiet: Annotated[
        _Hours, Meta(description='Hours in which the loudspeaker says nothing, such as "22:00-07:00". Empty: none.')
    ] = ""

    @property
    def quiet_hours(self) -> QuietHours | None:
        """When nothing is spoken; None: there are no such hours."""
        return quiet_hours(self.quiet)

    @property
    def speech_settings(self) -> SpeechSettings:
        """These settings as `hardware` wants them."""
        return SpeechSettings(
            sink=self.sink, language=self.language, rate_wpm=self.rate_wpm, volume=self.volume, wav_path=self.wav_path
        )


VOICE_AS_DELIVERED: Final = VoiceConfig()
