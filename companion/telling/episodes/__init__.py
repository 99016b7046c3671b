"""A match told in episodes: turns, tricks, rounds and scorings, as its game says where each begins."""
