"""Prints the code by which the first owner of a new site signs up."""

from typing import Any, override

from django.core.management.base import BaseCommand

from league.services.founding import first_code


class Command(BaseCommand):
    help = "Prints the code for the first owner; nothing once there is an account."

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if code := first_code():
            self.stdout.write(f"Nobody has an account yet. Open the site and type this code: {code}")
