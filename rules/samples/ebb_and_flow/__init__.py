"""Ebb and Flow, a small dice game for one to six players. All of it stands in `game`."""

from .game import build as build
