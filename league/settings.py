"""One settings file for development, tests and production; the environment decides.

UPCARD_ENV=production refuses whatever would be unsafe there (a known secret, DEBUG, the demo).
"""

import os
import re
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import quote

import dj_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from league.env import (
    env_bool,
    env_choice,
    env_int,
    env_list,
    env_mailer,
    env_secret,
    env_str,
)
from league.pools import check_rested

BASE_DIR = Path(__file__).resolve().parent.parent


def read_version(changelog: Path) -> str:
    """The newest version is the first heading of the changelog: `## 0.1.0 …`."""
    if not changelog.exists():
        return "0"
    found = re.search(r"^## \[?v?(\d[\w.]*)", changelog.read_text("utf-8"), re.MULTILINE)
    return found[1] if found else "0"


VERSION = read_version(BASE_DIR / "CHANGELOG.md")

# Safety -------------------------------------------------------------------------------------
PRODUCTION = env_choice("UPCARD_ENV", ("development", "production")) == "production"
DEBUG = env_bool("DEBUG", default=not PRODUCTION)
if PRODUCTION and DEBUG:
    raise ImproperlyConfigured("DEBUG must be off in production.")

SECRET_KEY = env_secret(
    "SECRET_KEY",
    insecure_default="development-only-everybody-knows-this-key-so-never-serve-with-it",
    required=PRODUCTION,
)

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS", default="" if PRODUCTION else "localhost 127.0.0.1 [::1]")
if PRODUCTION and not ALLOWED_HOSTS:
    raise ImproperlyConfigured("ALLOWED_HOSTS must name this site's host names in production.")
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS")

# The demo signs in with a published password.
DEMO_ALLOWED = not PRODUCTION
if PRODUCTION and env_bool("DEMO", default=False):
    raise ImproperlyConfigured("The demo club is not for production: unset DEMO.")

SECURE_CSP: dict[str, Any] = {
    "default-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = PRODUCTION and env_bool("SSL_REDIRECT", default=True)
SECURE_HSTS_SECONDS = env_int("HSTS_SECONDS", default=31_536_000 if PRODUCTION else 0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env_bool("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env_bool("HSTS_PRELOAD", default=False)
# Subdomains and preload lists concern more than this site: its domain's owner decides.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a scorer's phone stays signed in through a season
# Only behind a proxy that sets the header itself; without one anybody could send it.
BEHIND_PROXY = env_bool("BEHIND_PROXY", default=False)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None
ALLAUTH_TRUSTED_PROXY_COUNT = int(BEHIND_PROXY)

# Application --------------------------------------------------------------------------------
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tasks_db",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "league",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "league.middleware.KeptOutMiddleware",
    "league.middleware.UsableTextMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "league.middleware.SmallEnoughMiddleware",
    "league.middleware.WordsMiddleware",
]
ROOT_URLCONF = "league.urls"
WSGI_APPLICATION = "league.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.debug",
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "league.context.release",
            ],
        },
    },
]

# Data ---------------------------------------------------------------------------------------
DEFAULT_DATABASE = BASE_DIR / "var" / "upcard.sqlite3"


def configure_database(url: str) -> dict[str, Any]:
    database: dict[str, Any] = {**dj_database_url.parse(url)}
    if database["ENGINE"] == "django.db.backends.postgresql":
        # Django's own pool; a connection must go back to it after each request, and is tried before it is used
        # again after a rest: a database that was restarted is no error. Plans are kept of what league/ready.py sends.
        database |= {
            "CONN_MAX_AGE": 0,
            "OPTIONS": {"prepare_threshold": 1, **database.get("OPTIONS", {}), "pool": {"check": check_rested}},
        }
    elif database["ENGINE"] == "django.db.backends.sqlite3":
        if ":memory:" in str(database["NAME"]) or "mode=memory" in str(database["NAME"]):
            # Its shared cache locks whole tables, and the busy timeout doesn't apply.
            raise ImproperlyConfigured("DATABASE_URL must name a file, not memory.")
        database |= {
            "CONN_MAX_AGE": None,
            # IMMEDIATE: two writers queue instead of failing. FULL: the last acknowledged
            # hand survives a power cut.
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 15,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
            # A file, for the same reason; a name of its own for each test run.
            "TEST": {"NAME": Path(tempfile.gettempdir()) / f"upcard-test-{os.getpid()}.sqlite3"},
        }
    else:
        raise ImproperlyConfigured("DATABASE_URL must be sqlite:///… or postgres://…")
    return database


if not env_str("DATABASE_URL"):
    DEFAULT_DATABASE.parent.mkdir(exist_ok=True)  # SQLite makes the file, not its folder
DATABASES = {"default": configure_database(env_str("DATABASE_URL") or "sqlite:///" + quote(str(DEFAULT_DATABASE)))}

# Used by the limits of the account pages alone. Several processes must share what they count, those of `make run`
# as well, so it is in the database; nothing on the scoring path may touch it.
CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "account_limits"},
}

# Who may found clubs: anyone who has an account, whoever has a link of `manage.py invite_founder`, or nobody.
CLUBS_BY = env_choice("CLUBS_BY", ("anyone", "invited", "nobody"))

# Accounts -----------------------------------------------------------------------------------
AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["league.sessions.AccountBackend"]
SESSION_ENGINE = "league.sessions"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "league.accounts.AccountAdapter"
ACCOUNT_FORMS = {
    "add_email": "league.accounts.ChangeEmailForm",
    "signup": "league.accounts.NamedSignupForm",
}
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address an account: it is what one signs in with
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60  # mail to a club's hall is slow
ACCOUNT_LOGIN_BY_CODE_SUPPORTS_RESEND = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_RATE_LIMITS = {  # beside allauth's own
    "invitation_mail": "30/h/user",
    # Whoever guesses from one place is stopped there; an account that is guessed at from everywhere, everywhere.
    "login_failed_anywhere": "100/h/key",
    "first_run": "10/m/ip,100/h/key",
}
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"

MFA_ADAPTER = "league.second_step.SecondStepAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = "Upcard"
MFA_TOTP_TOLERANCE = 1  # half a minute: phones' clocks are wrong
MFA_FORMS = {
    "add_webauthn": "league.second_step.AddPasskeyForm",
    "authenticate_webauthn": "league.second_step.SecondStepForm",
    "edit_webauthn": "league.second_step.RenamePasskeyForm",
    "login_webauthn": "league.second_step.SignInForm",
    "reauthenticate_webauthn": "league.second_step.ConfirmForm",
}

# Mail ---------------------------------------------------------------------------------------
MAILER = env_mailer("MAIL_URL")
MAIL_CONFIGURED = MAILER is not None
LOCAL_MAILER: dict[str, object] = (
    {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": {"host": "localhost"}}
    if PRODUCTION
    else {"BACKEND": "django.core.mail.backends.console.EmailBackend"}
)
MAILERS: dict[str, dict[str, object]] = {"default": MAILER or LOCAL_MAILER}
# Whoever signs up with somebody else's address must not lock its owner out by a second step.
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_CONFIGURED
DEFAULT_FROM_EMAIL = env_str("MAIL_FROM", "Upcard <upcard@localhost>")

# Slow work: done by `manage.py worker` where one runs, in the request itself where none does.
WORKER = env_bool("WORKER", default=False)
TASKS: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend" if WORKER else "django.tasks.backends.immediate.ImmediateBackend"
    }
}
# What is typed or pasted into one form; files are beside it (league.middleware.SmallEnoughMiddleware).
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 1000  # the form that takes files says how many it takes
# Whom to ask about one's data: a line for the page about privacy.
CONTACT = env_str("CONTACT")

# Language, time, files ----------------------------------------------------------------------
LANGUAGE_CODE = "en"
# English in disguise, for whoever looks for text that can't be translated (league/pseudo.py).
PSEUDO = "en-xa"
# Each by its own name, for who can read no other.
LANGUAGES = [("en", "English"), ("de", "Deutsch"), *([] if PRODUCTION else [(PSEUDO, "Ƥşéûđô")])]
LOCALE_PATHS = [BASE_DIR / "league" / "locale"]
FORMAT_MODULE_PATH = ["league.formats"]
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PRODUCTION
USE_TZ = True
TIME_ZONE = "UTC"  # each club has its own zone
STATIC_URL = "static/"
# Collected for production only: what lies there from last time must not hide the sources.
STATIC_ROOT = BASE_DIR / "staticfiles" if PRODUCTION else None
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        # Hashed names need collectstatic; development and tests serve the sources.
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"plain": {"format": "{levelname} {name}: {message}", "style": "{"}},
    "filters": {"tokens": {"()": "league.logs.WithoutTokens"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain", "filters": ["tokens"]}},
    "root": {"handlers": ["console"], "level": "INFO"},
    # Django's own would write to mail as well, and runserver's past our filter.
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "django.server": {"handlers": [], "level": "INFO", "propagate": True},
    },
}
