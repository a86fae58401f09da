"""Who may come to a club's pages in the tests: one person for each role, and three strangers."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.test import Client
from django.test.client import ClientHandler
from django.urls import reverse

from league.models import Club, Role, TableCard, User, Visibility
from tests.factories import make_card, make_founded_club, make_member, make_user

SIGNED_OUT = "signed out"
STRANGER = "stranger"
OTHER_OWNER = "owner of another club"
ROLES = (SIGNED_OUT, STRANGER, OTHER_OWNER, Role.PLAYER, Role.SCORER, Role.ORGANISER, Role.OWNER)

CARD, OTHER_TABLES_CARD, OTHER_CLUBS_CARD = "card of table 1", "card of table 2", "card of another club"
CARDS = (CARD, OTHER_TABLES_CARD, OTHER_CLUBS_CARD)

# Middleware is made once: a handler for each client looks for every static file anew.
HANDLER = ClientHandler(enforce_csrf_checks=False)


@dataclass
class Cast:
    """A club and its people: Olive owns it, Oscar organises, Sam scores, Pia plays; Max owns another club."""

    club: Club
    other: Club
    users: dict[str, User]
    cards: dict[str, TableCard] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """The browser of whoever has that role or card; signing in, or scanning, is done once."""
        if role not in self.clients:
            self.clients[role] = Client()
            self.clients[role].handler = HANDLER
            if role in self.users:
                self.clients[role].force_login(self.users[role])
            if role in self.cards:
                self.clients[role].get(reverse("card-open", args=[self.cards[role].token]))
        return self.clients[role]


def make_cast(visibility: str = Visibility.UNLISTED) -> Cast:
    names = {Role.OWNER: "Olive", Role.ORGANISER: "Oscar", Role.SCORER: "Sam", Role.PLAYER: "Pia"}
    users: dict[str, User] = {role: make_user(name) for role, name in names.items()}
    users |= {STRANGER: make_user("Strange"), OTHER_OWNER: make_user("Max")}
    club = make_founded_club(users[Role.OWNER], visibility=visibility)
    for role in (Role.ORGANISER, Role.SCORER, Role.PLAYER):
        make_member(club, users[role], role)
    other = make_founded_club(users[OTHER_OWNER], name="Elsewhere")
    cards = {CARD: make_card(club), OTHER_TABLES_CARD: make_card(club, 2), OTHER_CLUBS_CARD: make_card(other)}
    return Cast(club, other, users, cards)
