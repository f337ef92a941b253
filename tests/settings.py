"""The settings under test: those of the program, less what only costs time here."""

import os
import tempfile
from pathlib import Path

# Playwright keeps an event loop in the thread of the tests, which Django would refuse.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

from scorekeeper.settings import *  # noqa: F403

SECRET_KEY = "for the tests"
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_RATE_LIMITS = False  # the test of the throttle sets its own
API_REQUESTS_OF_ANYBODY = API_REQUESTS_OF_MEMBERS = 1_000_000  # likewise
BACKUP_FOLDER = Path(tempfile.gettempdir()) / f"pokernakostyah-test-{os.getpid()}-backups"
BACKUP_BEFORE_MIGRATION = False
BACKUP_AFTER_GAME = False
RATE_IN_BACKGROUND = False
CACHES = {
    name: {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": name}
    for name in ("default", "pages")
}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True  # files are served from where they are written, not collected

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":  # noqa: F405
    # A file, as in life: in memory a live server's threads would share one connection, and a page
    # that looks while another writes would meet a locked table.
    _folder = tempfile.TemporaryDirectory(prefix="pokernakostyah-")  # until this process ends
    DATABASES["default"]["TEST"] = {"NAME": str(Path(_folder.name) / "test.sqlite3")}  # noqa: F405
    # Nothing here has to survive a power cut.
    _options = DATABASES["default"]["OPTIONS"]  # noqa: F405
    assert isinstance(_options, dict)
    _options["init_command"] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;"
