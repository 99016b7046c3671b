"""My Game, a dice game. All of it stands in `game`."""

from .game import build as build
