"""One person under two names: who is who, what would change, and only then the merge; and back again."""

from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from league.forms.players import MergeForm
from league.http import HttpRequest
from league.models import Player
from league.policy import Action, get_club_for
from league.services.merging import check_merge, games_of, merge_adds, merge_players, separate_players
from league.standings.impact import merge_changes
from league.views.answers import posted, see
from league.views.asker import asker


@require_http_methods(["GET", "HEAD", "POST"])
def player_merge(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """This player is somebody else of the club: choose who, look at what follows, say yes."""
    access = get_club_for(request, club, Action.SEASONS)
    known = Player.objects.filter(club=access.club, merged_into=None, anonymised_at=None)
    gone = get_object_or_404(known, pk=player)
    others = known.exclude(pk=gone.pk).order_by("full_sort_key", "pk")
    form = MergeForm(posted(request), [(other.pk, other.name) for other in others])
    context: dict[str, Any] = {"access": access, "player": gone, "form": form}
    if request.method != "POST":
        return render(request, "players/merge.html", context)
    into = others.filter(pk=form.cleaned_data["into"]).first() if form.is_valid() else None
    if into is None:
        return render(request, "players/merge.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        check_merge(gone, into)
        if not request.POST.get("save"):
            changes = merge_changes(access.club, gone, into, merge_adds(gone))
            seen = {"into": into, "changes": changes, "games": len(games_of(gone))}
            return render(request, "players/merge_preview.html", context | seen)
        merge_players(gone, into, asker(request, access.club))
    except ValidationError as error:
        form.add_error("into", error)
        return render(request, "players/merge.html", context, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, _("%(gone)s is %(into)s now, in every game.") % {"gone": gone.name, "into": into.name})
    return see("player-detail", club, into.pk)


@require_POST
def player_separate(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Two people again, each with their own games."""
    access = get_club_for(request, club, Action.SEASONS)
    gone = get_object_or_404(Player, club=access.club, pk=player)
    try:
        separate_players(gone, asker(request, access.club))
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("%(name)s is somebody else again.") % {"name": gone.name})
    return see("player-detail", club, gone.pk)
