"""What every page may show."""

from django.conf import settings
from django.http import HttpRequest


def release(request: HttpRequest) -> dict[str, str]:
    """The version of the site, for the foot of the page."""
    return {"release": settings.VERSION}
