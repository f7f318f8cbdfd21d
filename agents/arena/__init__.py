"""Measuring agents: games on fixed seeds, intervals, ratings, what a game was won by, and the page of results."""
