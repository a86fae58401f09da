"""The clubs' side of Upcard: settings package and the one Django app."""
