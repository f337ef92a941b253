"""The settings under test: those of the program, less what only costs time here."""

import os

# Playwright keeps an event loop in the thread of the tests, which Django would refuse.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from scorekeeper.settings import *  # noqa: F403

SECRET_KEY = "for the tests"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True  # files are served from where they are written, not collected
