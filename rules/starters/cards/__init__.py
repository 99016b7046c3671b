"""My Game, a card game. All of it stands in `game`."""

from .game import build as build
