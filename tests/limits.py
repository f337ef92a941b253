"""How much time and memory something takes at its most, whatever this process took before."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import process_time

from tests.plugins.garbage import as_in_life

_STATUS, _FORGET = Path("/proc/self/status"), Path("/proc/self/clear_refs")


@contextmanager
def takes_little(*, seconds: float = 1, megabytes: float = 100) -> Iterator[None]:
    """Fails where the block takes more time of the processor, or grows by more at its highest."""
    with as_in_life():
        _FORGET.write_text("5")  # Linux: the highest mark is what is used now
        before, began = _kilobytes("VmRSS"), process_time()
        yield
        taken = process_time() - began
    grown = (_kilobytes("VmHWM") - before) / 1024
    assert taken < seconds
    assert grown < megabytes


def _kilobytes(name: str) -> int:
    lines = _STATUS.read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))
