"""Every address of the site. Pages are listed by subject, in short lists of their own."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("accounts/", include("allauth.account.urls")),
    # The pages of the league go here.
]
