"""The plainest Django views: no middleware, no session, no rights; one thing each."""

from __future__ import annotations

import uuid

from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.template import Context, engines
from django.urls import path

TABLE = "bench_row"


class BenchRow(models.Model):
    """A table of its own in the site's database."""

    key = models.UUIDField(default=uuid.uuid4)
    name = models.CharField(max_length=80)
    one = models.IntegerField(default=1)
    two = models.IntegerField(default=2)
    three = models.IntegerField(default=3)

    class Meta:
        app_label = "bench"
        db_table = TABLE

    def __str__(self) -> str:
        return self.name


PAGE = """<!doctype html><title>Rows</title><table>{% for row in rows %}<tr>
<td>{{ row.id }}</td><td><a href="/{{ row.id }}/">{{ row.name }}</a></td>
<td>{{ row.one }}</td><td>{{ row.two }}</td><td>{{ row.three }}</td></tr>
{% endfor %}</table>"""


def static(request: HttpRequest) -> HttpResponse:
    return HttpResponse("nothing new")


def insert(request: HttpRequest) -> HttpResponse:
    """A row, safely stored, and nothing asked."""
    with transaction.atomic():
        BenchRow.objects.create(name=request.POST["name"])
    return HttpResponse("stored")


def one_query(request: HttpRequest) -> HttpResponse:
    """One query, thirty rows of five cells."""
    return _page(list(BenchRow.objects.order_by("id")[:30]))


def five_queries(request: HttpRequest) -> HttpResponse:
    """Five queries, sixty rows of five cells."""
    return _page([row for place in range(5) for row in BenchRow.objects.order_by("id")[place * 12 : place * 12 + 12]])


def _page(rows: list[BenchRow]) -> HttpResponse:
    return HttpResponse(TEMPLATE.template.render(Context({"rows": rows})))


TEMPLATE = engines["django"].from_string(PAGE)

urlpatterns = [
    path("static", static),
    path("insert", insert),
    path("one-query", one_query),
    path("five-queries", five_queries),
]
