"""Marks each test by the fixtures it uses, so that a tier never misses a test."""

import pytest

MARKER_OF_FIXTURE = {
    "page": "browser",
    "context": "browser",
    "browser": "browser",
    "recalculate": "office",
    "db": "database",
    "module_db": "database",
    "transactional_db": "database",
    "django_db_reset_sequences": "database",
    "django_db_serialized_rollback": "database",
}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Add the markers `browser`, `office` and `database` where the fixtures call for them."""
    for item in items:
        names = set(getattr(item, "fixturenames", ()))
        marks = {mark for fixture, mark in MARKER_OF_FIXTURE.items() if fixture in names}
        if item.get_closest_marker("django_db"):
            marks.add("database")
        for mark in sorted(marks):
            item.add_marker(mark)
