"""What every room may speak of: notices, verdicts, times, titles of games, who sits at a seat."""
