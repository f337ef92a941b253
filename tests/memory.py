"""How much memory something takes at its highest, whatever this process has taken before."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.plugins.garbage import as_in_life

_STATUS, _FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


@dataclass
class Grown:
    """Megabytes more than at the beginning, at the highest; known when the block has ended."""

    megabytes: float = 0


@contextmanager
def most_memory() -> Iterator[Grown]:
    """Measures what is inside the block."""
    grown = Grown()
    with as_in_life():
        _FORGET.write_text("5")  # Linux: the highest mark is what is used now
        before = _kilobytes("VmRSS")
        yield grown
    grown.megabytes = (_kilobytes("VmHWM") - before) / 1024


def _kilobytes(name: str) -> int:
    lines = _STATUS.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))
