"""Lets one person found one club, on a site where others may not."""

from argparse import ArgumentParser
from typing import Any, override

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_email

from league.management.site import address_of
from league.services.founding import invite_founder
from league.services.mail import mail_founder

MOST_DAYS = 366


class Command(BaseCommand):
    help = "Prints a link by which one person founds one club."

    @override
    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--mail", metavar="ADDRESS", help="send it there as well")
        parser.add_argument("--days", type=int, default=14, help="how long it works (14)")

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        if settings.CLUBS_BY == "nobody":
            raise CommandError("CLUBS_BY is nobody: such links lead nowhere. Set it to invited.")
        if not 1 <= options["days"] <= MOST_DAYS:
            raise CommandError(f"--days must be from 1 to {MOST_DAYS}.")
        if email := options["mail"]:
            try:
                validate_email(email)
            except ValidationError:
                raise CommandError("--mail needs an e-mail address.") from None
        invitation = invite_founder(options["days"])
        link = address_of("club-found", invitation.token)
        self.stdout.write(link)
        if email and not mail_founder(link, email):
            raise CommandError("The mail could not be sent; hand on the link.")
