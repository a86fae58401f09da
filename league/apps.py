"""The league's app: what must happen once, when Django starts or has migrated."""

from typing import override

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate


class LeagueConfig(AppConfig):
    name = "league"

    @override
    def ready(self) -> None:
        from allauth.account import signals
        from django.contrib.auth.signals import user_logged_in

        from league import accounts, after_migrate, pseudo, sessions

        post_migrate.connect(after_migrate.protect_facts, sender=self)
        post_migrate.connect(after_migrate.make_cache_table, sender=self)
        user_logged_in.connect(sessions.signed_in)
        for changed in (signals.password_changed, signals.password_set, signals.password_reset):
            changed.connect(accounts.end_others)
        if settings.PSEUDO in dict(settings.LANGUAGES):
            pseudo.install(settings.PSEUDO)
