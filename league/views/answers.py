"""What views read of a request, and the answers to a form: go and see what came of it, or here it is again."""

from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Any

from django.forms import Form
from django.http import Http404, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render, resolve_url
from django.template.loader import render_to_string

from league.http import HttpRequest
from league.ids import read_id

TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the name of a field


def posted(request: HttpRequest) -> QueryDict | None:
    """What fills a form: nothing while it is only looked at, else whatever was sent, be it nothing."""
    return request.POST if request.method == "POST" else None


def kept_pairs(sent: QueryDict, but: Collection[str] = ()) -> list[tuple[str, str]]:
    """What was sent, for a button that sends it once more: without the token, and without what is named."""
    names = [name for name in sent if name != TOKEN and name not in but]
    return [(name, value) for name in names for value in sent.getlist(name)]


def see(route: str, *args: object) -> HttpResponse:
    """303: whatever was sent, the next request is a GET, and Reload sends nothing again."""
    return HttpResponseRedirect(resolve_url(route, *args), status=HTTPStatus.SEE_OTHER)


def again(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """422: the page with the form as it was typed, the errors beside its fields."""
    return render(request, template, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def errors_of(form: Form) -> list[str]:
    """Every message of a form, behind the label of the field that it belongs to, if it has one."""
    labels = {name: field.label for name, field in form.fields.items()}
    return [
        f"{labels[name]}: {message}" if labels.get(name) else str(message)
        for name, messages in form.errors.items()
        for message in messages
    ]


def fragment(
    request: HttpRequest, template: str, context: Mapping[str, Any], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    """A part of a page. It is sent with every hand and every poll, so it goes without its template's indentation."""
    lines = render_to_string(template, context, request).split("\n")
    return HttpResponse("\n".join(filter(None, map(str.strip, lines))), status=status)


def chosen_id(request: HttpRequest, name: str) -> int | None:
    """An id in the address, None where there is none; what can't be an id leads nowhere: 404."""
    text = request.GET.get(name, "")
    if not text:
        return None
    found = read_id(text)
    if found is None:
        raise Http404
    return found
