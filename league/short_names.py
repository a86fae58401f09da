"""What people at one table call each other: the first name, and as much of the last as tells namesakes apart."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.text import name_key

JOINERS = {"\u200d", "\ufe0f"}


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody's name as it was typed, and what they are called, if they said so."""

    name: str
    nickname: str = ""

    @property
    def first(self) -> str:
        """What they are called among people whom nobody could take for them."""
        return self.nickname or self.name.split(" ")[0]

    @property
    def last(self) -> str:
        """The last of several words, which tells them from a namesake."""
        words = self.name.split(" ")
        return words[-1] if self.nickname or words[1:] else ""


def short_names(people: Sequence[Named]) -> list[str]:
    """A short name for each, in the same order; equal only where the whole names are."""
    alike: dict[str, list[int]] = defaultdict(list)
    for place, person in enumerate(people):
        alike[name_key(person.first)].append(place)
    found = {place: short for places in alike.values() for place, short in _among(people, places)}
    return [found[place] for place in range(len(people))]


def _among(people: Sequence[Named], places: list[int]) -> Iterator[tuple[int, str]]:
    """Names for people of one first name: as few letters of the last name as will do."""
    if not places[1:]:
        yield places[0], people[places[0]].first
        return
    left, taken = list(places), set[str]()
    longest = max(len(_letters(people[place].last)) for place in places)
    for letters in range(1, longest + 1):
        shorts = {place: _shortened(people[place], letters) for place in left}
        uses = Counter(_bare(short) for short in shorts.values())
        settled = [place for place in left if uses[_bare(shorts[place])] == 1 and _bare(shorts[place]) not in taken]
        for place in settled:
            yield place, shorts[place]
        taken |= set(uses)
        left = [place for place in left if place not in settled]
    yield from ((place, people[place].name) for place in left)


def _bare(short: str) -> str:
    return name_key(short).rstrip(".")


def _shortened(person: Named, letters: int) -> str:
    if not person.last:
        return person.first
    parts = _letters(person.last)
    dot = "." if letters < len(parts) else ""
    return f"{person.first} {''.join(parts[:letters])}{dot}"


def _letters(word: str) -> list[str]:
    """The letters as a reader sees them: accents and joined emoji stay with what they belong to."""
    parts: list[str] = []
    for character in word:
        belongs = unicodedata.category(character).startswith("M") or character in JOINERS
        if parts and (belongs or parts[-1].endswith("\u200d")):
            parts[-1] += character
        else:
            parts.append(character)
    return parts
