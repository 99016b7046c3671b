"""Finished matches: history, statistics, one match told again, files for other programs."""
