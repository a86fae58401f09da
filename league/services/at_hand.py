"""Who can sit down: the players of a club, those who played last first."""

from dataclasses import dataclass

from django.db.models import Case, IntegerField, When

from league.models import Club, Game, GamePlayer, Player

RECENT_GAMES = 12
"""Whoever sat in one of the last games is likely to sit down again."""

MOST_PLAYERS = 500


@dataclass(frozen=True, slots=True)
class AtHand:
    """Somebody who can be seated; `recent` if they played lately."""

    id: int
    name: str
    recent: bool


def startable_players(club: Club) -> list[AtHand]:
    """Everybody who can be seated: recent players first, then by name. Two queries, however long the history."""
    recent = _recent_ids(club)
    places = {player: place for place, player in enumerate(recent)}
    players = Player.objects.filter(club=club, merged_into=None, anonymised_at=None)
    # Without the recent ones first, a long list would end before somebody who played yesterday.
    first = Case(When(pk__in=recent, then=0), default=1, output_field=IntegerField())
    at_hand = [
        AtHand(player.pk, player.called, player.pk in places)
        for player in players.order_by(first, "sort_key", "pk")[:MOST_PLAYERS]
    ]
    return sorted(at_hand, key=lambda player: places.get(player.id, len(places)))


def _recent_ids(club: Club) -> list[int]:
    """Players of the newest games, newest first."""
    newest = Game.objects.filter(club=club).order_by("-play_order").values("pk")[:RECENT_GAMES]
    seats = GamePlayer.objects.filter(game__in=newest).order_by("-play_order", "seat")
    return list(dict.fromkeys(seats.values_list("player_id", flat=True)))
