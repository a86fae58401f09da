"""Names for as many people as a club may have; no two alike."""

from collections.abc import Iterator
from itertools import count, islice

FIRST = (
    *("Ann", "Ben", "Cleo", "Dai", "Esra", "Finn", "Greta", "Hugo", "Ines", "João", "Kwame", "Lupe", "Mateusz", "Nora"),
    *("Oskar", "Priya", "Quentin", "Rosa", "Siobhán", "Tama", "Uma", "Viktor", "Wanda", "Xavier", "Yusuf", "Zoë"),
    *("Åsa", "Bram", "Carmen", "Dmitri", "Elif", "Fatima", "Goran", "Hana", "Ivo", "Jürgen", "Katya", "Liam", "Maeve"),
    "Niels",
)
LAST = (
    *("Fraser", "Kowalska", "Lindqvist", "Carter", "Ferreira", "Evans", "Yılmaz", "Silva"),
    *("Weiß", "Mensah", "Hernández", "Wójcik", "Nguyễn", "Raman", "O'Brien", "Ngata"),
    *("Abbott", "Becker", "Castillo", "Dubois", "Eriksen", "Fontaine", "Garcia", "Haddad"),
    *("Ivanova", "Jansen", "Kaya", "Larsen", "Moreau", "Novak", "Okafor", "Petrov"),
    *("Quinn", "Rossi", "Schmidt", "Tanaka", "Urquhart", "Vargas", "Walsh", "Ziegler"),
)
MIDDLE = ("", "A.", "J.", "M.", "R.")


def player_names(number: int) -> list[str]:
    """So many different names; each first name comes again only after all the others."""
    return list(islice(_names(), number))


def _names() -> Iterator[str]:
    for place in count():
        turn, first = divmod(place, len(FIRST))
        middle = MIDDLE[turn // len(LAST)]
        last = LAST[(turn + first) % len(LAST)]
        yield " ".join(filter(None, (FIRST[first], middle, last)))
