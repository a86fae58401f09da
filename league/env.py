"""Readers of environment variables that refuse what they don't understand, by name."""

import os
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}

# Shorter keys can be guessed; Django's own generator makes 50 characters.
SECRET_LENGTH = 50

MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}


def env_str(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def env_bool(name: str, *, default: bool) -> bool:
    text = env_str(name).lower()
    if not text:
        return default
    if text in TRUE | FALSE:
        return text in TRUE
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {text!r}.")


def env_int(name: str, *, default: int) -> int:
    text = env_str(name)
    try:
        return int(text) if text else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {text!r}.") from None


def env_list(name: str, *, default: str = "") -> list[str]:
    return [part for part in env_str(name, default).replace(",", " ").split() if part]


def env_choice(name: str, choices: tuple[str, ...]) -> str:
    """One of the choices; the first is the default."""
    text = env_str(name) or choices[0]
    if text not in choices:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {text!r}.")
    return text


def env_secret(name: str, *, insecure_default: str, required: bool) -> str:
    """A secret. The default, known to every reader of the code, is for development only."""
    text = env_str(name)
    if not required:
        return text or insecure_default
    if not text or text == insecure_default:
        raise ImproperlyConfigured(f"{name} must be set in production, and not to the default.")
    if len(text) < SECRET_LENGTH:
        raise ImproperlyConfigured(f"{name} must have at least {SECRET_LENGTH} characters.")
    return text


def env_mailer(name: str) -> dict[str, object] | None:
    """smtp://user:password@host:587?tls=1 as an entry of MAILERS; None where it isn't set."""
    text = env_str(name)
    if not text:
        return None
    url = urlsplit(text)
    if url.scheme not in MAIL_PORTS or not url.hostname:
        schemes = ", ".join(MAIL_PORTS)
        raise ImproperlyConfigured(f"{name} must look like scheme://host, scheme being {schemes}.")
    wants_tls = parse_qs(url.query).get("tls", ["0"])[0] in TRUE
    return {
        "BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "OPTIONS": {
            "host": url.hostname,
            "port": url.port or MAIL_PORTS[url.scheme],
            "username": unquote(url.username or ""),
            "password": unquote(url.password or ""),
            "use_tls": url.scheme == "smtp+tls" or wants_tls,
            "use_ssl": url.scheme == "smtps",
            "timeout": 10,  # a mail server that hangs must not hold a request for ever
        },
    }
