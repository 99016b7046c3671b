"""Writes what makes a memory card with a stock Raspberry Pi OS a companion by itself. Standard library only."""
