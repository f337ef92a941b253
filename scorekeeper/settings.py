"""Django's settings; what differs between installations is read from the environment.

SECRET_KEY    signs cookies and links; must be given when PRODUCTION is on
DEBUG         1 shows errors in the browser; off unless said
PRODUCTION    1 refuses to start with the demonstration key, sign-in, or DEBUG
DATABASE_URL  e.g. postgres://user@host/name; a SQLite file under var/ unless said
HOST, PORT    where the server listens (127.0.0.1, 8000)
WORKERS       processes that answer (2): as many as the machine has cores
PUBLIC_URL    what QR codes and links say, e.g. https://club.example; http://HOST:PORT unless said
ALLOWED_HOSTS more host names this server answers to, with commas between
TIME_ZONE     the club's time zone; Europe/Moscow unless said
BACKUP_FOLDER where backups go; var/backups unless said, better another disk
CACHE_FOLDER  where attempts to sign in are counted for all processes; var/cache unless said
LOG_FORMAT    json writes one object a line
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_TLS, DEFAULT_FROM_EMAIL
              the server that sends letters; without EMAIL_HOST they are written to the terminal
SIGN_UP       0 closes sign-up: accounts come from `manage.py add_host` alone
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
import fontpkg_pt_sans
import fontpkg_pt_sans_narrow
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = BASE_DIR / "var"

DEBUG = os.environ.get("DEBUG", "") == "1"
PRODUCTION = os.environ.get("PRODUCTION", "") == "1"

DEMONSTRATION_KEY = "for demonstrations only: everybody can read this key in the repository"
SECRET_KEY = os.environ.get("SECRET_KEY") or DEMONSTRATION_KEY
if PRODUCTION and SECRET_KEY == DEMONSTRATION_KEY:
    raise ImproperlyConfigured("PRODUCTION is on: give this installation a SECRET_KEY of its own.")

if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("PRODUCTION is on: errors must not be shown to visitors (DEBUG=1).")
VERSION = "0.1"

# --- Addresses ---------------------------------------------------------------------------------

HOST = os.environ.get("HOST") or "127.0.0.1"
PORT = int(os.environ.get("PORT") or "8000")
WORKERS = int(os.environ.get("WORKERS") or "2")
PUBLIC_URL = (os.environ.get("PUBLIC_URL") or f"http://{HOST}:{PORT}").rstrip("/")
_public = urlsplit(PUBLIC_URL)
if _public.scheme not in {"http", "https"} or not _public.hostname:
    raise ImproperlyConfigured("PUBLIC_URL must look like https://club.example")

ALLOWED_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    _public.hostname,
    *filter(None, os.environ.get("ALLOWED_HOSTS", "").split(",")),
]
CSRF_TRUSTED_ORIGINS = [f"{_public.scheme}://{_public.netloc}"]

# The server itself speaks plain HTTP: a public https address means a proxy that adds TLS.
_over_tls = _public.scheme == "https"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if _over_tls else None
SECURE_SSL_REDIRECT = _over_tls
SECURE_REDIRECT_EXEMPT = [r"^health$"]
SECURE_HSTS_SECONDS = 31_536_000 if _over_tls else 0
# Other sites under the club's name, and browsers' preload lists, are not ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = _over_tls
CSRF_COOKIE_SECURE = _over_tls
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"

# The longest honest form is a game copied from paper: far below these.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000  # bytes
DATA_UPLOAD_MAX_NUMBER_FIELDS = 4_000
DATA_UPLOAD_MAX_NUMBER_FILES = 2
FILE_UPLOAD_MAX_MEMORY_SIZE = 1_000_000  # bytes

# Nothing inline, nothing from elsewhere: htmx runs with includeIndicatorStyles and allowEval off.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "base-uri": ["'none'"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "img-src": ["'self'"],
        "manifest-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "worker-src": ["'self'"],
    },
}

# --- Applications ------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "template_partials",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "scorekeeper",
    "tournaments",
]
AUTH_USER_MODEL = "scorekeeper.Account"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "scorekeeper.views.refusals.head_as_get",
    "scorekeeper.views.refusals.nearest_page",
]
ROOT_URLCONF = "scorekeeper.urls"
WSGI_APPLICATION = "scorekeeper.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "scorekeeper.views.frame.frame",
            ],
        },
    },
]

# --- Database ----------------------------------------------------------------------------------

_sqlite_file = DATA_DIR / "pokernakostyah.sqlite3"
_database_url = os.environ.get("DATABASE_URL") or f"sqlite:///{_sqlite_file}"
DATABASES = {"default": dict(dj_database_url.parse(_database_url))}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATA_DIR.mkdir(exist_ok=True)
    DATABASES["default"] |= {
        # A connection is only a file handle: opening it anew for each request is the slow part.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # A writer takes its lock at the start, so that it never fails half-way for having read.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds a writer waits for another
            # FULL: a turn that was answered survives a power cut, not only a killed process.
            "init_command": "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;",
        },
    }
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}

# --- What is kept for a while ------------------------------------------------------------------

CACHES = {
    # Attempts to sign in are counted here, together for all processes of the server.
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": os.environ.get("CACHE_FOLDER") or DATA_DIR / "cache",
        "OPTIONS": {"MAX_ENTRIES": 10_000},
    },
    # Drawn fragments of public pages: each process keeps its own, which is faster than any file.
    "pages": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "pages"},
}

# --- Signing in --------------------------------------------------------------------------------

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "games"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(os.environ.get("EMAIL_PORT") or "587")
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS", "1") == "1"
EMAIL_TIMEOUT = 10  # seconds
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
DEFAULT_FROM_EMAIL = os.environ.get("DEFAULT_FROM_EMAIL") or f"poker-dice@{_public.hostname}"

ACCOUNT_ADAPTER = "scorekeeper.accounts.Accounts"
ACCOUNT_FORMS = {
    "login": "scorekeeper.forms.account.SignInForm",
    "signup": "scorekeeper.forms.account.SignUpForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False  # «Лена» signs in as «лена», whatever the database
ACCOUNT_USERNAME_BLACKLIST = ["admin", "administrator", "root", "owner", "support"]
# Where no letter can be sent, as on a laptop in a hall, nobody is kept waiting for one.
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if EMAIL_HOST else "optional"
ACCOUNT_CONFIRM_EMAIL_ON_GET = False  # programs that look at letters follow their links
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = False
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa"]  # codes by letter have no pages here
ACCOUNT_DEFAULT_HTTP_PROTOCOL = _public.scheme
ACCOUNT_SESSION_REMEMBER = True  # a sheet must not be lost with a closed browser
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {"login_failed": "10/m/ip,5/5m/key"}
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if _over_tls else 0
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_TOTP_ISSUER = "Покер на костях"
SIGN_UP = os.environ.get("SIGN_UP", "1") == "1"
CSRF_FAILURE_VIEW = "scorekeeper.views.refusals.stale_form"

_validation = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS: list[dict[str, object]] = [
    {"NAME": f"{_validation}.UserAttributeSimilarityValidator"},
    # A few words are easier to keep than eight odd signs, and harder to guess.
    {"NAME": f"{_validation}.MinimumLengthValidator", "OPTIONS": {"min_length": 12}},
    {"NAME": f"{_validation}.CommonPasswordValidator"},
    {"NAME": f"{_validation}.NumericPasswordValidator"},
]

# --- The API -----------------------------------------------------------------------------------

API_REQUESTS_OF_ANYBODY = 120  # a minute, from one address
API_REQUESTS_OF_MEMBERS = 1200  # a minute, with the tokens of one account
NINJA_NUM_PROXIES = ALLAUTH_TRUSTED_PROXY_COUNT

# --- Languages and time ------------------------------------------------------------------------

LANGUAGE_CODE = "ru"  # for a browser that asks for neither
LANGUAGES = [("ru", "Русский"), ("en", "English")]  # each in its own words
FORMAT_MODULE_PATH = ["scorekeeper.formats"]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = os.environ.get("TIME_ZONE") or "Europe/Moscow"
USE_TZ = True

# --- Static files ------------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS: list[Path | tuple[str, Path]] = [
    BASE_DIR / "static",
    # Page and print are set in the same faces, which come as packages: nothing is fetched.
    ("fonts/pt-sans", fontpkg_pt_sans.ROOT / "files"),
    ("fonts/pt-sans-narrow", fontpkg_pt_sans_narrow.ROOT / "files"),
]
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # each file is compressed once: a third of the first start
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        ),
    },
}

# --- What is logged ----------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "%(levelname)s %(name)s: %(message)s"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s %(message)s",
            "json_ensure_ascii": False,
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if os.environ.get("LOG_FORMAT") == "json" else "plain",
        },
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR"},  # a page that does not exist is nobody's fault
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        # Rights, merges, exports: with LOG_FORMAT=json for a collector, else only in the pages.
        "scorekeeper": {"level": "INFO" if os.environ.get("LOG_FORMAT") == "json" else "WARNING"},
        "gunicorn.http": {"level": "ERROR"},  # it remarks on every answer to HEAD
    },
}

# --- Backups -----------------------------------------------------------------------------------

BACKUP_FOLDER = Path(os.environ.get("BACKUP_FOLDER") or DATA_DIR / "backups")
BACKUP_BEFORE_MIGRATION = True
BACKUP_AFTER_GAME = True
RATE_IN_BACKGROUND = True
