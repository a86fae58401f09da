"""The hands of a season, to be searched."""

from http import HTTPStatus

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.forms.search import HandSearch
from league.hand_search import MOST_FOUND, HandsSought, hand_page
from league.http import HttpRequest
from league.models import Season
from league.policy import Access, get_club_for


@require_safe
def hand_list(request: HttpRequest, club: str) -> HttpResponse:
    """The newest first: those with cards of the season that is played, or whatever is looked for."""
    access = get_club_for(request, club)
    return show_hands(request, access, hand_search(request, access))


def show_hands(request: HttpRequest, access: Access, form: HandSearch) -> HttpResponse:
    """The page, with what was found or what is wrong with the search."""
    valid = form.is_valid()
    page = hand_page(access.club, sought_of(form), request.GET.get("page", "")) if valid else []
    context = {"access": access, "page": page, "form": form, "most": MOST_FOUND, "sought": any_sought(request, form)}
    status = HTTPStatus.OK if valid else HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "hands/list.html", context, status=status)


def hand_search(request: HttpRequest, access: Access) -> HandSearch:
    """The search as it was asked for; without a season, in the one that is played."""
    seasons = list(Season.objects.filter(club=access.club).order_by("-starts", "-pk"))
    asked = request.GET.copy()
    if not asked.get("season"):
        asked["season"] = next((str(season.pk) for season in seasons if season.is_default), "")
    return HandSearch(asked, seasons=[(season.pk, season.name) for season in seasons])


def sought_of(form: HandSearch) -> HandsSought:
    """What is looked for, of a valid form."""
    said = form.cleaned_data
    chosen = {name: said[name] for name in ("trump", "upcard", "outcome", "alone")}
    return HandsSought(int(said["season"]), key=form.key, quick=bool(said["quick"]), **chosen)


def any_sought(request: HttpRequest, form: HandSearch) -> bool:
    """Whether somebody chose something: then the form stays open."""
    return any(map(request.GET.get, form.fields))
