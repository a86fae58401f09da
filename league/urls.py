"""Every address of the site: the account pages, and those of the league."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("league.account_urls")),
    path("", include("league.views.urls")),
]

handler403 = "league.views.errors.forbidden"
