"""What people at one table call each other: the first name, and as much of the last as tells namesakes apart."""

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.text import name_key

JOINERS = {"\u200d", "\ufe0f"}


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody's name as others may see it, and what they are called, if they said so.

    `initial`: all that may be told of the last name.
    """

    name: str
    nickname: str = ""
    initial: str = ""

    @property
    def first(self) -> str:
        """What they are called among people whom nobody could take for them."""
        return self.nickname or self.name.split(" ")[0]

    @property
    def last(self) -> str:
        """The last of several words, which tells them from a namesake."""
        if self.initial or self.nickname == self.name:
            return self.initial
        words = self.name.split(" ")
        return words[-1] if self.nickname or words[1:] else ""


def initial_of(name: str) -> str:
    """The first letter of the last of several words, as a reader sees it."""
    last = Named(name).last
    return _letters(last)[0] if last else ""


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
    parts = {place: _letters(people[place].last) for place in places}
    left, taken = set(places), set[str]()
    for letters in range(1, max(map(len, parts.values())) + 1):
        shorts = {place: _shortened(people[place], parts[place], letters) for place in left}
        bare = {place: _bare(short) for place, short in shorts.items()}
        uses = Counter(bare.values())
        settled = [place for place in left if uses[bare[place]] == 1 and bare[place] not in taken]
        yield from ((place, shorts[place]) for place in settled)
        taken |= set(uses)
        left.difference_update(settled)
        if not left:
            return
    yield from ((place, people[place].name) for place in left)


def _bare(short: str) -> str:
    return name_key(short).rstrip(".")


def _shortened(person: Named, parts: Sequence[str], letters: int) -> str:
    if not parts:
        return person.first
    dot = "." if letters < len(parts) or person.initial else ""
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
