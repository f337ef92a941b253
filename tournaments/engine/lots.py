"""Lots: numbers drawn from the seed of an event, the lower the better."""

from hashlib import sha256

LOTS = 2**40
"""How many there are, from 0."""


def drawn_lot(seed: str, key: str) -> int:
    """Answer the lot of a key: the same for the same seed and key, whatever the order of entry.

    In: the seed, and the normalised name at the moment of drawing.
    """
    return int.from_bytes(sha256(f"{seed}\n{key}".encode()).digest()[:5]) % LOTS
