"""What the eye was not sure of, or was wrong about: decided by what the rules know, asked, or taken back."""
