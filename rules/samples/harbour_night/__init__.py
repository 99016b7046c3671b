"""Harbour Night, a small card game for two to four smugglers. All of it stands in `game`."""

from .game import build as build
