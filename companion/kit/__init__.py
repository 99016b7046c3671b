"""What authors of games hold their games against."""
