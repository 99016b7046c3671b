"""Starters: the smallest whole games of cards, of dice and on a board. `companion game new` copies one of them."""
