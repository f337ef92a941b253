"""Python looks for garbage less often: all that was collected to be tested is none."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

SELDOM = (50_000, 20, 20)
USUAL = gc.get_threshold()


def pytest_configure() -> None:
    """Importing thousands of tests makes no garbage."""
    gc.set_threshold(*SELDOM)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """What is there now stays to the end: it is not looked through again and again."""
    gc.collect()
    gc.freeze()


@contextmanager
def as_in_life() -> Iterator[None]:
    """Looks for garbage as often as the program does: for what measures memory or time."""
    gc.collect()
    gc.set_threshold(*USUAL)
    try:
        yield
    finally:
        gc.set_threshold(*SELDOM)
