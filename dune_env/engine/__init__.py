"""What any board game needs to be played step by step: it knows no game."""
