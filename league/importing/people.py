"""Who is who: the names of files beside the players of a club."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from league.importing.batch import Batch, PersonKey
from league.models import Club, Player
from league.services.importing import NewPlayer, Person
from league.text import name_key

GUEST, MEMBER = "guest", "player"
"""Instead of a player's id: somebody new."""


@dataclass(frozen=True)
class Roll:
    """The players of a club, as names are looked up among them. One query."""

    players: Mapping[int, Player]

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Those of a name: nobody new can have it."""
        return {player.name_key: pk for pk, player in self.players.items()}

    @cached_property
    def by_other_name(self) -> dict[str, set[int]]:
        """What else people are called by: at the table, in lists, among friends."""
        found: dict[str, set[int]] = {}
        for pk, player in self.players.items():
            for name in filter(None, (player.called, player.shown, player.nickname)):
                found.setdefault(name_key(name), set()).add(pk)
        return found

    def suggest(self, key: PersonKey) -> str:
        """Who that probably is: the one of that name, the only one who is called so, or somebody new."""
        name, number = key
        if not name or number > 1:
            return ""
        if name in self.by_name:
            return str(self.by_name[name])
        called = self.by_other_name.get(name, set())
        return str(*called) if len(called) == 1 else GUEST

    def may_be_new(self, key: PersonKey) -> bool:
        """Whether somebody of that name can be added."""
        name, number = key
        return bool(name) and number == 1 and name not in self.by_name


def roll_of(club: Club) -> Roll:
    """Everybody who can have played."""
    players = Player.objects.filter(club=club, merged_into=None, anonymised_at=None).order_by("sort_key", "pk")
    return Roll({player.pk: player for player in players})


@dataclass(frozen=True, slots=True)
class PersonView:
    """Somebody whom the files name, and who that is: `chosen` is a player's id, GUEST, MEMBER or nothing yet."""

    field: str
    name: str
    games: int
    chosen: str
    chosen_name: str
    may_be_new: bool


def person_views(batch: Batch, roll: Roll, chosen: Mapping[int, str]) -> list[PersonView]:
    """Everybody in the order in which the files name them."""
    return [
        PersonView(
            field=who_field(number),
            name=name,
            games=sum(key in seats for seats in batch.seats),
            chosen=chosen.get(number, ""),
            chosen_name=_shown(roll, chosen.get(number, "")),
            may_be_new=roll.may_be_new(key),
        )
        for number, (key, name) in enumerate(batch.people.items())
    ]


def _shown(roll: Roll, chosen: str) -> str:
    return roll.players[int(chosen)].shown if chosen.isdecimal() else ""


def who_field(number: int) -> str:
    """The name of the field that asks who somebody is."""
    return f"who-{number}"


def suggestions(batch: Batch, roll: Roll) -> dict[int, str]:
    """Who everybody probably is, by their number."""
    return {number: roll.suggest(key) for number, key in enumerate(batch.people)}


def allowed(batch: Batch, roll: Roll, number: int, value: str) -> bool:
    """Whether that can be said of somebody."""
    if value in (GUEST, MEMBER):
        return roll.may_be_new(list(batch.people)[number])
    return value == "" or (value.isascii() and value.isdecimal() and len(value) < 19 and int(value) in roll.players)


def seated(batch: Batch, game: int, chosen: Mapping[int, str]) -> list[Person] | None:
    """Who sits where in a game; None while somebody is nobody yet."""
    numbers = {key: number for number, key in enumerate(batch.people)}
    people = [_person(batch.people[key], chosen.get(numbers[key], "")) for key in batch.seats[game]]
    return None if None in people else [person for person in people if person is not None]


def _person(name: str, chosen: str) -> Person | None:
    if chosen in (GUEST, MEMBER):
        return NewPlayer(name, guest=chosen == GUEST)
    return int(chosen) if chosen else None


def sits_twice(people: Iterable[Person]) -> bool:
    """Whether somebody is chosen for two seats of one game."""
    keys = [person if isinstance(person, int) else name_key(person.name) for person in people]
    return len({*keys}) < len(keys)
