"""Planning and Prescience cards: one entry each, under our paraphrase of what the card says."""
