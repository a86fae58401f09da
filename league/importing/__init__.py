"""Games that come in files: what was sent, what it would make of the club's games, and what a person chose."""
