"""Who may come to a club's pages in the tests: one person for each role, and three strangers."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.test import Client
from django.test.client import ClientHandler

from league.models import Club, Role, User, Visibility
from tests.factories import make_founded_club, make_member, make_user

SIGNED_OUT = "signed out"
STRANGER = "stranger"
OTHER_OWNER = "owner of another club"
ROLES = (SIGNED_OUT, STRANGER, OTHER_OWNER, Role.PLAYER, Role.SCORER, Role.ORGANISER, Role.OWNER)

# Middleware is made once: a handler for each client looks for every static file anew.
HANDLER = ClientHandler(enforce_csrf_checks=False)


@dataclass
class Cast:
    """A club and its people: Olive owns it, Oscar organises, Sam scores, Pia plays; Max owns another club."""

    club: Club
    other: Club
    users: dict[str, User]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """The browser of whoever has that role; signing in is done once."""
        if role not in self.clients:
            self.clients[role] = Client()
            self.clients[role].handler = HANDLER
            if role in self.users:
                self.clients[role].force_login(self.users[role])
        return self.clients[role]


def make_cast(visibility: str = Visibility.UNLISTED) -> Cast:
    names = {Role.OWNER: "Olive", Role.ORGANISER: "Oscar", Role.SCORER: "Sam", Role.PLAYER: "Pia"}
    users: dict[str, User] = {role: make_user(name) for role, name in names.items()}
    users |= {STRANGER: make_user("Strange"), OTHER_OWNER: make_user("Max")}
    club = make_founded_club(users[Role.OWNER], visibility=visibility)
    for role in (Role.ORGANISER, Role.SCORER, Role.PLAYER):
        make_member(club, users[role], role)
    return Cast(club, make_founded_club(users[OTHER_OWNER], name="Elsewhere"), users)
