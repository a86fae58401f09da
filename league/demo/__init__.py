"""The demo club: real cards, dealt and played by chance from a seed, and written down as scorekeepers would."""
