"""What the API says of tournaments and seasons; scorekeeper.api finds ``router`` by its name."""

from .reading import router as router
