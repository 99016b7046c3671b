"""Copies of the journal on USB sticks: which sticks are plugged in, what goes onto them, and what is read of them."""
