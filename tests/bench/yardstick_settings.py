"""The site's own database, server and key; nothing else of it."""

from league.settings import ALLOWED_HOSTS, DATABASES, SECRET_KEY, USE_TZ

__all__ = ["ALLOWED_HOSTS", "DATABASES", "SECRET_KEY", "USE_TZ"]

DEBUG = False
ROOT_URLCONF = "tests.bench.yardsticks"
INSTALLED_APPS: list[str] = []
MIDDLEWARE: list[str] = []
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates"}]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGGING = {"version": 1, "disable_existing_loggers": False}
