"""Which language to read the site in."""

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_safe

from league.http import HttpRequest


@require_safe
def language(request: HttpRequest) -> HttpResponse:
    """Each language by its own name. Choosing is Django's own view, which keeps it in a cookie."""
    back = request.GET.get("next", "")
    hosts = {request.get_host()}
    if not url_has_allowed_host_and_scheme(back, hosts, require_https=request.is_secure()):
        back = "/"
    return render(request, "language.html", {"languages": settings.LANGUAGES, "back": back})
