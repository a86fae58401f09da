"""Games imported from files: send them, look at what they would be, say who is who, and only then store them."""

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from league.bridge.words import join_names
from league.forms.importing import ChoicesForm, UploadForm
from league.http import HttpRequest
from league.importing.batch import Batch, LostError, pack, read_batch, unpack
from league.importing.people import Roll, allowed, person_views, roll_of, suggestions
from league.importing.preview import Choices, GameView, Preview, build_preview, days_of
from league.importing.uploads import limit_text
from league.models import Game
from league.policy import Access, Action, get_club_for
from league.services.importing import import_game
from league.views.answers import see
from league.views.asker import asker

MOST_LINKS = 12
"""In the message behind it; the rest stands in the list of games."""


@dataclass(frozen=True, slots=True)
class _Page:
    """The games that were sent, what was chosen for them so far, and what they would be in the club."""

    access: Access
    batch: Batch
    roll: Roll
    form: ChoicesForm
    choices: Choices
    preview: Preview


@require_http_methods(["GET", "HEAD", "POST"])
def egn_import(request: HttpRequest, club: str) -> HttpResponse:
    """Choose files or paste a game. What can be read of it is shown; nothing is stored."""
    access = get_club_for(request, club, Action.CORRECT)
    if request.method != "POST":
        return _upload(request, access, UploadForm(initial={"date": request.GET.get("date", "")}))
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload(request, access, form)
    batch = read_batch(form.cleaned_data["uploads"])
    if not batch.games:
        form.add_error("file", ValidationError(list(batch.refused), code="unreadable"))
        return _upload(request, access, form)
    roll, days = roll_of(access.club), days_of(access.club, batch, form.cleaned_data["date"])
    choices = Choices(suggestions(batch, roll), days)
    preview = build_preview(access.club, batch, choices)
    return _show(request, _Page(access, batch, roll, _choices_form(None, batch, roll, choices), choices, preview))


@require_POST
def egn_check(request: HttpRequest, club: str) -> HttpResponse:
    """The page as it was filled in: shown anew, or stored."""
    access = get_club_for(request, club, Action.CORRECT)
    try:
        batch = unpack(request.POST.get("packed", ""), access.club)
    except LostError:
        lost = UploadForm(request.POST, request.FILES)
        lost.errors.clear()
        lost.add_error("file", ValidationError(_("This page was open for too long. Send the files again."), "lost"))
        return _upload(request, access, lost)
    roll = roll_of(access.club)
    form = _choices_form(request, batch, roll, Choices({}, {}))
    sound = form.is_valid()
    choices = Choices(*(form.cleaned_data[name] for name in ("who", "days", "skip", "leave")))
    page = _Page(access, batch, roll, form, choices, build_preview(access.club, batch, choices))
    if sound and request.POST.get("save"):
        if page.preview.ready and not page.preview.stuck:
            return _store(request, page)
        form.add_error(None, ValidationError(_why_not(page.preview), code="stuck"))
    return _show(request, page)


def _store(request: HttpRequest, page: _Page) -> HttpResponse:
    """Game by game, each whole. What can't be after all is told, with those before it stored already."""
    club, form = page.access.club, page.form
    recorder, stored = asker(request, club), list[tuple[GameView, Game]]()
    for view, wanted in page.preview.ready:
        try:
            stored.append((view, import_game(club, recorder, wanted)))
        except ValidationError as error:
            told = _("Game %(number)s: %(problem)s")
            said = [told % {"number": view.number + 1, "problem": message} for message in error.messages]
            form.add_error(None, ValidationError(said, code="not_stored"))
    if form.errors:
        return _show(request, replace(page, preview=build_preview(club, page.batch, page.choices)))
    messages.success(request, _told(stored))
    if len(stored) == 1:
        return see("game-detail", club.slug, stored[0][1].pk)
    return see("game-list", club.slug)


def _why_not(preview: Preview) -> str:
    """Why nothing can be stored yet."""
    if not preview.stuck:
        return _("There is nothing to store.")
    numbers = join_names([str(game.shown_number) for game in preview.stuck])
    text = ngettext(
        "Nothing is stored yet: look at game %(numbers)s.",
        "Nothing is stored yet: look at games %(numbers)s.",
        len(preview.stuck),
    )
    return text % {"numbers": numbers}


def _told(stored: list[tuple[GameView, Game]]) -> SafeString:
    """How many, and the way to each of the first."""
    text = ngettext("%(count)s game is stored:", "%(count)s games are stored:", len(stored)) % {"count": len(stored)}
    links = format_html_join(
        "; ",
        '<a href="{}">{}</a>',
        ((resolve_url("game-detail", game.club.slug, game.pk), view.title) for view, game in stored[:MOST_LINKS]),
    )
    return format_html("<span>{} {}{}</span>", text, links, " …" if len(stored) > MOST_LINKS else "")


def _upload(request: HttpRequest, access: Access, form: UploadForm) -> HttpResponse:
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    context = {"access": access, "form": form, "limit": limit_text()}
    return render(request, "importing/upload.html", context, status=status)


def _choices_form(request: HttpRequest | None, batch: Batch, roll: Roll, choices: Choices) -> ChoicesForm:
    return ChoicesForm(
        request.POST if request else None,
        games=len(batch.games),
        people=len(batch.people),
        is_allowed=lambda number, value: allowed(batch, roll, number, value),
        days=dict(choices.days),
    )


def _show(request: HttpRequest, page: _Page) -> HttpResponse:
    context: dict[str, Any] = {
        "access": page.access,
        "form": page.form,
        "preview": page.preview,
        "games": [(view, page.form[f"date-{view.number}"]) for view in page.preview.games],
        "people": person_views(page.batch, page.roll, page.choices.who),
        "players": page.roll.players.values(),
        "refused": page.batch.refused,
        "packed": pack(page.batch, page.access.club),
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if page.form.errors else HTTPStatus.OK
    return render(request, "importing/preview.html", context, status=status)
