"""Who else has a sheet open for writing: told to the others, and nobody is kept out.

It stands in the cache that all processes share, so that no look writes into the database. What is
lost where two write into it at once is there again with the next note.
"""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import quote

from django.core.cache import cache

from scorekeeper.models import Game, TableLink
from scorekeeper.views.access import Request, writer_of

HEADER = "Also-Open"
"""The header of an answer to a page that asks again and again: names, percent-encoded."""
NOTED_EVERY, GONE_AFTER = timedelta(seconds=20), timedelta(seconds=45)


def others_at(request: Request, game: Game, now: datetime) -> list[str]:
    """Who has the sheet open in another browser, by name; notes that this one has.

    To be asked after own_game. One browser's windows are one, the same account elsewhere another.
    """
    place = f"open:{game.public_key}"
    stored = cache.get(place, {})
    assert isinstance(stored, Mapping)
    here = {browser: seen for browser, seen in stored.items() if now - seen[1] < GONE_AFTER}
    own = sha256((request.session.session_key or "").encode()).hexdigest()
    if own not in here or now - here[own][1] >= NOTED_EVERY:
        here[own] = (_name(request), now)
        with suppress(OSError):  # a sheet is not to fail for a note
            cache.set(place, here, GONE_AFTER.total_seconds())
    return sorted({name for browser, (name, _seen) in here.items() if browser != own})


def _name(request: Request) -> str:
    writer = writer_of(request)
    return writer.helper if isinstance(writer, TableLink) else str(writer)


def written(names: list[str]) -> str:
    """Names as the header carries them."""
    return quote(", ".join(names))
