"""Hypothesis: the same examples on every run, except where `make soak` asks for chance."""

import os

from hypothesis import HealthCheck, Verbosity, settings

settings.register_profile(
    "check",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak",
    deadline=None,
    max_examples=5_000,
    print_blob=True,
    verbosity=Verbosity.normal,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))
