"""One's own account: what leads to everything about it, the name, and where one is signed in."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.forms.account import NameForm
from league.http import SignedInRequest
from league.second_step import asks_for_second_step, passkeys_work
from league.services.accounts import rename_account
from league.services.sessions import end_session, end_sessions, sessions_of
from league.views.answers import again, posted, see


@require_safe
@login_required
def account(request: SignedInRequest) -> HttpResponse:
    """Everything about one's account, one link each."""
    context = {"second_step": asks_for_second_step(request.user), "passkeys_work": passkeys_work(request)}
    return render(request, "account/overview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def account_name(request: SignedInRequest) -> HttpResponse:
    """What the clubs call whoever is signed in."""
    form = NameForm(posted(request), initial={"name": request.user.name})
    if request.method != "POST":
        return render(request, "account/name.html", {"form": form})
    if not form.is_valid():
        return again(request, "account/name.html", {"form": form})
    rename_account(request.user, form.cleaned_data["name"])
    messages.success(request, _("Saved."))
    return see("account")


@require_safe
@never_cache
@login_required
def session_list(request: SignedInRequest) -> HttpResponse:
    """Where somebody is signed in."""
    return render(request, "account/sessions.html", _sessions(request))


@require_POST
@login_required
def session_end(request: SignedInRequest) -> HttpResponse:
    """Sign out of one browser, or of all others."""
    mark = request.POST.get("session", "")
    if request.POST.get("others"):
        ended = end_sessions(request.user, but=request.session.session_key)
        told = ngettext("Signed out of %(count)s browser.", "Signed out of %(count)s browsers.", ended)
        messages.success(request, told % {"count": ended})
    elif not mark:
        wrong = _("Choose one of these.")
        return again(request, "account/sessions.html", _sessions(request) | {"wrong": wrong})
    elif end_session(request.user, mark):
        messages.success(request, _("Signed out there."))
    else:
        messages.info(request, _("That one was signed out already."))
    return see("session-list")


def _sessions(request: SignedInRequest) -> dict[str, object]:
    sessions = sessions_of(request.user, request.session.session_key)
    return {"sessions": sessions, "others": any(not session.here for session in sessions)}
