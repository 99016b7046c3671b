"""Players of the program: what they would answer, by what their seat knows and nothing else."""
