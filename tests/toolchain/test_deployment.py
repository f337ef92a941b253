"""What a club in earnest starts with passes Django's own checks."""

import os
import subprocess
import sys

from django.conf import settings


def test_it_passes_the_checks_for_deployment() -> None:
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": os.environ.get("HOME", "/"),
        "PRODUCTION": "1",
        "PUBLIC_URL": "https://club.example",
        "SECRET_KEY": "".join(chr(letter) for letter in range(48, 123)),
    }
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    checked = subprocess.run(
        command, env=environment, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stderr
