"""What pytest loads first: the technical fixtures. The cast is in tests/conftest.py."""

pytest_plugins = [
    "tests.plugins.selection",
    "tests.plugins.database",
    "tests.plugins.garbage",
    "tests.plugins.profiles",
    "tests.plugins.browser",
    "tests.plugins.office",
]
