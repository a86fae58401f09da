"""What every page may show."""

from django.conf import settings
from django.http import HttpRequest

from league.indexing import keeps_out


def release(request: HttpRequest) -> dict[str, object]:
    """The version of the site, for the foot of the page; and whether search engines are to keep out."""
    return {"release": settings.VERSION, "keeps_out": keeps_out(request)}
