"""Named Leaders: when they enter play, and what their special Actions do."""
