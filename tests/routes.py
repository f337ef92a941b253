"""Every route of the program."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver


def routes(patterns: list[URLPattern | URLResolver]) -> Iterator[URLPattern]:
    """Every route below these."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        else:
            yield pattern


ALL = list(routes(get_resolver().url_patterns))
