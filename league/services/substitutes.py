"""Who may take over a seat."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from league.models import Player
from league.services.log import GameLog


def with_substitute(log: GameLog, said: Mapping[str, Any] | None) -> GameLog:
    """A log that knows the player whom a substitution names; unchanged for every other event.

    Raises ValidationError if that is nobody of this club, or somebody who sits or sat at the table.
    """
    if not said or "player" not in said:
        return log
    player = Player.objects.filter(pk=said["player"], club=log.game.club).select_related("merged_into").first()
    if player is None:
        raise ValidationError(_("Choose somebody from the list of players."), code="no_player")
    canonical = player.merged_into or player
    if canonical.pk in {person.pk for person in (*log.players, *(one.player for one in log.substitutions))}:
        raise ValidationError(_("%(name)s sits at this table already.") % {"name": canonical}, code="already_sits")
    return replace(log, people={**log.people, player.pk: canonical})
