"""Registering the copies of games that people own: which sticker is on which piece."""
