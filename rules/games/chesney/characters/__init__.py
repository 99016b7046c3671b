"""What the characters can do: which skill stands where is said in the map of the game."""
