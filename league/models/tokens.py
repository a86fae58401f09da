"""Links that are a right by themselves: what stands in them."""

import secrets

TOKEN_BYTES = 16
TOKEN_LENGTH = 22
"""So many characters spell sixteen bytes."""


def make_token() -> str:
    """128 random bits: nobody guesses them, however often they ask."""
    return secrets.token_urlsafe(TOKEN_BYTES)
