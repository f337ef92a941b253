"""Keys that nobody can guess."""

import secrets


def public_key() -> str:
    """An address nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)
