"""A battle, from the monster's first attack to its end."""
