"""The course of a round: turns, what a turn allows, drawing, and what a round is worth."""
