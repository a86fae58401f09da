"""Every address of the site: the account pages, and those of the league."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from league.views.language import language

urlpatterns: list[URLPattern | URLResolver] = [
    path("language/", language, name="language"),
    path("language/set/", set_language, name="set_language"),
    path("accounts/", include("league.account_urls")),
    path("", include("league.views.urls")),
]

handler403 = "league.views.errors.forbidden"
handler400 = "league.views.errors.bad_request"
