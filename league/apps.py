"""The league's app: what must happen once, when Django starts or has migrated."""

from typing import override

from django.apps import AppConfig
from django.conf import settings
from django.db.models.signals import post_migrate


class LeagueConfig(AppConfig):
    name = "league"

    @override
    def ready(self) -> None:
        from league import after_migrate, pseudo

        post_migrate.connect(after_migrate.protect_facts, sender=self)
        post_migrate.connect(after_migrate.make_cache_table, sender=self)
        if settings.PSEUDO in dict(settings.LANGUAGES):
            pseudo.install(settings.PSEUDO)
