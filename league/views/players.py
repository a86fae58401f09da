"""The people of a club, and a page for each."""

from itertools import starmap

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.days import club_date
from league.forms.players import OwnPlayerForm, PlayerForm, PlayersForm
from league.forms.search import NameSearch
from league.http import HttpRequest
from league.models import Player
from league.policy import Access, Action, get_club_for, get_player_for, is_own
from league.services.players import Planned, add_players, plan_players, update_player, welcome_guest
from league.standings.careers import find_player
from league.standings.credits import CreditLine, player_credits
from league.standings.hiding import shown_from
from league.standings.opponents import COMMON
from league.standings.profile import Profile, profile_of
from league.standings.scopes import Span
from league.views.answers import again, posted, see
from league.views.asker import asker
from league.views.live import live_part, live_tag, version_now
from league.views.ratings import ratings_of_player
from league.views.scoped import asked_scope

PAGE_SIZE = 50


@require_safe
def player_list(request: HttpRequest, club: str) -> HttpResponse:
    """Everybody, or those whose name holds what is looked for, in the order of their names."""
    access = get_club_for(request, club)
    form = NameSearch(request.GET)
    found = _listed(access, form.key) if form.is_valid() else Player.objects.none()
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {"access": access, "page": page, "form": form, "sought": bool(request.GET.get("q"))}
    return render(request, "players/list.html", context, status=200 if form.is_valid() else 422)


@require_http_methods(["GET", "HEAD", "POST"])
def player_add(request: HttpRequest, club: str) -> HttpResponse:
    """Paste a list, or type one name after the other; `check` only says what would happen."""
    access = get_club_for(request, club, Action.PLAYERS)
    context = {"access": access, "form": PlayersForm()}
    if request.method != "POST":
        return render(request, "players/add.html", context)
    context["form"] = form = PlayersForm(request.POST)
    if not form.is_valid():
        return again(request, "players/add.html", context)
    names = form.cleaned_data["names"]
    planned = plan_players(access.club, names)
    if "check" in request.POST:
        return render(request, "players/add.html", context | {"planned": planned})
    added = add_players(access.club, names, by=asker(request, access.club))
    messages.success(request, _told(len(added), planned))
    return see("player-list", club)


@require_safe
def player_detail(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Facts first, then figures with the number of hands behind them, then the last games.

    htmx asks the same address for what changes; the tag is made of everything that the page says.
    """
    access = get_club_for(request, club)
    known = find_player(access.club, player)
    if known is None:
        raise Http404
    found, career = known
    if found.merged_into_id:
        return redirect("player-detail", club, found.merged_into_id)
    scope = asked_scope(request, access, found)
    profile = profile_of(access.club, found, scope, career=career, sees_hidden=access.sees_hidden)
    if profile is None:
        raise Http404
    credits = _credits(access, found, profile)
    context = {"access": access, "player": found, "profile": profile, "other": scope.other, "version": version_now()}
    context |= {"mine": is_own(request, found), "most_common": COMMON, "ratings": ratings_of_player(access, found)}
    context |= {"credits": credits, "withheld": _withheld(profile)}
    request.hides_a_name = not all(player.is_shown_fully for player in (found, scope.other) if player)
    if access.may_manage_seasons:
        context["others"] = Player.objects.filter(merged_into=found).order_by("sort_key", "pk")
    if request.htmx:
        tag = live_tag(access, "player", profile, scope, context["ratings"], credits)
        return live_part(request, tag, "players/_profile.html", lambda: context)
    return render(request, "players/detail.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """Another name or nickname, and what of it others see; a player's own account changes all but the name."""
    access, found = get_player_for(request, club, player, Action.PLAYERS)
    form_class = PlayerForm if access.may_manage_players else OwnPlayerForm
    saved = {field: getattr(found, field) for field in form_class.base_fields}
    form = form_class(posted(request), initial=saved)
    context = {"access": access, "player": found, "form": form, "mine": is_own(request, found)}
    if request.method != "POST":
        return render(request, "players/edit.html", context)
    if form.is_valid():
        try:
            update_player(found, **form.cleaned_data, by=asker(request, access.club))
        except ValidationError as error:
            form.add_error(None if hasattr(error, "error_dict") else "name", error)
    if not form.is_valid():
        return again(request, "players/edit.html", context)
    messages.success(request, _("Saved."))
    return see("player-detail", club, player)


@require_POST
def player_welcome(request: HttpRequest, club: str, player: int) -> HttpResponse:
    """A guest is a player of the club from now on."""
    access = get_club_for(request, club, Action.PLAYERS)
    found = _get_player(access, player)
    welcome_guest(found, asker(request, access.club))
    messages.success(request, _("%(name)s is no guest any more.") % {"name": found.name})
    return see("player-edit", club, player)


def _credits(access: Access, player: Player, profile: Profile) -> list[CreditLine]:
    """Those that count in the profile's scope."""
    if not profile.credits:
        return []
    tonight = club_date(access.club) if profile.span == Span.TONIGHT else None
    return player_credits(player, profile.season.pk if profile.season else None, day=tonight)


def _withheld(profile: Profile) -> str:
    """What is said where the place would stand."""
    return " ".join(starmap(shown_from, profile.withheld))


def _listed(access: Access, sought: str) -> "QuerySet[Player]":
    """By the name that is seen: who manages the players sees, and finds them by, whole names as well."""
    players = Player.objects.filter(club=access.club, merged_into=None)
    if access.may_manage_players:
        by_name = Q(search_key__contains=sought) | Q(full_search_key__contains=sought)
        return players.filter(by_name).order_by("full_sort_key", "pk")
    return players.filter(search_key__contains=sought).order_by("sort_key", "pk")


def _get_player(access: Access, player: int) -> Player:
    return get_object_or_404(Player, club=access.club, merged_into=None, pk=player)


def _told(added: int, planned: Planned) -> str:
    """What was added, and who was left out."""
    text = ngettext("%(count)s player added.", "%(count)s players added.", added) % {"count": added}
    if not planned.doubles:
        return text
    left_out = _("Left out, being there already: %(names)s.") % {
        "names": get_text_list(list(planned.doubles[:20]), _("and"))
    }
    return f"{text} {left_out}"
