"""Dice that have come to rest: finding them, reading them, watching the tray, and rendering them."""
