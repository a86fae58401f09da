"""Makes a club for somebody who has an account, whatever CLUBS_BY says."""

from argparse import ArgumentParser
from typing import Any, override

from django.core.management.base import BaseCommand, CommandError

from league.forms.clubs import ClubForm
from league.models import User
from league.services.clubs import create_club


class Command(BaseCommand):
    help = "Makes a club and its owner, who must have an account."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--owner", metavar="ADDRESS", required=True, help="the e-mail address of an account")
        parser.add_argument("--zone", default="UTC", help="where it plays, as Europe/Amsterdam (UTC)")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        owner = User.objects.filter(email=options["owner"].lower(), is_active=True).first()
        if owner is None:
            raise CommandError("No account has that address: its owner signs up first.")
        form = ClubForm({"name": options["name"], "zone": options["zone"]})
        if not form.is_valid():
            wrong = [f"{field}: {message}" for field, found in form.errors.items() for message in found]
            raise CommandError(" ".join(wrong))
        self.stdout.write(create_club(owner, **form.cleaned_data).slug)
