"""The voice: `speech.Speech` takes lines from anybody and has them spoken, by the best voice that still works."""
