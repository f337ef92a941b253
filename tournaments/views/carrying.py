"""Carrying out what was asked on a page, and saying what came of it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest

from tournaments.models import Tournament
from tournaments.queries import whole
from tournaments.reports.refusals import REFUSED, refusal_words


def carried_out(
    request: HttpRequest, record: Tournament, act: Callable[[], object], words: str = ""
) -> bool:
    """Does it and says so by ``words``; whether it was done. What is refused is said in words."""
    try:
        act()
    except REFUSED as refused:
        messages.error(request, refusal_words(refused, whole(record)))
        return False
    if words:
        messages.success(request, words)
    return True
